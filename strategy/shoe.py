"""The shoe: cards in an order that a seed decides, dealt from the front; immutable.

The same seed gives the same order on every machine, so a seed whose ``commitment`` was told before
the first card proves afterwards that nothing was changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from hashlib import sha256
from itertools import count
from typing import Final, NamedTuple, Protocol, Self

from strategy.cards import PACK, Card
from strategy.rules import Rules

_NUMBERS: Final = 2**32


class ShoeEmpty(ValueError):
    """A card was asked of a fixed shoe that has none left."""


class Refill(Enum):
    """Where the cards came from when a shoe ran out in the middle of a round."""

    DISCARDS = "*"
    """The cards of earlier rounds, shuffled again."""
    FRESH_PACK = "+"
    """A fresh pack, since all cards lay on the table."""


class Drawn(NamedTuple):
    """A card, and the shoe without it."""

    card: Card
    shoe: CardSource
    refill: Refill | None


class CardSource(Protocol):
    """Whatever a round can be dealt from."""

    def draw(self) -> Drawn:
        """The next card; raise ShoeEmpty where there is none and can be none."""


@dataclass(frozen=True, slots=True)
class Shoe:
    """Shuffled packs. Refilled from the discards when it runs out in the middle of a round.

    >>> shoe = Shoe.of(Rules(), seed="an example")
    >>> drawn = shoe.draw()
    >>> drawn.shoe.left, drawn.shoe.draw() == drawn.shoe.draw()
    (311, True)
    """

    seed: str = field(repr=False)
    order: tuple[Card, ...] = field(repr=False)
    cut: int
    """How many cards are dealt before the cut card comes out; 0 in a shoe for one round."""
    dealt: int = 0
    round_start: int = 0
    """How many had been dealt when the round began: those lie in the discards."""
    refills: int = 0

    @classmethod
    def of(cls, rules: Rules, *, seed: str) -> Self:
        """A full shoe of the rules, in the order of a seed."""
        cards = PACK * rules.decks
        percent = rules.dealt_percent or 0
        return cls(seed, shuffled(cards, seed), len(cards) * percent // 100)

    @property
    def left(self) -> int:
        """How many cards have not been dealt."""
        return len(self.order) - self.dealt

    @property
    def spent(self) -> bool:
        """Whether the next round is dealt from another shoe: the cut card is out."""
        return self.dealt >= self.cut

    def next_round(self) -> Self:
        """The shoe with the cards of the last round among the discards."""
        return type(self)(self.seed, self.order, self.cut, self.dealt, self.dealt, self.refills)

    def draw(self) -> Drawn:
        if self.dealt < len(self.order):
            shoe = type(self)(
                self.seed,
                self.order,
                self.cut,
                self.dealt + 1,
                self.round_start,
                self.refills,
            )
            return Drawn(self.order[self.dealt], shoe, None)
        discards = self.order[: self.round_start]
        refill = Refill.DISCARDS if discards else Refill.FRESH_PACK
        more = shuffled(discards or PACK, f"{self.seed}/refill {self.refills + 1}")
        # What lies on the table now stays out of play; the cut card is long out.
        on_table = self.order[self.round_start :]
        filled = type(self)(
            self.seed,
            on_table + more,
            0,
            len(on_table),
            0,
            self.refills + 1,
        )
        return filled.draw()._replace(refill=refill)


@dataclass(frozen=True, slots=True)
class FixedShoe:
    """Given cards in a given order, for tests and for replaying records."""

    cards: tuple[Card | Refill, ...]
    """A Refill stands before the first card that came out of a refilled shoe."""

    def draw(self) -> Drawn:
        refill = None
        for place, card in enumerate(self.cards, start=1):
            if isinstance(card, Card):
                return Drawn(card, FixedShoe(self.cards[place:]), refill)
            refill = card
        raise ShoeEmpty("there are no more cards")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read cards as ``TS 6D 9H``, with ``*`` and ``+`` for refills; raise CardError."""
        marks = {refill.value: refill for refill in Refill}
        return cls(tuple(marks.get(word) or Card.parse(word) for word in text.split()))


def commitment(seed: str) -> str:
    """The SHA-256 of a seed in hexadecimal: shown before the first card, it binds the dealer."""
    return sha256(seed.encode()).hexdigest()


def shuffled(cards: Sequence[Card], seed: str) -> tuple[Card, ...]:
    """The cards in the order of a seed: Fisher and Yates, from the last place down.

    The random numbers are the four-byte parts, most significant byte first, of the SHA-256 of
    ``seed/0``, ``seed/1`` and so on; a number is passed over where it would favour some places.
    """
    order = list(cards)
    numbers = _numbers(seed)
    for last in range(len(order) - 1, 0, -1):
        places = last + 1
        fair = _NUMBERS - _NUMBERS % places
        number = next(number for number in numbers if number < fair)
        place = number % places
        order[last], order[place] = order[place], order[last]
    return tuple(order)


def _numbers(seed: str) -> Iterator[int]:
    for block in count():
        digest = sha256(f"{seed}/{block}".encode()).digest()
        for at in range(0, len(digest), 4):
            yield int.from_bytes(digest[at : at + 4], "big")
