"""What happens in a test: started, answered, passed by time, ended, certified.

The clock ends a test by itself: nothing has to be written, and no page has to be open.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum, auto
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from strategy.actions import Action
from strategy.dealing import Deal, NothingToDeal
from strategy.grading import grade
from trainer.accounts.access import Visitor
from trainer.accounts.services import learner_for
from trainer.decisions.models import Decision, Mode
from trainer.decisions.services import IDLE, AlreadyDecided, record
from trainer.rulebook.models import ChartVersion, RuleSetVersion
from trainer.rulebook.queries import chart_of, rules_of
from trainer.timed.access import locked_item, locked_test
from trainer.timed.clock import deadline_of, is_past, is_too_late
from trainer.timed.dealer import cells_of_categories, chosen_cells, deal_item
from trainer.timed.kinds import Kind, Setting
from trainer.timed.models import Certificate, Item, TimedTest


class Closed(Enum):
    """Why a hand of a test cannot be answered."""

    ANSWERED = auto()
    PASSED = auto()
    """Its own time was up before, and the test went on."""
    ENDED = auto()
    """The test had been ended, by its last hand or its learner."""
    TIME_UP = auto()
    """The test's time was up."""


class NotOpen(Exception):
    """A hand that cannot be answered now."""

    def __init__(self, why: Closed) -> None:
        super().__init__(why.name)
        self.why = why


class NotOver(Exception):
    """A test that has no result yet, or one without an answer."""


@dataclass(frozen=True, slots=True)
class Step:
    """What came of an answer."""

    test: TimedTest
    decision: Decision | None
    """None: it came after the hand's own time, and the hand is a miss."""
    next_item: Item | None
    """None: the test is over."""


@transaction.atomic
def start_test(
    *,
    visitor: Visitor,
    rules: RuleSetVersion,
    chart: ChartVersion,
    setting: Setting,
    time_zone: str = "",
) -> TimedTest:
    """Start a test and deal its first hand; the clock runs from here.

    Raises NothingToDeal where no hand of the setting can come up under the rules.
    """
    seed = secrets.token_hex(16)
    cells = cells_of_categories(rules, chart, setting.categories)
    chosen = chosen_cells(setting, rules, chart, seed)
    if setting.kind in (Kind.NEAR, Kind.PLACEMENT) and not chosen:
        raise NothingToDeal("no such cell can come up under these rules")
    now = timezone.now()
    test = TimedTest(
        learner=visitor.user,
        guest_key="" if visitor.user else visitor.guest_key,
        time_zone=time_zone,
        kind=setting.kind,
        rules=rules,
        chart=chart,
        categories=",".join(category.value for category in setting.categories),
        cells=[str(cell) for cell in chosen],
        count=len(cells) if setting.kind is Kind.CHART else setting.count,
        seconds=setting.seconds,
        hand_seconds=setting.hand_seconds,
        setting=setting.digest(rules.code, chart.pk),
        seed=seed,
        started_at=now,
    )
    deal = deal_item(test, 1)
    test.asked = 1
    test.deadline = deadline_of(now, now, setting.seconds)
    test.save()
    _ask(test, deal, now)
    return test


@transaction.atomic
def answer_item(
    *, visitor: Visitor, item_id: UUID, action: Action, browser_ms: int | None = None
) -> Step:
    """Grade and record an answer, and deal the next hand or end the test.

    An answer after the hand's own time makes the hand a miss, and is not recorded. Raises Http404
    for a hand that is not the visitor's, NotOpen where it cannot be answered now, IllegalAction
    where the cards do not allow the action. Then nothing is changed.
    """
    now = timezone.now()
    item = locked_item(visitor, item_id)
    test = item.test
    _check_open(item, now)
    situation = Deal.parse(item.deal).situation(rules_of(test.rules))
    verdict = grade(situation, action, chart_of(test.chart))
    if test.hand_seconds and is_too_late(item.time_is_up_at(test.hand_seconds), now):
        return _miss(item, now)
    if test.learner is None:
        test.learner = learner_for(visitor=visitor, time_zone=test.time_zone)
    try:
        decision = record(
            key=item.public_id,
            sitting=test.public_id,
            learner=test.learner,
            mode=Mode.TIMED,
            rules=test.rules,
            chart=test.chart,
            deal=item.deal,
            verdict=verdict,
            asked_at=item.asked_at,
            browser_ms=browser_ms,
        )
    except AlreadyDecided:
        raise NotOpen(Closed.ANSWERED) from None
    _count(test, decision)
    return Step(test, decision, _go_on(test, now))


