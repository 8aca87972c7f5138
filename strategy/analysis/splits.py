"""Splitting, exactly: resplits up to the limit, every hand played by a fixed strategy.

The play after a split looks at its own hand and the upcard alone. The shoe is then exchangeable,
and the cards may be thought of as dealt in another order: all second cards first. With ``r`` the
rank of the pair, let ``x`` other cards of rank r be known to be out. Needed is

    G[x] = E[value of one hand that starts with r; these x cards are r]

apart for hands whose second card is r and is not r. A hand h and dealer's draws d come in
``orders(h) orders(d)`` orders, each with the chance

    prod_s falling(n_s, h_s + d_s) / falling(N, |h| + |d|)

of which ``x`` changes nothing but the factor of rank r and the number of cards: so one pass over
hands and draws, kept apart by their number of cards and of cards r, serves every x.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from threading import Lock

import numpy as np

from strategy.analysis.dealer import (
    BUST,
    MOST_CARDS,
    OUTCOMES,
    draws,
    falling,
    natural_rank,
    part_factors,
)
from strategy.analysis.lattice import (
    ACE,
    BY_CARDS,
    CARDS,
    CHILD,
    COUNTS,
    HIGH,
    LOW,
    ONE,
    POINTS,
    RANKS,
    TEN,
    TWO_CARD_ROW,
    AnalysisError,
    Bools,
    Floats,
    Ints,
    unique_rows,
)
from strategy.analysis.play import TOTAL_CLASS

MOST_OF_A_HAND = 30
"""The most points, aces as 1, that a hand can end with: a ten on 20."""
MOST_OF_A_DEALER = 16
"""The most points with which the dealer still needs a card."""


@dataclass(frozen=True, slots=True)
class Manner:
    """A fixed way to play split hands: (hands, 10 upcards) where to hit, where to double."""

    hits: Bools
    doubles: Bools


@dataclass(frozen=True, slots=True)
class End:
    """A way in which splitting comes to an end, in ``ways`` orders of second cards.

    ``again`` second cards were r and split again, ``closed`` hands got another card, and ``open_``
    hands stand at the limit and take any card.
    """

    again: int
    closed: int
    open_: int
    ways: int


@lru_cache(maxsize=8)
def ends(limit: int) -> tuple[End, ...]:
    """All ends of splitting a pair into at most ``limit`` hands."""
    found: dict[tuple[int, int, int], int] = {}

    def walk(again: int, closed: int, open_: int) -> None:
        if open_ == 0 or 2 + again == limit:
            found[again, closed, open_] = found.get((again, closed, open_), 0) + 1
            return
        walk(again + 1, closed, open_ + 1)
        walk(again, closed + 1, open_ - 1)

    walk(0, 0, 2)
    return tuple(End(*end, ways) for end, ways in found.items())


def known_out(limit: int) -> int:
    """The highest x that the ends of ``limit`` hands need."""
    return max(end.again + end.closed - (not end.open_) for end in ends(limit))


def final_hands(rank: int, manner: Manner, *, one_card: bool) -> tuple[Floats, Floats]:
    """(hands, 10, 2) and (10 second cards, 10): how a hand that starts with ``rank`` ends.

    For every final hand the number of orders in which it comes about, times the stake, apart for a
    second card that is the rank and one that is not; and the stake for every second card.
    ``one_card``: the hand stands on its second card.
    """
    final = np.zeros((len(COUNTS), RANKS, 2))
    going = np.zeros_like(final)
    stakes = np.ones((RANKS, RANKS))
    for second, row in enumerate(TWO_CARD_ROW[rank]):
        kind = 0 if second == rank else 1
        if one_card:
            final[row, :, kind] += 1
            continue
        doubled = manner.doubles[row]
        stakes[second] += doubled
        going[row, :, kind] += ~doubled
        children = CHILD[row][CHILD[row] >= 0]
        final[children, :, kind] += 2 * doubled
    if not one_card:
        holds = COUNTS[:, rank] > 0
        for rows in BY_CARDS[2:]:
            alive = rows[holds[rows] & going[rows].any(axis=(1, 2))]
            hits = manner.hits[alive][:, :, None]
            final[alive] += going[alive] * ~hits
            onward = going[alive] * hits
            for card in range(RANKS):
                children = CHILD[alive, card]
                going[children[children >= 0]] += onward[children >= 0]
    return final, stakes


class SplitSolver:
    """Values of splitting, for one shoe and one set of limits, for any manner of play."""

    def __init__(
        self,
        shoe: Ints,
        hits_soft_17: bool,
        peek: bool,
        limits: Sequence[int],
        *,
        aces_take_one: bool,
        faces: int,
    ) -> None:
        """``limits`` (10,): the most hands from each pair, 1 where it is not split. ``faces``: into
        how many ranks the tens are divided, where only the same rank is split."""
        self._shoe, self._limits = shoe, limits
        self._aces_take_one, self._faces = aces_take_one, faces
        self._starts = {
            (rank, upcard): start_of(tuple(shoe.tolist()), rank, upcard, hits_soft_17, peek)
            for rank in range(RANKS)
            for upcard in range(RANKS)
            if limits[rank] > 1 and (shoe >= 2 * ONE[rank] + ONE[upcard]).all()
        }

    def values(self, manner: Manner) -> Floats:
        """(10 pairs, 10 upcards), in original bets; -inf where the pair cannot be split.

        Raises AnalysisError where the shoe can run out before all hands are over.
        """
        self._check(manner)
        values = np.full((RANKS, RANKS), -np.inf)
        for rank in {rank for rank, _ in self._starts}:
            one_card = self._aces_take_one and rank == ACE
            final, stakes = final_hands(rank, manner, one_card=one_card)
            for upcard in range(RANKS):
                start = self._starts.get((rank, upcard))
                if start and start.given > 0:
                    values[rank, upcard] = self._value(start, final[:, upcard], stakes[:, upcard])
        return values

    def _check(self, manner: Manner) -> None:
        """To run out, a shoe must have all its points in the hands, and the dealer want more."""
        goes_on = (manner.hits | manner.doubles).any(axis=1) & (self._shoe >= COUNTS).all(axis=1)
        for rank in {rank for rank, _ in self._starts}:
            hands = min(self._limits[rank], self._shoe[rank])
            hit = (COUNTS @ POINTS)[goes_on & (COUNTS[:, rank] > 0)]
            most = 11 if rank == ACE and self._aces_take_one else max(21, hit.max(initial=0) + 10)
            if self._shoe @ POINTS <= hands * most + MOST_OF_A_DEALER:
                raise AnalysisError("split hands can run out of so few cards")

    def _value(self, start: _Start, final: Floats, stakes: Floats) -> float:
        limit = self._limits[start.rank]
        known = np.arange(known_out(limit) + 1)
        net = start.returns(final, known) - start.staked(stakes, known)
        same = _same_rank(start, known, self._faces)
        drew_r, drew_other = (net * same[:-1, None]).T
        other_tens = net[:, 0] * (same[:-1] - same[1:])
        return _over_ends(limit, drew_other + other_tens, drew_r + drew_other) / start.given


def _same_rank(start: _Start, known: Ints, faces: int) -> Floats:
    """(known + 1,): of the chance that x cards have the pair's value, the share in which they also
    have its rank; less than 1 only for tens where a king and a queen are no pair."""
    if faces == 1 or start.rank != TEN:
        return np.ones(len(known) + 1)
    tens = start.left[TEN]
    if start.upcard != TEN:
        return _shares((tens + 2) / faces - 2, tens, known)
    of_rank = (tens + 3) / faces
    upcard_too = max(of_rank - 2, 0) / (tens + 1)
    with_it, without = (_shares(of_rank - taken, tens, known) for taken in (3, 2))
    shares: Floats = upcard_too * with_it + (1 - upcard_too) * without
    return shares


def _shares(alike: float, tens: int, known: Ints) -> Floats:
    """The shares where ``alike`` of the tens left have the pair's rank."""
    shares = [max(alike - x, 0) / max(tens - x, 1) for x in known]
    return np.cumprod([1.0, *shares])


