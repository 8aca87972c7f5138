"""Quizzes of hands of one's choice, and attempts at them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import factory
from django.utils import timezone

from strategy.actions import Action
from strategy.analysis import analyse
from strategy.dealing import Deal
from strategy.grading import right_play
from strategy.situations import Category
from tests.factories.classroom import ClassroomFactory, MemberFactory
from tests.factories.rulebook import taught
from trainer.classroom.models import Member
from trainer.quizzes.building import Dates, Plan
from trainer.quizzes.models import Attempt, Item, Order, Origin, Policy, Question, Quiz, Reveal
from trainer.quizzes.taking import Step, answer_item, end_attempt, start_attempt
from trainer.quizzes.times import end_for_all
from trainer.rulebook.queries import chart_of, rules_of


class QuizFactory(factory.django.DjangoModelFactory):
    """A published quiz of two hands, or of the ``deals``, that anybody in the class may take."""

    class Meta:
        model = Quiz
        skip_postgeneration_save = True

    classroom = factory.SubFactory(ClassroomFactory)
    title = factory.Sequence(lambda number: f"Quiz {number}")
    rules = factory.LazyFunction(lambda: taught().rule_set.current)
    chart = factory.LazyFunction(lambda: taught().chart.current)
    origin = Origin.CATEGORIES
    categories = "hard,soft,pair"
    deals = ("TS 6D v 9H", "AS 7D v 8H")
    count = factory.LazyAttribute(lambda quiz: len(quiz.deals))
    order = Order.SAME
    policy = Policy.BEST
    reveal = Reveal.AT_ONCE
    seed = "seed"
    made_at = factory.LazyFunction(timezone.now)
    published_at = factory.LazyFunction(timezone.now)
    closes_at = None
    grace_days = 0
    closed_at = None
    ends_at = factory.LazyAttribute(
        lambda quiz: end_for_all(
            quiz.closes_at, quiz.grace_days, quiz.closed_at, quiz.classroom.zone
        )
    )
    over_at = factory.SelfAttribute("ends_at")

    @classmethod
    def _create(
        cls, model_class: type[Quiz], *args: Any, deals: Sequence[str], **fields: Any
    ) -> Quiz:
        quiz: Quiz = super()._create(model_class, *args, **fields)
        rules = rules_of(quiz.rules)
        for number, text in enumerate(deals, 1):
            situation = Deal.parse(text).situation(rules)
            Question.objects.create(
                quiz=quiz,
                number=number,
                stratum=number,
                cell=str(situation.cell),
                deal=text,
                gap_millionths=round(1_000_000 * analyse(rules.core).evaluate(situation).gap),
            )
        return quiz


class AttemptFactory(factory.django.DjangoModelFactory):
    """An attempt begun, with an item for each question, the first of them shown."""

    class Meta:
        model = Attempt
        skip_postgeneration_save = True

    quiz = factory.SubFactory(QuizFactory)
    member = factory.SubFactory(MemberFactory, classroom=factory.SelfAttribute("..quiz.classroom"))
    learner = factory.SelfAttribute("member.user")
    number = 1
    started_at = factory.LazyFunction(timezone.now)
    logged = factory.LazyAttribute(lambda attempt: attempt.quiz.reveal == Reveal.AT_ONCE)

    @factory.post_generation
    def items_of_questions(self, create: bool, extracted: None) -> None:
        assert isinstance(self, Attempt)
        for question in self.quiz.questions.all():
            first = question.number == 1
            Item.objects.create(
                attempt=self,
                question=question,
                number=question.number,
                asked_at=self.started_at if first else None,
            )


def plan_of(**others: Any) -> Plan:
    """A plan for the builder's services: ten hands of all kinds."""
    teaching = taught()
    settings: dict[str, Any] = {
        "dates": Dates(title="Quiz"),
        "rules": teaching.rule_set.current,
        "chart": teaching.chart.current,
        "origin": Origin.CATEGORIES,
        "categories": tuple(Category),
        "count": 10,
        "order": Order.SHUFFLED,
        "policy": Policy.BEST,
        "reveal": Reveal.CLOSED,
    }
    return Plan(**(settings | others))


def begin(quiz: Quiz, student: Member | None = None) -> Attempt:
    """Start an attempt, or go on with it; without a student, a new one's."""
    student = student or MemberFactory(classroom=quiz.classroom)
    assert student.user is not None
    return start_attempt(user=student.user, quiz_id=quiz.public_id)


def open_question(attempt: Attempt) -> Item:
    """The hand that waits for an answer."""
    attempt.refresh_from_db()
    item: Item = attempt.items.select_related("question").get(
        number=attempt.answered + attempt.missed + 1
    )
    return item


def reply(attempt: Attempt, action: str = "", *, thought: timedelta | None = None) -> Step:
    """Answer the open hand; without an action, by the chart."""
    item = open_question(attempt)
    if thought is not None:
        Item.objects.filter(pk=item.pk).update(asked_at=timezone.now() - thought)
    quiz = attempt.quiz
    situation = Deal.parse(item.question.deal).situation(rules_of(quiz.rules))
    right = right_play(situation, chart_of(quiz.chart)).right
    step = answer_item(
        user=attempt.learner,
        item_id=item.public_id,
        action=Action.parse(action) if action else right,
    )
    attempt.refresh_from_db()
    return step


def hand_in(attempt: Attempt) -> Attempt:
    """End an attempt with what was answered."""
    return end_attempt(user=attempt.learner, attempt_id=attempt.public_id)
