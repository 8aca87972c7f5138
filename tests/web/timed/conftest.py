"""A test of the learner, and one of a guest."""

from __future__ import annotations

import pytest

from tests.factories import TimedTestFactory
from trainer.accounts.models import User
from trainer.timed.models import TimedTest


@pytest.fixture
def timed_test(rulebook, learner: User) -> TimedTest:
    """An open test of the learner: 20 hands, no limits."""
    return TimedTestFactory(learner=learner)


@pytest.fixture
def sprint(rulebook, learner: User) -> TimedTest:
    """An open test of the learner: 60 seconds."""
    return TimedTestFactory(learner=learner, count=None, seconds=60)


@pytest.fixture
def guest_test(rulebook) -> TimedTest:
    """An open test of the guest."""
    return TimedTestFactory(guest_key="the-guest")
