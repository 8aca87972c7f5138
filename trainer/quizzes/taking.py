"""What students do with quizzes: start, answer, let a hand pass, hand in.

The clock ends an attempt by itself, as it does a test: nothing has to be written.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum, auto
from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone

from strategy.actions import Action
from strategy.dealing import Deal
from strategy.grading import Verdict, grade
from trainer.accounts.models import User
from trainer.decisions.models import Mode
from trainer.decisions.services import record
from trainer.quizzes.access import locked_attempt, locked_items, quiz_to_take
from trainer.quizzes.drawing import questions_for
from trainer.quizzes.models import Attempt, Extension, Item, Reveal
from trainer.quizzes.times import end_for_one, end_of_attempt
from trainer.rulebook.queries import chart_of, rules_of
from trainer.timed.clock import is_past, is_too_late

_MOST_MS = 2**31 - 1


class Closed(Enum):
    """Why a quiz cannot be started, or a hand not be answered."""

    NOT_YET = auto()
    """It opens later; an attempt that is open goes on."""
    ARCHIVED = auto()
    """The class is archived."""
    QUIZ_CLOSED = auto()
    NO_MORE = auto()
    """As many attempts as are allowed have been made."""
    ANSWERED = auto()
    PASSED = auto()
    """The hand's own time was up before, and the next one was asked."""
    ENDED = auto()
    """The attempt was handed in, or had its last answer."""
    TIME_UP = auto()
    """The attempt's own time was up."""


class NotOpen(Exception):
    """A quiz or a hand that cannot be taken now."""

    def __init__(self, why: Closed) -> None:
        super().__init__(why.name)
        self.why = why


@dataclass(frozen=True, slots=True)
class Step:
    """What came of an answer."""

    attempt: Attempt
    verdict: Verdict | None
    """None: it came after the hand's own time, and the hand is a miss."""
    next_item: Item | None
    """None: the attempt is over."""


@transaction.atomic
def start_attempt(*, user: User, quiz_id: UUID) -> Attempt:
    """Begin an attempt, or go on with the one that is open: there is never a second.

    Raises Http404, PermissionDenied for a teacher, and NotOpen.
    """
    now = timezone.now()
    quiz, member = quiz_to_take(user, quiz_id)
    own = Extension.objects.filter(quiz=quiz, member=member).first()
    end = end_for_one(quiz.ends_at, own.until if own else None)
    if end and is_past(end, now):
        raise NotOpen(Closed.QUIZ_CLOSED)
    attempts = list(quiz.attempts.filter(member=member).order_by("number"))
    last = attempts[-1] if attempts else None
    if last and last.ended_at is None:
        if last.deadline is None or not is_past(last.deadline, now):
            return _show_again(last, now)
        last.ended_at = last.deadline
        last.save(update_fields=["ended_at"])
    if quiz.opens_at and now < quiz.opens_at:
        raise NotOpen(Closed.NOT_YET)
    if quiz.most_attempts and len(attempts) >= quiz.most_attempts:
        raise NotOpen(Closed.NO_MORE)
    attempt = Attempt.objects.create(
        public_id=uuid4(),
        quiz=quiz,
        member=member,
        learner=user,
        number=len(attempts) + 1,
        started_at=now,
        deadline=now + timedelta(seconds=quiz.seconds) if quiz.seconds else None,
        logged=quiz.reveal == Reveal.AT_ONCE,
    )
    questions = questions_for(quiz, list(quiz.questions.all()), str(attempt.public_id))
    Item.objects.bulk_create(
        Item(
            attempt=attempt, question=question, number=number, asked_at=now if number == 1 else None
        )
        for number, question in enumerate(questions, start=1)
    )
    return attempt


@transaction.atomic
def answer_item(
    *, user: User, item_id: UUID, action: Action, browser_ms: int | None = None
) -> Step:
    """Grade and keep an answer, and ask the next hand or end the attempt.

    An answer after the hand's own time makes the hand a miss. Raises Http404 for a hand that was
    not asked of the user, NotOpen where it cannot be answered now, IllegalAction where the cards do
    not allow the action. Then nothing is changed.
    """
    now = timezone.now()
    item, following = locked_items(user, item_id)
    attempt, quiz = item.attempt, item.attempt.quiz
    _check_open(item, now)
    situation = Deal.parse(item.question.deal).situation(rules_of(quiz.rules))
    verdict = grade(situation, action, chart_of(quiz.chart))
    if _is_too_late_for(item, now):
        _miss(item)
        return Step(attempt, None, _go_on(item, following))
    _keep(item, verdict, now, browser_ms)
    if quiz.reveal == Reveal.AT_ONCE:
        log(item, verdict, learner=user)
    return Step(attempt, verdict, _go_on(item, following))


