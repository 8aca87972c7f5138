"""What a table agrees before the first bet of a match; nothing of it ever changes.

>>> agreement = Agreement.parse("S17 | 100 | 5 10 25 | 20 | Ann:person Bo%20B:expert")
>>> agreement.chairs[1].name, agreement.rounds, agreement.rules.code
('Bo B', 20, '1D S17 PEEK DOA DAS SP2 SA2 NS 3:2 NOINS FLOOR FRESH')

In a text the parts are soft 17, the chips that each seat starts with, the bets offered, the number
of rounds (``open`` where there is none), and the seats, each a name and a kind.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import pairwise
from typing import Final, Self
from urllib.parse import quote, unquote

from strategy.money import CHIP, MoneyError, chips, units
from strategy.rule_sets import stock_rule_sets
from strategy.rules import Rules

FEWEST_SEATS: Final = 2
MOST_SEATS: Final = 7
MOST_ROUNDS: Final = 200
MOST_SIZES: Final = 8
MOST_CHIPS: Final = 1_000_000 * CHIP
LONGEST_NAME: Final = 40

_OPEN: Final = "open"
_SOFT_17: Final = {"S17": False, "H17": True}


class AgreementError(ValueError):
    """What no table can agree on, or a text that tells no agreement; says why."""


class Kind(Enum):
    """Who plays a seat: a person, or a computer player of a style (``strategy.players``)."""

    PERSON = "person"
    COPYCAT = "copycat"
    """Draws and stands as the dealer must."""
    CAUTIOUS = "cautious"
    """Never takes a card that could break the hand."""
    GAMBLER = "gambler"
    """Plays by hunches, and bets more after a loss."""
    CHART = "chart"
    """Plays by the exact chart and always bets the same."""
    EXPERT = "expert"
    """Plays by the exact chart and bets by where it stands in the match."""


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat of the table and who has taken it."""

    name: str
    kind: Kind = Kind.PERSON

    def __post_init__(self) -> None:
        if not 1 <= len(self.name) <= LONGEST_NAME or self.name != self.name.strip():
            raise AgreementError(
                f"a name has 1 to {LONGEST_NAME} characters and no space at its ends"
            )
        if not self.name.isprintable():
            raise AgreementError("a name has no characters that cannot be shown")

    def __str__(self) -> str:
        return f"{quote(self.name, safe='')}:{self.kind.value}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a name with its special characters escaped as in an address, and a kind."""
        name, _, kind = text.partition(":")
        try:
            return cls(unquote(name, errors="strict"), Kind(kind))
        except ValueError as error:
            reason = error if isinstance(error, AgreementError) else "write name:kind"
            raise AgreementError(f"{text!r} is not a seat: {reason}") from None


@dataclass(frozen=True, slots=True)
class Agreement:
    """Seats, chips, bets, rounds and soft 17 of a match; raise AgreementError where that is none.

    All else is the same at every table: ``rules``.
    """

    chairs: tuple[Chair, ...]
    """In seating order; a seat's number is its place here, from 0."""
    chips: int
    """What each seat starts with, in the units of ``strategy.money``."""
    sizes: tuple[int, ...]
    """The bets offered, the smallest first."""
    rounds: int | None
    """None: the match has no number of rounds, and whoever made the table ends it."""
    hits_soft_17: bool = False

    def __post_init__(self) -> None:
        names = [chair.name for chair in self.chairs]
        if not FEWEST_SEATS <= len(names) <= MOST_SEATS:
            raise AgreementError(
                f"a match has {FEWEST_SEATS} to {MOST_SEATS} seats, not {len(names)}"
            )
        if twice := [name for name in names if names.count(name) > 1]:
            raise AgreementError(f"two seats are called {twice[0]}")
        if not 1 <= len(self.sizes) <= MOST_SIZES:
            raise AgreementError(f"a table offers 1 to {MOST_SIZES} bets, not {len(self.sizes)}")
        if any(size <= 0 or size % CHIP for size in self.sizes):
            raise AgreementError("a bet is a whole number of chips")
        if any(size >= larger for size, larger in pairwise(self.sizes)):
            raise AgreementError("the bets are listed from the smallest to the largest")
        if self.chips % CHIP or not self.sizes[0] <= self.chips <= MOST_CHIPS:
            raise AgreementError(
                f"a seat starts with {chips(self.sizes[0])}, the smallest bet, "
                f"to {chips(MOST_CHIPS)} whole chips"
            )
        if self.rounds is not None and not 1 <= self.rounds <= MOST_ROUNDS:
            raise AgreementError(f"a match has 1 to {MOST_ROUNDS} rounds, or no number at all")

    @property
    def rules(self) -> Rules:
        """The rules of every match table, with soft 17 as agreed."""
        return table_rules(self.hits_soft_17)

    @property
    def seats(self) -> range:
        """The numbers of the seats."""
        return range(len(self.chairs))

    def __str__(self) -> str:
        return " | ".join(
            (
                "H17" if self.hits_soft_17 else "S17",
                chips(self.chips),
                " ".join(map(chips, self.sizes)),
                _OPEN if self.rounds is None else str(self.rounds),
                " ".join(map(str, self.chairs)),
            )
        )

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what ``str`` writes; raise AgreementError."""
        parts = [part.strip() for part in text.split("|")]
        if len(parts) != 5:
            raise AgreementError(
                "an agreement has five parts: soft 17 | chips | bets | rounds | seats"
            )
        soft, pile, sizes, rounds, chairs = parts
        if soft not in _SOFT_17:
            raise AgreementError(f"{soft!r} is neither S17 nor H17")
        if rounds != _OPEN and not (rounds.isascii() and rounds.isdecimal() and len(rounds) < 10):
            raise AgreementError(f"{rounds!r} is not a number of rounds")
        try:
            return cls(
                tuple(map(Chair.parse, chairs.split())),
                units(pile),
                tuple(map(units, sizes.split())),
                None if rounds == _OPEN else int(rounds),
                _SOFT_17[soft],
            )
        except MoneyError as error:
            raise AgreementError(str(error)) from None


@cache
def table_rules(hits_soft_17: bool) -> Rules:
    """The rules of every match table that has agreed so on soft 17."""
    slug = "match-table-h17" if hits_soft_17 else "match-table"
    return next(found.rules for found in stock_rule_sets() if found.slug == slug)
