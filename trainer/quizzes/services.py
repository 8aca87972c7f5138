"""What teachers do with quizzes: make, change, copy, publish, close, open again, delete."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import Enum, auto
from uuid import UUID

from django.db import transaction
from django.db.models import F, Max
from django.utils import timezone
from django.utils.translation import gettext

from trainer.accounts.models import User
from trainer.classroom.access import require_open, students_of, teaching
from trainer.classroom.services import note
from trainer.quizzes.access import locked_quiz
from trainer.quizzes.building import Dates, Plan, built
from trainer.quizzes.drawing import draw_questions
from trainer.quizzes.models import Attempt, Extension, Question, Quiz, State
from trainer.quizzes.times import end_for_all, end_for_one, end_of_attempt
from trainer.timed.clock import is_past


class Why(Enum):
    """Why something cannot be done with a quiz."""

    BEGUN = auto()
    """A student has started it."""
    NO_DRAFT = auto()
    IS_DRAFT = auto()
    IS_CLOSED = auto()
    IS_OPEN = auto()
    PAST = auto()
    """The moment named is past, or its closing time is."""
    ENDLESS = auto()
    """It does not end, so nobody can have longer."""
    NO_STUDENT = auto()


class CannotBeDone(Exception):
    """Something that the state of the quiz does not allow; nothing has changed."""

    def __init__(self, why: Why) -> None:
        super().__init__(why.name)
        self.why = why


@transaction.atomic
def make_quiz(*, who: User, class_id: UUID, plan: Plan) -> Quiz:
    """Make a draft. Raises TooFewAnswers and NothingToDeal."""
    member = teaching(who, class_id)
    require_open(member.classroom)
    quiz = Quiz(classroom=member.classroom, seed=secrets.token_hex(16), made_at=timezone.now())
    _save(quiz, built(quiz, plan))
    _note(quiz, who, "quiz made")
    return quiz


@transaction.atomic
def change_quiz(*, who: User, quiz_id: UUID, plan: Plan) -> Quiz:
    """Change all of a quiz that nobody has started; its hands are drawn anew.

    Raises CannotBeDone once somebody has, TooFewAnswers and NothingToDeal.
    """
    quiz, _member = locked_quiz(who, quiz_id)
    _require(not quiz.attempts.exists(), Why.BEGUN)
    _save(quiz, built(quiz, plan))
    _note(quiz, who, "quiz changed")
    return quiz


@transaction.atomic
def change_dates(*, who: User, quiz_id: UUID, dates: Dates) -> Quiz:
    """Change title and dates alone.

    Where that opens a closed quiz again, attempts that its closing had cut short go on.
    """
    quiz, _member = locked_quiz(who, quiz_id)
    cut = _cut_short(quiz)
    dates.put_into(quiz)
    _save(quiz)
    _go_on(quiz, cut)
    _note(quiz, who, "quiz changed")
    return quiz


@transaction.atomic
def copy_quiz(*, who: User, quiz_id: UUID) -> Quiz:
    """Make a draft of the same settings, with other hands and without dates."""
    original, _member = locked_quiz(who, quiz_id)
    quiz = Quiz(
        **{name: getattr(original, name) for name in _COPIED},
        title=(gettext("Copy of %(title)s") % {"title": original.title})[:_LONGEST_TITLE],
        seed=secrets.token_hex(16),
        made_at=timezone.now(),
    )
    _save(quiz, draw_questions(quiz))
    _note(quiz, who, "quiz copied", original=original.title)
    return quiz


@transaction.atomic
def publish_quiz(*, who: User, quiz_id: UUID) -> Quiz:
    """Show a draft to the students; raise CannotBeDone where it is none, or its time is past."""
    now = timezone.now()
    quiz, _member = locked_quiz(who, quiz_id)
    _require(quiz.published_at is None, Why.NO_DRAFT)
    _require(quiz.ends_at is None or quiz.ends_at > now, Why.PAST)
    quiz.published_at = now
    _save(quiz)
    _note(quiz, who, "quiz published")
    return quiz


@transaction.atomic
def close_quiz(*, who: User, quiz_id: UUID) -> Quiz:
    """Close a quiz to all, whoever has longer included; raise CannotBeDone where it is not open."""
    now = timezone.now()
    quiz, _member = locked_quiz(who, quiz_id)
    _require(quiz.published_at is not None, Why.IS_DRAFT)
    longer = quiz.extensions.filter(until__gt=now)
    _require(quiz.state(now) is not State.CLOSED or longer.exists(), Why.IS_CLOSED)
    longer.update(until=now)
    quiz.closed_at = quiz.closed_at or now
    _save(quiz)
    _note(quiz, who, "quiz closed")
    return quiz


@transaction.atomic
def reopen_quiz(*, who: User, quiz_id: UUID, closes_at: datetime | None = None) -> Quiz:
    """Open a closed quiz again, until ``closes_at`` where that is given.

    Attempts that its closing had cut short go on, with the time that they had left. Raises
    CannotBeDone where it is not closed, or where it would be closed at once.
    """
    now = timezone.now()
    quiz, _member = locked_quiz(who, quiz_id)
    _require(quiz.published_at is not None, Why.IS_DRAFT)
    _require(quiz.state(now) is State.CLOSED, Why.IS_OPEN)
    cut = _cut_short(quiz)
    quiz.closed_at = None
    quiz.closes_at = closes_at or quiz.closes_at
    _save(quiz)
    _require(quiz.ends_at is None or quiz.ends_at > now, Why.PAST)
    _go_on(quiz, cut)
    _note(quiz, who, "quiz reopened")
    return quiz


@transaction.atomic
def extend_quiz(*, who: User, quiz_id: UUID, member_id: UUID, until: datetime) -> Extension:
    """Give one student an end of their own, be the quiz closed or not. Raises CannotBeDone.

    An attempt of theirs that the closing had cut short goes on, with the time that it had left.
    """
    quiz, _member = locked_quiz(who, quiz_id)
    _require(quiz.published_at is not None, Why.IS_DRAFT)
    _require(quiz.ends_at is not None, Why.ENDLESS)
    _require(until > timezone.now(), Why.PAST)
    student = students_of(quiz.classroom_id).filter(public_id=member_id).first()
    if student is None:
        raise CannotBeDone(Why.NO_STUDENT)
    cut = _cut_short(quiz)
    extension, _made = Extension.objects.update_or_create(
        quiz=quiz, member=student, defaults={"until": until}
    )
    _save(quiz)
    _go_on(quiz, cut)
    _note(quiz, who, "quiz extended", name=student.name, until=until.isoformat())
    return extension


@transaction.atomic
def delete_draft(*, who: User, quiz_id: UUID) -> Quiz:
    """Delete a quiz that no student has seen; raise CannotBeDone for another."""
    quiz, _member = locked_quiz(who, quiz_id)
    _require(quiz.published_at is None, Why.NO_DRAFT)
    _require(not quiz.attempts.exists(), Why.BEGUN)
    _note(quiz, who, "quiz deleted")
    quiz.questions.all().delete()
    quiz.delete()
    return quiz


_LONGEST_TITLE = 100
_COPIED = (
    *("classroom", "rules", "chart", "origin", "categories", "cells", "near_ties", "count"),
    *("order", "seconds", "hand_seconds", "grace_days", "most_attempts", "policy", "reveal"),
)


def _require(condition: bool, why: Why) -> None:
    if not condition:
        raise CannotBeDone(why)


def _save(quiz: Quiz, questions: Sequence[Question] = ()) -> None:
    """Save a quiz with its ends, and other questions where there are any."""
    zone = quiz.classroom.zone
    quiz.ends_at = end_for_all(quiz.closes_at, quiz.grace_days, quiz.closed_at, zone)
    longest = quiz.extensions.aggregate(Max("until"))["until__max"] if quiz.pk else None
    quiz.over_at = max(quiz.ends_at, longest) if quiz.ends_at and longest else quiz.ends_at
    quiz.save()
    if questions:
        quiz.questions.all().delete()
        Question.objects.bulk_create(questions)


def _cut_short(quiz: Quiz) -> dict[Attempt, datetime]:
    """Attempts that the closing of the quiz ended, and when it did; locked."""
    now, own = timezone.now(), _own_ends(quiz)
    cut = {}
    for attempt in quiz.attempts.select_for_update().filter(ended_at=None).order_by("pk"):
        end = end_for_one(quiz.ends_at, own.get(attempt.member_id))
        if end and is_past(end, now) and end_of_attempt(attempt.deadline, end) != attempt.deadline:
            cut[attempt] = end
    return cut


def _go_on(quiz: Quiz, cut: Mapping[Attempt, datetime]) -> None:
    """Let those go on to whom the quiz is open again, as if it had not been closed in between.

    Their own time, and that of the hand in play, go on where they stopped. What is answered from
    now on is yet to come into the log.
    """
    now, own = timezone.now(), _own_ends(quiz)
    for attempt, stopped in cut.items():
        end = end_for_one(quiz.ends_at, own.get(attempt.member_id))
        if end and is_past(end, now):
            continue
        attempt.logged = False
        if attempt.deadline:
            attempt.deadline += now - stopped
        attempt.save(update_fields=["deadline", "logged"])
        in_play = attempt.items.filter(answered_at=None, missed=False)
        in_play.filter(asked_at__lt=stopped).update(asked_at=F("asked_at") + (now - stopped))


def _own_ends(quiz: Quiz) -> dict[int, datetime]:
    return dict(quiz.extensions.values_list("member", "until"))


def _note(quiz: Quiz, who: User, kind: str, **details: str) -> None:
    note(
        classroom=quiz.classroom,
        who=who,
        kind=kind,
        subject=quiz.public_id,
        title=quiz.title,
        **details,
    )
