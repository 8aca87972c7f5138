"""Reading results: a test's figures and misses, the best and the earlier ones of its setting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import groupby

from django.db.models import F, FloatField, Q, QuerySet
from django.db.models.functions import Cast, Coalesce
from django.utils.functional import Promise

from strategy.cards import Card
from strategy.dealing import Deal
from strategy.grading import right_play
from strategy.situations import Cell
from trainer.core.numbers import ENOUGH, wilson
from trainer.core.wording import ACTIONS
from trainer.decisions.models import Decision
from trainer.decisions.queries import Record
from trainer.decisions.services import IDLE
from trainer.decisions.shown import Missed, ShownVerdict, missed_hands, shown_verdict
from trainer.rulebook.queries import chart_of, rules_of
from trainer.timed.access import is_past_now
from trainer.timed.kinds import Kind
from trainer.timed.models import Certificate, Item, TimedTest
from trainer.timed.placement import Plan, plan_of
from trainer.timed.wording import limits, score_in_words

_FINISHED = Q(count=None) | Q(count=F("answered") + F("late"))
"""What can be the best: a test of a number of hands only with all of them."""
_ALL_MS = (
    F("thinking_ms")
    + IDLE // timedelta(milliseconds=1) * (F("answered") - F("timed"))
    + 1000 * F("late") * Coalesce("hand_seconds", 0)
)
"""The time of all hands: one left lying counts as IDLE, one missed by time as its limit."""

EARLIER = 5
"""So many earlier tests of the setting are shown beside a result."""


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand of the test, with what became of it."""

    number: int
    deal: Deal
    chosen: Promise | None
    """None: nothing was answered."""
    correct: bool
    late: bool
    verdict: ShownVerdict | None
    """What was right, where its own time ran out."""

    @property
    def upcards(self) -> Sequence[Card]:
        return [self.deal.upcard]


@dataclass(frozen=True, slots=True)
class Row:
    """A test in a list."""

    test: TimedTest
    name: str
    limits: str
    score: str

    @classmethod
    def of(cls, test: TimedTest) -> Row:
        return cls(test, str(Kind(test.kind).label), limits(test), score_in_words(test))


@dataclass(frozen=True, slots=True)
class Result:
    """How a test went."""

    row: Row
    record: Record
    interval: tuple[float, float] | None
    """Of the accuracy, 95 %; None for too few hands."""
    run: int
    """The longest run of right answers."""
    hands: Sequence[PlayedHand]
    missed: Sequence[Missed]
    best: Row | None
    """The best of this very setting; None where there is nothing to compare with."""
    earlier: Sequence[Row]
    plan: Plan | None
    """What a placement proposes."""
    certificate: Certificate | None

    @property
    def test(self) -> TimedTest:
        return self.row.test

    @property
    def tells(self) -> bool:
        return self.interval is not None

    @property
    def is_best(self) -> bool:
        return self.best is not None and self.best.test.pk == self.test.pk

    @property
    def passed(self) -> list[PlayedHand]:
        """Hands whose own time ran out."""
        return [hand for hand in self.hands if hand.late]

    @property
    def idle(self) -> int:
        """Answers left lying so long that they say nothing of the pace."""
        return self.test.answered - self.test.timed

    @property
    def open_hands(self) -> int:
        """Hands of the count that were never answered."""
        return (self.test.count or self.test.done) - self.test.done


def result_of(test: TimedTest) -> Result:
    """The result of a test that is over, in at most five queries."""
    decisions = decisions_in(test)
    hands = _hands(test, decisions)
    best, earlier = _compared(test)
    return Result(
        row=Row.of(test),
        record=record_of(test),
        interval=wilson(test.correct, test.done) if test.done >= ENOUGH else None,
        run=longest_run(hands),
        hands=hands,
        missed=missed_hands(each for each in decisions if not each.correct),
        best=best,
        earlier=earlier,
        plan=plan_of(test, decisions) if test.kind == Kind.PLACEMENT else None,
        certificate=Certificate.objects.filter(test=test).first(),
    )


def decisions_in(test: TimedTest) -> list[Decision]:
    """The answers of a test in order; its rules and chart are not read again. One query."""
    decisions = list(Decision.objects.filter(sitting=test.public_id).order_by("pk"))
    for decision in decisions:
        decision.rules, decision.chart = test.rules, test.chart
    return decisions


def record_of(test: TimedTest) -> Record:
    """The sums that are kept on the test; hands missed by time are not among the answers."""
    return Record(
        answers=test.answered,
        correct=test.correct,
        timed=test.timed,
        thinking_ms=test.thinking_ms,
        cost_millionths=test.cost_millionths,
    )


def _hands(test: TimedTest, decisions: Sequence[Decision]) -> list[PlayedHand]:
    by_key = {decision.key: decision for decision in decisions}
    hands = []
    for item in test.items.order_by("number"):
        decision = by_key.get(item.public_id)
        if decision or item.late:
            hands.append(
                PlayedHand(
                    number=item.number,
                    deal=Deal.parse(item.deal),
                    chosen=ACTIONS[decision.chosen_action] if decision else None,
                    correct=bool(decision and decision.correct),
                    late=item.late,
                    verdict=_right(test, item) if item.late else None,
                )
            )
    return hands


def _right(test: TimedTest, item: Item) -> ShownVerdict:
    chart = chart_of(test.chart)
    right = right_play(Deal.parse(item.deal).situation(rules_of(test.rules)), chart)
    return shown_verdict(right, chart, assisted=False)


def longest_run(hands: Sequence[PlayedHand]) -> int:
    """How many hands in a row were right, at the most."""
    runs = groupby(hands, key=lambda hand: hand.correct)
    return max((len(list(group)) for correct, group in runs if correct), default=0)


def missed_cells(test: TimedTest) -> list[Cell]:
    """The cells missed in a test by answer or by time, each once; two queries."""
    wrong = [decision.chart_cell for decision in decisions_in(test) if not decision.correct]
    passed = [
        Deal.parse(deal).situation(rules_of(test.rules)).cell
        for deal in test.items.filter(late=True).order_by("number").values_list("deal", flat=True)
    ]
    return list(dict.fromkeys([*wrong, *passed]))


def _comparable(test: TimedTest) -> QuerySet[TimedTest]:
    """The learner's tests of the same setting that are over and have an answer."""
    same = TimedTest.objects.filter(learner=test.learner, setting=test.setting, answered__gt=0)
    return same.filter(is_past_now()).select_related("rules", "chart")


def _compared(test: TimedTest) -> tuple[Row | None, list[Row]]:
    """The best of the setting, where there are others, and the latest of the others.

    More points or hands right are better, then the quicker pace, then the earlier test.
    """
    if test.learner is None:
        return None, []
    latest = list(_comparable(test).exclude(pk=test.pk).order_by("-started_at")[:EARLIER])
    if not latest:
        return None, []
    pace = Cast(_ALL_MS, FloatField()) / (F("answered") + F("late"))
    ranked = _comparable(test).filter(_FINISHED).order_by("-score", pace, "started_at", "pk")
    best = ranked.first()
    return (Row.of(best) if best else None), [Row.of(each) for each in latest]
