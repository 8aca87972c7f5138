"""manage.py tidy: what was begun and never used is cleared away, and nothing else."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.utils import timezone

from tests.factories import DrillFactory, TimedTestFactory, UserFactory, answer
from trainer.decisions.models import Decision
from trainer.drills.models import Drill
from trainer.tables.models import Table
from trainer.timed.models import TimedTest
from trainer.upkeep.services import ABANDONED

pytestmark = pytest.mark.django_db
LONG_AGO = timezone.now() - ABANDONED - timedelta(days=1)


def tidy() -> str:
    output = StringIO()
    call_command("tidy", stdout=output)
    return output.getvalue().strip()


def aged(drill: Drill) -> Drill:
    drill.started_at = LONG_AGO
    drill.save()
    return drill


def old_table(drill: Drill, **owner: object) -> Table:
    """A table with the drill's rules that was opened long ago."""
    return Table.objects.create(
        rules=drill.rules,
        chart=drill.chart,
        minimum=1,
        maximum=100,
        bankroll=10_000,
        bought=10_000,
        opened_at=LONG_AGO,
        **owner,
    )


def old_test(**owner: object) -> None:
    test = TimedTestFactory(**owner)
    test.started_at = LONG_AGO
    test.save()


def test_what_guests_left_without_an_answer_goes(rulebook):
    left = aged(DrillFactory(guest_key="gone"))
    old_table(left, guest_key="gone")
    old_test(guest_key="gone")
    assert tidy() == "cleared: 1 drills, 1 tests, 1 tables, 0 matches"
    assert not TimedTest.objects.exists()
    assert not Drill.objects.exists()
    assert not Table.objects.exists()


def test_what_somebody_answered_or_owns_or_began_lately_stays(rulebook):
    user = UserFactory()
    answered = DrillFactory(guest_key="known")
    answer(answered)
    aged(Drill.objects.get(pk=answered.pk))
    old_table(aged(DrillFactory(learner=user)), learner=user)
    DrillFactory(guest_key="new")
    old_test(learner=user)
    TimedTestFactory(guest_key="new")
    assert tidy() == "cleared: 0 drills, 0 tests, 0 tables, 0 matches"
    assert (Drill.objects.count(), Table.objects.count(), Decision.objects.count()) == (3, 1, 1)
    assert TimedTest.objects.count() == 2


def test_expired_sessions_go(db):
    Session.objects.create(session_key="old", session_data="", expire_date=LONG_AGO)
    Session.objects.create(
        session_key="new", session_data="", expire_date=timezone.now() + timedelta(days=1)
    )
    tidy()
    assert list(Session.objects.values_list("session_key", flat=True)) == ["new"]
