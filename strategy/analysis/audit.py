"""Auditing a printed chart: where it errs under rules, what each error costs, what it all comes to.

Nothing is simulated. Codes are compared by what they come down to: ``Rh`` and ``H`` are one play
where nobody may surrender, and so are ``Dh`` and ``Ds`` for two cards that may be doubled; for more
than two they are not. A cell that cannot come up is never wrong, nor is one by which no hand that
comes up loses: where every 16 of two cards is given up against a ten, longer ones may well stand.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest

import numpy as np

from strategy.actions import Code
from strategy.analysis import NEAR_TIE, Analysis, analyse
from strategy.analysis.following import Followed, class_number, follow, pair_number
from strategy.analysis.lattice import ACE, PAIR_ROW, Floats, Ints, rank_number
from strategy.analysis.policy import CLASS_OF, reached
from strategy.analysis.table import NATURAL_ROW, NEVER
from strategy.charts import Chart
from strategy.rules import Rules
from strategy.situations import ALL_CELLS, Category, Cell

_AT_THE_LIMIT = 1e-9
"""A pair that may be split is played as its total at the limit of hands: its weight there counts
only in cells that nothing else brings about."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """A cell whose printed code comes down to another play than the exact one."""

    cell: Cell
    printed: Code
    exact: Code
    cost: float
    """In original bets, for each time that the printed play is made instead of the exact one, best
    play following: the mean over the cell's two-card hands; where those are played alike or lose
    nothing by it, over all of its hands that are played differently. Above 0."""
    per_100: float
    """In original bets for each 100 hands dealt, if this cell alone is played as printed: longer
    hands and hands after a split too, and the rest by the exact chart."""

    @property
    def near_tie(self) -> bool:
        """Whether the plays differ by less than NEAR_TIE."""
        return self.cost < NEAR_TIE


@dataclass(frozen=True, slots=True)
class Audit:
    """A printed chart against the exact chart of rules. Values are in original bets."""

    chart: Chart
    rules: Rules
    cells: int
    """How many cells the source states; what it leaves to the reader is not compared."""
    wrong: tuple[Wrong, ...]
    """In the order of ALL_CELLS."""
    printed_ev: float
    """What the game is worth before the deal when the printed chart is followed to the end, after
    hits and splits too; cells that it does not state are played by the exact chart."""
    chart_ev: float
    """The same by the exact chart."""


def audit(chart: Chart, rules: Rules | None = None) -> Audit:
    """Compare a chart, cell by cell, with the exact chart of its rules, or of other rules."""
    analysis = analyse(rules or chart.rules)
    printed, exact = follow(chart, analysis), follow(analysis.chart(), analysis)
    stated = [cell for cell in ALL_CELLS if cell in chart.cells and cell not in chart.unprinted]
    costs = _costs(analysis, stated, printed, exact)
    losses = _losses(analysis, costs, printed, exact)
    codes = analysis.chart().cells
    return Audit(
        chart=chart,
        rules=analysis.rules,
        cells=len(stated),
        wrong=tuple(
            Wrong(cell, chart.cells[cell], codes[cell], cost, 100 * losses[cell])
            for cell, cost in costs.items()
        ),
        printed_ev=float(analysis.followed(*printed).sum()),
        chart_ev=analysis.edge().chart_ev,
    )


def _costs(
    analysis: Analysis, cells: list[Cell], printed: Followed, exact: Followed
) -> dict[Cell, float]:
    """The cells that are played differently, and what one time costs."""
    prices = _Prices(analysis, exact)
    found = {cell: prices.cost(cell, printed, exact) for cell in cells}
    return {cell: cost for cell, cost in found.items() if cost is not None}


class _Prices:
    """What plays are worth, and how often hands come about when a chart is followed."""

    def __init__(self, analysis: Analysis, followed: Followed) -> None:
        play, table, policy = analysis.play, analysis.table, followed.policy
        self._share, self._split = table.pair_share, analysis.split
        self._values = {
            "H": play.hit,
            "S": play.stand,
            "D": table.double,
            "R": table.surrender,
        }
        self._dealt = table.dealt * play.given
        self._dealt[NATURAL_ROW] = 0
        share = table.pair_share[:, None]
        at_limit = np.full_like(share, _AT_THE_LIMIT)
        if not analysis.rules.hit_split_aces:
            at_limit[PAIR_ROW[ACE]] = 0
        self._two = self._dealt * np.maximum(1 - share, at_limit)
        # A surrender before the dealer looks is decided upon, natural or not; all else is decided
        # upon, and valued, given that there is none.
        early = (table.surrender > NEVER) & (table.surrender != -0.5) & (play.given > 0)
        self._times = np.ones_like(play.given)
        np.divide(1, play.given, out=self._times, where=early)
        hits = policy.on_hands(policy.hits)
        onward = self._two * (hits & ~policy.on_hands(policy.doubles | policy.surrenders))
        for row, codes in zip(PAIR_ROW, followed.pairs, strict=True):
            onward[row] += self._dealt[row] * share[row] * [code is Code.H for code in codes]
        self._longer = reached(play, hits, onward)

    def cost(self, cell: Cell, printed: Followed, exact: Followed) -> float | None:
        """What one time of playing the cell as printed costs; None where it costs nothing."""
        mine, right = printed.first(cell), exact.first(cell)
        upcard = rank_number(cell.upcard)
        if cell.category is Category.PAIR:
            row = PAIR_ROW[pair_number(cell)]
            if mine == right or not self._dealt[row, upcard] * self._share[row]:
                return None
            values = {letter: value[row, upcard] for letter, value in self._values.items()}
            values["P"] = self._split[pair_number(cell), upcard]
            return float((values[right] - values[mine]) / self._times[row, upcard])
        in_class = np.flatnonzero(class_number(cell) == CLASS_OF)
        lost, times = self._lost(in_class, upcard, right, mine, self._two)
        if lost <= 0:
            mine, right = ("H" if each.hits_longer(cell) else "S" for each in (printed, exact))
            more = self._lost(in_class, upcard, right, mine, self._longer)
            lost, times = lost + more[0], times + more[1]
        return lost / times if lost > 0 else None

    def _lost(
        self, hands: Ints, upcard: int, right: str, mine: str, weights: Floats
    ) -> tuple[float, float]:
        """What ``mine`` loses in all against ``right``, and how often it is played instead."""
        if mine == right:
            return 0.0, 0.0
        rows = hands[weights[hands, upcard] > 0]
        lost = (self._values[right] - self._values[mine])[rows, upcard]
        here = weights[rows, upcard]
        times = self._times[rows, upcard] if weights is self._two else 1.0
        return float(here @ lost), float((here * times).sum())


def _losses(
    analysis: Analysis, cells: Iterable[Cell], printed: Followed, exact: Followed
) -> dict[Cell, float]:
    """What the game loses by each cell alone. Upcards have nothing to do with each other, so that
    one evaluation serves a cell of each."""
    best = analysis.followed(*exact)
    losses: dict[Cell, float] = {}
    for batch in _batches(cells):
        lost = best - analysis.followed(*exact.borrowing(batch, printed))
        losses |= {cell: float(lost[rank_number(cell.upcard)]) for cell in batch}
    return losses


def _batches(cells: Iterable[Cell]) -> Iterator[list[Cell]]:
    """The cells in batches in which no upcard comes twice."""
    by_upcard = defaultdict(list)
    for cell in cells:
        by_upcard[cell.upcard].append(cell)
    for batch in zip_longest(*by_upcard.values()):
        yield [cell for cell in batch if cell]
