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
from trainer.accounts.access import Visitor, learner_of
from trainer.accounts.models import User
from trainer.accounts.services import is_time_zone, learner_for, local_date
from trainer.decisions.models import Decision, Mode
from trainer.decisions.services import IDLE, AlreadyDecided, record
from trainer.rulebook.models import ChartVersion, RuleSetVersion
from trainer.rulebook.queries import chart_of, rules_of
from trainer.timed.access import is_past_now, locked_item, locked_test, tests_of
from trainer.timed.clock import deadline_of, is_past, is_too_late
from trainer.timed.dealer import cells_of_categories, chosen_cells, deal_item, deals_again
from trainer.timed.kinds import Kind, Setting
from trainer.timed.models import Certificate, Item, TimedTest

DOUBLE_CLICK = timedelta(seconds=5)
"""Whoever starts the same test twice within this time meant it once."""


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

    Started a moment ago and not begun, the same test is not made anew. Who has a row is made to
    wait by it; two requests of a newcomer at the very same time make one on SQLite, which lets one
    write at a time, and may make two on PostgreSQL.

    Raises NothingToDeal where no hand of the setting can come up under the rules.
    """
    learner = learner_of(visitor)
    if learner:
        learner = User.objects.select_for_update().get(pk=learner.pk)
    begun = (
        tests_of(visitor)
        .exclude(is_past_now())
        .filter(
            setting=setting.digest(rules.code, chart.pk),
            rules=rules,
            answered=0,
            late=0,
            started_at__gt=timezone.now() - DOUBLE_CLICK,
        )
    )
    return begun.first() or make_test(
        visitor=visitor, rules=rules, chart=chart, setting=setting, time_zone=time_zone
    )


@transaction.atomic
def make_test(
    *,
    visitor: Visitor,
    rules: RuleSetVersion,
    chart: ChartVersion,
    setting: Setting,
    time_zone: str = "",
) -> TimedTest:
    """The same, whatever was started before."""
    learner = learner_of(visitor)
    seed = secrets.token_hex(16)
    cells = cells_of_categories(rules, chart, setting.categories)
    chosen = chosen_cells(setting, rules, chart, seed)
    if setting.kind in (Kind.NEAR, Kind.PLACEMENT) and not chosen:
        raise NothingToDeal("no such cell can come up under these rules")
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
    )
    deal = deal_item(test, 1)
    now = timezone.now()
    test.started_at = now
    test.day = local_date(learner or _newcomer(time_zone), now)
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
        return _miss(item)
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
    return Step(test, decision, _go_on(test))


@transaction.atomic
def pass_hand(*, visitor: Visitor, item_id: UUID) -> TimedTest:
    """Make a hand whose own time is up a miss, and deal the next one or end the test.

    Raises Http404, and NotOpen where it is not open. A hand with time left stays open, and a test
    that is over stays as it is.
    """
    now = timezone.now()
    item = locked_item(visitor, item_id)
    test = item.test
    _check_open(item, now)
    if not test.is_over(now) and item.is_passed(now):
        _miss(item)
    return test


@transaction.atomic
def end_test(*, visitor: Visitor, test_id: UUID) -> TimedTest:
    """End the test with what was answered. The open hand is a miss if its own time is up."""
    now = timezone.now()
    test = locked_test(visitor, test_id)
    if not test.is_over(now):
        _close(test, now)
    return test


def settle(*, visitor: Visitor) -> None:
    """Close the visitor's tests of hands with a time of their own that the clock has ended.

    So the hand that was open in them counts as missed where its time had run out before the end,
    whether or not a page was there to tell. As long as an answer to it may arrive, it waits. One
    query where there are none.
    """
    now = timezone.now()
    ended = tests_of(visitor).filter(hand_seconds__isnull=False, ended_at=None, deadline__lte=now)
    for test_id in ended.values_list("public_id", flat=True):
        with transaction.atomic():
            test = locked_test(visitor, test_id)
            item = test.items.get(number=test.asked)
            if test.ended_at is None and is_too_late(item.closes_at, now):
                _close(test, test.deadline)


@transaction.atomic
def certify(*, visitor: Visitor, test_id: UUID, name: str) -> Certificate:
    """Make the certificate of a test, or put another name on it. Raises Http404 and NotOver."""
    now = timezone.now()
    test = locked_test(visitor, test_id)
    if not test.is_over(now) or not test.done:
        raise NotOver
    changed = {"name": name, "matches": deals_again(test)}
    certificate, _made = Certificate.objects.update_or_create(
        test=test, defaults=changed, create_defaults={**changed, "made_at": now}
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


def _miss(item: Item, *, last: bool = False) -> Step:
    item.late = True
    item.save(update_fields=["late"])
    test = item.test
    test.late += 1
    _score(test, correct=False)
    return Step(test, None, _go_on(test, last=last))


def _score(test: TimedTest, *, correct: bool) -> None:
    """A right answer is a point; a miss costs one where only the clock limits the tries."""
    if correct:
        test.score += 1
    elif test.is_for_points:
        test.score -= 1


def _count(test: TimedTest, decision: Decision) -> None:
    test.answered += 1
    test.correct += decision.correct
    _score(test, correct=decision.correct)
    if not decision.correct:
        test.cost_millionths += decision.cost_millionths
    if timedelta(milliseconds=decision.thinking_ms) < IDLE:
        test.timed += 1
        test.thinking_ms += decision.thinking_ms


def _close(test: TimedTest, now: datetime) -> None:
    """End a test, after its open hand has become a miss where its own time is up."""
    item = test.items.get(number=test.asked)
    if item.is_passed(now):
        _miss(item, last=True)
    else:
        test.ended_at = now
        test.save(update_fields=["ended_at"])


def _go_on(test: TimedTest, *, last: bool = False) -> Item | None:
    """Deal the next hand, or end the test; it ends at its deadline at the latest.

    The next hand's time begins here: what came before it may have waited, and taken work.
    """
    item = None
    now = timezone.now()
    stumbled = test.kind == Kind.STREAK and test.misses
    if last or test.done == test.count or stumbled or is_past(test.deadline, now):
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


def _newcomer(time_zone: str) -> User:
    """Whoever is no row yet, with the time zone of the browser where it is one."""
    return User(time_zone=time_zone if is_time_zone(time_zone) else "")
