"""What happens in a live quiz: opened, joined, asked, answered, ended.

The clock closes a hand by itself. Whatever changes a live quiz locks its row and says which hand it
means, so that a second click changes nothing.
"""

from __future__ import annotations

from datetime import timedelta
from enum import Enum, auto
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from strategy.actions import Action
from strategy.dealing import Deal
from strategy.grading import grade
from trainer.accounts.models import User
from trainer.classroom.access import locked
from trainer.classroom.models import Member
from trainer.classroom.services import note
from trainer.decisions.models import Mode
from trainer.decisions.services import record
from trainer.live.access import attended, led
from trainer.live.models import LiveAnswer, LiveHand, LiveQuiz, Phase, Player
from trainer.quizzes.models import Quiz
from trainer.rulebook.queries import chart_of, rules_of
from trainer.timed.clock import is_too_late


class Refused(Enum):
    """Why an answer does not count."""

    ANSWERED = auto()
    """The first answer stands."""
    TOO_LATE = auto()


class NotOpen(Exception):
    """A hand that cannot be answered now."""

    def __init__(self, why: Refused) -> None:
        super().__init__(why.name)
        self.why = why


@transaction.atomic
def open_live(*, who: User, quiz: Quiz, seconds: int, standings: bool) -> LiveQuiz:
    """Open the lobby of a live quiz with the hands of a quiz; where one is running, it is that.

    Raises PermissionDenied where the class is archived.
    """
    locked(quiz.classroom_id)
    running = LiveQuiz.objects.filter(classroom=quiz.classroom_id, ended_at=None).first()
    if running:
        return running
    live = LiveQuiz.objects.create(
        classroom=quiz.classroom,
        title=quiz.title,
        rules=quiz.rules,
        chart=quiz.chart,
        seconds=seconds,
        standings=standings,
        opened_at=timezone.now(),
    )
    asked = quiz.questions.filter(struck=False).order_by("stratum", "number")
    one_each = {question.stratum: question for question in asked}
    LiveHand.objects.bulk_create(
        LiveHand(live=live, number=number, cell=question.cell, deal=question.deal)
        for number, question in enumerate(one_each.values(), 1)
    )
    note(
        classroom=live.classroom,
        who=who,
        kind="live quiz",
        subject=quiz.public_id,
        title=quiz.title,
    )
    return live


@transaction.atomic
def join_live(*, user: User, live_id: UUID) -> LiveQuiz:
    """Take part; raise Http404, or PermissionDenied for a teacher. Joining twice is joining."""
    live, member = attended(user, live_id)
    if live.ended_at is None:
        _player(live, member)
    return live


@transaction.atomic
def ask_next(*, user: User, live_id: UUID, number: int) -> LiveQuiz:
    """Ask the hand that follows the one with this number, or end the quiz where none does.

    The clock starts here. Nothing where another hand is being asked already.
    """
    live = led(user, live_id, lock=True)
    now = timezone.now()
    if live.number != number or live.phase(now) not in (Phase.LOBBY, Phase.BOARD):
        return live
    if live.hands.filter(number=number + 1).exists():
        live.number = number + 1
        live.asked_at, live.closes_at = now, now + timedelta(seconds=live.seconds)
    else:
        live.ended_at = now
    live.save(update_fields=["number", "asked_at", "closes_at", "ended_at"])
    return live


@transaction.atomic
def close_hand(*, user: User, live_id: UUID, number: int) -> LiveQuiz:
    """Take no more answers to the hand that is being asked."""
    live = led(user, live_id, lock=True)
    now = timezone.now()
    if live.number == number and live.phase(now) is Phase.ASKING:
        _close(live)
    return live


@transaction.atomic
def end_live(*, user: User, live_id: UUID) -> LiveQuiz:
    """End the quiz with what was answered."""
    live = led(user, live_id, lock=True)
    if live.ended_at is None:
        live.ended_at = timezone.now()
        live.save(update_fields=["ended_at"])
    return live


@transaction.atomic
def answer_hand(
    *, user: User, live_id: UUID, number: int, action: Action, browser_ms: int | None = None
) -> LiveAnswer:
    """Grade and keep an answer, and put it into the learner's log.

    When all who take part have answered, the hand is closed. Raises Http404, PermissionDenied,
    NotOpen where the hand takes no answer, IllegalAction where its cards do not allow the action.
    """
    live, member = attended(user, live_id, lock=True)
    now = timezone.now()
    if live.ended_at or live.number != number or not live.closes_at or not live.asked_at:
        raise NotOpen(Refused.TOO_LATE)
    hand, player = live.hands.get(number=number), _player(live, member)
    if hand.answers.filter(player=player).exists():
        raise NotOpen(Refused.ANSWERED)
    situation = Deal.parse(hand.deal).situation(rules_of(live.rules))
    verdict = grade(situation, action, chart_of(live.chart))
    if is_too_late(live.closes_at, now):
        raise NotOpen(Refused.TOO_LATE)
    answer = LiveAnswer(hand=hand, player=player, learner=user, answered_at=now)
    decision = record(
        key=answer.public_id,
        sitting=live.public_id,
        learner=user,
        mode=Mode.QUIZ,
        rules=live.rules,
        chart=live.chart,
        deal=hand.deal,
        verdict=verdict,
        asked_at=live.asked_at,
        browser_ms=browser_ms,
    )
    answer.action, answer.correct = decision.action, decision.correct
    answer.cost_millionths = decision.cost_millionths
    answer.save(force_insert=True)
    Player.objects.filter(pk=player.pk).update(
        answered=F("answered") + 1,
        correct=F("correct") + int(decision.correct),
        cost_millionths=F("cost_millionths") + (0 if decision.correct else answer.cost_millionths),
    )
    if live.phase(now) is Phase.ASKING and hand.answers.count() == live.players.count():
        _close(live)
    return answer


def _player(live: LiveQuiz, member: Member) -> Player:
    return Player.objects.get_or_create(
        live=live, member=member, defaults={"joined_at": timezone.now()}
    )[0]


def _close(live: LiveQuiz) -> None:
    live.closes_at = timezone.now()
    live.save(update_fields=["closes_at"])
