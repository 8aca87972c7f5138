"""Quizzes with hands of one's choice, and attempts with the answers of one's choice."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.http import HttpResponse
from django.utils import timezone

from strategy.actions import Action
from strategy.dealing import Deal
from strategy.grading import grade
from tests.factories import AttemptFactory, MemberFactory, QuizFactory
from tests.web.pages import page, words
from trainer.classroom.models import Classroom, Member
from trainer.quizzes.models import Attempt, Quiz
from trainer.rulebook.queries import chart_of, rules_of

HIT, STAND, SPLIT, DOUBLE = "TS 6D v 9H", "AS 7D v 8H", "8S 8D v 9H", "6S 5D v 6H"
"""Hands with the plays that are right."""
NOT_ANSWERED = "."


def quiz_of(classroom: Classroom, *deals: str, **fields: Any) -> Quiz:
    """A quiz that asks these hands of everybody."""
    asked = list(deals or (HIT, STAND))
    return QuizFactory(classroom=classroom, deals=asked, count=len(asked), **fields)


def take(
    quiz: Quiz,
    member: Member,
    plays: str,
    *,
    number: int = 1,
    over: bool = True,
    moment: datetime | None = None,
) -> Attempt:
    """An attempt with an answer for each letter, and none for NOT_ANSWERED; ended where over."""
    moment = moment or timezone.now() - timedelta(minutes=10)
    attempt = AttemptFactory(quiz=quiz, member=member, number=number, started_at=moment)
    items = attempt.items.select_related("question").order_by("number")
    for item, play in zip(items, plays, strict=True):
        item.asked_at = moment
        if play != NOT_ANSWERED:
            situation = Deal.parse(item.question.deal).situation(rules_of(quiz.rules))
            verdict = grade(situation, Action(play), chart_of(quiz.chart))
            item.answered_at, item.action, item.right = moment, play, verdict.right.value
            item.correct, item.thinking_ms = verdict.correct, 3_000
            item.cost_millionths = round(1_000_000 * verdict.cost)
            attempt.answered += 1
            if not item.question.struck:
                attempt.points += verdict.correct
                attempt.cost_millionths += 0 if verdict.correct else item.cost_millionths
        item.save()
    attempt.ended_at = moment if over else None
    attempt.save()
    return attempt


def students(classroom: Classroom, *names: str) -> list[Member]:
    return [MemberFactory(classroom=classroom, name=name) for name in names]


def rows(response: HttpResponse, selector: str = "tbody tr") -> list[list[str]]:
    """The words of each cell of the rows."""
    return [
        [words(cell) for cell in row.find_all(["th", "td"])]
        for row in page(response).select(selector)
    ]
