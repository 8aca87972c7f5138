"""Attempts as results tell of them: thousands at a time, so they are read as values."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import Count, F, Max, Q

from trainer.quizzes.grades import days_after_due, is_over_now, outcome_of, percent
from trainer.quizzes.models import Attempt, Extension, Item, Policy, Quiz

Key = tuple[int, int]
"""Primary keys of a member and of a quiz."""


class Taken(NamedTuple):
    """An attempt."""

    pk: int
    public_id: UUID
    number: int
    answered: int
    points: int
    asked: int
    """Questions in it that are not struck."""
    cost_millionths: int
    over: bool
    """Ended by the student or by a clock; only then it counts."""
    days_late: int

    @property
    def percent(self) -> float | None:
        return percent(self.points, self.asked)


class MemberStanding(NamedTuple):
    """How a student stands in a quiz."""

    attempts: Sequence[Taken] = ()
    """In their order."""
    grade: float | None = None
    """In percent, by the quiz's policy; None without a finished attempt."""
    days_late: int = 0
    """Of the attempt that is the grade; of a mean the most."""

    @property
    def finished(self) -> list[Taken]:
        return [taken for taken in self.attempts if taken.over]

    @property
    def open(self) -> bool:
        """Whether an attempt is in progress."""
        return any(not taken.over for taken in self.attempts)


def standing_of(policy: Policy, attempts: Sequence[Taken]) -> MemberStanding:
    """The standing that attempts come to, which are in their order."""
    outcome = outcome_of(policy, [taken for taken in attempts if taken.over])
    days_late = max((taken.days_late for taken in outcome.made_of), default=0)
    return MemberStanding(attempts, outcome.grade, days_late)


def standings(
    quizzes: Sequence[Quiz], members: Collection[int] | None = None
) -> dict[Key, MemberStanding]:
    """How students stand in quizzes of one class, which are read with their class.

    Of all who have an attempt, or of some. Four queries at most.
    """
    found: dict[Key, list[Taken]] = {}
    for key, taken in _taken(quizzes, members):
        found.setdefault(key, []).append(taken)
    policies = {quiz.pk: Policy(quiz.policy) for quiz in quizzes}
    return {key: standing_of(policies[key[1]], attempts) for key, attempts in found.items()}


def _taken(quizzes: Sequence[Quiz], members: Collection[int] | None) -> Iterator[tuple[Key, Taken]]:
    by_pk = {quiz.pk: quiz for quiz in quizzes}
    attempts = Attempt.objects.filter(_of(members), quiz__in=by_pk).order_by("member", "number")
    extensions, struck = _extensions(by_pk, members), _struck(by_pk, members)
    last = _last_moments([quiz.pk for quiz in quizzes if quiz.closes_at], members)
    rows = attempts.annotate(over=is_over_now()).values_list(*_COLUMNS)
    for member, quiz_pk, pk, public_id, number, answered, points, cost, over in rows:
        quiz, days_late = by_pk[quiz_pk], 0
        if pk in last:
            days_late = days_after_due(quiz, extensions.get((member, quiz_pk)), last[pk])
        asked = quiz.count - struck.get(pk, 0)
        taken = Taken(pk, public_id, number, answered, points, asked, cost, over, days_late)
        yield (member, quiz_pk), taken


_COLUMNS = (
    *("member", "quiz", "pk", "public_id"),
    *("number", "answered", "points", "cost_millionths", "over"),
)


def _of(members: Collection[int] | None, path: str = "member") -> Q:
    return Q() if members is None else Q((f"{path}__in", members))


def _extensions(quizzes: Iterable[int], members: Collection[int] | None) -> dict[Key, datetime]:
    rows = Extension.objects.filter(_of(members), quiz__in=quizzes)
    return {(row.member_id, row.quiz_id): row.until for row in rows}


def _struck(quizzes: Iterable[int], members: Collection[int] | None) -> dict[int, int]:
    """How many of the questions that an attempt asks are struck, where any is."""
    items = Item.objects.filter(
        _of(members, "attempt__member"), question__quiz__in=quizzes, question__struck=True
    )
    return dict(items.order_by().values_list("attempt").annotate(Count("pk")))


def _last_moments(
    quizzes: Collection[int], members: Collection[int] | None
) -> dict[int, datetime | None]:
    """When the last answer came in attempts that were not ended before their quiz was due."""
    after = Q(ended_at=None) | Q(ended_at__gt=F("quiz__closes_at"))
    attempts = Attempt.objects.filter(_of(members), after, quiz__in=quizzes).order_by()
    rows = attempts.annotate(last=Max("items__answered_at")).values_list("pk", "last", "ended_at")
    return {pk: answered_at or ended_at for pk, answered_at, ended_at in rows}
