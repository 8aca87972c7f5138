"""Decks, and days on which their learner answers."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import factory
import time_machine

from tests.factories.log import decide
from tests.factories.people import UserFactory
from tests.factories.rulebook import taught
from trainer.accounts.models import User
from trainer.decisions.models import Decision
from trainer.review.folding import take_in
from trainer.review.models import Deck
from trainer.review.services import open_deck
from trainer.rulebook.models import Teaching

FIRST_DAY = date(2026, 3, 2)
"""A Monday; days of tests are counted from it."""


class DeckFactory(factory.Factory):
    """A deck opened by the service, with what its learner has answered taken in."""

    class Meta:
        model = Deck

    learner = factory.SubFactory(UserFactory)
    teaching = factory.LazyFunction(taught)
    plays_on: date | None = None

    @classmethod
    def _create(
        cls,
        model_class: type[Deck],
        *,
        learner: User,
        teaching: Teaching,
        plays_on: date | None,
    ) -> Deck:
        deck = open_deck(learner=learner, rule_set=teaching.rule_set, chart=teaching.chart)
        deck.plays_on = plays_on
        deck.save()
        take_in(deck=deck)
        return deck


def day(number: int) -> date:
    """So many days after FIRST_DAY."""
    return FIRST_DAY + timedelta(days=number)


def on_day(number: int, clock: str = "12:00:00") -> time_machine.travel:
    """What is done inside the block is done on that day, at that time (UTC)."""
    return time_machine.travel(f"{day(number)} {clock}Z", tick=False)


def decide_on(
    number: int, learner: User, deal: str = "TS 6D v 9H", action: str = "H", **others: Any
) -> Decision:
    """Record an answer on a day."""
    with on_day(number):
        return decide(learner, deal, action, **others)
