"""One cell of a chart as a learner answers it: the plays made, what each costs, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise

from strategy.actions import Action
from strategy.analysis import NEAR_TIE
from strategy.losses import Stake
from strategy.neighbours import confused_with
from strategy.situations import Cell
from trainer.core.wording import ACTIONS
from trainer.decisions.queries import Record
from trainer.decisions.tallies import Selection, cell_records, selected_decisions
from trainer.reports.costs import cost_of
from trainer.reports.decks import Taught
from trainer.rulebook.queries import ShownRow, shown_row

LATEST: Final = 200
"""So many of the latest unaided answers tell which plays are made in a cell."""
BLUNDER: Final = 0.1
"""An error that costs so much of a bet is a blunder."""


@dataclass(frozen=True, slots=True)
class Habit:
    """What is answered in a cell, and what it is likely confused with."""

    plays: Mapping[Action, int]
    """How often each play was made, the commonest first."""
    right: Action
    confused: Cell | None
    """The cell beside it in which the commonest error is right: it is likely carried over."""

    @property
    def answers(self) -> int:
        return sum(self.plays.values())

    @property
    def error(self) -> Action | None:
        """The commonest wrong play."""
        return next((play for play in self.plays if play is not self.right), None)

    @property
    def error_times(self) -> int:
        return self.plays[self.error] if self.error else 0


def habit_in(selection: Selection, taught: Taught, cell: Cell) -> Habit:
    """What the latest answers in a cell were; one query, into the index of the cell."""
    decisions = selected_decisions(selection.of(taught.deck)).filter(cell=str(cell), assisted=False)
    latest = decisions.order_by("-day", "-pk").values_list("action", flat=True)[:LATEST]
    plays = {Action(play): count for play, count in Counter(latest).most_common()}
    right = taught.course.plays[cell]
    error = next((play for play in plays if play is not right), None)
    return Habit(plays, right, _confused(taught.course.plays, cell, error) if error else None)


def _confused(plays: Mapping[Cell, Action], cell: Cell, error: Action) -> Cell | None:
    others = confused_with(plays, cell, error)
    return next((other for other in others if plays[other] is error), None)


@dataclass(frozen=True, slots=True)
class PlayLine:
    """A play of a cell: how often it was made, what it is worth, and what it loses."""

    name: Promise
    times: int
    value: float
    cost: float
    right: bool


@dataclass(frozen=True, slots=True)
class CellReport:
    """All that is told of a cell."""

    taught: Taught
    cell: Cell
    record: Record
    habit: Habit
    plays: Sequence[PlayLine]
    stake: Stake
    cost: float
    """What the errors lose in 100 hands."""
    rows: Sequence[ShownRow]
    """The chart's row, the cell lit."""

    @property
    def close(self) -> bool:
        return is_close(self.stake)

    @property
    def blunder(self) -> bool:
        return is_blunder(self.stake)

    @property
    def right(self) -> Promise:
        return ACTIONS[self.habit.right]


def cell_report(selection: Selection, taught: Taught, cell: Cell) -> CellReport:
    """The report of a cell; two queries. Raises LookupError where two cards never bring it up."""
    stake, values = taught.course.stakes[cell], taught.course.values[cell]
    record = cell_records(selection.of(taught.deck)).get(taught.deck, {}).get(cell, Record())
    habit = habit_in(selection, taught, cell)
    best = max(values.values())
    return CellReport(
        taught=taught,
        cell=cell,
        record=record,
        habit=habit,
        plays=[
            PlayLine(
                name=ACTIONS[play],
                times=habit.plays.get(play, 0),
                value=value,
                cost=best - value,
                right=play is habit.right,
            )
            for play, value in sorted(values.items(), key=lambda pair: -pair[1])
        ],
        stake=stake,
        cost=cost_of(record, stake),
        rows=[shown_row(taught.engine_chart, cell.category, cell.row, lit=cell)],
    )


def is_close(stake: Stake) -> bool:
    return stake.error_cost < NEAR_TIE


def is_blunder(stake: Stake) -> bool:
    return stake.error_cost >= BLUNDER
