"""Grades: the percent of an attempt, which attempts count, and how late they were.

An attempt counts once it is over. Attempts are read by ``scored``, which brings what is needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, Protocol, TypeVar

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from trainer.classroom.access import students_of
from trainer.quizzes.models import Attempt, Extension, Item, Policy, Quiz
from trainer.quizzes.times import days_past


class Scored(Protocol):
    """An attempt, whether it was read as a row or not."""

    @property
    def points(self) -> int: ...

    @property
    def asked(self) -> int: ...


AnyScored = TypeVar("AnyScored", bound=Scored)


def percent(points: int, asked: int) -> float | None:
    """Points in percent of the questions asked; None where every question was struck."""
    return 100 * points / asked if asked else None


def graded(policy: Policy, percents: Sequence[float]) -> float | None:
    """The grade from the percents of the attempts, in their order; None without an attempt."""
    if not percents:
        return None
    match policy:
        case Policy.BEST:
            return max(percents)
        case Policy.FIRST:
            return percents[0]
        case Policy.LAST:
            return percents[-1]
        case _:
            return sum(percents) / len(percents)


def counting(policy: Policy, attempts: Sequence[AnyScored]) -> AnyScored | None:
    """The attempt that is the grade, of those in their order; None for a mean, or without any.

    Of equally good ones the best is the first: a later one changes nothing.
    """
    if not attempts or policy == Policy.MEAN:
        return None
    match policy:
        case Policy.BEST:
            return max(attempts, key=lambda each: percent(each.points, each.asked) or 0)
        case Policy.FIRST:
            return attempts[0]
        case _:
            return attempts[-1]


@dataclass(frozen=True, slots=True)
class Outcome(Generic[AnyScored]):
    """What the attempts of a student at a quiz come to."""

    grade: float | None
    """In percent; None without an attempt that counts."""
    counts: AnyScored | None
    """The attempt that is the grade; None for a mean."""
    made_of: Sequence[AnyScored]
    """All that the grade is made of."""


def outcome_of(policy: Policy, over: Iterable[AnyScored]) -> Outcome[AnyScored]:
    """What attempts that are over come to, in their order; none with nothing but struck hands."""
    scored = [each for each in over if each.asked]
    grade = graded(policy, [100 * each.points / each.asked for each in scored])
    counts = counting(policy, scored)
    return Outcome(grade, counts, scored if counts is None else [counts])


def days_late(attempt: Attempt, quiz: Quiz) -> int:
    """By how many days an attempt is late, as ``scored`` reads it."""
    last = attempt.last_answer_at or attempt.ended_at
    return days_after_due(quiz, attempt.extended_until, last)


def days_after_due(quiz: Quiz, until: datetime | None, last: datetime | None) -> int:
    """By how many days the last answer came after the quiz was due, where the class is.

    A student with an extension is in time until that ends.
    """
    due = max(quiz.closes_at, until) if quiz.closes_at and until else quiz.closes_at
    return days_past(due, last, quiz.classroom.zone)


def scored(attempts: QuerySet[Attempt]) -> QuerySet[Attempt]:
    """Attempts with ``asked``, ``last_answer_at`` and ``extended_until``, in their order."""
    items = Item.objects.filter(attempt=OuterRef("pk")).order_by().values("attempt")
    asked = items.filter(question__struck=False).annotate(asked=Count("pk")).values("asked")
    last = items.annotate(last=Max("answered_at")).values("last")
    return attempts.annotate(  # type: ignore[no-redef]
        asked=Coalesce(Subquery(asked), 0),
        last_answer_at=Subquery(last),
        extended_until=Subquery(_extensions().values("until")),
    ).order_by("member", "number")


def is_over_now(moment: datetime | None = None) -> Q:
    """Attempts that are over: ended, or the clock has ended them."""
    now = moment or timezone.now()
    longer = _extensions().filter(until__gt=now)
    closed = Q(Q(quiz__ends_at__lte=now), ~Exists(longer))
    return Q(ended_at__isnull=False) | Q(deadline__lte=now) | closed


def finished_of(quiz: Quiz) -> tuple[int, int]:
    """How many of the students of the class have finished an attempt, and how many there are."""
    students = students_of(quiz.classroom_id)
    finished = Attempt.objects.filter(is_over_now(), quiz=quiz, member=OuterRef("pk"))
    return students.filter(Exists(finished)).count(), students.count()


def _extensions() -> QuerySet[Extension]:
    """Of the attempt's student for the attempt's quiz."""
    return Extension.objects.filter(quiz=OuterRef("quiz"), member=OuterRef("member"))
