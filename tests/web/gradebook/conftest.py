"""A class with its teacher, a student, and somebody who is no member."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.factories import ClassroomFactory, MemberFactory, UserFactory
from tests.web.conftest import client_of
from trainer.classroom.models import Classroom, Member


@pytest.fixture
def classroom(rulebook) -> Classroom:
    return ClassroomFactory()


@pytest.fixture
def teacher(classroom: Classroom) -> Client:
    """The browser of the class's owner."""
    return client_of(classroom.owner)


@pytest.fixture
def student(classroom: Classroom) -> Member:
    return MemberFactory(classroom=classroom, name="Ada", section="A", number="S1")


@pytest.fixture
def nobody(db) -> Client:
    """The browser of somebody with an account who is in no class."""
    return client_of(UserFactory())
