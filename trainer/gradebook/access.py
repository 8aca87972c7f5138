"""The one door to the results of a quiz: they are its teachers'."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404

from trainer.accounts.models import User
from trainer.classroom.models import Member
from trainer.quizzes.access import taught_quiz
from trainer.quizzes.models import Attempt, Quiz


def published_quiz(user: User, quiz_id: UUID) -> tuple[Quiz, Member]:
    """A quiz with its class, rules and chart, and its teacher's membership.

    Raises Http404 for a stranger and for a draft, which has no results; PermissionDenied for a
    student.
    """
    quiz, member = taught_quiz(user, quiz_id)
    if quiz.published_at is None:
        raise Http404
    return quiz, member


def attempt_at(quiz: Quiz, attempt_id: UUID) -> Attempt:
    """An attempt at a quiz, with the student; raise Http404."""
    attempts = Attempt.objects.select_related("member")
    attempt = attempts.filter(quiz=quiz, public_id=attempt_id).first()
    if attempt is None:
        raise Http404
    return attempt
