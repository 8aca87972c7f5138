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
from trainer.core.numbers import ENOUGH
from trainer.core.wording import ACTIONS
from trainer.decisions.queries import Record
from trainer.decisions.tallies import Selection, cell_records, selected_decisions
from trainer.reports.costs import cost_of
from trainer.reports.decks import Taught
from trainer.rulebook.queries import ShownRow, shown_row

LATEST: Final = 200
"""So many of the latest unaided first decisions tell which plays are made in a cell."""
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

    @property
    def tells(self) -> bool:
        """Whether there is an error, and answers enough to tell of it."""
        return self.error is not None and self.answers >= ENOUGH


def habit_in(selection: Selection, taught: Taught, cell: Cell) -> Habit:
    """What the latest first decisions in a cell were; one query, into the index of the cell."""
    right = taught.course.plays[cell]
    decisions = selected_decisions(selection.of(taught.deck)).filter(
        cell=str(cell), assisted=False, later=False, right=right.value
    )
    latest = decisions.order_by("-day", "-pk").values_list("action", flat=True)[:LATEST]
    plays = {Action(play): count for play, count in Counter(latest).most_common()}
    error = next((play for play in plays if play is not right), None)
    return Habit(plays, right, _confused(taught.course.plays, cell, error) if error else None)


def _confused(plays: Mapping[Cell, Action], cell: Cell, error: Action) -> Cell | None:
    others = confused_with(plays, cell, error)
    return next((other for other in others if plays[other] is error), None)


def better_play(taught: Taught, cell: Cell) -> tuple[Action, float] | None:
    """The play that beats the chart's, and by how much; None where the chart is right."""
    values = taught.course.values[cell]
    best = max(values, key=values.__getitem__)
    gap = values[best] - values[taught.course.plays[cell]]
    return (best, gap) if gap >= NEAR_TIE else None


@dataclass(frozen=True, slots=True)
class PlayLine:
    """A play of a cell: how often it was made, what it is worth, and what it loses."""

    name: Promise
    times: int
    value: float
    cost: float
    right: bool
    tag: str
    """What is said of the error: see ``weight_tag``."""


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
    better: tuple[Promise, float] | None
    """The play that beats the chart's, and by how much."""
    rows: Sequence[ShownRow]
    """The chart's row, the cell lit."""

    @property
    def right(self) -> Promise:
        return ACTIONS[self.habit.right]


def cell_report(selection: Selection, taught: Taught, cell: Cell) -> CellReport:
    """The report of a cell's first decisions; four queries at most.

    Raises LookupError where two cards never bring it up.
    """
    stake, values = taught.course.stakes[cell], taught.course.values[cell]
    records = cell_records(selection.of(taught.deck), cell).get(taught.deck, {})
    record = records.get(cell, Record()).first
    habit, better = habit_in(selection, taught, cell), better_play(taught, cell)
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
                tag="" if play is habit.right else weight_tag(best - value),
            )
            for play, value in sorted(values.items(), key=lambda pair: -pair[1])
        ],
        stake=stake,
        cost=cost_of(record, stake),
        better=(ACTIONS[better[0]], better[1]) if better else None,
        rows=[shown_row(taught.engine_chart, cell.category, cell.row, lit=cell)],
    )


def weight_tag(cost: float) -> str:
    """What is said of an error that costs so much, in original bets: ``close`` for a close call,
    ``blunder``, or nothing."""
    if cost < NEAR_TIE:
        return "close"
    return "blunder" if cost >= BLUNDER else ""
