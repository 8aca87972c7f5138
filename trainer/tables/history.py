"""What is kept of a table: luck, past rounds step by step, and shoes held against their seeds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext

from strategy.cards import Card
from strategy.records import Record, RecordError
from strategy.shoe import CardSource, Refill, commitment
from trainer.tables.felt import Felt, felt_of
from trainer.tables.models import DealtShoe, PlayedRound, Table
from trainer.tables.queries import Mistake, mistakes_of
from trainer.tables.states import shoe_at, states_of
from trainer.tables.wording import move_in_words, net_in_words, story


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
    states = states_of(row)
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
