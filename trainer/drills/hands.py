"""A hand in play as its page shows it, in a drill or a test."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from strategy.cards import Card
from strategy.dealing import Deal
from strategy.rules import HoleCard
from strategy.situations import Situation
from trainer.core.wording import counted_hand, rank_name
from trainer.decisions.shown import Choice, choices_of


@dataclass(frozen=True, slots=True, kw_only=True)
class DealtHand:
    """Cards that wait for a play."""

    deal: Deal
    situation: Situation

    @property
    def player(self) -> str:
        return counted_hand(self.situation)

    @property
    def dealer(self) -> str:
        return rank_name(self.deal.upcard.rank)

    @property
    def choices(self) -> Sequence[Choice]:
        return choices_of(self.situation)

    @property
    def hole(self) -> bool:
        """Whether the dealer has a hole card."""
        return self.situation.rules.hole_card is HoleCard.PEEK

    @property
    def upcards(self) -> Sequence[Card]:
        return [self.deal.upcard]