@transaction.atomic
def pass_item(*, user: User, item_id: UUID) -> Attempt:
    """Make a hand whose own time is up a miss, and ask the next one or end the attempt.

    Raises Http404, and NotOpen where it is not open. A hand with time left stays open.
    """
    now = timezone.now()
    item, following = locked_items(user, item_id)
    _check_open(item, now)
    if not is_over(item.attempt, now) and (end := time_is_up_at(item)) and is_past(end, now):
        _miss(item)
        _go_on(item, following)
    return item.attempt


@transaction.atomic
def end_attempt(*, user: User, attempt_id: UUID) -> Attempt:
    """Hand in what was answered; an attempt that is over stays as it is.

    Raises Http404, and NotOpen where the class is archived.
    """
    now = timezone.now()
    attempt = locked_attempt(user, attempt_id)
    if not is_over(attempt, now):
        _check_in_use(attempt)
        attempt.ended_at = now
        attempt.save(update_fields=["ended_at"])
    return attempt


def verdict_of(item: Item) -> Verdict:
    """The verdict on an item's answer, by the chart of its quiz; raise NotInChart."""
    quiz = item.attempt.quiz
    situation = Deal.parse(item.question.deal).situation(rules_of(quiz.rules))
    return grade(situation, Action(item.action), chart_of(quiz.chart))


def log(item: Item, verdict: Verdict, *, learner: User) -> None:
    """Put an answer into the learner's own log, as given when it was given."""
    quiz = item.attempt.quiz
    assert item.asked_at
    record(
        key=item.public_id,
        sitting=item.attempt.public_id,
        learner=learner,
        mode=Mode.QUIZ,
        rules=quiz.rules,
        chart=quiz.chart,
        deal=item.question.deal,
        verdict=verdict,
        asked_at=item.asked_at,
        browser_ms=item.browser_ms,
        decided_at=item.answered_at,
    )


def clock_end(attempt: Attempt) -> datetime | None:
    """When the clock ends an attempt that was read with its student's own end."""
    end = end_for_one(attempt.quiz.ends_at, attempt.extended_until)
    return end_of_attempt(attempt.deadline, end)


def is_over(attempt: Attempt, now: datetime) -> bool:
    end = clock_end(attempt)
    return attempt.ended_at is not None or (end is not None and is_past(end, now))


def time_is_up_at(item: Item) -> datetime | None:
    """When the own time of a hand that was asked ends; None: it has none."""
    seconds = item.attempt.quiz.hand_seconds
    return item.asked_at + timedelta(seconds=seconds) if seconds and item.asked_at else None


def _show_again(attempt: Attempt, now: datetime) -> Attempt:
    """An attempt that was over and goes on: the hand that is next is asked now."""
    done = attempt.answered + attempt.missed
    attempt.items.filter(number=done + 1, asked_at=None).update(asked_at=now)
    return attempt


def _check_open(item: Item, now: datetime) -> None:
    attempt = item.attempt
    if item.answered_at or item.missed:
        raise NotOpen(Closed.PASSED if item.missed else Closed.ANSWERED)
    if attempt.ended_at:
        raise NotOpen(Closed.ENDED)
    _check_in_use(attempt)
    end = clock_end(attempt)
    if end and is_too_late(end, now):
        raise NotOpen(Closed.TIME_UP if end == attempt.deadline else Closed.QUIZ_CLOSED)


def _check_in_use(attempt: Attempt) -> None:
    if attempt.quiz.classroom.archived_at:
        raise NotOpen(Closed.ARCHIVED)


def _is_too_late_for(item: Item, now: datetime) -> bool:
    end = time_is_up_at(item)
    return end is not None and is_too_late(end, now)


def _keep(item: Item, verdict: Verdict, now: datetime, browser_ms: int | None) -> None:
    assert item.asked_at
    thinking = (now - item.asked_at) // timedelta(milliseconds=1)
    item.answered_at = now
    item.action, item.right = verdict.action.value, verdict.right.value
    item.correct = verdict.correct
    item.cost_millionths = round(1_000_000 * verdict.cost)
    item.thinking_ms = min(max(0, thinking), _MOST_MS)
    item.browser_ms = browser_ms
    item.save()
    attempt = item.attempt
    attempt.answered += 1
    if item.question.struck:
        return
    attempt.points += verdict.correct
    if not verdict.correct:
        attempt.cost_millionths += item.cost_millionths


def _miss(item: Item) -> None:
    item.missed = True
    item.save(update_fields=["missed"])
    item.attempt.missed += 1


def _go_on(item: Item, following: Item | None) -> Item | None:
    """Ask the next hand, or end the attempt after the last one.

    The next hand's time begins here: what came before it may have waited, and taken work. What
    arrived within the allowance is the last answer, and the attempt stays ended by the clock.
    """
    attempt, now = item.attempt, timezone.now()
    end = clock_end(attempt)
    asked = None
    if following is None:
        attempt.ended_at = min(now, end) if end else now
    elif not (end and is_past(end, now)):
        following.asked_at, asked = now, following
        following.save(update_fields=["asked_at"])
    attempt.save(update_fields=["answered", "missed", "points", "cost_millionths", "ended_at"])
    return asked
