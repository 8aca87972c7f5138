"""Classes and their members."""

from __future__ import annotations

import factory
from django.utils import timezone

from tests.factories.people import UserFactory
from trainer.classroom.models import Classroom, Member, Role


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
