"""Classes, their members, and quizzes in them."""

from __future__ import annotations

import factory
from django.utils import timezone

from strategy.dealing import Deal
from tests.factories.people import UserFactory
from tests.factories.rulebook import taught
from trainer.classroom.models import Classroom, Member, Role
from trainer.quizzes.models import Attempt, Item, Order, Origin, Policy, Question, Quiz, Reveal
from trainer.rulebook.queries import rules_of


class ClassroomFactory(factory.django.DjangoModelFactory):
    """A class with its owner as its teacher."""

    class Meta:
        model = Classroom
        skip_postgeneration_save = True

    owner = factory.SubFactory(UserFactory)
    name = factory.Sequence(lambda number: f"Class {number}")
    time_zone = "Europe/Berlin"
    join_code = factory.Sequence(lambda number: f"CODE{number:04}")
    made_at = factory.LazyFunction(timezone.now)

    @factory.post_generation
    def teacher(self, create: bool, extracted: None) -> None:
        assert isinstance(self, Classroom)
        MemberFactory(classroom=self, user=self.owner, role=Role.TEACHER)


class MemberFactory(factory.django.DjangoModelFactory):
    """A student with an account; ``user=None`` for one who has not signed in yet."""

    class Meta:
        model = Member

    classroom = factory.SubFactory(ClassroomFactory)
    user = factory.SubFactory(UserFactory)
    name = factory.Sequence(lambda number: f"Student {number}")
    joined_at = factory.LazyFunction(timezone.now)


class QuizFactory(factory.django.DjangoModelFactory):
    """A published quiz of two hands that anybody in the class may take."""

    class Meta:
        model = Quiz
        skip_postgeneration_save = True

    classroom = factory.SubFactory(ClassroomFactory)
    title = factory.Sequence(lambda number: f"Quiz {number}")
    rules = factory.LazyFunction(lambda: taught().rule_set.current)
    chart = factory.LazyFunction(lambda: taught().chart.current)
    origin = Origin.CATEGORIES
    categories = "hard,soft,pair"
    count = 2
    order = Order.SAME
    policy = Policy.BEST
    reveal = Reveal.AT_ONCE
    seed = "seed"
    made_at = factory.LazyFunction(timezone.now)
    published_at = factory.LazyFunction(timezone.now)

    @factory.post_generation
    def deals(self, create: bool, deals: list[str] | None) -> None:
        """The hands asked, in their order."""
        assert isinstance(self, Quiz)
        for number, text in enumerate(deals or ["TS 6D v 9H", "AS 7D v 8H"], 1):
            Question.objects.create(
                quiz=self,
                number=number,
                stratum=number,
                cell=str(Deal.parse(text).situation(rules_of(self.rules)).cell),
                deal=text,
                gap_millionths=10_000,
            )


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
