"""The cast of the web tests: the owner of a drill, a guest, and all kinds of strangers."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.factories import DrillFactory, UserFactory, answer
from trainer.accounts.models import User
from trainer.drills.models import Drill


def client_of(user: User) -> Client:
    """A browser in which the user is signed in."""
    client = Client()
    client.force_login(user)
    return client


def client_of_guest(key: str) -> Client:
    """A browser whose session has the key of a guest."""
    client = Client()
    session = client.session
    session["guest"] = key
    session.save()
    return client


@pytest.fixture
def learner(db) -> User:
    return UserFactory()


@pytest.fixture
def owner(learner: User) -> Client:
    """The learner's browser."""
    return client_of(learner)


@pytest.fixture
def drill(rulebook, learner: User) -> Drill:
    """An open drill of the learner."""
    return DrillFactory(learner=learner)


@pytest.fixture
def guest(db) -> Client:
    """The browser of a guest who has answered nothing yet."""
    return client_of_guest("the-guest")


@pytest.fixture
def guest_drill(rulebook) -> Drill:
    """An open drill of the guest."""
    return DrillFactory(guest_key="the-guest")


@pytest.fixture(params=["another user", "another guest", "a guest with answers", "no session"])
def stranger(request: pytest.FixtureRequest, rulebook) -> Client:
    """The browser of somebody whose drill it is not, one kind after the other."""
    if request.param == "another user":
        return client_of(UserFactory())
    if request.param == "no session":
        return Client()
    if request.param == "a guest with answers":
        answer(DrillFactory(guest_key="another-guest"))
    return client_of_guest("another-guest")
