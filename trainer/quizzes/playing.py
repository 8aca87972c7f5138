"""What the play page of a quiz shows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from math import ceil
from typing import Final

from django.utils import timezone

from strategy.dealing import Deal
from strategy.grading import Verdict
from trainer.decisions.shown import ShownVerdict, shown_verdict
from trainer.drills.hands import DealtHand
from trainer.quizzes.models import Attempt, Item, Quiz, Reveal
from trainer.quizzes.taking import Step, clock_end, is_over, time_is_up_at, verdict_of
from trainer.rulebook.queries import chart_of, rules_of
from trainer.timed.clock import is_past, remaining_ms
from trainer.timed.queries import Clock, Mark

SOON: Final = timedelta(hours=1)
"""So long before a quiz closes, one without a time of its own shows what is left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand(DealtHand):
    """The hand in play."""

    item: Item
    clock: Clock | None
    """The hand's own time."""
    passed: bool
    """Its own time is up, and the quiz waits for the next hand to be asked for."""


@dataclass(frozen=True, slots=True)
class Play:
    """All that the play page shows; ``hand`` is None when the attempt is over."""

    attempt: Attempt
    hand: Hand | None
    clock: Clock | None
    """Of the whole attempt."""
    mark: Mark | None
    verdict: ShownVerdict | None
    """On the last hand, where the quiz tells it at once."""
    answered_now: bool = False

    @property
    def quiz(self) -> Quiz:
        return self.attempt.quiz

    @property
    def done(self) -> int:
        return self.attempt.answered + self.attempt.missed

    @property
    def tells(self) -> bool:
        """Whether verdicts are given on the way."""
        return self.quiz.reveal == Reveal.AT_ONCE

    @property
    def goes_on(self) -> bool:
        """Whether the page goes to the result by itself: there is no verdict to be read first."""
        return self.hand is None and not (self.answered_now and self.verdict)

    @property
    def seconds_left(self) -> int:
        return ceil(self.clock.remaining_seconds) if self.clock else 0


def play_of(attempt: Attempt) -> Play:
    """The page of an attempt as it stands; one query."""
    now = timezone.now()
    done = attempt.answered + attempt.missed
    items = {
        item.number: item
        for item in attempt.items.filter(number__in=(done, done + 1)).select_related("question")
    }
    for item in items.values():
        item.attempt = attempt
    following = items.get(done + 1)
    if following and (following.asked_at is None or is_over(attempt, now)):
        following = None
    last = items.get(done)
    verdict = verdict_of(last) if last and last.answered_at else None
    return _play(attempt, following, _mark(attempt, last, verdict), verdict, now)


def play_after(step: Step) -> Play:
    """The page after an answer that counts: no query."""
    assert step.verdict is not None
    mark = _told(step.attempt, step.verdict)
    page = _play(step.attempt, step.next_item, mark, step.verdict, timezone.now())
    return replace(page, answered_now=True)


def _mark(attempt: Attempt, last: Item | None, verdict: Verdict | None) -> Mark | None:
    if last is None:
        return None
    return _told(attempt, verdict) if verdict else Mark.LATE


def _told(attempt: Attempt, verdict: Verdict) -> Mark:
    if attempt.quiz.reveal != Reveal.AT_ONCE:
        return Mark.GIVEN
    return Mark.RIGHT if verdict.correct else Mark.WRONG


def _play(
    attempt: Attempt,
    item: Item | None,
    mark: Mark | None,
    verdict: Verdict | None,
    now: datetime,
) -> Play:
    shown = None
    if verdict and attempt.quiz.reveal == Reveal.AT_ONCE:
        shown = shown_verdict(verdict, chart_of(attempt.quiz.chart), assisted=False)
    return Play(
        attempt=attempt,
        hand=_hand(item, now) if item else None,
        clock=_clock(attempt, now, over=item is None),
        mark=mark,
        verdict=shown,
    )


def _clock(attempt: Attempt, now: datetime, *, over: bool) -> Clock | None:
    end = clock_end(attempt)
    if end is None or (attempt.deadline is None and end > now + SOON):
        return None
    total = attempt.quiz.seconds or SOON // timedelta(seconds=1)
    return Clock(1000 * total, 0 if over else remaining_ms(end, now))


def _hand(item: Item, now: datetime) -> Hand:
    deal = Deal.parse(item.question.deal)
    quiz = item.attempt.quiz
    clock, passed = None, False
    if (end := time_is_up_at(item)) and quiz.hand_seconds:
        clock = Clock(1000 * quiz.hand_seconds, remaining_ms(end, now))
        passed = is_past(end, now)
    return Hand(
        item=item,
        deal=deal,
        situation=deal.situation(rules_of(quiz.rules)),
        clock=clock,
        passed=passed,
    )
