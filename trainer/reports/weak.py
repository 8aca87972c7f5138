"""Where a learner loses most: the costliest cells, each with its likely cause."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils import timezone

from strategy.losses import Stake
from strategy.situations import Cell
from trainer.decisions.queries import Record, cell_memories
from trainer.decisions.tallies import Selection, cell_records
from trainer.reports.cells import Habit, habit_in, is_blunder, is_close
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
    habit: Habit | None = None
    """Of those shown with their causes."""

    @property
    def cost_each(self) -> float:
        """What an error there has cost on average, in original bets."""
        return self.record.cost_millionths / 1_000_000 / self.record.wrong

    @property
    def close(self) -> bool:
        return is_close(self.stake)

    @property
    def blunder(self) -> bool:
        return is_blunder(self.stake)


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


def weak_spots(selection: Selection, taught: Taught) -> WeakSpots:
    """The weak spots in a chart; seven queries at most."""
    records = cell_records(selection.of(taught.deck)).get(taught.deck, {})
    memories = cell_memories(selection.learner, taught.rules, taught.chart, timezone.now())
    erred = {
        cell: record
        for cell, record in records.items()
        if record.wrong and cell in taught.course.stakes
    }
    told = [cell for cell, record in erred.items() if record.tells]
    mended = {cell for cell in told if cell in memories and memories[cell].run >= MENDED}
    spots = _costliest(erred, taught, [cell for cell in told if cell not in mended])
    return WeakSpots(
        taught=taught,
        answers=sum(record.answers for record in records.values()),
        worst=[
            Spot(
                spot.cell,
                spot.record,
                spot.stake,
                spot.cost,
                habit_in(selection, taught, spot.cell),
            )
            for spot in spots[:SHOWN]
        ],
        rest=spots[SHOWN:],
        mended=_costliest(erred, taught, mended),
        few=len(erred) - len(told),
    )


def _costliest(
    records: Mapping[Cell, Record], taught: Taught, cells: Sequence[Cell] | set[Cell]
) -> list[Spot]:
    stakes = taught.course.stakes
    spots = [
        Spot(cell, records[cell], stakes[cell], cost_of(records[cell], stakes[cell]))
        for cell in cells
    ]
    return sorted(spots, key=lambda spot: (-spot.cost, str(spot.cell)))
