"""The cast of a class: its owner, a co-teacher, a student, one on the roster, and strangers."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.factories import ClassroomFactory, MemberFactory, UserFactory
from tests.web.conftest import client_of, client_of_guest
from trainer.classroom.models import Classroom, Member, Role


@pytest.fixture
def classroom(db) -> Classroom:
    return ClassroomFactory(name="Probability", join_code="ABCD2345")


@pytest.fixture
def owner_member(classroom: Classroom) -> Member:
    return classroom.members.get(user=classroom.owner)


@pytest.fixture
def teacher(classroom: Classroom) -> Client:
    """The owner's browser."""
    return client_of(classroom.owner)


@pytest.fixture
def co_member(classroom: Classroom) -> Member:
    return MemberFactory(classroom=classroom, role=Role.TEACHER, name="Mr. Cole")


@pytest.fixture
def co_teacher(co_member: Member) -> Client:
    return client_of(co_member.user)


@pytest.fixture
def student_member(classroom: Classroom) -> Member:
    return MemberFactory(classroom=classroom, name="Anna Smith", number="17", email="a@school.org")


@pytest.fixture
def student(student_member: Member) -> Client:
    return client_of(student_member.user)


@pytest.fixture
def waiting(classroom: Classroom) -> Member:
    """Brought in from a roster, not signed in yet."""
    return MemberFactory(
        classroom=classroom,
        user=None,
        name="Zoë Ångström",
        email="zoe@school.org",
        joined_at=None,
        first_code="ABCDEFGH2345",
    )


@pytest.fixture(params=["nobody in it", "student of another class", "teacher of another", "left"])
def outsider(request: pytest.FixtureRequest, classroom: Classroom) -> Client:
    """Somebody with an account for whom the class does not exist."""
    if request.param == "student of another class":
        return client_of(MemberFactory().user)
    if request.param == "teacher of another":
        return client_of(ClassroomFactory().owner)
    if request.param == "left":
        left_at = classroom.made_at
        return client_of(MemberFactory(classroom=classroom, left_at=left_at).user)
    return client_of(UserFactory())


@pytest.fixture(params=["no session", "guest"])
def anonymous(request: pytest.FixtureRequest, db) -> Client:
    """Somebody without an account."""
    return Client() if request.param == "no session" else client_of_guest("the-guest")


@pytest.fixture
def archived(classroom: Classroom, student_member: Member, waiting: Member) -> Classroom:
    """The class, archived with everybody in it."""
    classroom.archived_at = classroom.made_at
    classroom.save()
    return classroom
