"""Every hand that is not bust, as rows of arrays: the board on which all the analysis is played.

A hand is a vector of ten counts (A 2 … 9 T). There are 3,083 of them with a hard total (ace as 1)
of 21 or less, the empty hand among them. The order of cards does not matter to any expectation.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from strategy.cards import VALUES, Rank
from strategy.hands import Hand

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


class AnalysisError(ValueError):
    """A shoe that cannot be played from, or a hand that it cannot deal."""


RANKS: Final = len(VALUES)
ACE: Final = 0
TEN: Final = RANKS - 1
POINTS: Final[Ints] = np.arange(1, RANKS + 1)
ONE: Final[Ints] = np.eye(RANKS, dtype=np.int64)
"""ONE[r] is the vector of a single card of rank r."""
LOW: Final = slice(0, 5)
"""The ranks A to 5; HIGH are 6 to T. Chances factorise over the two."""
HIGH: Final = slice(5, RANKS)


def _enumerate() -> Ints:
    """All count vectors with at most 21 points, in the order of their keys."""
    hands = np.zeros((1, RANKS), dtype=np.int64)
    for rank in range(RANKS):
        room = (21 - hands @ POINTS) // POINTS[rank]
        hands = np.repeat(hands, room + 1, axis=0)
        hands[:, rank] = np.concatenate([np.arange(most + 1) for most in room])
    return hands[np.argsort(_keys(hands))]


def _keys(counts: Ints) -> Ints:
    """One number for each count vector: five bits a rank."""
    keys: Ints = (counts << (5 * np.arange(counts.shape[-1]))).sum(axis=-1)
    return keys


def rows_of(counts: Ints) -> Ints:
    """The rows of count vectors in the lattice; -1 for a vector that is not in it."""
    keys = _keys(counts)
    places = np.minimum(np.searchsorted(_KEYS, keys), len(_KEYS) - 1)
    return np.where(_KEYS[places] == keys, places, -1)


def unique_rows(counts: Ints) -> tuple[Ints, Ints]:
    """The distinct vectors among ``counts``, and for each of ``counts`` which of them it is."""
    _, first, which = np.unique(_keys(counts), return_index=True, return_inverse=True)
    return counts[first], which


COUNTS: Final[Ints] = _enumerate()
"""(hands, 10): how many cards of each rank."""
_KEYS: Final[Ints] = _keys(COUNTS)
CARDS: Final[Ints] = COUNTS.sum(axis=1)
_HARD: Final[Ints] = COUNTS @ POINTS
SOFT: Final[Bools] = (COUNTS[:, ACE] > 0) & (_HARD <= 11)
TOTAL: Final[Ints] = _HARD + 10 * SOFT
CHILD: Final[Ints] = np.stack([rows_of(COUNTS + card) for card in ONE], axis=1)
"""(hands, 10): the hand after one more card of each rank; -1 where that is bust."""
BY_HARD_TOTAL: Final = [np.flatnonzero(total == _HARD) for total in range(22)]
"""Hits raise the hard total: going through these from high to low meets children first."""
BY_CARDS: Final = [np.flatnonzero(cards == CARDS) for cards in range(22)]
TWO_CARDS: Final[Bools] = CARDS == 2
PAIR_ROW: Final[Ints] = rows_of(2 * ONE)
"""(10,): the row of each pair."""
TWO_CARD_ROW: Final[Ints] = rows_of(ONE[:, None, :] + ONE[None, :, :])
"""(10, 10): the row of two cards."""
LOW_PARTS, LOW_OF = unique_rows(COUNTS[:, LOW])
HIGH_PARTS, HIGH_OF = unique_rows(COUNTS[:, HIGH])


def _by_high_part() -> list[tuple[int, int, Ints]]:
    kinds = HIGH_OF * 32 + CARDS
    return [(int(k) // 32, int(k) % 32, np.flatnonzero(kinds == k)) for k in np.unique(kinds)]


BY_HIGH_PART: Final = _by_high_part()
"""The hands with the same high part and number of cards: the part, the number, the rows."""

_NUMBER: Final = {rank: number for number, rank in enumerate(VALUES)}


def rank_number(rank: Rank) -> int:
    """The column of a rank, court cards with the tens."""
    return _NUMBER[rank.valued]


def row_of(hand: Hand) -> int:
    """The row of a hand that is not bust."""
    counts = ONE[[rank_number(rank) for rank in hand.ranks]].sum(axis=0)
    return int(rows_of(counts))
