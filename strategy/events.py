"""What happens in a round, in order: the story of the round, with nothing that is still hidden.

Seats and hands are numbered from 0; money is in the units of ``strategy.money``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from strategy.actions import Action
from strategy.cards import Card
from strategy.shoe import Refill


class Outcome(Enum):
    """How a hand ended; each value is an English word for it."""

    NATURAL = "blackjack"
    """A natural against none, paid at the table's odds."""
    WIN = "win"
    PUSH = "push"
    LOSE = "lose"
    BUST = "bust"
    SURRENDER = "surrender"
    RETURNED = "returned"
    """A later bet, given back because the dealer's natural takes the original one alone."""


@dataclass(frozen=True, slots=True)
class CardDealt:
    """A card to a hand of a player, face up."""

    seat: int
    hand: int
    card: Card


@dataclass(frozen=True, slots=True)
class UpcardDealt:
    card: Card


@dataclass(frozen=True, slots=True)
class HoleCardDealt:
    """The dealer's second card, face down."""


@dataclass(frozen=True, slots=True)
class ShoeRefilled:
    """The shoe had run out: the next card is of a new one."""

    source: Refill


@dataclass(frozen=True, slots=True)
class Insured:
    """A seat answered the offer of insurance; ``amount`` is 0 where it declined."""

    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class KeptOn:
    """A seat was offered an early surrender and plays on."""

    seat: int


@dataclass(frozen=True, slots=True)
class DealerLooked:
    """The dealer looked at the hole card under an ace or a ten."""

    natural: bool


@dataclass(frozen=True, slots=True)
class Acted:
    """A player acted on a hand; ``staked`` is what that added to the bets."""

    seat: int
    hand: int
    action: Action
    staked: int


@dataclass(frozen=True, slots=True)
class HoleCardTurned:
    card: Card


@dataclass(frozen=True, slots=True)
class DealerDrew:
    card: Card


@dataclass(frozen=True, slots=True)
class HandSettled:
    """``net`` is what the player gains by the hand, below 0 a loss."""

    seat: int
    hand: int
    outcome: Outcome
    net: int


@dataclass(frozen=True, slots=True)
class InsuranceSettled:
    seat: int
    net: int


Event = (
    CardDealt
    | UpcardDealt
    | HoleCardDealt
    | ShoeRefilled
    | Insured
    | KeptOn
    | DealerLooked
    | Acted
    | HoleCardTurned
    | DealerDrew
    | HandSettled
    | InsuranceSettled
)
