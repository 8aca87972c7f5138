"""Tests by the clock, and hands of one's choice in them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import factory
from django.utils import timezone

from strategy.actions import Action
from strategy.dealing import Deal
from strategy.grading import right_play
from strategy.situations import Category
from tests.factories.people import UserFactory
from tests.factories.rulebook import taught
from trainer.accounts.access import Visitor
from trainer.accounts.models import User
from trainer.rulebook.models import Teaching
from trainer.rulebook.queries import chart_of, rules_of
from trainer.timed.kinds import Kind, Setting
from trainer.timed.models import Item, TimedTest
from trainer.timed.services import Step, answer_item, make_test


class TimedTestFactory(factory.Factory):
    """A test begun by the service; ``learner`` or ``guest_key`` says whose it is."""

    class Meta:
        model = TimedTest

    learner = factory.Maybe("guest_key", None, factory.SubFactory(UserFactory))
    guest_key = ""
    teaching = factory.LazyFunction(taught)
    kind = Kind.OWN
    count = 20
    seconds = None
    hand_seconds = None
    categories = tuple(Category)

    @classmethod
    def _create(
        cls,
        model_class: type[TimedTest],
        *,
        learner: User | None,
        guest_key: str,
        teaching: Teaching,
        **setting: Any,
    ) -> TimedTest:
        rules, chart = teaching.rule_set.current, teaching.chart.current
        assert rules is not None
        assert chart is not None
        return make_test(
            visitor=Visitor(learner, guest_key),
            rules=rules,
            chart=chart,
            setting=Setting(**setting),
        )


def open_item(test: TimedTest, deal: str = "") -> Item:
    """The open hand of a test, with the cards of one's choice."""
    test.refresh_from_db()
    item: Item = test.items.get(number=test.asked)
    if deal:
        item.deal = deal
        item.save()
    return item


def give(
    test: TimedTest,
    action: str = "",
    *,
    deal: str = "",
    thought: timedelta = timedelta(0),
) -> Step:
    """Answer the open hand, as asked so long ago; without an action, by the chart."""
    item = open_item(test, deal)
    if thought:
        item.asked_at = timezone.now() - thought
        item.save()
    situation = Deal.parse(item.deal).situation(rules_of(test.rules))
    right = right_play(situation, chart_of(test.chart)).right
    step = answer_item(
        visitor=Visitor(None if test.guest_key else test.learner, test.guest_key),
        item_id=item.public_id,
        action=Action.parse(action) if action else right,
    )
    test.refresh_from_db()
    return step


def miss(test: TimedTest) -> Step:
    """Answer a hand of hard 16 against 9 wrong."""
    return give(test, "S", deal="TS 6D v 9H")
