"""The game once more, in the plainest way: cards are dealt one by one and all orders are tried.

Written without looking at how the analysis does it: no lattice, no factorised sums, no formula for
the next card given that the dealer has no natural, no inclusion and exclusion. It is slow, and fit
only for shoes of a few ranks.

A shoe is a tuple of eleven counts: A 2 … 9, tens, and tens that are the same rank as the pair which
is being split (none but where the rules ask for the same rank). Values are *joint*: what is lost
or won, nothing where the dealer turns up a natural that he looked for. Divided by the chance that
he has none they are the values that a player is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property

from strategy.actions import Action
from strategy.cards import VALUES, Rank
from strategy.charts import Chart
from strategy.hands import Hand
from strategy.rules import Doubling, HoleCard, Insurance, Rules, Surrender
from strategy.situations import Situation

Counts = tuple[int, ...]
Moves = Callable[[tuple[int, ...]], str]
ACE, TEN, ALIKE = 0, 9, 10
BUST, NATURAL = 22, 0


class ShoeRanOutError(Exception):
    """A hand could not be finished: the shoe is no example."""


points = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10).__getitem__
"""The points of a label, an ace as 1."""


def without(left: Counts, label: int) -> Counts:
    return (*left[:label], left[label] - 1, *left[label + 1 :])


def total_of(hard: int, ace: bool) -> tuple[int, bool]:
    soft = ace and hard <= 11
    return (hard + 10 if soft else hard), soft


class PlainGame:
    """One shoe under one set of rules; ``alike``: how many of the tens are of the pair's rank."""

    def __init__(self, rules: Rules, shoe: Mapping[Rank, int], alike: int = 0) -> None:
        self.rules = rules
        counts = [shoe.get(rank, 0) for rank in VALUES]
        self.shoe = (*counts[:TEN], counts[TEN] - alike, alike)
        self.peek = rules.hole_card is not HoleCard.ENHC
        self._dealt: dict[tuple[Counts, int, bool, bool], dict[int, float]] = {}
        self._best: dict[tuple[tuple[int, ...], int], float] = {}
        self._moves: dict[tuple[tuple[int, ...], int], str] = {}

    @cached_property
    def labels(self) -> tuple[int, ...]:
        return tuple(label for label, count in enumerate(self.shoe) if count)

    def draws(self, left: Counts) -> Iterator[tuple[float, int, Counts]]:
        """Every next card: its chance, the card, what is left after it."""
        cards = sum(left)
        if not cards:
            raise ShoeRanOutError
        for label in self.labels:
            if left[label]:
                yield left[label] / cards, label, without(left, label)

    # The dealer

    def dealer(self, left: Counts, hard: int, ace: bool, first: bool) -> dict[int, float]:
        """The chances of 17 to 21, BUST and NATURAL; ``first``: the next card is the second."""
        key = left, hard, ace, first
        if key not in self._dealt:
            ends: dict[int, float] = {}
            for chance, label, rest in self.draws(left):
                now, has_ace = hard + points(label), ace or label == ACE
                total, soft = total_of(now, has_ace)
                if total > 21:
                    more = {BUST: 1.0}
                elif first and total == 21:
                    more = {NATURAL: 1.0}
                elif total > 17 or (total == 17 and not (soft and self.rules.hits_soft_17)):
                    more = {total: 1.0}
                else:
                    more = self.dealer(rest, now, has_ace, first=False)
                for end, share in more.items():
                    ends[end] = ends.get(end, 0.0) + chance * share
            self._dealt[key] = ends
        return self._dealt[key]

    def dealer_from(self, left: Counts, upcard: int) -> dict[int, float]:
        return self.dealer(left, points(upcard), upcard == ACE, first=True)

    def no_natural(self, left: Counts, upcard: int) -> float:
        """The chance that play goes on behind the upcard."""
        missing = {ACE: left[TEN] + left[ALIKE], TEN: left[ACE]}.get(min(upcard, TEN), 0)
        return 1 - missing / sum(left) if self.peek else 1.0

    def against(self, total: int, ends: Mapping[int, float]) -> float:
        """What a unit on a total wins against the dealer's ends."""
        won = 0.0
        for end, chance in ends.items():
            if end == NATURAL:
                won -= 0.0 if self.peek else chance
            elif end == BUST or total > end:
                won += chance
            elif total < end:
                won -= chance
        return won

    # One hand

    def left_after(self, hand: tuple[int, ...], upcard: int) -> Counts:
        left = without(self.shoe, upcard)
        for label in hand:
            left = without(left, label)
        assert min(left) >= 0
        return left

    def stand(self, hand: tuple[int, ...], upcard: int) -> float:
        total, _ = total_of(sum(map(points, hand)), ACE in hand)
        return self.against(total, self.dealer_from(self.left_after(hand, upcard), upcard))

    def _after_a_card(self, hand: tuple[int, ...], upcard: int, *, go_on: bool) -> float:
        value = 0.0
        for chance, label, rest in self.draws(self.left_after(hand, upcard)):
            longer = tuple(sorted((*hand, label)))
            if sum(map(points, longer)) > 21:
                value -= chance * self.no_natural(rest, upcard)
            elif go_on:
                value += chance * self.best(longer, upcard)
            else:
                value += chance * self.stand(longer, upcard)
        return value

    def hit(self, hand: tuple[int, ...], upcard: int) -> float:
        return self._after_a_card(hand, upcard, go_on=True)

    def double(self, hand: tuple[int, ...], upcard: int) -> float:
        return 2 * self._after_a_card(hand, upcard, go_on=False)

    def best(self, hand: tuple[int, ...], upcard: int) -> float:
        """Hitting or standing, whichever is better."""
        key = hand, upcard
        if key not in self._best:
            value = self.stand(hand, upcard)
            if total_of(sum(map(points, hand)), ACE in hand)[0] < 21:
                value = max(value, self.hit(hand, upcard))
            self._best[key] = value
        return self._best[key]

    def may_double(self, hand: tuple[int, ...]) -> bool:
        hard, soft = total_of(sum(map(points, hand)), ACE in hand)
        if self.rules.doubling is Doubling.ANY:
            return hard < 21
        lowest = {Doubling.HARD_9_TO_11: 9, Doubling.HARD_10_TO_11: 10}.get(self.rules.doubling, 99)
        return not soft and lowest <= hard <= 11

    # Splits

    def play_by_value(self, hand: tuple[int, ...], upcard: int) -> str:
        """H, S or D by the values of this hand alone, whatever other hands hold."""
        key = hand, upcard
        if key not in self._moves:
            self._moves[key] = self._move(tuple(min(label, TEN) for label in hand), upcard)
        return self._moves[key]

    def _move(self, hand: tuple[int, ...], upcard: int) -> str:
        game, upcard = self.whole, min(upcard, TEN)
        if total_of(sum(map(points, hand)), ACE in hand)[0] >= 21:
            return "S"
        stand, hit = game.stand(hand, upcard), game.hit(hand, upcard)
        may_double = len(hand) == 2 and self.rules.double_after_split and self.may_double(hand)
        if may_double and game.double(hand, upcard) > max(stand, hit):
            return "D"
        return "H" if hit > stand else "S"

    @cached_property
    def whole(self) -> PlainGame:
        """The same shoe with the tens together."""
        if not self.shoe[ALIKE]:
            return self
        tens = self.shoe[TEN] + self.shoe[ALIKE]
        counts = dict(zip(VALUES, (*self.shoe[:TEN], tens), strict=True))
        return PlainGame(self.rules, counts)

    def split(self, rank: int, upcard: int, chart: Chart | None = None) -> float:
        """All orders of all cards after a split, the hole card first where the dealer looks."""

        def moves(hand: tuple[int, ...]) -> str:
            if chart is None:
                return self.play_by_value(hand, upcard)
            return self.play_by_chart(chart, hand, upcard)

        left = self.left_after((rank, rank), upcard)
        if not self.peek or min(upcard, TEN) not in (ACE, TEN):
            return SplitRound(self, rank, upcard, None, moves).hands(left, 2, 2, None)
        value = 0.0
        for chance, hole, rest in self.draws(left):
            if {min(hole, TEN), min(upcard, TEN)} != {ACE, TEN}:
                value += chance * SplitRound(self, rank, upcard, hole, moves).hands(
                    rest, 2, 2, None
                )
        return value

    # The whole game

    def plays(self, hand: tuple[int, int], upcard: int) -> dict[Action, float]:
        """The joint values of all that may be done with two cards that are no natural."""
        values = {Action.STAND: self.stand(hand, upcard), Action.HIT: self.hit(hand, upcard)}
        if self.may_double(hand):
            values[Action.DOUBLE] = self.double(hand, upcard)
        if hand[0] == hand[1] and self.rules.max_hands > 1:
            values[Action.SPLIT] = self.split(hand[0], upcard)
        bought_out = self.surrender(hand, upcard)
        if bought_out is not None:
            values[Action.SURRENDER] = bought_out
        return values

    def surrender(self, hand: tuple[int, int], upcard: int) -> float | None:
        """Half the bet; what a natural takes before a surrender that comes late is not in it."""
        goes_on = self.no_natural(self.left_after(hand, upcard), upcard)
        match self.rules.surrender:
            case Surrender.LATE if self.rules.hole_card is HoleCard.PEEK:
                return -0.5 * goes_on
            case Surrender.LATE | Surrender.EARLY:
                return 0.5 - goes_on
            case Surrender.EARLY_NOT_ACE if upcard != ACE:
                return 0.5 - goes_on
        return None

    def deals(self) -> Iterator[tuple[float, tuple[int, int], int]]:
        """Every two cards and upcard: the chance, the hand in order of ranks, the upcard."""
        for first_chance, first, after_first in self.draws(self.shoe):
            for second_chance, second, after_second in self.draws(after_first):
                for up_chance, upcard, _ in self.draws(after_second):
                    chance = first_chance * second_chance * up_chance
                    yield chance, (min(first, second), max(first, second)), upcard

    def game(self, chart: Chart | None = None) -> float:
        """What a round is worth by best play, or by a chart."""
        chances: dict[tuple[tuple[int, int], int], float] = {}
        for chance, hand, upcard in self.deals():
            chances[hand, upcard] = chances.get((hand, upcard), 0.0) + chance
        value = 0.0
        for (hand, upcard), chance in chances.items():
            left = self.left_after(hand, upcard)
            natural = {ACE: left[TEN], TEN: left[ACE]}.get(upcard, 0) / sum(left)
            insured = self._insurance(hand, natural) if upcard == ACE else 0.0
            if hand == (ACE, TEN):
                won = (1 - natural) * float(self.rules.natural_pays)
            else:
                best = max(self.plays(hand, upcard).values()) if chart is None else None
                won = self.followed(chart, hand, upcard) if best is None else best
                won -= natural if self.peek else 0.0
            value += chance * (won + insured)
        return value

    def followed(self, chart: Chart, hand: tuple[int, ...], upcard: int) -> float:
        """The joint value of a hand that is played by a chart to its end."""
        match chart.advise(self.situation(hand, upcard)).action:
            case Action.STAND:
                return self.stand(hand, upcard)
            case Action.DOUBLE:
                return self.double(hand, upcard)
            case Action.SURRENDER:
                return self.surrender(hand, upcard)
            case Action.SPLIT:
                return self.split(hand[0], upcard, chart)
        value = 0.0
        for chance, label, rest in self.draws(self.left_after(hand, upcard)):
            longer = tuple(sorted((*hand, label)))
            if sum(map(points, longer)) > 21:
                value -= chance * self.no_natural(rest, upcard)
            else:
                value += chance * self.followed(chart, longer, upcard)
        return value

    def situation(self, hand: tuple[int, ...], upcard: int, *barred: Action) -> Situation:
        ranks = tuple(VALUES[label] for label in hand)
        return Situation(self.rules, Hand(ranks), VALUES[upcard], frozenset(barred))

    def play_by_chart(self, chart: Chart, hand: tuple[int, ...], upcard: int) -> str:
        """H, S or D of a hand that came from a split."""
        barred = [Action.SPLIT, Action.SURRENDER]
        if not self.rules.double_after_split:
            barred.append(Action.DOUBLE)
        return chart.advise(self.situation(hand, upcard, *barred)).action.value

    def _insurance(self, hand: tuple[int, int], natural: float) -> float:
        most = {Insurance.NONE: Fraction(0), Insurance.HALF: Fraction(1, 2)}.get(
            self.rules.insurance, Fraction(1, 2) if hand == (ACE, TEN) else Fraction(1)
        )
        return float(most) * max(0.0, 2 * natural - (1 - natural))


