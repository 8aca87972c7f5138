"""One attempt, hand by hand, as a teacher sees it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise

from strategy.actions import Action
from strategy.cards import Card
from strategy.dealing import Deal
from trainer.core.wording import ACTIONS
from trainer.gradebook.attempts import Taken, standings
from trainer.quizzes.models import Attempt, Item, Quiz


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand of the attempt, with what became of it."""

    item: Item
    deal: Deal

    @property
    def upcards(self) -> Sequence[Card]:
        return [self.deal.upcard]

    @property
    def chosen(self) -> Promise | None:
        """None where nothing was answered."""
        return ACTIONS[Action(self.item.action)] if self.item.action else None

    @property
    def right(self) -> Promise | None:
        return ACTIONS[Action(self.item.right)] if self.item.right else None

    @property
    def cost(self) -> float:
        """What the answer lost, in bets."""
        return self.item.cost_millionths / 1_000_000


@dataclass(frozen=True, slots=True)
class ShownAttempt:
    """An attempt with its hands, in the order in which they were asked."""

    attempt: Attempt
    taken: Taken
    hands: Sequence[Hand]

    @property
    def cost(self) -> float:
        return self.taken.cost_millionths / 1_000_000


def shown_attempt(quiz: Quiz, attempt: Attempt) -> ShownAttempt:
    """The attempt at a quiz, which is read with its class; five queries at most."""
    of_member = standings([quiz], [attempt.member_id])[attempt.member_id, quiz.pk]
    taken = next(one for one in of_member.attempts if one.pk == attempt.pk)
    items = attempt.items.select_related("question").order_by("number")
    return ShownAttempt(
        attempt, taken, [Hand(item, Deal.parse(item.question.deal)) for item in items]
    )
