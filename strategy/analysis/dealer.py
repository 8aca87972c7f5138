"""How the dealer ends, exactly, against every hand at once.

For one upcard, the multisets of cards that the dealer can draw until standing or breaking are
listed once, each with the number of orders in which it can come (no earlier card may already end
it; the first card is the hole card). With ``n`` the counts of the cards unseen and ``N`` their sum,
the chance of drawing the multiset ``d`` is

    orders(d) * prod_r falling(n_r, d_r) / falling(N, |d|)

The product splits into a low part, the ranks A to 5, and a high part, 6 to T. Of either few
distinct ones exist, so that the sum over all draws is a handful of small matrix products, shared by
all hands with the same low part.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from strategy.analysis.lattice import (
    ACE,
    BY_HIGH_PART,
    COUNTS,
    HIGH,
    HIGH_PARTS,
    LOW,
    LOW_OF,
    LOW_PARTS,
    ONE,
    POINTS,
    RANKS,
    TEN,
    Floats,
    Ints,
    unique_rows,
)

OUTCOMES: Final = 7
"""17, 18, 19, 20, 21, bust, natural."""
BUST: Final = 5
NATURAL: Final = 6
MOST_CARDS: Final = 40
"""More cards than one hand and the dealer can take from any shoe."""


def natural_rank(upcard: int) -> int | None:
    """The rank that makes a natural with the upcard, if any does."""
    return {ACE: TEN, TEN: ACE}.get(upcard)


@lru_cache(maxsize=16)
def falling(most: int) -> Floats:
    """(most + 1, 41): falling factorials ``n (n - 1) … (n - k + 1)``, 0 where k is above n."""
    steps = np.maximum(np.arange(most + 1)[:, None] - np.arange(MOST_CARDS)[None, :], 0)
    table = np.ones((most + 1, MOST_CARDS + 1))
    np.cumprod(steps, axis=1, out=table[:, 1:])
    return table


@dataclass(frozen=True, slots=True)
class Block:
    """Draws whose low parts have the same number of cards and points: their number of orders, low
    parts by columns, and where the parts and columns stand in ``Draws``."""

    parts: slice
    columns: slice
    orders: Floats


@dataclass(frozen=True, slots=True)
class Draws:
    """What the dealer can draw after one upcard.

    A column holds the draws of one block with the same high part. They have the same number of
    cards and the same outcome.
    """

    low_parts: Ints
    high_parts: Ints
    blocks: Sequence[Block]
    high_of: Ints
    """(columns,): which high part."""
    size: Ints
    """(columns,): number of cards drawn."""
    outcome: Ints
    """(columns,)"""
    apart: Ints
    """(columns,): number of cards of the rank that is kept apart; 0 where none is."""

    def sum_low(self, factors: Floats) -> Floats:
        """Factors (rows, low parts) summed over the draws of each column: (rows, columns)."""
        sums = np.empty((len(factors), len(self.high_of)))
        for block in self.blocks:
            np.matmul(factors[:, block.parts], block.orders, out=sums[:, block.columns])
        return sums


@lru_cache(maxsize=256)
def draws(upcard: int, hits_soft_17: bool, apart: int | None = None) -> Draws:
    """The dealer's draws after an upcard, blocks split by their number of cards of ``apart``."""
    counts, orders, outcome = _all_draws(upcard, hits_soft_17)
    kept = counts[:, apart] if apart is not None else np.zeros(len(counts), dtype=np.int64)
    low_parts, low_of = unique_rows(counts[:, LOW])
    high_parts, high_of = unique_rows(counts[:, HIGH])
    groups = (low_parts.sum(axis=1) * 32 + low_parts @ POINTS[LOW]) * 32
    groups += low_parts[:, apart] if apart is not None and apart < 5 else low_parts[:, ACE] > 0
    order = np.argsort(groups, kind="stable")
    low_parts, groups, low_of = low_parts[order], groups[order], np.argsort(order)[low_of]
    block_of, width = groups[low_of], len(high_parts)
    columns, first, column_of = np.unique(
        block_of * width + high_of, return_index=True, return_inverse=True
    )
    blocks = []
    for group in np.unique(groups):
        parts = slice(*np.searchsorted(groups, [group, group + 1]))
        place = slice(*np.searchsorted(columns, [group * width, (group + 1) * width]))
        mine = np.flatnonzero(block_of == group)
        dense = np.zeros((parts.stop - parts.start, place.stop - place.start))
        dense[low_of[mine] - parts.start, column_of[mine] - place.start] = orders[mine]
        blocks.append(Block(parts, place, dense))
    return Draws(
        low_parts=low_parts,
        high_parts=high_parts,
        blocks=blocks,
        high_of=high_of[first],
        size=counts[first].sum(axis=1),
        outcome=outcome[first],
        apart=kept[first],
    )


