"""A decision's day: the date where the learner is when it is made, never computed again."""

from __future__ import annotations

import pytest
import time_machine

from tests.factories import UserFactory, decide
from trainer.accounts.services import set_time_zone
from trainer.decisions.models import Decision, Scope, Tally
from trainer.decisions.tallies import Selection, Step, course


@pytest.mark.parametrize(
    ("zone", "moment", "day"),
    [
        ("Asia/Kolkata", "2026-03-01 18:29:59Z", "2026-03-01"),
        ("Asia/Kolkata", "2026-03-01 18:30:00Z", "2026-03-02"),
        ("America/Los_Angeles", "2026-03-01 07:59:59Z", "2026-02-28"),
        ("America/Los_Angeles", "2026-03-01 08:00:00Z", "2026-03-01"),
        # Clocks go forward on 8 March 2026: that day begins at 8:00 UTC and ends at 7:00 UTC.
        ("America/Los_Angeles", "2026-03-08 07:59:59Z", "2026-03-07"),
        ("America/Los_Angeles", "2026-03-08 08:00:00Z", "2026-03-08"),
        ("America/Los_Angeles", "2026-03-09 06:59:59Z", "2026-03-08"),
        ("America/Los_Angeles", "2026-03-09 07:00:00Z", "2026-03-09"),
        # Clocks go back on 1 November 2026: that day begins at 7:00 UTC and ends at 8:00 UTC.
        ("America/Los_Angeles", "2026-11-01 06:59:59Z", "2026-10-31"),
        ("America/Los_Angeles", "2026-11-01 07:00:00Z", "2026-11-01"),
        ("America/Los_Angeles", "2026-11-02 07:59:59Z", "2026-11-01"),
        ("America/Los_Angeles", "2026-11-02 08:00:00Z", "2026-11-02"),
        ("Pacific/Kiritimati", "2026-12-31 10:00:00Z", "2027-01-01"),
        ("UTC", "2026-12-31 23:59:59Z", "2026-12-31"),
        ("", "2026-12-31 23:59:59Z", "2026-12-31"),
    ],
)
def test_it_is_the_local_date(rulebook, zone, moment, day):
    with time_machine.travel(moment, tick=False):
        decision = decide(UserFactory(time_zone=zone))
    decision.refresh_from_db()
    assert str(decision.day) == str(Tally.objects.get(scope=Scope.DAY).start) == day


def test_a_zone_changed_later_leaves_old_days_as_they_are(rulebook):
    learner = UserFactory(time_zone="America/Los_Angeles")
    with time_machine.travel("2026-03-01 04:00:00Z", tick=False):
        decide(learner)
        set_time_zone(user=learner, time_zone="Asia/Kolkata")
        decide(learner)
    days = Decision.objects.order_by("pk").values_list("day", flat=True)
    assert [str(day) for day in days] == ["2026-02-28", "2026-03-01"]
    assert [str(day) for day in course(Selection(learner), Step.DAY)] == [
        "2026-03-01",
        "2026-02-28",
    ]


def test_days_are_told_in_order(rulebook):
    learner = UserFactory()
    for day in (3, 1, 2):
        with time_machine.travel(f"2026-03-0{day} 12:00:00Z", tick=False):
            decide(learner)
    assert [day.day for day in course(Selection(learner), Step.DAY)] == [3, 2, 1]
