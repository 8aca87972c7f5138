"""The chance of winning a match: of each bet, and in the last round of each play.

A shared top pile counts as a share of a win. Everybody is taken to play by the exact chart
(``strategy.results``).

**The last round.** Given the dealer's end d, the results of the seats are independent, so that the
chance of ending with the pile v on top is

    U(v, d) = sum over T of P(T others end with v, the rest below | d) / (1 + T)

and a bet is worth the mean of U over d and over what it can come to. Bets that are out are known. A
seat that has not bet is taken to bet as ever; where it is behind, the most that it can is taken for
as likely. In the play, d has its chances given the upcard, those who have played have their ends,
and a play is worth the mean of U over the cards that can follow it, the hand going on in the best
way.

**Earlier rounds.** The others are taken to go on betting as they last did. After the n rounds that
are left, the pile of another is about normal, with n times the mean of its bet's result and n times
the variance, but for the share of the variance that all seats have in common: that moves the whole
table. With M the highest of them,

    W(0, x) = P(M < x),    W(n, x) = max over bets b of E W(n - 1, x + result of b)

is worked out backwards on a grid of piles, and a bet is worth the mean of W over its results.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from math import erf, gcd, sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from strategy.actions import Action
from strategy.agreements import Agreement
from strategy.match import MatchView
from strategy.results import DRAWS, Count, Gains, Results, added, gain, halves_of, results_of
from strategy.seats import Seat

HORIZON: Final = 30
"""So many rounds are looked ahead at most; open matches are taken to go on for a third of them."""
_POINTS: Final = 200
"""The grid of piles has about so many points at most."""
_ROUNDED: Final = 20
"""It has a multiple of so many points, and one: so what was worked out for it serves again."""

Piles = Mapping[int, float]
"""The chance of each pile."""
Floats = NDArray[np.float64]


def usual_bet(agreement: Agreement) -> int:
    """A bet for every round: the largest of at most a tenth of the chips at the start."""
    fitting = [size for size in agreement.sizes if 10 * size <= agreement.chips]
    return max(fitting, default=agreement.sizes[0])


def affordable(agreement: Agreement, pile: int) -> tuple[int, ...]:
    """The bets that a pile has the chips for."""
    return tuple(size for size in agreement.sizes if size <= pile)


def share_of_top(pile: int, others: Iterable[Piles]) -> float:
    """The chance of being on top with a pile; a top shared by n counts as 1/n.

    >>> share_of_top(100, [{90: 0.5, 100: 0.5}, {100: 1.0}])
    0.41666666666666663
    """
    tied = [1.0]  # the chance that so many others have the same, and the rest less
    for chances in others:
        less = sum(chance for other, chance in chances.items() if other < pile)
        same = chances.get(pile, 0.0)
        shifted = zip([*tied, 0.0], [0.0, *tied], strict=True)
        tied = [less * chance + same * before for chance, before in shifted]
    return sum(chance / (1 + number) for number, chance in enumerate(tied))


class Top:
    """The chance U of being on top, given the dealer's end and so the others' chances."""

    def __init__(self, others: Mapping[int, Sequence[Piles]]) -> None:
        self._others = others
        self._shares: dict[tuple[int, int], float] = {}

    def share(self, pile: int, dealer: int) -> float:
        """U of a pile and an end of the dealer."""
        key = pile, dealer
        if key not in self._shares:
            self._shares[key] = share_of_top(pile, self._others[dealer])
        return self._shares[key]


class LastBet:
    """What the bets of the last round are worth to the seat whose turn it is to bet."""

    def __init__(self, view: MatchView) -> None:
        self._view = view

    def worth(self, size: int) -> float:
        """The chance of winning the match with a bet."""
        pile = self._view.piles[self._view.seat]
        return sum(
            chance * likely * self._top.share(pile + gain(halves, size), dealer)
            for dealer, (chance, gains) in _results(self._view, pile, size).before_deal.items()
            for halves, likely in gains.items()
        )

    @cached_property
    def _top(self) -> Top:
        seats = [seat for seat in self._view.agreement.seats if seat != self._view.seat]
        return Top(
            {
                dealer: [self._piles(seat, dealer) for seat in seats]
                for dealer in results_of(self._view.agreement.hits_soft_17).before_deal
            }
        )

    def _piles(self, seat: int, dealer: int) -> Piles:
        pile, bets = self._view.piles[seat], self._bets(seat)
        chances: dict[int, float] = defaultdict(float)
        for bet in bets:
            _, gains = _results(self._view, pile, bet).before_deal[dealer]
            for after, chance in _piles_after(pile, bet, gains).items():
                chances[after] += chance / len(bets)
        return chances

    def _bets(self, seat: int) -> list[int]:
        """What a seat has bet, or may be going to bet, each as likely; 0 where it sits out."""
        view = self._view
        if seat not in view.bettors:
            return [0]
        if (bet := view.bets[seat]) is not None:
            return [bet]
        usual = expected_bet(view, seat)
        behind = view.piles[seat] < max(view.piles)
        return [usual, affordable(view.agreement, view.piles[seat])[-1]] if behind else [usual]


def expected_bet(view: MatchView, seat: int) -> int:
    """What a seat is taken to bet from now on: as now, as the last time, or as is usual."""
    sizes = affordable(view.agreement, view.piles[seat])
    if not sizes:
        return 0
    bet = view.bets[seat] or view.last_bets[seat] or usual_bet(view.agreement)
    return min(bet, sizes[-1])


def _results(view: MatchView, pile: int, bet: int) -> Results:
    """The results of a seat with such a bet: whether it can double hangs on its pile."""
    return results_of(view.agreement.hits_soft_17, short=pile < 2 * bet)


def _piles_after(pile: int, bet: int, gains: Gains) -> Piles:
    chances: dict[int, float] = defaultdict(float)
    for halves, chance in gains.items():
        chances[max(pile + gain(halves, bet), 0)] += chance
    return chances


class EarlierBet:
    """What the bets of a round before the last are worth to the seat whose turn it is to bet."""

    def __init__(self, view: MatchView) -> None:
        self._view = view
        self._results = results_of(view.agreement.hits_soft_17)
        left = HORIZON // 3 if view.rounds_left is None else view.rounds_left
        self._rounds = min(left, HORIZON)
        self._pile = view.piles[view.seat]
        others = [seat for seat in view.agreement.seats if seat != view.seat]
        self._ends = [self._end_of(seat) for seat in others]
        self._sizes = affordable(view.agreement, self._highest)
        step = gcd(*view.agreement.sizes)
        self._step = step * max(1, round(self._highest / step / _POINTS))
        points = self._highest // self._step // _ROUNDED * _ROUNDED + _ROUNDED + 1
        self._grid = self._step * np.arange(points, dtype=float)

    def worth(self, size: int) -> float:
        """The chance of winning the match with a bet."""
        gains = _results(self._view, self._pile, size).gains
        after = np.array([self._pile + gain(halves, size) for halves in gains])
        return float(np.interp(after, self._grid, self._ahead) @ np.array(list(gains.values())))

    def _end_of(self, seat: int) -> tuple[float, float]:
        """The mean and the standard deviation of another's pile at the end of the match."""
        bet, rounds = expected_bet(self._view, seat), self._rounds + 1
        own = self._results.variance - self._results.shared
        mean = self._view.piles[seat] + rounds * bet * self._results.mean
        return mean, max(bet * sqrt(rounds * own), 1.0)

    @cached_property
    def _highest(self) -> int:
        """The end of the grid: with more than that nobody else is on top."""
        reach = max(mean + 4 * deviation for mean, deviation in self._ends)
        return int(max(reach, self._pile)) + 4 * self._view.agreement.sizes[-1]

    @cached_property
    def _ahead(self) -> Floats:
        """W of the rounds after this one, at each pile of the grid."""
        chances = np.ones_like(self._grid)
        for mean, deviation in self._ends:
            above = (self._grid - mean) / (deviation * sqrt(2))
            chances *= [(1 + erf(each)) / 2 for each in above]
        points = len(self._grid)
        soft = self._view.agreement.hits_soft_17
        moves = [(size, _moves(soft, size, self._step, points)) for size in self._sizes]
        sits_out = self._grid < self._view.agreement.sizes[0]
        for _ in range(self._rounds):
            best = np.where(sits_out, chances, 0)
            for size, move in moves:
                best = np.maximum(best, np.where(self._grid >= size, move @ chances, 0))
            chances = best
        return chances


