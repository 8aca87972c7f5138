"""What to deal to a learner who should become perfect in few answers.

A cell weighs the chance of an error in it, times what errors there lose in a hundred hands. Hands
are drawn by weight; every tenth goes to the cell that has waited longest, so that nothing is left
out. After an error the cell comes again soon, and so do the neighbours that it is confused with.

The formulas, their constants, and how simulated learners fare with them are told in
``docs/learning.md``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import exp2, inf
from random import Random
from typing import Final, NamedTuple, Self

from strategy.actions import Action
from strategy.charts import Chart
from strategy.dealing import NothingToDeal
from strategy.neighbours import confused_with, near_misses, right_plays
from strategy.rules import Rules
from strategy.situations import Cell
from strategy.stakes import error_costs, frequencies, play_values

BLOCK: Final = 10
"""After so many hands what is known of the learner is looked at anew."""
BORDER_PRIOR: Final = 0.3
"""The chance of an error in a cell never met that lies beside one of another play."""
INNER_PRIOR: Final = 0.1
"""The same in a cell amid others of its play."""
AFTER_ERROR: Final = 0.8
"""The chance of another error in a cell right after one."""
LUCK: Final = 0.1
"""What is left of the chance of an error with each right answer: it may have been a guess."""
HALF_LIFE: Final = 0.5
"""In hours, and times GROWTH for each right answer in a row: so long it takes until half of what
the run has shown is lost."""
GROWTH: Final = 5
"""Longer runs are forgotten more slowly: see HALF_LIFE."""
LONGEST_RUN: Final = 8
"""More right answers in a row tell no more: the half-life is 22 years by then."""
EVERY_ERROR: Final = 0.1
"""What an error counts for on top of its cost, in bets, so that close calls are learnt too."""
LEAST_WEIGHT: Final = 1e-6
"""Of cells that no two cards make: they come when they have waited longest."""
AGAIN: Final = (2, 4)
"""After an error, so many other hands come before the cell does again: at least, at most. Where a
block ends in between it is one more, for the cell that has waited longest, or one less."""
BESIDE: Final = (0, 5)
"""The same for the neighbours that it is confused with."""
MOST_BESIDE: Final = 2
"""So many neighbours come soon after an error."""
KEPT: Final = BESIDE[1] + MOST_BESIDE + 1
"""So much of the queue outlives a new look: as far as an error can put a cell."""
MOST_COMING: Final = 20
"""No queue is longer; what is beyond is drawn again when its weight tells."""


class Memory(NamedTuple):
    """What is known of a learner in a cell that was met."""

    wrong: int
    """Wrong answers ever."""
    run: int
    """Right answers in a row since the last wrong one, or since the first."""
    idle: float
    """Hours since the cell was last met."""


def chance_of_error(memory: Memory | None, prior: float) -> float:
    """The chance that the next answer in a cell is wrong; ``prior`` where it was never met.

    Each right answer in a row leaves a tenth of it; with time it returns to what it was before the
    run, the more slowly the longer the run.

    >>> [round(chance_of_error(Memory(1, run, 0.0), 0.3), 3) for run in range(4)]
    [0.8, 0.08, 0.008, 0.001]
    >>> [round(chance_of_error(Memory(0, 2, hours), 0.3), 3) for hours in (0, 1, 24)]
    [0.003, 0.019, 0.222]
    """
    if memory is None:
        return prior
    before = AFTER_ERROR if memory.wrong else prior
    run = min(memory.run, LONGEST_RUN)
    kept = exp2(-memory.idle / (HALF_LIFE * GROWTH**run))
    return before * (1 - kept * (1 - LUCK**run))


@dataclass(frozen=True, slots=True)
class Course:
    """What there is to learn of a chart under rules, cell by cell."""

    plays: Mapping[Cell, Action]
    """The right play."""
    stakes: Mapping[Cell, float]
    """What is lost in 100 hands where it is never made: the hands in which the cell is the first
    decision, times the cost of an error and EVERY_ERROR; in original bets."""
    priors: Mapping[Cell, float]
    """The chance of an error before the first answer."""

    @classmethod
    def of(cls, rules: Rules, chart: Chart, *, longer: bool) -> Self:
        """Work it out; the exact analysis of the rules is needed for it.

        Unless ``longer``, cells that only hands of three cards and more bring up are left out.
        """
        plays = right_plays(rules, chart, longer=longer)
        times, costs = frequencies(rules), error_costs(plays, play_values(rules))
        borders = frozenset(near_misses(plays, plays))
        return cls(
            plays,
            {cell: 100 * times[cell] * (cost + EVERY_ERROR) for cell, cost in costs.items()},
            {cell: BORDER_PRIOR if cell in borders else INNER_PRIOR for cell in plays},
        )

    def weight(self, cell: Cell, memory: Memory | None) -> float:
        """What the learner is expected to lose in the cell, in original bets in 100 hands.

        0 for cells that no two cards make.
        """
        if cell not in self.stakes:
            return 0.0
        return chance_of_error(memory, self.priors[cell]) * self.stakes[cell]


@dataclass(slots=True)
class Practice:
    """A learner's practice of some cells of a course."""

    course: Course
    cells: Sequence[Cell]
    coming: list[Cell]
    """The next cells in order; what has to be kept from one answer to the next."""
    random: Random

    def next_cell(
        self, number: int, last: Cell | None, memories: Callable[[], Mapping[Cell, Memory]]
    ) -> Cell:
        """The cell of the question with this number (from 0), never the ``last`` where there is a
        choice.

        ``memories`` tells of the cells that the learner has met; it is asked at every BLOCKth
        question alone. Raises NothingToDeal where there are no cells.
        """
        if not self.cells:
            raise NothingToDeal("no hand of this kind can come up under these rules")
        if number % BLOCK == 0:
            self._look(memories(), last)
        for place, cell in enumerate(self.coming):
            if cell != last:
                return self.coming.pop(place)
        others = [cell for cell in self.cells if cell != last]
        return self.random.choice(others or self.cells)

    def erred(self, cell: Cell, chosen: Action) -> None:
        """After an error: have the cell come again soon, and neighbours confused with it."""
        confused = confused_with(self.course.plays, cell, chosen)
        soon = [other for other in confused if other in self.cells][:MOST_BESIDE]
        self.coming[:] = [each for each in self.coming if each not in (cell, *soon)]
        for other in soon:
            self.coming.insert(self.random.randint(*BESIDE), other)
        self.coming.insert(self.random.randint(*AGAIN), cell)
        del self.coming[MOST_COMING:]

    def _look(self, memories: Mapping[Cell, Memory], last: Cell | None) -> None:
        """Put the cell that has waited longest first, and draw what comes after what is due."""
        shuffled = self.random.sample(self.cells, len(self.cells))
        shuffled.sort(key=lambda cell: memories[cell].idle if cell in memories else inf)
        waited = next((cell for cell in reversed(shuffled) if cell != last), shuffled[-1])
        due = [cell for cell in self.coming[:KEPT] if cell != waited]
        weights = {
            cell: max(LEAST_WEIGHT, self.course.weight(cell, memories.get(cell)))
            for cell in self.cells
            if cell != waited and cell not in due
        }
        self.coming[:] = [waited, *due]
        while len(self.coming) < BLOCK:
            missing = BLOCK - len(self.coming)
            self.coming += drawn_by_weight(weights or {waited: 1.0}, missing, self.random)


def drawn_by_weight(weights: Mapping[Cell, float], most: int, random: Random) -> list[Cell]:
    """Some of the cells, drawn one after another by weight (above 0), none twice.

    Each waits for a random time, the shorter the heavier it is, and the first to come are drawn:
    that is the same as drawing one by one (Efraimidis and Spirakis 2006).
    """
    return sorted(weights, key=lambda cell: random.expovariate(weights[cell]))[:most]
