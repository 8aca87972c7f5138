"""Home and away: the cells that are played differently there, and what habit costs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from strategy.actions import Code
from strategy.analysis import NEAR_TIE
from strategy.analysis.audit import audit
from strategy.charts import Chart
from strategy.rules import Rules
from strategy.situations import Cell


@dataclass(frozen=True, slots=True)
class Flip:
    """A cell that is to be played differently away from home."""

    cell: Cell
    home: Code
    away: Code
    cost: float
    """What it costs, away, to keep to the code from home: in original bets, for each time; the mean
    over the cell's hands, as in an audit."""
    per_100: float
    """The same for each 100 hands dealt away."""

    @property
    def near_tie(self) -> bool:
        """Whether the plays differ by less than NEAR_TIE."""
        return self.cost < NEAR_TIE


def flips(home: Chart, away: Rules) -> list[Flip]:
    """The cells in which a chart from home comes down to another play than the exact one away.

    A code whose first play is not offered away counts as its fallback: who surrenders 16 against a
    ten at home, and hits it where that is not allowed, has nothing to learn.
    """
    return list(_flips(home.dumps(), away))


@lru_cache(maxsize=64)
def _flips(home: str, away: Rules) -> tuple[Flip, ...]:
    return tuple(
        Flip(wrong.cell, wrong.printed, wrong.exact, wrong.cost, wrong.per_100)
        for wrong in audit(Chart.loads(home), away).wrong
    )
