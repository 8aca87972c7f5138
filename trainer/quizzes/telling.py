"""When right answers may be told. Nobody is told one that somebody can still answer.

A quiz that tells them after it has closed does so when the allowance is over: until then, answers
that were on their way are taken.
"""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q
from django.utils import timezone

from trainer.quizzes.models import Quiz, Reveal
from trainer.timed.clock import ALLOWANCE, is_too_late


def is_over_for_all(quiz: Quiz, now: datetime) -> bool:
    """Whether nobody's answer is taken any more, whoever has longer included."""
    return quiz.over_at is not None and is_too_late(quiz.over_at, now)


def are_over_for_all(path: str = "quiz__") -> Q:
    """The same of rows that lead to quizzes."""
    return Q((f"{path}over_at__lt", timezone.now() - ALLOWANCE))


def tells(quiz: Quiz, now: datetime) -> bool:
    """Whether those who have finished the quiz may know what was right."""
    if quiz.reveal == Reveal.CLOSED:
        return is_over_for_all(quiz, now)
    return quiz.reveal == Reveal.AT_ONCE


def are_withheld(path: str = "quiz__") -> Q:
    """Rows that lead to quizzes whose right answers may not be told, or not yet."""
    at_once = Q((f"{path}reveal", Reveal.AT_ONCE))
    return ~(at_once | (Q((f"{path}reveal", Reveal.CLOSED)) & are_over_for_all(path)))
