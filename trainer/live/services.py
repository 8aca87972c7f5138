"""What happens in a live quiz: opened, joined, asked, answered, ended.

The clock closes a hand by itself. What was right is in no log before that. Whatever changes a live
quiz locks its row and says which hand it means, so that a second click changes nothing.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import Enum, auto
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from strategy.actions import Action
from strategy.dealing import Deal
from strategy.grading import Verdict, grade
from trainer.accounts.models import User
from trainer.classroom.access import locked, require_open
from trainer.classroom.models import Member
from trainer.classroom.services import note
from trainer.decisions.models import Mode
from trainer.decisions.services import record
from trainer.live.access import attended, led, present
from trainer.live.models import LiveAnswer, LiveHand, LiveQuiz, Phase, Player
from trainer.quizzes.models import Quiz
from trainer.rulebook.queries import chart_of, rules_of


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
    require_open(live.classroom)
    if live.ended_at is None:
        _player(live, member)
    return live


@transaction.atomic
def ask_next(*, user: User, live_id: UUID, number: int) -> LiveQuiz:
    """Ask the hand that follows the one with this number, or end the quiz where none does.

    The clock starts here. Nothing where another hand is being asked already.
    """
    live = led(user, live_id, lock=True)
    require_open(live.classroom)
    now = timezone.now()
    if live.number != number or live.phase(now) not in (Phase.LOBBY, Phase.BOARD):
        return live
    _log(live)
    if not live.hands.filter(number=number + 1).update(asked_at=now):
        return _end(live, now)
    live.number = number + 1
    live.closes_at, live.closed_at = now + timedelta(seconds=live.seconds), None
    live.save(update_fields=["number", "closes_at", "closed_at"])
    return live


@transaction.atomic
def close_hand(*, user: User, live_id: UUID, number: int) -> LiveQuiz:
    """Take no more answers to the hand that is being asked."""
    live = led(user, live_id, lock=True)
    now = timezone.now()
    if live.number == number and live.phase(now) is Phase.ASKING:
        _close(live, now)
    return live


@transaction.atomic
def end_live(*, user: User, live_id: UUID) -> LiveQuiz:
    """End the quiz with what was answered."""
    live = led(user, live_id, lock=True)
    if live.ended_at is None:
        _log(live)
        _end(live, timezone.now())
    return live


@transaction.atomic
def end_forgotten(*, before: datetime) -> int:
    """End the live quizzes that were opened before a moment; how many there were."""
    forgotten = LiveQuiz.objects.filter(ended_at=None, opened_at__lt=before)
    rows = forgotten.select_related("rules", "chart").select_for_update(of=("self",))
    for live in rows:
        _log(live)
        _end(live, timezone.now())
    return len(rows)


@transaction.atomic
def answer_hand(
    *, user: User, live_id: UUID, number: int, action: Action, browser_ms: int | None = None
) -> LiveAnswer:
    """Grade and keep an answer; when all who take part have answered, the hand is closed.

    Raises Http404, PermissionDenied, NotOpen where the hand takes no answer, IllegalAction where
    its cards do not allow the action.
    """
    live, member = attended(user, live_id, lock=True)
    require_open(live.classroom)
    now = timezone.now()
    if live.number != number or live.phase(now) is not Phase.ASKING:
        raise NotOpen(Refused.TOO_LATE)
    hand, player = live.hands.get(number=number), _player(live, member)
    if hand.answers.filter(player=player).exists():
        raise NotOpen(Refused.ANSWERED)
    verdict = _verdict(live, hand, action)
    answer = LiveAnswer.objects.create(
        hand=hand,
        player=player,
        learner=user,
        answered_at=now,
        action=action.value,
        correct=verdict.correct,
        cost_millionths=round(1_000_000 * verdict.cost),
        browser_ms=browser_ms,
    )
    Player.objects.filter(pk=player.pk).update(
        answered=F("answered") + 1,
        correct=F("correct") + int(verdict.correct),
        cost_millionths=F("cost_millionths") + (0 if verdict.correct else answer.cost_millionths),
    )
    if hand.answers.count() >= present(live).count():
        _close(live, now)
    return answer


def _player(live: LiveQuiz, member: Member) -> Player:
    return Player.objects.get_or_create(
        live=live, member=member, defaults={"joined_at": timezone.now()}
    )[0]


def _verdict(live: LiveQuiz, hand: LiveHand, action: Action) -> Verdict:
    situation = Deal.parse(hand.deal).situation(rules_of(live.rules))
    return grade(situation, action, chart_of(live.chart))


def _close(live: LiveQuiz, now: datetime) -> None:
    live.closed_at = now
    live.save(update_fields=["closed_at"])
    _log(live)


def _end(live: LiveQuiz, now: datetime) -> LiveQuiz:
    live.ended_at = now
    live.save(update_fields=["ended_at"])
    return live


def _log(live: LiveQuiz) -> None:
    """Put the answers to all hands that were asked into the logs of their learners."""
    for hand in live.hands.filter(logged=False, asked_at__isnull=False):
        assert hand.asked_at
        for answer in hand.answers.select_related("learner"):
            record(
                key=answer.public_id,
                sitting=live.public_id,
                learner=answer.learner,
                mode=Mode.QUIZ,
                rules=live.rules,
                chart=live.chart,
                deal=hand.deal,
                verdict=_verdict(live, hand, Action(answer.action)),
                asked_at=hand.asked_at,
                browser_ms=answer.browser_ms,
                decided_at=answer.answered_at,
            )
        hand.logged = True
        hand.save(update_fields=["logged"])
