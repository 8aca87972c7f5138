"""Where a learner loses most: the costliest cells, each with its likely cause."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from strategy.losses import Stake
from strategy.situations import Cell
from trainer.decisions.queries import Record, first_runs
from trainer.decisions.tallies import Selection, cell_records
from trainer.reports.cells import Habit, better_play, habit_in, weight_tag
from trainer.reports.costs import cost_of
from trainer.reports.decks import Taught

SHOWN: Final = 5
"""So many of the costliest are shown with their causes."""
MENDED: Final = 5
"""A cell with so many right answers in a row since its last error is mended."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A cell with errors."""

    cell: Cell
    record: Record
    stake: Stake
    cost: float
    """What its errors lose in 100 hands."""
    chart_errs: bool
    """Another play than the chart's is the best: to err is no blunder, nor a close call."""
    habit: Habit | None = None
    """Of those shown with their causes."""

    @property
    def cost_each(self) -> float:
        """What an error there has cost on average, in original bets."""
        return self.record.cost_millionths / 1_000_000 / self.record.wrong

    @property
    def tag(self) -> str:
        """What is said of the errors made: see ``weight_tag``."""
        return "" if self.chart_errs else weight_tag(self.cost_each)


@dataclass(frozen=True, slots=True)
class WeakSpots:
    """The cells with errors, the costliest first."""

    taught: Taught
    answers: int
    worst: Sequence[Spot]
    rest: Sequence[Spot]
    mended: Sequence[Spot]
    few: int
    """Cells with errors and too few answers for a claim."""
    later: int
    """Errors in longer hands and after splits, which are not among these."""


def weak_spots(selection: Selection, taught: Taught) -> WeakSpots:
    """The weak spots in a chart; seven queries at most."""
    whole = cell_records(selection.of(taught.deck)).get(taught.deck, {})
    records = {cell: record.first for cell, record in whole.items()}
    runs = first_runs(selection.learner, taught.rules, taught.chart)
    erred = {
        cell: record
        for cell, record in records.items()
        if record.wrong and cell in taught.course.stakes
    }
    told = [cell for cell, record in erred.items() if record.tells]
    mended = {cell for cell in told if runs.get(cell, 0) >= MENDED}
    spots = _costliest(erred, taught, [cell for cell in told if cell not in mended])
    return WeakSpots(
        taught=taught,
        answers=sum(record.answers for record in records.values()),
        worst=[
            replace(spot, habit=habit_in(selection, taught, spot.cell)) for spot in spots[:SHOWN]
        ],
        rest=spots[SHOWN:],
        mended=_costliest(erred, taught, mended),
        few=len(erred) - len(told),
        later=sum(record.wrong for record in whole.values())
        - sum(record.wrong for record in erred.values()),
    )


def _costliest(
    records: Mapping[Cell, Record], taught: Taught, cells: Sequence[Cell] | set[Cell]
) -> list[Spot]:
    stakes = taught.course.stakes
    spots = [
        Spot(
            cell=cell,
            record=records[cell],
            stake=stakes[cell],
            cost=cost_of(records[cell], stakes[cell]),
            chart_errs=better_play(taught, cell) is not None,
        )
        for cell in cells
    ]
    return sorted(spots, key=lambda spot: (-spot.cost, str(spot.cell)))
