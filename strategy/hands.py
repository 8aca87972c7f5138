"""A hand of cards: its total, whether it is soft, a pair, a natural or bust."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from strategy.cards import Card, Rank


class HandError(ValueError):
    """A text that names no hand."""


@dataclass(frozen=True, slots=True)
class Hand:
    """The ranks of a hand, in the order in which they were dealt.

    >>> hand = Hand.parse("A24")
    >>> hand.total, hand.soft
    (17, True)
    """

    ranks: tuple[Rank, ...]
    total: int = field(init=False, compare=False, repr=False)
    """The best count: one ace as 11 where that does not pass 21."""
    soft: bool = field(init=False, compare=False, repr=False)
    """Whether an ace counts as 11, so that the next card cannot break the hand."""

    def __post_init__(self) -> None:
        low = sum(rank.points for rank in self.ranks)
        soft = Rank.ACE in self.ranks and low <= 11
        object.__setattr__(self, "soft", soft)
        object.__setattr__(self, "total", low + 10 if soft else low)

    def __str__(self) -> str:
        return "".join(map(str, self.ranks))

    def __len__(self) -> int:
        return len(self.ranks)

    @property
    def bust(self) -> bool:
        return self.total > 21

    @property
    def natural(self) -> bool:
        """An ace and a ten-valued card as two cards; a hand made by a split never counts as one,
        which only the round it is played in can know."""
        return len(self.ranks) == 2 and self.total == 21

    @property
    def pair(self) -> bool:
        """Two cards of the same value: a king and a queen are a pair of tens."""
        return len(self.ranks) == 2 and self.ranks[0].valued is self.ranks[1].valued

    @property
    def same_rank(self) -> bool:
        """Two cards of the same rank: a king and a queen are not."""
        return len(self.ranks) == 2 and self.ranks[0] is self.ranks[1]

    @classmethod
    def of(cls, cards: Iterable[Card]) -> Hand:
        return cls(tuple(card.rank for card in cards))

    @classmethod
    def parse(cls, text: str) -> Hand:
        """Read ranks written together or apart (``T6``, ``10,6``, ``A 2 4``); raise HandError."""
        if not re.fullmatch(r"(?:(?:10|[2-9ATJQK])[ ,]*)+", text, re.IGNORECASE | re.ASCII):
            raise HandError(f"{text!r} is not a hand: write its ranks, as in T6, A7 or 884")
        found = re.findall(r"10|[2-9ATJQK]", text, re.IGNORECASE)
        return cls(tuple(Rank.parse(rank) for rank in found))
