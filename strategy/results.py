"""What a seat that follows the exact chart can come to in a round of a match, as chances.

The dealer's ends are exact for the upcard. A seat's cards are taken from an endless pack, in which
each rank is as likely whatever was dealt: then seats are independent of each other once the upcard
and the dealer's end are known, and what ties their results together is the dealer alone.

>>> results = results_of(False)
>>> round(results.mean, 3), round(results.variance, 2), round(results.shared, 2)
(-0.003, 1.36, 0.46)

The results of a seat are told in halves of its bet, since a natural wins three of them; ``gain``
makes chips of them. A count is 0 for a bust hand and 22 for a natural; 16 stands for all below 17.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Final, TypeVar

from strategy.actions import Action
from strategy.agreements import table_rules
from strategy.analysis import analyse
from strategy.cards import UPCARDS, Rank
from strategy.money import payout
from strategy.seats import HandState, PlayerHand
from strategy.situations import SOFT_ROWS, Category, Cell

BUST: Final = 0
NATURAL: Final = 22
NATURAL_WINS: Final = 3
"""In halves of the bet."""
LOWEST: Final = 16
"""The count that stands for itself and all below: they win only where the dealer is bust."""
DRAWS: Final = tuple((points, (4 if points == 10 else 1) / 13) for points in range(1, 11))
"""The points of the next card of an endless pack, an ace as one, and their chances."""

Key = TypeVar("Key")
Ends = Mapping[tuple[int, int], float]
"""The chance that a hand ends with a count and so many bets on it."""
Gains = Mapping[int, float]
"""The chance of each result in halves of the bet."""


@dataclass(frozen=True, slots=True)
class Count:
    """A hand as far as a chart looks at it."""

    total: int
    soft: bool

    def plus(self, points: int) -> Count:
        """With another card."""
        total, soft = self.total + points, self.soft
        if points == 1 and not soft and total <= 11:
            total, soft = total + 10, True
        return Count(total - 10, False) if soft and total > 21 else Count(total, soft)

    @property
    def end(self) -> int:
        """The count with which it ends when it stands or is bust."""
        return BUST if self.total > 21 else max(self.total, LOWEST)


def gain(halves: int, bet: int) -> int:
    """What a result is in money, a natural rounded down to a whole chip as match tables do."""
    return payout(bet, Fraction(halves, 2), whole_chips=True)


def halves_of(end: int, bets: int, dealer: int) -> int:
    """The result of a hand that ended so against the dealer's end, in halves of the bet."""
    if NATURAL in (end, dealer):
        won = (end == NATURAL) - (dealer == NATURAL)
        return NATURAL_WINS if won > 0 else 2 * bets * won
    if end == BUST or end < dealer:
        return -2 * bets
    return 0 if end == dealer else 2 * bets


def added(first: Gains, second: Gains) -> Gains:
    """The chances of the sum of two independent results."""
    sums: dict[int, float] = defaultdict(float)
    for (one, chance), (other, factor) in product(first.items(), second.items()):
        sums[one + other] += chance * factor
    return sums


