"""Reading the log and its tallies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from operator import add, attrgetter, sub
from typing import Final, Self
from uuid import UUID

from django.db.models import Aggregate, Count, Q, QuerySet, Sum

from strategy.dealing import Deal
from strategy.grading import Verdict, grade
from strategy.practice import Memory
from strategy.situations import Category, Cell, Situation
from trainer.accounts.models import User
from trainer.core.numbers import ENOUGH
from trainer.decisions.models import EVERY_MODE, SUMS, Decision, Scope, Tally
from trainer.decisions.services import IDLE
from trainer.rulebook.models import ChartVersion, RuleSetVersion
from trainer.rulebook.queries import chart_of, rules_of


@dataclass(frozen=True, slots=True)
class Record:
    """How somebody did over some answers; assisted ones stand apart."""

    answers: int = 0
    correct: int = 0
    assisted: int = 0
    timed: int = 0
    thinking_ms: int = 0
    cost_millionths: int = 0
    """What the errors cost, of the original bets."""
    later_answers: int = 0
    """Those that are no first decisions, and what of the above is theirs."""
    later_correct: int = 0
    later_timed: int = 0
    """These are not among the ``timed``."""
    later_ms: int = 0
    later_cost_millionths: int = 0

    def __add__(self, other: Self) -> Record:
        return Record(*map(add, _FIGURES(self), _FIGURES(other)))

    def __sub__(self, other: Self) -> Record:
        return Record(*map(sub, _FIGURES(self), _FIGURES(other)))

    @property
    def wrong(self) -> int:
        return self.answers - self.correct

    @property
    def tells(self) -> bool:
        """Whether there are answers enough to claim anything from."""
        return self.answers >= ENOUGH

    @property
    def cost_per_100(self) -> float:
        """What the errors lose in a hundred such answers, in original bets."""
        return self.cost_millionths / 10_000 / self.answers if self.answers else 0.0

    @property
    def pace_ms(self) -> float | None:
        """Mean thinking time of first decisions in milliseconds; None without a timed one."""
        return self.thinking_ms / self.timed if self.timed else None

    @property
    def later_pace_ms(self) -> float | None:
        """The same over hands of three cards and more, and after a split."""
        return self.later_ms / self.later_timed if self.later_timed else None

    @property
    def first(self) -> Record:
        """Of the first decisions alone."""
        return Record(
            answers=self.answers - self.later_answers,
            correct=self.correct - self.later_correct,
            assisted=self.assisted,
            timed=self.timed,
            thinking_ms=self.thinking_ms,
            cost_millionths=self.cost_millionths - self.later_cost_millionths,
        )


_FIGURES: Final = attrgetter(*SUMS)
Records = Mapping[Category, Record]


def total(records: Iterable[Record]) -> Record:
    return sum(records, start=Record())


def verdict_of(decision: Decision) -> Verdict:
    """The verdict of a stored decision, by the chart that graded it."""
    situation = Situation.parse(decision.situation, rules_of(decision.rules))
    return grade(situation, decision.chosen_action, chart_of(decision.chart))


def deal_of(decision: Decision) -> Deal:
    return Deal.parse(decision.deal)


def decisions_of(sitting: UUID) -> QuerySet[Decision]:
    """The decisions of a drill in the order in which they were made, with chart and rules."""
    return Decision.objects.filter(sitting=sitting).select_related("chart", "rules").order_by("pk")


def sitting_records(sitting: UUID) -> Records:
    """The records of a drill by category; one query."""
    rows = Decision.objects.filter(sitting=sitting).values_list("category").annotate(**log_sums())
    return {Category(category): Record(*values) for category, *values in rows}


def log_sums() -> dict[str, Aggregate]:
    """Sums over decisions, in the order of the fields of a Record."""
    unaided, later = Q(assisted=False), Q(assisted=False, later=True)
    right, wrong = Q(correct=True), Q(correct=False)
    awake = Q(assisted=False, thinking_ms__lt=IDLE // timedelta(milliseconds=1))
    first, after = awake & Q(later=False), awake & Q(later=True)
    return {
        "of_answers": Count("pk", filter=unaided),
        "of_correct": Count("pk", filter=unaided & right),
        "of_assisted": Count("pk", filter=Q(assisted=True)),
        "of_timed": Count("pk", filter=first),
        "of_ms": Sum("thinking_ms", filter=first, default=0),
        "of_cost": Sum("cost_millionths", filter=unaided & wrong, default=0),
        "of_later": Count("pk", filter=later),
        "of_later_correct": Count("pk", filter=later & right),
        "of_later_timed": Count("pk", filter=after),
        "of_later_ms": Sum("thinking_ms", filter=after, default=0),
        "of_later_cost": Sum("cost_millionths", filter=later & wrong, default=0),
    }


def cell_memories(
    learner: User, rules: RuleSetVersion, chart: ChartVersion, now: datetime
) -> dict[Cell, Memory]:
    """What is known of the learner in each cell of a chart; cells never met are absent. One
    query."""
    rows = _cells(learner, rules, chart).values_list(
        "place", "answers", "correct", "run", "last_at"
    )
    hour = timedelta(hours=1)
    return {
        Cell.parse(cell): Memory(answers - correct, run, idle=max(0.0, (now - last_at) / hour))
        for cell, answers, correct, run, last_at in rows
    }


def first_runs(learner: User, rules: RuleSetVersion, chart: ChartVersion) -> dict[Cell, int]:
    """First decisions right in a row in each cell that was met; one query."""
    rows = _cells(learner, rules, chart).values_list("place", "first_run")
    return {Cell.parse(cell): run for cell, run in rows}


def _cells(learner: User, rules: RuleSetVersion, chart: ChartVersion) -> QuerySet[Tally]:
    return Tally.objects.filter(
        learner=learner, scope=Scope.CELL, mode=EVERY_MODE, rules=rules, chart=chart
    )


def cell_record(learner: User, cell: Cell) -> Record:
    """What the learner did in a cell, whatever chart was taught; one query."""
    tallies = Tally.objects.filter(learner=learner, scope=Scope.CELL, place=str(cell))
    return Record(**tallies.aggregate(**sums()))


def sums() -> dict[str, Sum]:
    """Sums of the columns of tallies, named as the fields of a Record."""
    return {name: Sum(name, default=0) for name in SUMS}
