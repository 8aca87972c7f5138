"""Reading the log and its tallies."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Self
from uuid import UUID

from django.db.models import Count, Q, QuerySet, Sum

from strategy.dealing import Deal
from strategy.grading import Verdict, grade
from strategy.practice import Memory
from strategy.situations import Category, Cell, Situation
from trainer.accounts.models import User
from trainer.core.numbers import ENOUGH
from trainer.decisions.models import CellTally, DayTally, Decision
from trainer.decisions.services import IDLE
from trainer.rulebook.models import ChartVersion
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
    """Of the original bets, over the answers."""

    def __add__(self, other: Self) -> Record:
        return Record(
            self.answers + other.answers,
            self.correct + other.correct,
            self.assisted + other.assisted,
            self.timed + other.timed,
            self.thinking_ms + other.thinking_ms,
            self.cost_millionths + other.cost_millionths,
        )

    @property
    def wrong(self) -> int:
        return self.answers - self.correct

    @property
    def tells(self) -> bool:
        """Whether there are answers enough to claim anything from."""
        return self.answers >= ENOUGH

    @property
    def cost_per_100(self) -> float:
        """What a hundred such answers lose against best play, in original bets."""
        return self.cost_millionths / 10_000 / self.answers if self.answers else 0.0

    @property
    def pace_ms(self) -> float | None:
        """Mean thinking time in milliseconds; None without a timed answer."""
        return self.thinking_ms / self.timed if self.timed else None


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
    timed = unaided & Q(thinking_ms__lt=IDLE // timedelta(milliseconds=1))
    rows = (
        Decision.objects.filter(sitting=sitting)
        .values("category")
        .annotate(
            answers=Count("pk", filter=unaided),
            right_answers=Count("pk", filter=unaided & Q(correct=True)),
            aided=Count("pk", filter=Q(assisted=True)),
            timed=Count("pk", filter=timed),
            time=Sum("thinking_ms", filter=timed, default=0),
            lost=Sum("cost_millionths", filter=unaided, default=0),
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
        )
        for row in rows
    }


def cell_memories(learner: User, chart: ChartVersion, now: datetime) -> dict[Cell, Memory]:
    """What is known of the learner in each cell of a chart; cells never met are absent. One
    query."""
    tallies = CellTally.objects.filter(learner=learner, chart=chart)
    rows = tallies.values_list("cell", "answers", "correct", "run", "last_at")
    hour = timedelta(hours=1)
    return {
        Cell.parse(cell): Memory(answers - correct, run, idle=max(0.0, (now - last_at) / hour))
        for cell, answers, correct, run, last_at in rows
    }


def day_records(learner: User) -> dict[date, dict[Category, Record]]:
    """What the learner did on each day in each category, all modes together, days in order."""
    days: dict[date, dict[Category, Record]] = defaultdict(dict)
    for tally in DayTally.objects.filter(learner=learner).order_by("day"):
        category, day = Category(tally.category), days[tally.day]
        day[category] = day.get(category, Record()) + _record(tally)
    return dict(days)


def _record(tally: CellTally | DayTally) -> Record:
    return Record(
        answers=tally.answers,
        correct=tally.correct,
        assisted=tally.assisted,
        timed=tally.timed,
        thinking_ms=tally.thinking_ms,
        cost_millionths=tally.cost_millionths,
    )