class SplitRound:
    """All that can follow a split, in the order of a table: hand after hand, then the dealer.

    What all hands bring is the sum of what each brings; so one hand is watched at a time while the
    cards of those after it are dealt.
    """

    def __init__(
        self, game: PlainGame, rank: int, upcard: int, hole: int | None, moves: Moves
    ) -> None:
        """``moves``: H, S or D for the hand at play. ``hole``: None where it is drawn last."""
        self.game, self.rank, self.upcard, self.hole, self.moves = game, rank, upcard, hole, moves
        rules = game.rules
        self.limit = rules.max_ace_hands if rank == ACE else rules.max_hands
        self.one_card = rank == ACE and not rules.hit_split_aces
        self._known: dict[object, float] = {}

    def hands(self, left: Counts, made: int, waiting: int, watched: int | None) -> float:
        """With ``waiting`` hands of one card each to come: what they will bring, or what a unit
        brings that stands on the total ``watched``."""
        key = left, made, waiting, watched
        if key not in self._known:
            if not waiting:
                value = 0.0 if watched is None else self.game.against(watched, self.dealer(left))
            else:
                value = 0.0
                for chance, label, rest in self.game.draws(left):
                    if label == self.rank and made < self.limit:
                        value += chance * self.hands(rest, made + 1, waiting + 1, watched)
                    else:
                        hand = tuple(sorted((self.rank, label)))
                        value += chance * self.play(hand, rest, made, waiting - 1, watched)
            self._known[key] = value
        return self._known[key]

    def play(self, hand, left: Counts, made: int, waiting: int, watched: int | None) -> float:
        """The same in the middle of a hand."""
        key = hand, left, made, waiting, watched
        if key not in self._known:
            after = made, waiting, watched
            move = "S" if self.one_card else self.moves(hand)
            if move == "S":
                value = self.ended(hand, 1, left, *after)
            else:
                value = 0.0
                for chance, label, rest in self.game.draws(left):
                    longer = tuple(sorted((*hand, label)))
                    if move == "D":
                        value += chance * self.ended(longer, 2, rest, *after)
                    elif sum(map(points, longer)) > 21:
                        value += chance * self.ended(longer, 1, rest, *after)
                    else:
                        value += chance * self.play(longer, rest, *after)
            self._known[key] = value
        return self._known[key]

    def ended(self, hand, stake: int, left: Counts, made: int, waiting: int, watched) -> float:
        """The same when a hand is over."""
        if watched is not None:
            return self.hands(left, made, waiting, watched)
        total, _ = total_of(sum(map(points, hand)), ACE in hand)
        others = self.hands(left, made, waiting, None)
        if total > 21:
            return others - stake
        return others + stake * self.hands(left, made, waiting, max(total, 16))

    def dealer(self, left: Counts) -> dict[int, float]:
        if self.hole is None:
            return self.game.dealer_from(left, self.upcard)
        hard = points(self.upcard) + points(self.hole)
        ace = ACE in (self.upcard, self.hole)
        total, soft = total_of(hard, ace)
        if total > 17 or (total == 17 and not (soft and self.game.rules.hits_soft_17)):
            return {total: 1.0}
        return self.game.dealer(left, hard, ace, first=False)


def shoe_of(text: str) -> dict[Rank, int]:
    """Read ``A4 56 T8``: four aces, six fives, eight tens."""
    return {Rank.parse(word[0]): int(word[1:]) for word in text.split()}
