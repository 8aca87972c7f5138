"""A player's place at the table: the hands and what is staked on them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import NamedTuple

from strategy.cards import Card
from strategy.hands import Hand
from strategy.money import CHIP
from strategy.rules import Insurance, Rules


class HandState(Enum):
    """Where a hand stands; only an open one asks for decisions."""

    OPEN = "open"
    NATURAL = "natural"
    STOOD = "stood"
    BUST = "bust"
    SURRENDERED = "surrendered"


@dataclass(frozen=True, slots=True)
class PlayerHand:
    """A hand of a player and what is staked on it."""

    cards: tuple[Card, ...]
    bet: int
    state: HandState = HandState.OPEN
    from_split: bool = False
    doubled: bool = False
    hand: Hand = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "hand", Hand.of(self.cards))

    def with_card(self, card: Card) -> PlayerHand:
        """The hand with another card: over when it is bust or has 21."""
        cards = (*self.cards, card)
        after = PlayerHand(cards, self.bet, self.state, self.from_split, self.doubled)
        if after.hand.total < 21:
            return after
        return replace(after, state=HandState.BUST if after.hand.bust else HandState.STOOD)


@dataclass(frozen=True, slots=True)
class Seat:
    """The original bet, the hands that came of it, and the insurance."""

    bet: int
    hands: tuple[PlayerHand, ...] = ()
    funds: int | None = None
    """What the player could stake beside the bet; None: any amount."""
    insurance: int | None = None
    """What is staked on the dealer's natural; None until that was answered."""
    kept_on: bool = False
    """Whether an early surrender was offered and not taken."""

    @property
    def staked(self) -> int:
        """All that lies on the table for the seat."""
        return sum(hand.bet for hand in self.hands) + (self.insurance or 0)

    def with_hands(self, number: int, *hands: PlayerHand) -> Seat:
        """The seat with one of its hands replaced, by two where it is split."""
        after = (*self.hands[:number], *hands, *self.hands[number + 1 :])
        return Seat(self.bet, after, self.funds, self.insurance, self.kept_on)

    def can_stake(self, amount: int) -> bool:
        """Whether the player has the chips for another stake."""
        return self.funds is None or amount <= self.funds - (self.staked - self.bet)

    def may_insure(self, amount: int, rules: Rules) -> bool:
        """Whether the rules let so much be staked on the dealer's natural, the chips apart."""
        whole = not rules.whole_chips or amount % CHIP == 0
        return whole and 0 < amount <= self.most_insurance(rules)

    def most_insurance(self, rules: Rules) -> int:
        """The most that may be staked on the dealer's natural."""
        match rules.insurance:
            case Insurance.NONE:
                return 0
            case Insurance.WHOLE if not self.hands[0].hand.natural:
                return self.bet
            case _:
                half = self.bet // 2
                return half // CHIP * CHIP if rules.whole_chips else half


class Turn(NamedTuple):
    """Whose decision it is, and about which hand. Both are numbered from 0."""

    seat: int
    hand: int
