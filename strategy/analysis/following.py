"""A chart followed to the end: its codes settled under rules, as a policy and plays of pairs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

import numpy as np

from strategy.actions import Action, Code
from strategy.analysis import Analysis
from strategy.analysis.lattice import PAIR_ROW, RANKS, TWO_CARDS, Bools, Floats, rank_number
from strategy.analysis.policy import CLASS_OF, CLASSES, HARD_CLASSES, Policy
from strategy.analysis.table import NEVER
from strategy.cards import Rank
from strategy.charts import Chart
from strategy.situations import ROWS, Category, Cell

_SETTLED: Final = {
    Action.HIT: Code.H,
    Action.STAND: Code.S,
    Action.DOUBLE: Code.Dh,
    Action.SPLIT: Code.P,
    Action.SURRENDER: Code.Rh,
}
"""A code for a play that is known to be allowed; its small letter means nothing."""
_STANDS_ONLY: Final = ("21", "AT")


class Followed(NamedTuple):
    """What a chart comes down to under rules: totals, and the play of each pair."""

    policy: Policy
    pairs: list[list[Code]]
    """(10 pairs, 10 upcards): only the capital counts, and its play is allowed."""

    def first(self, cell: Cell) -> str:
        """The capital of the play of two cards."""
        upcard = rank_number(cell.upcard)
        if cell.category is Category.PAIR:
            return self.pairs[pair_number(cell)][upcard].value[0]
        return self.policy.code(class_number(cell), upcard).value[0]

    def hits_longer(self, cell: Cell) -> bool:
        """Whether longer hands of a total are hit."""
        return bool(self.policy.hits[class_number(cell), rank_number(cell.upcard)])

    def borrowing(self, cells: Iterable[Cell], other: Followed) -> Followed:
        """The same but for some cells, which are played as by another chart."""
        fields = [np.copy(field) for field in _fields(self.policy)]
        pairs = [list(codes) for codes in self.pairs]
        for cell in cells:
            upcard = rank_number(cell.upcard)
            if cell.category is Category.PAIR:
                pairs[pair_number(cell)][upcard] = other.pairs[pair_number(cell)][upcard]
                continue
            at = class_number(cell), upcard
            for mine, theirs in zip(fields, _fields(other.policy), strict=True):
                mine[at] = theirs[at]
        return Followed(Policy(*fields), pairs)


def _fields(policy: Policy) -> tuple[Bools, Bools, Bools]:
    return policy.hits, policy.doubles, policy.surrenders


def class_number(cell: Cell) -> int:
    """The number of a total's class in a policy; of a pair, the class of its total."""
    if cell.category is Category.HARD:
        return ROWS[Category.HARD].index(cell.row)
    if cell.category is Category.SOFT:
        return HARD_CLASSES + ROWS[Category.SOFT].index(cell.row)
    return int(CLASS_OF[PAIR_ROW[pair_number(cell)]])


def pair_number(cell: Cell) -> int:
    """The number of a pair's rank."""
    return rank_number(Rank.parse(cell.row[0]))


def follow(chart: Chart, analysis: Analysis) -> Followed:
    """Settle a chart's codes under the rules of an analysis.

    A first play that the rules forbid gives way to its fallback, ``-`` to the play of the total.
    Where the chart states nothing, the exact chart is followed.
    """
    rules, table, exact = analysis.rules, analysis.table, analysis.policy
    may_double, may_surrender = _allowed(table.double), _allowed(table.surrender)
    policy = Policy(*(field.copy() for field in _fields(exact)))
    pairs = [list(codes) for codes in analysis.pairs]
    for cell, code in chart.cells.items():
        if cell.category is not Category.PAIR and cell.row not in _STANDS_ONLY:
            at = class_number(cell), rank_number(cell.upcard)
            policy.hits[at] = (code.otherwise or code.first) is Action.HIT
            policy.doubles[at] = code.first is Action.DOUBLE and may_double[at]
            policy.surrenders[at] = code.first is Action.SURRENDER and may_surrender[at]
    for cell, code in chart.cells.items():
        if cell.category is Category.PAIR:
            at = class_number(cell), rank_number(cell.upcard)
            allowed = {Action.HIT, Action.STAND, Action.SPLIT}
            allowed |= {Action.DOUBLE} if may_double[at] else set()
            allowed |= {Action.SURRENDER} if may_surrender[at] else set()
            if code.first is Action.SPLIT and code.otherwise and not rules.double_after_split:
                allowed -= {Action.SPLIT}
            play = next(
                each for each in (code.first, code.otherwise, Action.HIT) if each in allowed
            )
            settled = policy.code(*at) if code is Code.TOTAL else _SETTLED[play]
            pairs[pair_number(cell)][at[1]] = settled
    return Followed(policy, pairs)


def _allowed(values: Floats) -> Bools:
    """(28 classes, 10 upcards): whether two cards of the class have a value to choose."""
    allowed = np.zeros((CLASSES, RANKS), dtype=bool)
    np.logical_or.at(allowed, CLASS_OF[TWO_CARDS], values[TWO_CARDS] > NEVER)
    return allowed