def _over_ends(limit: int, not_r: Floats, any_card: Floats) -> float:
    """Sum over the ends of splitting. That other hands did not get an r is told by inclusion and
    exclusion, since values are known given that certain cards *are* r."""
    value = 0.0
    for end in ends(limit):
        for minus in range(end.closed):
            sign = (-1) ** minus * comb(end.closed - 1, minus)
            value += end.ways * end.closed * sign * not_r[end.again + minus]
        if end.open_:
            for minus in range(end.closed + 1):
                sign = (-1) ** minus * comb(end.closed, minus)
                value += end.ways * end.open_ * sign * any_card[end.again + minus]
    return value


_KINDS = 64


class _Start:
    """A hand that starts with one card of a split pair, against one upcard.

    What a final hand brings back is kept by kind: by the dealer's number of cards, and of cards r.
    """

    def __init__(self, shoe: Ints, rank: int, upcard: int, hits_soft_17: bool, peek: bool) -> None:
        self.rank, self.upcard = rank, upcard
        self.left = shoe - 2 * ONE[rank] - ONE[upcard]
        self._table = falling(int(shoe.sum()))
        self._unseen = int(self.left.sum())
        self._draws = draws(upcard, hits_soft_17, rank)
        kind_of = self._draws.apart * _KINDS + self._draws.size
        self._order = np.argsort(kind_of, kind="stable")
        self._kinds, self._firsts = np.unique(kind_of[self._order], return_index=True)
        self._natural = natural_rank(upcard) if peek else None
        self.given = 1.0
        if self._natural is not None:
            self.given -= float(self.left[self._natural] / self._unseen)
        self._place = np.full(len(COUNTS), -1)
        self._by_kind = np.empty((0, len(self._kinds)))
        self._solving = Lock()  # threads share an analysis, and what is solved here grows

    def returns(self, final: Floats, known: Ints) -> Floats:
        """(known, 2): what comes back where the dealer has no natural and x cards are r."""
        rows = np.flatnonzero(final.any(axis=1))
        # Hands with as many cards and as many cards r are summed first: x tells them not apart.
        alike, which = np.unique(
            COUNTS[rows, self.rank] * _KINDS + CARDS[rows], return_inverse=True
        )
        counted = (which == np.arange(len(alike))[:, None]) * final[rows].T[:, None]
        back = counted @ self._weighed(rows)
        drawn_r = alike[:, None] // _KINDS - 1 + self._kinds // _KINDS + known[:, None, None]
        drawn = alike[:, None] % _KINDS - 1 + self._kinds % _KINDS + known[:, None, None]
        ways = self._table[self._unseen, np.minimum(drawn, MOST_CARDS)]
        chances = self._table[self.left[self.rank], np.minimum(drawn_r, MOST_CARDS)]
        np.divide(chances, ways, out=chances, where=ways > 0)
        together: Floats = chances.reshape(len(known), -1) @ back.reshape(2, -1).T
        return together

    def _weighed(self, rows: Ints) -> Floats:
        """(rows, kinds): ways of the other ranks times what comes back; new hands are solved."""
        with self._solving:
            new = rows[self._place[rows] < 0]
            if len(new):
                self._place[new] = len(self._by_kind) + np.arange(len(new))
                self._by_kind = np.concatenate([self._by_kind, self._solve(COUNTS[new], new)])
            weighed: Floats = self._by_kind[self._place[rows]]
        return weighed

    def _solve(self, hands: Ints, rows: Ints) -> Floats:
        table, plan = self._table, self._draws
        low, low_of = unique_rows(hands[:, LOW])
        high, high_of = unique_rows(hands[:, HIGH])
        low_skip, high_skip = (self.rank, None) if self.rank < 5 else (None, self.rank - 5)
        low_left = np.maximum(self.left[LOW] - low, 0)
        high_left = np.maximum(self.left[HIGH] - high, 0)
        order = self._order
        lows = plan.sum_low(part_factors(table, low_left, plan.low_parts, low_skip))[:, order]
        highs = part_factors(table, high_left, plan.high_parts, high_skip)[:, plan.high_of[order]]
        weights: Floats = lows[low_of]
        weights *= highs[high_of]
        weights *= _BACK[:, plan.outcome[order]][TOTAL_CLASS[rows]]
        by_kind: Floats = np.add.reduceat(weights, self._firsts, axis=1)
        for rank in range(RANKS):
            if rank != self.rank:
                by_kind *= table[self.left[rank], hands[:, rank]][:, None]
        return by_kind

    def staked(self, stakes: Floats, known: Ints) -> Floats:
        """(known, 2): the stake expected where the dealer has no natural and x cards are r."""
        cards = known[:, None, None] * ONE[self.rank] + ONE
        chances = self._chances(cards)
        if self._natural is not None:
            chances -= self._chances(cards + ONE[self._natural])
        every = chances @ stakes
        with_r = chances[:, self.rank] * stakes[self.rank]
        return np.stack([with_r, every - with_r], axis=1)

    def _chances(self, cards: Ints) -> Floats:
        """That certain places hold certain cards, counted along the last axis."""
        ways = self._table[self._unseen, cards.sum(axis=-1)]
        chances: Floats = self._table[self.left, cards].prod(axis=-1)
        np.divide(chances, ways, out=chances, where=ways > 0)
        return chances


@lru_cache(maxsize=800)
def start_of(
    shoe: tuple[int, ...], rank: int, upcard: int, hits_soft_17: bool, peek: bool
) -> _Start:
    """Shared by all rules with the same dealer: those of eight shoes are kept."""
    return _Start(np.array(shoe), rank, upcard, hits_soft_17, peek)


_BACK: Floats = np.zeros((6, OUTCOMES))
"""(total classes, outcomes): what a unit staked brings back: 2, 1 or 0."""
_BACK[:, BUST] = 2
_BACK[1:, :BUST] = np.eye(5) + 2 * np.tril(np.ones((5, 5)), -1)
