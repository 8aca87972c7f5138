"""Drills, and hands of one's choice in them."""

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
from trainer.drills.models import Dealing, Drill, Question
from trainer.drills.services import Answer, answer_question, start_drill, take_hint
from trainer.rulebook.models import Teaching
from trainer.rulebook.queries import chart_of, rules_of


class DrillFactory(factory.Factory):
    """A drill begun by the service; ``learner`` or ``guest_key`` says whose it is."""

    class Meta:
        model = Drill

    learner = factory.Maybe("guest_key", None, factory.SubFactory(UserFactory))
    guest_key = ""
    teaching = factory.LazyFunction(taught)
    categories = tuple(Category)
    dealing = Dealing.EVEN
    longer = False
    length = 20

    @classmethod
    def _create(
        cls,
        model_class: type[Drill],
        *,
        learner: User | None,
        guest_key: str,
        teaching: Teaching,
        **settings: Any,
    ) -> Drill:
        rules, chart = teaching.rule_set.current, teaching.chart.current
        assert rules is not None
        assert chart is not None
        visitor = Visitor(learner, guest_key)
        return start_drill(visitor=visitor, rules=rules, chart=chart, **settings, anew=True)


def deal_hand(drill: Drill, deal: str = "TS 6D v 9H") -> Question:
    """Put the cards of one's choice into the drill's open question, as asked just now."""
    drill.refresh_from_db()
    question: Question = drill.questions.get(number=drill.asked)
    question.deal, question.asked_at = deal, timezone.now()
    question.save()
    return question


def answer(drill: Drill, action: str = "", *, thought: timedelta = timedelta(seconds=3)) -> Answer:
    """Answer the open question after so much thought; without an action, by the chart."""
    drill.refresh_from_db()
    question = drill.questions.get(number=drill.asked)
    question.asked_at = timezone.now() - thought
    question.save()
    situation = Deal.parse(question.deal).situation(rules_of(drill.rules))
    right = right_play(situation, chart_of(drill.chart)).right
    given = answer_question(
        visitor=Visitor(None if drill.guest_key else drill.learner, drill.guest_key),
        question_id=question.public_id,
        action=Action.parse(action) if action else right,
    )
    drill.refresh_from_db()
    return given


def play(
    drill: Drill, deal: str, action: str, *, thought: timedelta = timedelta(seconds=3)
) -> Answer:
    """Deal a hand and answer it."""
    deal_hand(drill, deal)
    return answer(drill, action, thought=thought)


def take_hint_in(drill: Drill) -> None:
    """Ask for the hint of the open question."""
    take_hint(
        visitor=Visitor(None if drill.guest_key else drill.learner, drill.guest_key),
        question_id=drill.questions.get(number=drill.asked).public_id,
    )