@transaction.atomic
def pass_hand(*, visitor: Visitor, item_id: UUID) -> TimedTest:
    """Make a hand whose own time is up a miss, and deal the next one or end the test.

    Raises Http404, and NotOpen where it is not open. A hand with time left stays open, and one that
    had time left when the test ended is no miss.
    """
    now = timezone.now()
    item = locked_item(visitor, item_id)
    test = item.test
    _check_open(item, now)
    end = item.time_is_up_at(test.hand_seconds) if test.hand_seconds else None
    if end and is_past(end, now) and end <= test.deadline:
        _miss(item, now)
    return test


@transaction.atomic
def end_test(*, visitor: Visitor, test_id: UUID) -> TimedTest:
    """End the test with what was answered; the open hand stays unanswered and is no miss."""
    now = timezone.now()
    test = locked_test(visitor, test_id)
    if not test.is_over(now):
        test.ended_at = now
        test.save(update_fields=["ended_at"])
    return test


@transaction.atomic
def certify(*, visitor: Visitor, test_id: UUID, name: str) -> Certificate:
    """Make the certificate of a test, or put another name on it. Raises Http404 and NotOver."""
    now = timezone.now()
    test = locked_test(visitor, test_id)
    if not test.is_over(now) or not test.done:
        raise NotOver
    certificate, _made = Certificate.objects.update_or_create(
        test=test, defaults={"name": name}, create_defaults={"name": name, "made_at": now}
    )
    return certificate


@transaction.atomic
def withdraw(*, visitor: Visitor, test_id: UUID) -> TimedTest:
    """Take a certificate back: its link leads nowhere from now on. A new one has a new link."""
    test = locked_test(visitor, test_id)
    Certificate.objects.filter(test=test).delete()
    return test


def _check_open(item: Item, now: datetime) -> None:
    test = item.test
    if item.number <= test.done:
        raise NotOpen(Closed.PASSED if item.late else Closed.ANSWERED)
    if test.ended_at:
        raise NotOpen(Closed.ENDED)
    if is_too_late(test.deadline, now):
        raise NotOpen(Closed.TIME_UP)


def _miss(item: Item, now: datetime) -> Step:
    item.late = True
    item.save(update_fields=["late"])
    test = item.test
    test.late += 1
    test.score -= 1
    return Step(test, None, _go_on(test, now))


def _count(test: TimedTest, decision: Decision) -> None:
    test.answered += 1
    test.correct += decision.correct
    test.score += 1 if decision.correct else -1
    test.cost_millionths += decision.cost_millionths
    if timedelta(milliseconds=decision.thinking_ms) < IDLE:
        test.timed += 1
        test.thinking_ms += decision.thinking_ms


def _go_on(test: TimedTest, now: datetime) -> Item | None:
    """Deal the next hand, or end the test; it ends at its deadline at the latest."""
    item = None
    stumbled = test.kind == Kind.STREAK and test.misses
    if test.done == test.count or stumbled or is_past(test.deadline, now):
        test.ended_at = min(now, test.deadline)
    else:
        test.asked += 1
        test.deadline = deadline_of(test.started_at, now, test.seconds)
        item = _ask(test, deal_item(test, test.asked), now)
    test.save(
        update_fields=[
            "learner",
            "asked",
            "answered",
            "correct",
            "late",
            "score",
            "timed",
            "thinking_ms",
            "cost_millionths",
            "deadline",
            "ended_at",
        ]
    )
    return item


def _ask(test: TimedTest, deal: Deal, now: datetime) -> Item:
    return Item.objects.create(test=test, number=test.asked, deal=str(deal), asked_at=now)
