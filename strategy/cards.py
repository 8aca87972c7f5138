"""Ranks, suits and cards, with their text forms: ``TS`` is the ten of spades, shown as ``10♠``."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final


class CardError(ValueError):
    """A text that names no rank, suit or card."""


class Rank(Enum):
    """One of the thirteen ranks; the value is its one-letter text form."""

    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"

    def __str__(self) -> str:
        return self.value

    @property
    def points(self) -> int:
        """What the card counts at the least: 1 for an ace, 10 for a court card."""
        return _POINTS[self]

    @property
    def shown(self) -> str:
        """The rank as it is printed on a card: ``10``, not ``T``."""
        return "10" if self is Rank.TEN else self.value

    @property
    def word(self) -> str:
        """The rank as it is spoken: ``ace``, ``queen``, ``10``."""
        return self.name.lower() if self.value in "AJQK" else self.shown

    @property
    def with_article(self) -> str:
        """The rank in a sentence: ``an ace``, ``a 10``."""
        return f"{'an' if self.value in '8A' else 'a'} {self.word}"

    @property
    def valued(self) -> Rank:
        """The rank that stands for all of the same value: a ten for a jack, queen or king."""
        return Rank.TEN if self.points == 10 else self

    @classmethod
    def parse(cls, text: str) -> Rank:
        """Read ``A 2 … 9 T J Q K`` in either case, or ``10``; raise CardError otherwise."""
        if text == "10":
            return cls.TEN
        try:
            return cls(text.upper())
        except ValueError:
            raise CardError(f"{text!r} is not a rank (A 2 3 4 5 6 7 8 9 T J Q K)") from None


_POINTS: Final = {rank: min(number, 10) for number, rank in enumerate(Rank, start=1)}

VALUES: Final = tuple(rank for rank in Rank if rank is rank.valued)
"""The ten ranks that differ in value, ace first: A 2 … 9 T."""

UPCARDS: Final = (*VALUES[1:], Rank.ACE)
"""The ten upcards in the order of a chart's columns: 2 … 9 T A."""


class Suit(Enum):
    """One of the four suits; the value is its one-letter text form."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    def __str__(self) -> str:
        return self.value

    @property
    def symbol(self) -> str:
        return {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}[self.value]

    @property
    def word(self) -> str:
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Card:
    """A card of a pack.

    >>> Card.parse("TS").shown, Card.parse("10♠").name
    ('10♠', '10 of spades')
    """

    rank: Rank
    suit: Suit

    def __str__(self) -> str:
        return f"{self.rank}{self.suit}"

    @property
    def code(self) -> str:
        return str(self)

    @property
    def shown(self) -> str:
        return f"{self.rank.shown}{self.suit.symbol}"

    @property
    def name(self) -> str:
        return f"{self.rank.word} of {self.suit.word}"

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read ``TS``, ``10s`` or ``10♠``; raise CardError for anything else."""
        suit = _SUITS.get(text[-1:].upper())
        if suit is None:
            raise CardError(f"{text!r} is not a card: it ends in no suit (S H D C)")
        return cls(Rank.parse(text[:-1]), suit)


_SUITS: Final = {key: suit for suit in Suit for key in (suit.value, suit.symbol)}

PACK: Final = tuple(Card(rank, suit) for suit in Suit for rank in Rank)
"""The 52 cards of one pack."""