@lru_cache(maxsize=64)
def _moves(hits_soft_17: bool, size: int, step: int, points: int) -> Floats:
    """(points, points): where a bet leads from each pile, between two points to both in part."""
    rows, last = np.arange(points), points - 1
    moves = np.zeros((points, points))
    for short, of in ((True, rows[rows * step < 2 * size]), (False, rows[rows * step >= 2 * size])):
        for halves, chance in results_of(hits_soft_17, short=short).gains.items():
            places = np.clip(of + gain(halves, size) / step, 0, last)
            below = np.minimum(places.astype(int), last - 1)
            moves[of, below] += chance * (below + 1 - places)
            moves[of, below + 1] += chance * (places - below)
    return moves


class LastPlay:
    """What the plays of the hand at turn are worth in the last round."""

    def __init__(self, view: MatchView) -> None:
        assert view.table is not None
        assert view.table.turn is not None
        self._view, self._turn = view, view.table.turn
        self._seats = dict(zip(view.dealt_to, view.table.seats, strict=True))
        self._mine = self._seats[view.seat]
        self._upcard = view.table.dealer[0].rank
        self._results = results_of(view.agreement.hits_soft_17)
        self._dealer = self._results.dealer(self._upcard, looked=True)
        self._ended: dict[tuple[int, int], float] = {}
        self._best: dict[Count, float] = {}

    def worth(self, action: Action) -> float:
        """The chance of winning the match with a play."""
        hand = self._mine.hands[self._turn.hand]
        count = Count(hand.hand.total, hand.hand.soft)
        match action:
            case Action.STAND:
                return self._end(count.end, 1)
            case Action.DOUBLE:
                return sum(chance * self._end(count.plus(card).end, 2) for card, chance in DRAWS)
            case Action.SPLIT:
                points = hand.hand.ranks[0].points
                return self._mean(
                    {
                        dealer: self._results.split_gains(points, self._upcard, dealer)
                        for dealer in self._dealer
                    }
                )
        return sum(chance * self._on(count.plus(card)) for card, chance in DRAWS)

    def _on(self, count: Count) -> float:
        """The chance of winning where the hand goes on in the best way, doubling apart."""
        if count.total >= 21:
            return self._end(count.end, 1)
        if count not in self._best:
            hit = sum(chance * self._on(count.plus(card)) for card, chance in DRAWS)
            self._best[count] = max(hit, self._end(count.end, 1))
        return self._best[count]

    def _end(self, end: int, bets: int) -> float:
        """The chance of winning where the hand ends so."""
        key = end, bets
        if key not in self._ended:
            self._ended[key] = self._mean(
                {dealer: {halves_of(end, bets, dealer): 1.0} for dealer in self._dealer}
            )
        return self._ended[key]

    def _mean(self, gains: Mapping[int, Gains]) -> float:
        """The chance of winning with the gains of the hand for each end of the dealer."""
        pile, bet = self._view.piles[self._view.seat], self._mine.bet
        return sum(
            chance * likely * self._top.share(pile + gain(halves, bet), dealer)
            for dealer, chance in self._dealer.items()
            for halves, likely in added(gains[dealer], self._beside[dealer]).items()
        )

    @cached_property
    def _beside(self) -> Mapping[int, Gains]:
        """For each end of the dealer the gains of the seat's other hands."""
        return {
            dealer: self._gains(self._mine, dealer, but=self._turn.hand) for dealer in self._dealer
        }

    @cached_property
    def _top(self) -> Top:
        seats = [seat for seat in self._view.agreement.seats if seat != self._view.seat]
        return Top(
            {dealer: [self._piles(seat, dealer) for seat in seats] for dealer in self._dealer}
        )

    def _piles(self, seat: int, dealer: int) -> Piles:
        pile = self._view.piles[seat]
        if seat not in self._seats:
            return {pile: 1.0}
        dealt = self._seats[seat]
        return _piles_after(pile, dealt.bet, self._gains(dealt, dealer))

    def _gains(self, seat: Seat, dealer: int, but: int | None = None) -> Gains:
        gains: Gains = {0: 1.0}
        short = not seat.can_stake(seat.bet)
        results = results_of(self._view.agreement.hits_soft_17, short=short)
        for number, hand in enumerate(seat.hands):
            if number != but:
                gains = added(gains, results.gains_of(hand, seat.bet, self._upcard, dealer))
        return gains
