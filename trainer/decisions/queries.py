"""Reading the log and its tallies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Self
from uuid import UUID

from django.db.models import Count, Q, QuerySet, Sum

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
    longer_timed: int = 0
    longer_ms: int = 0

    def __add__(self, other: Self) -> Record:
        return Record(*(getattr(self, name) + getattr(other, name) for name in SUMS))

    def __sub__(self, other: Self) -> Record:
        return Record(*(getattr(self, name) - getattr(other, name) for name in SUMS))

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
        """Mean thinking time over two cards in milliseconds; None without a timed answer."""
        return self.thinking_ms / self.timed if self.timed else None

    @property
    def longer_pace_ms(self) -> float | None:
        """The same over hands of three cards and more."""
        return self.longer_ms / self.longer_timed if self.longer_timed else None


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
    unaided = Q(assisted=False)
    awake = unaided & Q(thinking_ms__lt=IDLE // timedelta(milliseconds=1))
    timed, longer = awake & Q(longer=False), awake & Q(longer=True)
    rows = (
        Decision.objects.filter(sitting=sitting)
        .values("category")
        .annotate(
            answers=Count("pk", filter=unaided),
            right_answers=Count("pk", filter=unaided & Q(correct=True)),
            aided=Count("pk", filter=Q(assisted=True)),
            timed=Count("pk", filter=timed),
            time=Sum("thinking_ms", filter=timed, default=0),
            lost=Sum("cost_millionths", filter=unaided & Q(correct=False), default=0),
            longer_timed=Count("pk", filter=longer),
            longer_time=Sum("thinking_ms", filter=longer, default=0),
        )
    )
    return {
        Category(row["category"]): Record(
            answers=row["answers"],
            correct=row["right_answers"],
            assisted=row["aided"],
            timed=row["timed"],
            thinking_ms=row["time"],
            cost_millionths=row["lost"],
            longer_timed=row["longer_timed"],
            longer_ms=row["longer_time"],
        )
        for row in rows
    }


def cell_memories(
    learner: User, rules: RuleSetVersion, chart: ChartVersion, now: datetime
) -> dict[Cell, Memory]:
    """What is known of the learner in each cell of a chart; cells never met are absent. One
    query."""
    tallies = Tally.objects.filter(
        learner=learner, scope=Scope.CELL, mode=EVERY_MODE, rules=rules, chart=chart
    )
    rows = tallies.values_list("place", "answers", "correct", "run", "last_at")
    hour = timedelta(hours=1)
    return {
        Cell.parse(cell): Memory(answers - correct, run, idle=max(0.0, (now - last_at) / hour))
        for cell, answers, correct, run, last_at in rows
    }


def cell_record(learner: User, cell: Cell) -> Record:
    """What the learner did in a cell, whatever chart was taught; one query."""
    tallies = Tally.objects.filter(learner=learner, scope=Scope.CELL, place=str(cell))
    return Record(**tallies.aggregate(**sums()))


def sums() -> dict[str, Sum]:
    """Sums of the columns of tallies, named as the fields of a Record."""
    return {name: Sum(name, default=0) for name in SUMS}
