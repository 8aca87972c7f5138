"""The cast of a class: its teacher, a student, another student, and strangers."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.factories import ClassroomFactory, GuestFactory, MemberFactory, QuizFactory, UserFactory
from tests.web.conftest import client_of, client_of_guest
from trainer.classroom.models import Classroom, Member, Role
from trainer.quizzes.models import Quiz


@pytest.fixture
def classroom(rulebook) -> Classroom:
    return ClassroomFactory(name="Monday class")


@pytest.fixture
def teacher(classroom: Classroom) -> Client:
    """The browser of the teacher."""
    return client_of(classroom.owner)


@pytest.fixture
def member(classroom: Classroom) -> Member:
    return MemberFactory(classroom=classroom, name="Ada")


@pytest.fixture
def student(member: Member) -> Client:
    """The browser of a student."""
    return client_of(member.user)


@pytest.fixture
def other(classroom: Classroom) -> Client:
    """The browser of another student of the class."""
    return client_of(MemberFactory(classroom=classroom, name="Grace").user)


@pytest.fixture
def quiz(classroom: Classroom) -> Quiz:
    """A published quiz of two hands: 16 against 9 (hit), soft 18 against 8 (stand)."""
    return QuizFactory(classroom=classroom, title="First quiz")


@pytest.fixture(params=["a teacher of another class", "a student who left", "no member"])
def outsider(request: pytest.FixtureRequest, classroom: Classroom) -> Client:
    """The browser of somebody who does not belong to the class, one kind after the other."""
    user = UserFactory()
    if request.param == "a teacher of another class":
        MemberFactory(user=user, role=Role.TEACHER)
    if request.param == "a student who left":
        MemberFactory(classroom=classroom, user=user, left_at=classroom.made_at)
    return client_of(user)


@pytest.fixture(params=["guest", "nobody"])
def unknown(request: pytest.FixtureRequest, db) -> Client:
    """The browser of whoever has no account."""
    if request.param == "nobody":
        return Client()
    GuestFactory(guest_key="the-guest")
    return client_of_guest("the-guest")