class Results:
    """The chances at a match table, with soft 17 as it has agreed.

    ``short``: the seat has no chips for a second bet, so that it neither doubles nor splits.
    """

    def __init__(self, hits_soft_17: bool, *, short: bool = False) -> None:
        self._short = short
        analysis = analyse(table_rules(hits_soft_17))
        self.chart: Final = analysis.chart()
        self._dealer = {upcard: _counted(analysis.dealer(upcard)) for upcard in UPCARDS}
        self._ends: dict[tuple[Count, bool, Rank], Ends] = {}
        self._gains: dict[tuple[Count, bool, Rank, int], Gains] = {}
        self.before_deal: Final = self._before_deal()
        """For each end of the dealer its chance and the gains of a seat, no card known."""
        self.gains: Final = _mixed((chance, gains) for chance, gains in self.before_deal.values())
        """The gains of a seat, nothing known."""
        means = [(chance, _mean(gains)) for chance, gains in self.before_deal.values()]
        self.mean: Final = _mean(self.gains)
        """In bets, as the two below."""
        self.variance: Final = _mean(self.gains, 2) - self.mean**2
        self.shared: Final = sum(chance * each**2 for chance, each in means) - self.mean**2
        """The covariance of two seats with the same bet: what the dealer does to both."""

    def dealer(self, upcard: Rank, *, looked: bool) -> Mapping[int, float]:
        """The chances of the dealer's ends; ``looked``: there is no natural."""
        chances = self._dealer[upcard.valued]
        if not looked:
            return chances
        rest = 1 - chances[NATURAL]
        return {end: chance / rest for end, chance in chances.items() if end != NATURAL}

    def gains_of(self, hand: PlayerHand, bet: int, upcard: Rank, dealer: int) -> Gains:
        """The gains of a dealt hand of a seat with such a bet: played to its end by the chart."""
        bets = hand.bet // bet
        if hand.state is HandState.NATURAL:
            return {halves_of(NATURAL, bets, dealer): 1.0}
        count = Count(hand.hand.total, hand.hand.soft)
        if hand.state is not HandState.OPEN:
            return {halves_of(count.end, bets, dealer): 1.0}
        if hand.hand.pair and not hand.from_split:
            return self.pair_gains(hand.hand.ranks[0].points, count, upcard, dealer)
        return self._total_gains(count, len(hand.cards) == 2, upcard, dealer)

    def pair_gains(self, points: int, count: Count, upcard: Rank, dealer: int) -> Gains:
        """The gains of a pair that may be split, by the chart's cell of pairs."""
        code = self.chart.cells[Cell(Category.PAIR, _ROW[points] * 2, upcard.valued)]
        if code.first is Action.SPLIT and not self._short:
            return self.split_gains(points, upcard, dealer)
        return self._total_gains(count, True, upcard, dealer)

    def split_gains(self, points: int, upcard: Rank, dealer: int) -> Gains:
        """The gains of both hands of a split; aces take one card each."""
        single = Count(11, True) if points == 1 else Count(points, False)
        one = _mixed(
            (
                chance,
                {halves_of(single.plus(card).end, 1, dealer): 1.0}
                if points == 1
                else self._total_gains(single.plus(card), True, upcard, dealer),
            )
            for card, chance in DRAWS
        )
        return added(one, one)

    def _total_gains(self, count: Count, two: bool, upcard: Rank, dealer: int) -> Gains:
        key = count, two, upcard.valued, dealer
        if key not in self._gains:
            ends = self._ends_of(count, two, upcard.valued)
            self._gains[key] = _mixed(
                (chance, {halves_of(end, bets, dealer): 1.0})
                for (end, bets), chance in ends.items()
            )
        return self._gains[key]

    def _ends_of(self, count: Count, two: bool, upcard: Rank) -> Ends:
        """How a hand ends by the chart; ``two``: it has two cards, and may double."""
        key = count, two, upcard
        if key not in self._ends:
            self._ends[key] = self._played(count, two, upcard)
        return self._ends[key]

    def _played(self, count: Count, two: bool, upcard: Rank) -> Ends:
        action = self._advised(count, two, upcard)
        if action is Action.STAND:
            return {(count.end, 1): 1.0}
        after = ((chance, count.plus(card)) for card, chance in DRAWS)
        if action is Action.DOUBLE:
            return _mixed((chance, {(next_.end, 2): 1.0}) for chance, next_ in after)
        return _mixed((chance, self._ends_of(next_, False, upcard)) for chance, next_ in after)

    def _advised(self, count: Count, two: bool, upcard: Rank) -> Action | None:
        if count.total >= 21:
            return Action.STAND
        if count.soft:
            cell = Cell(Category.SOFT, SOFT_ROWS[count.total], upcard)
        else:
            cell = Cell(Category.HARD, str(count.total), upcard)
        code = self.chart.cells[cell]
        doubles = code.first is Action.DOUBLE
        return code.otherwise if doubles and (self._short or not two) else code.first

    def _before_deal(self) -> Mapping[int, tuple[float, Gains]]:
        found = {}
        for dealer in next(iter(self._dealer.values())):
            shown = [(_CHANCE[up.points] * self._dealer[up][dealer], up) for up in UPCARDS]
            chance = sum(each for each, _ in shown)
            gains = _mixed((each / chance, self._dealt_gains(up, dealer)) for each, up in shown)
            found[dealer] = chance, gains
        return found

    def _dealt_gains(self, upcard: Rank, dealer: int) -> Gains:
        """The gains of a seat before its cards are dealt; a dealer's natural ends the round."""
        dealt = []
        for (one, first), (two, second) in product(DRAWS, repeat=2):
            count = Count(0, False).plus(one).plus(two)
            if count.total == 21:
                gains: Gains = {halves_of(NATURAL, 1, dealer): 1.0}
            elif dealer == NATURAL:
                gains = {halves_of(count.end, 1, dealer): 1.0}
            elif one == two:
                gains = self.pair_gains(one, count, upcard, dealer)
            else:
                gains = self._total_gains(count, True, upcard, dealer)
            dealt.append((first * second, gains))
        return _mixed(dealt)


@cache
def results_of(hits_soft_17: bool, *, short: bool = False) -> Results:
    """The results at a match table, worked out once."""
    return Results(hits_soft_17, short=short)


_CHANCE: Final = dict(DRAWS)
_ROW: Final = {rank.points: rank.value for rank in UPCARDS}


def _counted(chances: Mapping[str, float]) -> Mapping[int, float]:
    """The chances of the dealer's ends by their counts."""
    counts = {"bust": BUST, "natural": NATURAL}
    return {counts[end] if end in counts else int(end): each for end, each in chances.items()}


def _mixed(parts: Iterable[tuple[float, Mapping[Key, float]]]) -> Mapping[Key, float]:
    """The chances where one of several cases comes true, each with its chance."""
    sums: dict[Key, float] = defaultdict(float)
    for weight, chances in parts:
        for key, chance in chances.items():
            sums[key] += weight * chance
    return sums


def _mean(gains: Gains, power: int = 1) -> float:
    """The mean of a power of the gain in bets."""
    return sum(chance * (halves / 2) ** power for halves, chance in gains.items())
