"""Daily goals and streaks; the rows of the collected faults are named after their numbers there."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from random import Random

import pytest
import time_machine
from django.core.exceptions import ValidationError

from tests.factories import UserFactory, decide
from tests.web.pages import statements
from trainer.accounts.models import User
from trainer.accounts.services import local_date, set_daily_goal, set_time_zone
from trainer.decisions.models import Scope, Tally
from trainer.decisions.streaks import (
    PracticeDay,
    Today,
    longest_of,
    longest_streak,
    practice_days,
    today_of,
)

pytestmark = pytest.mark.usefixtures("rulebook")


def practise(learner: User, hands: int, **others) -> None:
    for _hand in range(hands):
        decide(learner, **others)


def at(moment: str):
    return time_machine.travel(moment, tick=False)


def test_r_01_a_goal_set_later_changes_no_day_that_is_past():
    learner = UserFactory(daily_goal=20)
    for day in (1, 2, 3):
        with at(f"2026-03-0{day} 12:00:00Z"):
            practise(learner, 20)
    with at("2026-03-03 13:00:00Z"):
        set_daily_goal(learner=learner, hands=50)
        assert today_of(learner).streak == 3
    with at("2026-03-04 12:00:00Z"):
        assert today_of(learner).streak == 3
        set_daily_goal(learner=learner, hands=20)
        practise(learner, 6)
    with at("2026-03-05 12:00:00Z"):
        set_daily_goal(learner=learner, hands=5)
        assert next(practice_days(learner)) == PracticeDay(date(2026, 3, 4), 6, 20)
        assert today_of(learner).streak == 0
        practise(learner, 5)
        assert today_of(learner).streak == 1
    assert longest_streak(practice_days(learner)) == 3


def test_r_03_days_are_local_dates():
    learner = UserFactory(daily_goal=1, time_zone="America/Los_Angeles")
    for moment in ("2026-03-02 23:30:00Z", "2026-03-04 01:30:00Z"):
        with at(moment):
            practise(learner, 1)
            streak = today_of(learner).streak
    assert streak == 2


def test_r_05_no_streak_is_longer_than_the_days_since_joining():
    with at("2026-03-02 04:50:00Z"):
        learner = UserFactory(daily_goal=1, time_zone="America/New_York")
        practise(learner, 1)
        joined = local_date(learner, learner.date_joined)
    for day in (2, 3, 4, 5):
        with at(f"2026-03-0{day} 17:00:00Z"):
            practise(learner, 1)
            today = today_of(learner)
    assert joined == date(2026, 3, 1)
    assert today.streak == (today.practice.day - joined).days + 1 == 5


def test_r_06_a_zone_changed_after_midnight_skips_no_day():
    learner = UserFactory(daily_goal=1, time_zone="America/New_York")
    for moment in ("2026-03-02 17:00:00Z", "2026-03-03 17:00:00Z", "2026-03-04 05:30:00Z"):
        with at(moment):
            practise(learner, 1)
    with at("2026-03-04 05:40:00Z"):  # still the third in Los Angeles
        set_time_zone(user=learner, time_zone="America/Los_Angeles")
        assert today_of(learner).streak == 3
        practise(learner, 1)
        assert today_of(learner).streak == 3
    with at("2026-03-05 17:00:00Z"):
        practise(learner, 1)
        assert today_of(learner).streak == 4


def test_after_travelling_west_today_is_the_day_that_answers_are_stamped_with():
    learner = UserFactory(daily_goal=2, time_zone="Asia/Tokyo")
    with at("2026-03-02 12:00:00Z"):
        practise(learner, 2)
    with at("2026-03-02 20:00:00Z"):  # the third in Tokyo
        practise(learner, 1)
        set_time_zone(user=learner, time_zone="America/Los_Angeles")
        assert today_of(learner) == Today(PracticeDay(date(2026, 3, 2), 2, 2), 1)
    with at("2026-03-02 21:00:00Z"):
        practise(learner, 1)
        assert today_of(learner).practice == PracticeDay(date(2026, 3, 2), 3, 2)


def test_after_travelling_west_a_day_that_was_left_out_is_open_again():
    learner = UserFactory(daily_goal=2, time_zone="Asia/Tokyo")
    for moment in ("2026-02-28 12:00:00Z", "2026-03-01 12:00:00Z", "2026-03-02 20:00:00Z"):
        with at(moment):
            practise(learner, 2)
    with at("2026-03-02 20:10:00Z"):
        assert today_of(learner) == Today(PracticeDay(date(2026, 3, 3), 2, 2), 1)
        set_time_zone(user=learner, time_zone="America/Los_Angeles")
        assert today_of(learner) == Today(PracticeDay(date(2026, 3, 2), 0, 2), 2)
        practise(learner, 1)
        assert today_of(learner).practice.to_go == 1
        practise(learner, 1)
        assert today_of(learner) == Today(PracticeDay(date(2026, 3, 2), 2, 2), 4)


def test_somebody_who_has_not_begun_has_their_goal_before_them():
    learner = UserFactory(daily_goal=30)
    with at("2026-03-01 12:00:00Z"):
        today = today_of(learner)
    assert today.practice == PracticeDay(date(2026, 3, 1), 0, 30)
    assert (today.streak, today.practice.met, today.practice.to_go) == (0, False, 30)


def test_today_is_open_until_it_is_over():
    learner = UserFactory(daily_goal=2)
    with at("2026-03-01 12:00:00Z"):
        practise(learner, 2)
        assert today_of(learner).streak == 1
    with at("2026-03-02 23:00:00Z"):
        assert today_of(learner).streak == 1
        practise(learner, 1)
        today = today_of(learner)
        assert (today.streak, today.practice.to_go) == (1, 1)
    with at("2026-03-03 00:00:00Z"):
        assert today_of(learner).streak == 0


def test_a_day_without_practice_ends_a_streak():
    learner = UserFactory(daily_goal=1)
    for day in (1, 2, 4):
        with at(f"2026-03-0{day} 12:00:00Z"):
            practise(learner, 1)
            streak = today_of(learner).streak
    assert streak == 1
    with at("2026-03-06 12:00:00Z"):
        assert today_of(learner).streak == 0
    assert longest_streak(practice_days(learner)) == 2


def test_every_hand_counts_whatever_its_kind_and_with_a_hint_too():
    learner = UserFactory(daily_goal=3)
    with at("2026-03-01 12:00:00Z"):
        decide(learner, "TS 6D v 9H", mode="timed")
        decide(learner, "AS 7D v 9H", "S", mode="table")
        decide(learner, "8S 8D v 9H", "P", assisted=True)
        assert today_of(learner).practice == PracticeDay(date(2026, 3, 1), 3, 3)


def test_the_goal_of_a_day_is_that_of_its_first_answer_in_every_category():
    learner = UserFactory(daily_goal=2)
    with at("2026-03-01 12:00:00Z"):
        decide(learner, "TS 6D v 9H")
        set_daily_goal(learner=learner, hands=50)
        decide(learner, "AS 7D v 9H", "H")
        assert today_of(learner).practice == PracticeDay(date(2026, 3, 1), 2, 2)
    with at("2026-03-02 12:00:00Z"):
        assert today_of(learner).practice == PracticeDay(date(2026, 3, 2), 0, 50)


def test_nobody_elses_days_count():
    practise(UserFactory(daily_goal=1), 3)
    learner = UserFactory()
    assert list(practice_days(learner)) == []
    assert longest_streak([]) == today_of(learner).streak == 0


def test_a_long_log_is_read_in_one_query():
    learner = UserFactory(daily_goal=1)
    first = date(2020, 1, 1)
    made = decide(learner)
    Tally.objects.all().delete()
    Tally.objects.bulk_create(
        Tally(
            learner=learner,
            scope=Scope.DAY,
            start=first + timedelta(days=number),
            mode="drill",
            rules=made.rules,
            chart=made.chart,
            place="hard",
            last_at=made.decided_at,
            goal=1,
            answers=1,
        )
        for number in range(2_000)
    )
    with at("2025-06-23 12:00:00Z"), statements() as made:
        assert today_of(learner).streak == 2_000
    assert len(made) == 1
    assert longest_streak(practice_days(learner)) == 2_000


@pytest.mark.parametrize("hands", [0, -1, 1_001])
def test_r_02_a_goal_out_of_range_is_refused(hands):
    learner = UserFactory(daily_goal=20)
    with pytest.raises(ValidationError, match="daily_goal"):
        set_daily_goal(learner=learner, hands=hands)
    learner.refresh_from_db()
    assert learner.daily_goal == 20


def test_the_past_is_remembered_until_it_is_deleted():
    learner = UserFactory(daily_goal=1)
    for day in range(1, 11):
        with at(f"2026-03-{day:02} 12:00:00Z"):
            practise(learner, 1)
    with at("2026-03-10 13:00:00Z"):
        assert (today_of(learner).streak, longest_of(learner)) == (10, 10)
        days = Tally.objects.filter(learner=learner, scope=Scope.DAY)
        days.filter(start__lt=date(2026, 3, 7)).delete()  # read no more
        assert (today_of(learner).streak, longest_of(learner)) == (10, 10)
        days.filter(start__lt=date(2026, 3, 9)).delete()
        assert (today_of(learner).streak, longest_of(learner)) == (2, 2)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_remembered_is_what_the_days_say(seed):
    random = Random(seed)
    seldom, often = UserFactory(daily_goal=2), UserFactory(daily_goal=2)
    first = datetime(2026, 3, 1, 12, tzinfo=UTC)
    for day in range(40):
        with time_machine.travel(first + timedelta(days=day), tick=False):
            hands = random.choice([0, 1, 2, 2, 2, 2, 3])
            for learner in (seldom, often):
                practise(learner, hands)
            now = today_of(often), longest_of(often)
    with time_machine.travel(first + timedelta(days=39), tick=False):
        assert (today_of(seldom), longest_of(seldom)) == now
    assert now[1] == longest_streak(practice_days(often))
