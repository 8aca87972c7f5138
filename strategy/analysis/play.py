"""Standing, hitting and doubling: the expected value of every hand against every upcard.

Unit: the original bet. Where the dealer looks for a natural, values are given that there is none:
the player decides only then.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from strategy.analysis.dealer import BUST, OUTCOMES, outcome_chances
from strategy.analysis.lattice import (
    ACE,
    BY_HARD_TOTAL,
    CARDS,
    CHILD,
    COUNTS,
    RANKS,
    TEN,
    TOTAL,
    Bools,
    Floats,
    Ints,
)

TOTAL_CLASS: Ints = np.clip(TOTAL - 16, 0, 5)
"""(hands,): 0 for 16 and less, then 1 for 17 … 5 for 21: all that a dealer can tell apart."""


def returns(chances: Floats) -> Floats:
    """(..., 7) chances to (..., 6): what comes back for each unit staked on a total of each class.

    2 where the dealer ends below or breaks, 1 where the totals are equal, nothing for a natural.
    """
    lost = np.cumsum(chances[..., :BUST], axis=-1)
    back = np.empty((*chances.shape[:-1], 6))
    back[..., 0] = 2 * chances[..., BUST]
    back[..., 1:] = 2 * chances[..., BUST, None] + 2 * lost - chances[..., :BUST]
    return back


@dataclass(frozen=True, slots=True)
class Play:
    """(hands, 10 upcards) values. What a shoe cannot deal has values of no meaning."""

    natural: Floats
    """The chance that the dealer has one, the hand's cards and the upcard being known."""
    given: Floats
    """The chance that the values are conditional on: 1, or that the dealer has no natural."""
    chances: Floats
    """(hands, 10, 7): the dealer's outcomes, unconditional."""
    next_card: Floats
    """(10 ranks, hands, 10): the chance of the player's next card."""
    stand: Floats
    hit: Floats
    """With the best play afterwards."""
    double: Floats

    @property
    def hits(self) -> Bools:
        """Where hitting is better than standing."""
        return (self.hit > self.stand) & (TOTAL < 21)[:, None]


def solve(shoe: Ints, hits_soft_17: bool, peek: bool) -> Play:
    """Solve the whole lattice for a shoe of counts (10,)."""
    chances = np.zeros((len(COUNTS), RANKS, OUTCOMES))
    for upcard in np.flatnonzero(shoe):
        chances[:, upcard] = outcome_chances(shoe, int(upcard), hits_soft_17)
    left = np.maximum(shoe - COUNTS, 0)
    unseen = np.maximum(shoe.sum() - 1 - CARDS, 1)
    natural = np.zeros((len(COUNTS), RANKS))
    natural[:, ACE] = left[:, TEN] / unseen
    natural[:, TEN] = left[:, ACE] / unseen
    given = 1 - natural if peek else np.ones_like(natural)
    next_card = _next_cards(left, unseen, peek)
    back = np.take_along_axis(returns(chances), TOTAL_CLASS[:, None, None], axis=2)[:, :, 0]
    stand = np.divide(back, given, out=np.zeros_like(back), where=given > 0) - 1
    hit, double = _solve(next_card, stand)
    return Play(natural, given, chances, next_card, stand, hit, double)


def _next_cards(left: Ints, unseen: Ints, peek: bool) -> Floats:
    """(10 ranks, hands, 10 upcards): given no natural, the hole card makes one rank likelier."""
    upcard_out = np.eye(RANKS, dtype=np.int64)[:, None, :]
    counts = np.maximum(left.T[:, :, None] - upcard_out, 0)
    chances: Floats = counts / unseen[None, :, None]
    if peek:
        others = np.maximum(unseen - 1, 1)
        for upcard, missing in ((ACE, TEN), (TEN, ACE)):
            is_missing = (np.arange(RANKS) == missing)[:, None]
            still = (others - left[:, missing] + is_missing) / others
            given = (unseen - left[:, missing]) / unseen
            chances[:, :, upcard] *= np.divide(still, given, out=still * 0, where=given > 0)
    return chances


def _solve(next_card: Floats, stand: Floats) -> tuple[Floats, Floats]:
    """The values of hitting and of doubling, hands of high hard total first."""
    hit, double = np.full_like(stand, -1.0), np.full_like(stand, -2.0)
    best = stand.copy()
    for rows in reversed(BY_HARD_TOTAL[:21]):
        children, bust = CHILD[rows], (CHILD[rows] < 0)[:, :, None]
        chances = next_card[:, rows].transpose(1, 0, 2)
        hit[rows] = (chances * np.where(bust, -1.0, best[children])).sum(axis=1)
        double[rows] = 2 * (chances * np.where(bust, -1.0, stand[children])).sum(axis=1)
        best[rows] = np.where(
            (TOTAL[rows] < 21)[:, None], np.maximum(hit[rows], stand[rows]), stand[rows]
        )
    return hit, double


def hit_value(next_card: Floats, stand: Floats, hits: Bools) -> Floats:
    """(hands, 10): the value of hitting once and then doing as ``hits`` says."""
    hit, value = np.full_like(stand, -1.0), stand.copy()
    for rows in reversed(BY_HARD_TOTAL[:21]):
        children, bust = CHILD[rows], (CHILD[rows] < 0)[:, :, None]
        chances = next_card[:, rows].transpose(1, 0, 2)
        hit[rows] = (chances * np.where(bust, -1.0, value[children])).sum(axis=1)
        value[rows] = np.where(hits[rows], hit[rows], stand[rows])
    return hit
