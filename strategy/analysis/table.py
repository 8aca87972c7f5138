"""What the rules make of the lattice: which two cards come, which pairs split, what may be done."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from strategy.analysis.lattice import (
    ACE,
    COUNTS,
    PAIR_ROW,
    RANKS,
    SOFT,
    TEN,
    TOTAL,
    TWO_CARD_ROW,
    TWO_CARDS,
    Floats,
    Ints,
)
from strategy.analysis.play import Play
from strategy.rules import Doubling, HoleCard, Rules, Surrender

NATURAL_ROW = int(TWO_CARD_ROW[ACE, TEN])
NEVER = -np.inf
"""The value of what the rules forbid."""
FACES = 4
"""Ten, jack, queen and king."""


@dataclass(frozen=True, slots=True)
class Table:
    """The rules as arrays over (hands, 10 upcards), values on the scale of ``Play``."""

    dealt: Floats
    """The chance of these two cards and the upcard, before it is known whether the dealer has a
    natural; 0 for hands of other sizes."""
    pair_share: Floats
    """(hands,): the share of a hand that is a pair to the rules: 0 or 1, but for tens by rank."""
    double: Floats
    surrender: Floats
    split_limits: tuple[int, ...]
    """(10,): the most hands from each pair."""


def table_of(rules: Rules, shoe: Ints, play: Play) -> Table:
    limits = (rules.max_ace_hands, *[rules.max_hands] * (RANKS - 1))
    return Table(
        dealt=_dealt(shoe),
        pair_share=_pair_share(rules, shoe, limits),
        double=_double(rules, play),
        surrender=_surrender(rules, play),
        split_limits=limits,
    )


def _dealt(shoe: Ints) -> Floats:
    ranks = np.arange(RANKS)
    first, second, upcard = ranks[:, None, None], ranks[None, :, None], ranks[None, None, :]
    ways = (
        shoe[first]
        * np.maximum(shoe[second] - (second == first), 0)
        * np.maximum(shoe[upcard] - (upcard == first) - 1 * (upcard == second), 0)
    )
    cards = int(shoe.sum())
    chances = np.zeros((len(COUNTS), RANKS))
    np.add.at(chances, TWO_CARD_ROW, ways / (cards * (cards - 1) * (cards - 2)))
    return chances


def _pair_share(rules: Rules, shoe: Ints, limits: tuple[int, ...]) -> Floats:
    share = np.zeros(len(COUNTS))
    share[PAIR_ROW] = [limit > 1 for limit in limits]
    if rules.tens_split_by_rank and shoe[TEN] > 1:
        share[PAIR_ROW[TEN]] *= max(shoe[TEN] / FACES - 1, 0) / (shoe[TEN] - 1)
    return share


def _double(rules: Rules, play: Play) -> Floats:
    match rules.doubling:
        case Doubling.ANY:
            allowed = TWO_CARDS & (TOTAL < 21)
        case Doubling.HARD_9_TO_11:
            allowed = TWO_CARDS & ~SOFT & (TOTAL >= 9) & (TOTAL <= 11)
        case Doubling.HARD_10_TO_11:
            allowed = TWO_CARDS & ~SOFT & (TOTAL >= 10) & (TOTAL <= 11)
        case Doubling.NEVER:
            allowed = np.zeros_like(TWO_CARDS)
    return np.where(allowed[:, None], play.double, NEVER)


def _surrender(rules: Rules, play: Play) -> Floats:
    """Half the bet is lost: given no natural after a look, for certain before or without one.

    What is lost for certain is put on the scale of the other values by
    ``-0.5 = given * value - (1 - given)``.
    """
    if rules.surrender is Surrender.NONE:
        return np.full_like(play.stand, NEVER)
    value = np.full_like(play.stand, -0.5)
    if rules.surrender is not Surrender.LATE or rules.hole_card is HoleCard.OBO:
        np.divide(0.5 - play.given, play.given, out=value, where=play.given > 0)
    if rules.surrender is Surrender.EARLY_NOT_ACE:
        value[:, ACE] = NEVER
    return np.where(TWO_CARDS[:, None], value, NEVER)
