"""What is kept of a table: luck, past rounds step by step, and shoes held against their seeds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext

from strategy.cards import Card
from strategy.records import Record, RecordError
from strategy.shoe import CardSource, Refill, commitment
from trainer.tables.models import DealtShoe, PlayedRound, Table
from trainer.tables.queries import Felt, Mistake, felt_of, mistakes_of
from trainer.tables.states import shoe_at
from trainer.tables.wording import move_in_words, net_in_words, story

STANDARD_DEVIATION = 1.15
"""Of a round's result, in original bets, for usual rules and strategy (P. Griffin, The Theory of
Blackjack, gives a variance of about 1.3)."""


@dataclass(frozen=True, slots=True)
class Luck:
    """A session's result against what the plays made, and perfect play, would bring on average.

    All in units.
    """

    rounds: int
    result: int
    expected: float
    """For the plays made: what perfect play brings, less the cost of the mistakes."""
    perfect: float
    spread: float
    """One standard deviation of the result: two sessions in three stay within it."""

    @property
    def luck(self) -> float:
        return self.result - self.expected

    @property
    def low(self) -> float:
        return self.expected - 2 * self.spread

    @property
    def high(self) -> float:
        """With ``low`` the range in which nineteen sessions of twenty end."""
        return self.expected + 2 * self.spread

    @property
    def position(self) -> int:
        """Where the result lies between ``low`` and ``high``, from 0 to 100."""
        if not self.spread:
            return 50
        return round(min(100, max(0, 50 + 25 * self.luck / self.spread)))


def luck_of(table: Table) -> Luck:
    """The luck of a table's finished rounds."""
    perfect = table.expected
    return Luck(
        rounds=table.rounds_played,
        result=table.won,
        expected=perfect - table.mistakes_cost,
        perfect=perfect,
        spread=STANDARD_DEVIATION * sqrt(table.squared_bets),
    )


def rounds_of(table: Table) -> QuerySet[PlayedRound]:
    """The finished rounds of a table, latest first."""
    return table.rounds.exclude(ended_at=None).order_by("-number")


@dataclass(frozen=True, slots=True)
class Step:
    """A state of a finished round in its replay."""

    number: int
    count: int
    felt: Felt
    move: str
    """What was done to reach it."""
    said: Sequence[str]

    @property
    def last(self) -> int:
        return self.count - 1

    @property
    def before(self) -> int | None:
        return self.number - 1 if self.number else None

    @property
    def after(self) -> int | None:
        return self.number + 1 if self.number + 1 < self.count else None


@dataclass(frozen=True, slots=True)
class RoundPage:
    """A finished round: its story, its record, and one step of its replay."""

    row: PlayedRound
    story: Sequence[str]
    step: Step
    result: str
    mistakes: Sequence[Mistake]


def round_page(row: PlayedRound, step: int) -> RoundPage:
    """The page of a finished round; a step that it does not have is its last."""
    states = list(Record.parse(row.record).states())
    number = step if 0 <= step < len(states) else len(states) - 1
    seen = len(states[number - 1].events) if number else 0
    state = states[number]
    hands = len(state.seats[0].hands)
    return RoundPage(
        row=row,
        story=story(states[-1].events, len(states[-1].seats[0].hands)),
        step=Step(
            number=number,
            count=len(states),
            felt=felt_of(state),
            move=move_in_words(states[number - 1], state.moves[-1])
            if number
            else gettext("The deal"),
            said=story(state.events[seen:], hands),
        ),
        result=net_in_words(row.net or 0),
        mistakes=mistakes_of(states, row),
    )


@dataclass(frozen=True, slots=True)
class CheckedRound:
    """A round of an ended shoe: the cards that it took, and whether they are the shoe's."""

    row: PlayedRound
    cards: Sequence[Card]
    matches: bool


@dataclass(frozen=True, slots=True)
class CheckedShoe:
    """An ended shoe: its seed, and its rounds held against the order that the seed gives."""

    shoe: DealtShoe
    rounds: Sequence[CheckedRound]

    @property
    def matches(self) -> bool:
        """Whether the seed has the hash that was shown, and gives all cards that were dealt: each
        round from where the one before it ended."""
        places = [0, *(each.row.dealt + len(each.cards) for each in self.rounds)]
        unbroken = all(
            each.row.dealt == place for each, place in zip(self.rounds, places, strict=False)
        )
        kept = commitment(self.shoe.seed) == self.shoe.commitment
        return kept and unbroken and all(each.matches for each in self.rounds)


def ended_shoes(table: Table) -> QuerySet[DealtShoe]:
    """The ended shoes of a table with their rounds, latest first; two queries."""
    rounds = PlayedRound.objects.exclude(ended_at=None).order_by("number")
    ended = table.shoes.exclude(ended_at=None).order_by("-number")
    return ended.prefetch_related(Prefetch("rounds", rounds))


def checked_shoe(shoe: DealtShoe) -> CheckedShoe:
    """Hold every card of an ended shoe, one of ``ended_shoes``, against its seed."""
    return CheckedShoe(shoe, [_checked_round(shoe, row) for row in shoe.rounds.all()])


def _checked_round(shoe: DealtShoe, row: PlayedRound) -> CheckedRound:
    try:
        dealt = Record.parse(row.record).replay().drawn
    except RecordError:
        return CheckedRound(row, (), matches=False)
    source: CardSource = shoe_at(shoe, row.dealt)
    drawn: list[Card | Refill] = []
    for _ in [card for card in dealt if isinstance(card, Card)]:
        card, source, refill = source.draw()
        drawn += [refill, card] if refill else [card]
    cards = [card for card in drawn if isinstance(card, Card)]
    return CheckedRound(row, cards, tuple(drawn) == dealt)