@lru_cache(maxsize=32)
def _all_draws(upcard: int, hits_soft_17: bool) -> tuple[Ints, Floats, Ints]:
    """Counts (draws, 10), numbers of orders and outcomes of all that ends the dealer's hand."""
    going, ended = {(0,) * RANKS: 1}, {}
    while going:
        longer: dict[tuple[int, ...], int] = {}
        for drawn, orders in going.items():
            for rank in range(RANKS):
                more = (*drawn[:rank], drawn[rank] + 1, *drawn[rank + 1 :])
                longer[more] = longer.get(more, 0) + orders
        going = {}
        for drawn, orders in longer.items():
            outcome = _outcome(upcard, drawn, hits_soft_17)
            if outcome is None:
                going[drawn] = orders
            else:
                ended[drawn] = orders, outcome
    orders_and_outcomes = np.array(list(ended.values()))
    return np.array(list(ended)), orders_and_outcomes[:, 0] * 1.0, orders_and_outcomes[:, 1]


def _outcome(upcard: int, drawn: tuple[int, ...], hits_soft_17: bool) -> int | None:
    """How the dealer's hand has ended; None where another card is drawn."""
    hard = upcard + 1 + sum(count * (rank + 1) for rank, count in enumerate(drawn))
    soft = hard <= 11 and (upcard == ACE or drawn[ACE] > 0)
    total = hard + 10 * soft
    if total > 21:
        return BUST
    if total == 21 and sum(drawn) == 1:
        return NATURAL
    if total > 17 or (total == 17 and not (soft and hits_soft_17)):
        return total - 17
    return None


def part_factors(table: Floats, left: Ints, parts: Ints, skip: int | None = None) -> Floats:
    """(rows, parts): for counts ``left`` (rows, 5) the product of ``falling(left, part)`` over the
    five ranks of a part, but for the rank ``skip``."""
    ranks = [rank for rank in range(left.shape[1]) if rank != skip]
    factors = table[left[:, ranks[0]]][:, parts[:, ranks[0]]]
    for rank in ranks[1:]:
        factors *= table[left[:, rank]][:, parts[:, rank]]
    return factors


def outcome_chances(shoe: Ints, upcard: int, hits_soft_17: bool) -> Floats:
    """(hands, 7): the chances of the outcomes with each hand and the upcard out of the shoe.

    They add up to less than 1 where the shoe can run out before the dealer's hand ends.
    """
    plan, table = draws(upcard, hits_soft_17), falling(int(shoe.sum()))
    unseen = shoe - ONE[upcard]
    low_left = np.maximum(unseen[LOW] - LOW_PARTS, 0)
    high_left = np.maximum(unseen[HIGH] - HIGH_PARTS, 0)
    sums = plan.sum_low(part_factors(table, low_left, plan.low_parts))
    highs = part_factors(table, high_left, plan.high_parts)[:, plan.high_of]
    ends_in = plan.outcome[:, None] == np.arange(OUTCOMES)
    chances = np.empty((len(COUNTS), OUTCOMES))
    for part, cards, rows in BY_HIGH_PART:
        ways = table[max(unseen.sum() - cards, 0), plan.size]
        weights = np.divide(highs[part], ways, out=np.zeros(len(ways)), where=ways > 0)
        chances[rows] = sums[LOW_OF[rows]] @ (weights[:, None] * ends_in)
    return chances
