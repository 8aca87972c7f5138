"""Grades: the percent of an attempt, the policy, and days late by the calendar of the class."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from tests.factories import AttemptFactory, ClassroomFactory, QuizFactory
from trainer.quizzes.grades import counting, days_late, graded, percent, scored
from trainer.quizzes.models import Attempt, Extension, Policy
from trainer.quizzes.times import days_past, end_for_all

NEW_YORK = ZoneInfo("America/New_York")


def test_nothing_of_nothing_is_no_percent():
    assert percent(0, 0) is None
    assert percent(0, 4) == 0
    assert percent(3, 4) == 75


@pytest.mark.parametrize(
    ("policy", "grade"),
    [(Policy.BEST, 100), (Policy.FIRST, 100), (Policy.LAST, 10), (Policy.MEAN, 55)],
)
def test_q_06_the_policy_says_which_attempt_counts(policy, grade):
    assert graded(policy, [100, 10]) == grade
    assert graded(policy, []) is None


def at(day: int, hour: int, minute: int = 0, zone: ZoneInfo = NEW_YORK) -> datetime:
    return datetime(2017, 11, day, hour, minute, tzinfo=zone)


@pytest.mark.parametrize(
    ("moment", "days"),
    [
        (at(4, 19, 59), 0),
        (at(4, 20), 0),
        (at(4, 20, 1), 1),
        (at(5, 19, 30), 1),
        (at(5, 20), 1),
        (at(5, 20, 1), 2),
    ],
)
def test_t_01_days_are_those_of_the_calendar_where_the_class_is(moment, days):
    """In the night to 5 November 2017 the clocks of New York go back: that day has 25 hours."""
    assert days_past(at(4, 20).astimezone(UTC), moment.astimezone(UTC), NEW_YORK) == days


def test_t_01_a_day_of_grace_ends_at_the_same_time_of_the_clock():
    end = end_for_all(at(4, 20), 1, None, NEW_YORK)
    assert end == datetime(2017, 11, 6, 1, tzinfo=UTC)  # 20:00 in winter time, 25 hours later


def attempts_of(quiz, *points: int, ended_at: datetime | None = None) -> list[Attempt]:
    first = AttemptFactory(quiz=quiz, points=points[0], ended_at=ended_at or quiz.made_at)
    for number, more in enumerate(points[1:], 2):
        AttemptFactory(
            quiz=quiz, member=first.member, number=number, points=more, ended_at=quiz.made_at
        )
    return list(scored(Attempt.objects.filter(quiz=quiz)))


@pytest.mark.parametrize(
    ("policy", "number"),
    [(Policy.BEST, 2), (Policy.FIRST, 1), (Policy.LAST, 3), (Policy.MEAN, None)],
)
def test_of_equally_good_attempts_the_first_counts(rulebook, policy, number):
    attempts = attempts_of(QuizFactory(policy=policy), 1, 2, 2)
    found = counting(policy, attempts)
    assert (found.number if found else None) == number
    assert counting(policy, []) is None


def test_struck_questions_are_not_asked(rulebook):
    quiz = QuizFactory()
    quiz.questions.filter(number=1).update(struck=True)
    assert [each.asked for each in attempts_of(quiz, 1)] == [1]


def test_t_01_handed_in_on_the_day_of_grace_is_one_day_late(rulebook):
    classroom = ClassroomFactory(time_zone="America/New_York")
    quiz = QuizFactory(classroom=classroom, closes_at=at(4, 20), grace_days=1)
    (attempt,) = attempts_of(quiz, 1, ended_at=at(5, 19, 30))
    assert days_late(attempt, quiz) == 1


def test_an_extension_is_time_in_which_nothing_is_late(rulebook):
    classroom = ClassroomFactory(time_zone="America/New_York")
    quiz = QuizFactory(classroom=classroom, closes_at=at(4, 20))
    (attempt,) = attempts_of(quiz, 1, ended_at=at(5, 19, 30))
    Extension.objects.create(quiz=quiz, member=attempt.member, until=at(6, 0))
    (attempt,) = scored(Attempt.objects.filter(quiz=quiz))
    assert days_late(attempt, quiz) == 0
