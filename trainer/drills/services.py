"""What happens in a drill: started, answered, paused, ended."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum, auto
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from strategy.actions import Action
from strategy.dealing import Deal
from strategy.grading import Verdict, grade
from strategy.situations import Category, Cell
from trainer.accounts.access import Visitor, learner_of
from trainer.accounts.models import User
from trainer.accounts.services import learner_for
from trainer.decisions.models import Decision, Mode
from trainer.decisions.services import AlreadyDecided, record
from trainer.drills.access import locked_drill, locked_question
from trainer.drills.comebacks import put_back
from trainer.drills.dealer import next_deal
from trainer.drills.models import Dealing, Drill, Question
from trainer.rulebook.models import ChartVersion, RuleSetVersion
from trainer.rulebook.queries import chart_of, rules_of

DOUBLE_CLICK = timedelta(seconds=5)
"""Whoever starts the same drill twice within this time meant it once."""


class Closed(Enum):
    """Why a question cannot be answered now."""

    ANSWERED = auto()
    PAUSED = auto()
    ENDED = auto()


class NotOpen(Exception):
    """A question that cannot be answered now."""

    def __init__(self, why: Closed) -> None:
        super().__init__(why.name)
        self.why = why


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of an answer."""

    drill: Drill
    decision: Decision
    verdict: Verdict
    next_question: Question | None
    """None: the drill is over."""


@transaction.atomic
def start_drill(
    *,
    visitor: Visitor,
    rules: RuleSetVersion,
    chart: ChartVersion,
    categories: Collection[Category],
    dealing: Dealing,
    longer: bool,
    length: int | None,
    time_zone: str = "",
    cells: Collection[Cell] = (),
    mode: Mode = Mode.DRILL,
    back: str = "",
    anew: bool = False,
) -> Drill:
    """Start a drill and deal its first hand.

    Started a moment ago and not begun, the same drill is not made again, unless ``anew`` says so.
    Who has a row is made to wait by it; two requests of a newcomer at the very same time make one
    on SQLite, which lets one write at a time, and may make two on PostgreSQL.

    Raises NothingToDeal where no hand of the categories can come up under the rules.
    """
    if learner := learner_of(visitor):
        list(User.objects.select_for_update().filter(pk=learner.pk))
    drill = Drill(
        learner=visitor.user,
        guest_key="" if visitor.user else visitor.guest_key,
        time_zone=time_zone,
        mode=mode,
        rules=rules,
        chart=chart,
        categories=",".join(category.value for category in Category if category in categories),
        dealing=dealing,
        longer=longer,
        length=length,
        cells=[str(cell) for cell in cells],
        back=back,
        seed=secrets.token_hex(16),
        started_at=timezone.now(),
    )
    if not anew and (begun := _begun_like(drill)):
        return begun
    deal = next_deal(drill)
    drill.asked = 1
    drill.save()
    _ask(drill, deal)
    return drill


_CHOSEN = (
    *("learner", "guest_key", "mode", "rules", "chart", "categories", "dealing", "longer"),
    *("length", "cells", "back"),
)
"""The columns by which two drills that nobody has answered are the same."""


def _begun_like(drill: Drill) -> Drill | None:
    """The same drill, where it was started a moment ago and nothing was answered in it."""
    return Drill.objects.filter(
        **{name: getattr(drill, name) for name in _CHOSEN},
        asked=1,
        answered=0,
        ended_at=None,
        started_at__gt=drill.started_at - DOUBLE_CLICK,
    ).first()


@transaction.atomic
def answer_question(
    *, visitor: Visitor, question_id: UUID, action: Action, browser_ms: int | None = None
) -> Answer:
    """Grade and record an answer, and deal the next hand or end the drill.

    Raises Http404 for a question that is not the visitor's, NotOpen where it cannot be answered
    now, IllegalAction where the cards do not allow the action. Then nothing is recorded.
    """
    question = locked_question(visitor, question_id)
    drill = question.drill
    _check_open(question)
    situation = Deal.parse(question.deal).situation(rules_of(drill.rules))
    verdict = grade(situation, action, chart_of(drill.chart))
    if drill.learner is None:
        drill.learner = learner_for(visitor=visitor, time_zone=drill.time_zone)
    try:
        decision = record(
            key=question.public_id,
            sitting=drill.public_id,
            learner=drill.learner,
            mode=Mode(drill.mode),
            rules=drill.rules,
            chart=drill.chart,
            deal=question.deal,
            verdict=verdict,
            asked_at=question.asked_at,
            browser_ms=browser_ms,
            assisted=question.assisted,
        )
    except AlreadyDecided:
        raise NotOpen(Closed.ANSWERED) from None
    drill.answered += 1
    drill.correct += verdict.correct
    if drill.is_review and (question.assisted or not verdict.correct):
        put_back(drill, verdict.situation.cell)
    next_question = None
    if drill.answered == drill.length:
        drill.ended_at = decision.decided_at
    else:
        deal = next_deal(drill, decision)
        drill.asked += 1
        next_question = _ask(drill, deal)
    changed = ["learner", "answered", "correct", "asked", "coming", "ended_at"]
    if drill.is_review:
        changed += ["cells", "length"]
    drill.save(update_fields=changed)
    return Answer(drill, decision, verdict, next_question)


def _ask(drill: Drill, deal: Deal) -> Question:
    return Question.objects.create(
        drill=drill, number=drill.asked, deal=str(deal), asked_at=timezone.now()
    )


def _check_open(question: Question) -> None:
    drill = question.drill
    if question.number <= drill.answered:
        raise NotOpen(Closed.ANSWERED)
    if drill.ended_at:
        raise NotOpen(Closed.ENDED)
    if drill.paused_at:
        raise NotOpen(Closed.PAUSED)


@transaction.atomic
def take_hint(*, visitor: Visitor, question_id: UUID) -> Drill:
    """Mark an open question as assisted; raise Http404 or NotOpen."""
    question = locked_question(visitor, question_id)
    _check_open(question)
    question.assisted = True
    question.save(update_fields=["assisted"])
    return question.drill


@transaction.atomic
def pause_drill(*, visitor: Visitor, drill_id: UUID) -> Drill:
    """Hide the hand until the drill goes on; a drill that is paused or over stays as it is."""
    drill = locked_drill(visitor, drill_id)
    if not drill.paused_at and not drill.ended_at:
        drill.paused_at = timezone.now()
        drill.save(update_fields=["paused_at"])
    return drill


@transaction.atomic
def resume_drill(*, visitor: Visitor, drill_id: UUID) -> Drill:
    """Show the hand again; the time of the pause is not thinking time."""
    drill = locked_drill(visitor, drill_id)
    if drill.paused_at and not drill.ended_at:
        pause = timezone.now() - drill.paused_at
        question = drill.questions.get(number=drill.asked)
        question.asked_at += pause
        question.save(update_fields=["asked_at"])
        drill.paused_at = None
        drill.save(update_fields=["paused_at"])
    return drill


@transaction.atomic
def end_drill(*, visitor: Visitor, drill_id: UUID) -> Drill:
    """End the drill with what was answered; the open hand stays unanswered."""
    drill = locked_drill(visitor, drill_id)
    if not drill.ended_at:
        drill.ended_at = timezone.now()
        drill.save(update_fields=["ended_at"])
    return drill
