"""Reading tests: what the start and the play page show."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from django.utils import timezone
from django.utils.functional import Promise

from strategy.dealing import Deal
from trainer.accounts.access import Visitor
from trainer.decisions.models import Decision
from trainer.drills.hands import DealtHand
from trainer.drills.models import Drill
from trainer.drills.queries import remembered_drill
from trainer.rulebook.models import Teaching
from trainer.rulebook.queries import rules_of, teachings
from trainer.timed.access import is_past_now, tests_of
from trainer.timed.clock import is_past, remaining_ms
from trainer.timed.kinds import Kind
from trainer.timed.models import Item, TimedTest
from trainer.timed.services import Step
from trainer.timed.wording import ABOUT

_MINUTE_MS = 60_000


class Mark(Enum):
    """How the last hand went."""

    RIGHT = "right"
    WRONG = "wrong"
    LATE = "late"
    GIVEN = "given"
    """Answered, in a test that keeps its verdicts to the end."""


@dataclass(frozen=True, slots=True)
class Clock:
    """A time that runs out, as the page draws it."""

    total_ms: int
    remaining_ms: int

    @property
    def total_seconds(self) -> int:
        return self.total_ms // 1000

    @property
    def remaining_seconds(self) -> float:
        """Rounded up to what is shown: tenths within the last minute."""
        unit = 1000 if self.remaining_ms >= _MINUTE_MS else 100
        return -(-self.remaining_ms // unit) * unit / 1000

    @property
    def shown(self) -> str:
        """``1:05``, or ``42.3`` in the last minute."""
        if self.remaining_ms >= _MINUTE_MS:
            minutes, seconds = divmod(int(self.remaining_seconds), 60)
            return f"{minutes}:{seconds:02}"
        return f"{self.remaining_seconds:.1f}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand(DealtHand):
    """The hand in play."""

    item: Item
    clock: Clock | None
    """The hand's own time."""
    passed: bool
    """Its own time is up, and the test waits for the next hand to be asked for."""


@dataclass(frozen=True, slots=True)
class Play:
    """All that the play page shows; ``hand`` is None when the test is over."""

    test: TimedTest
    hand: Hand | None
    clock: Clock | None
    """Of the whole test, where it has a time."""
    mark: Mark | None
    title: str

    @property
    def tells(self) -> bool:
        """Whether verdicts are given on the way."""
        return self.test.kind != Kind.PLACEMENT


def play_of(test: TimedTest) -> Play:
    """The page of a test as it stands, in at most two queries."""
    now = timezone.now()
    over = test.is_over(now)
    items = list(test.items.order_by("-number")[:2])
    item = None if over or not items else items[0]
    last = next((each for each in items if each.number == test.done), None)
    correct = None
    if last and not last.late:
        correct = Decision.objects.filter(key=last.public_id).values_list("correct").first()
    return _play(test, item, _mark(test, last, correct[0] if correct else None), now)


def play_after(step: Step) -> Play:
    """The page after an answer that counts: no query."""
    assert step.decision is not None
    mark = _verdict(step.test, correct=step.decision.correct)
    return _play(step.test, step.next_item, mark, timezone.now())


def _mark(test: TimedTest, last: Item | None, correct: bool | None) -> Mark | None:
    if last is None:
        return None
    if last.late or correct is None:
        return Mark.LATE
    return _verdict(test, correct=correct)


def _verdict(test: TimedTest, *, correct: bool) -> Mark:
    if test.kind == Kind.PLACEMENT:
        return Mark.GIVEN
    return Mark.RIGHT if correct else Mark.WRONG


def _play(test: TimedTest, item: Item | None, mark: Mark | None, now: datetime) -> Play:
    clock = None
    if test.seconds:
        left = 0 if item is None else remaining_ms(test.deadline, now)
        clock = Clock(1000 * test.seconds, left)
    return Play(
        test=test,
        hand=_hand(test, item, now) if item else None,
        clock=clock,
        mark=mark,
        title=str(Kind(test.kind).label),
    )


def _hand(test: TimedTest, item: Item, now: datetime) -> Hand:
    deal = Deal.parse(item.deal)
    clock, passed = None, False
    if test.hand_seconds:
        end = item.time_is_up_at(test.hand_seconds)
        clock = Clock(1000 * test.hand_seconds, remaining_ms(end, now))
        passed = is_past(end, now)
    return Hand(
        item=item,
        deal=deal,
        situation=deal.situation(rules_of(test.rules)),
        clock=clock,
        passed=passed,
    )


def open_test(visitor: Visitor) -> TimedTest | None:
    """The latest test of the visitor that is not over; one query, none for a stranger."""
    return tests_of(visitor).exclude(is_past_now()).first()


@dataclass(frozen=True, slots=True)
class Ready:
    """A ready-made test on the start page."""

    kind: Kind
    about: str | Promise

    @property
    def name(self) -> str | Promise:
        return self.kind.label


def ready_tests() -> list[Ready]:
    """Those that are started with one button, the placement apart."""
    return [Ready(kind, about) for kind, about in ABOUT.items() if kind is not Kind.PLACEMENT]


def _started_at(sitting: TimedTest | Drill) -> datetime:
    return sitting.started_at


def remembered_teaching(visitor: Visitor) -> Teaching | None:
    """What the visitor's last sitting was about, where it is still taught, or the first.

    That is their last test or drill, whichever is the later.
    """
    found_last = (tests_of(visitor).first(), remembered_drill(visitor))
    last = max((each for each in found_last if each), key=_started_at, default=None)
    offered = teachings(visitor.user)
    found = None
    if last:
        found = offered.filter(rule_set=last.rules.rule_set_id, chart=last.chart.chart_id).first()
    return found or offered.first()


def placement() -> Ready:
    return Ready(Kind.PLACEMENT, ABOUT[Kind.PLACEMENT])
