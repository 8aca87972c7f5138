"""Tests of an older version get what they did not keep."""

from __future__ import annotations

from datetime import date

import pytest
import time_machine
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import F

from tests.factories import TimedTestFactory, UserFactory, give, miss
from trainer.timed.models import TimedTest

BEFORE = ("timed", "0001_initial")


@pytest.mark.django_db(transaction=True)
def test_days_are_the_learners_and_misses_cost_points_in_sprints_alone(rulebook):
    learner = UserFactory(time_zone="Asia/Tokyo")
    with time_machine.travel("2026-03-01 16:00:00Z", tick=False):
        of_hands = TimedTestFactory(learner=learner)
        sprint = TimedTestFactory(learner=learner, count=None, seconds=60)
        guests = TimedTestFactory(guest_key="the-guest")
        for test in (of_hands, sprint):
            give(test)
            miss(test)
            miss(test)
    TimedTest.objects.update(score=2 * F("correct") - F("answered"))
    try:
        MigrationExecutor(connection).migrate([BEFORE])
    finally:
        executor = MigrationExecutor(connection)
        executor.migrate(executor.loader.graph.leaf_nodes())
    for test, day, score in (
        (of_hands, date(2026, 3, 2), 1),
        (sprint, date(2026, 3, 2), -1),
        (guests, date(2026, 3, 1), 0),
    ):
        test.refresh_from_db()
        assert (test.day, test.score) == (day, score)
