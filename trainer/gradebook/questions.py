"""The questions of a quiz: how hard each was, and what those who were wrong did instead.

All is told from the first finished attempt of each student: in a later one the hands are known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from django.utils.functional import Promise

from strategy.actions import Action
from strategy.cards import Card
from strategy.charts import NotInChart
from strategy.dealing import Deal
from strategy.situations import CHOICES, Cell
from trainer.core.numbers import ENOUGH
from trainer.core.wording import ACTIONS
from trainer.gradebook.statistics import Finding, Marks, discriminations, findings, reliability
from trainer.quizzes.models import Item, Question, Quiz
from trainer.rulebook.queries import chart_of, rules_of


@dataclass
class Figures:
    """What became of a question."""

    question: Question
    right: Action | None
    """By the quiz's chart; None where that says nothing of a question that is struck."""
    asked: int = 0
    correct: int = 0
    wrong: Counter[Action] = field(default_factory=Counter)
    cost_millionths: int = 0
    """What the wrong answers cost together."""
    discrimination: float | None = None

    @cached_property
    def deal(self) -> Deal:
        return Deal.parse(self.question.deal)

    @property
    def upcards(self) -> Sequence[Card]:
        return [self.deal.upcard]

    @property
    def cell(self) -> Cell:
        return Cell.parse(self.question.cell)

    @property
    def right_name(self) -> Promise | str:
        return ACTIONS[self.right] if self.right else "–"

    @property
    def gap(self) -> float:
        """Bets between the two best plays."""
        return self.question.gap_millionths / 1_000_000

    @property
    def errors(self) -> int:
        return sum(self.wrong.values())

    @property
    def unanswered(self) -> int:
        """Those who were asked and gave no answer; they count as wrong."""
        return self.asked - self.correct - self.errors

    @property
    def mean_cost(self) -> float | None:
        """Of a wrong answer, in bets; None without one."""
        return self.cost_millionths / 1_000_000 / self.errors if self.errors else None

    @property
    def typical(self) -> Action | None:
        """The wrong play that was made most often; of those made equally often the first."""
        return min(
            self.wrong, key=lambda play: (-self.wrong[play], CHOICES.index(play)), default=None
        )

    @property
    def typical_name(self) -> Promise | str:
        return ACTIONS[self.typical] if self.typical else ""

    @property
    def typical_times(self) -> int:
        return self.wrong[self.typical] if self.typical else 0

    @property
    def findings(self) -> list[Finding]:
        """What the figures say, from ENOUGH students on."""
        if self.asked < ENOUGH or self.question.struck:
            return []
        return findings(
            students=self.asked,
            facility=self.correct / self.asked,
            discrimination=self.discrimination,
            gap=self.gap,
            wrong=self.errors,
            commonest=self.typical_times,
        )


@dataclass(frozen=True, slots=True)
class Analysed:
    """The questions in their order, and how far the quiz can be relied on."""

    questions: Sequence[Figures]
    students: int
    reliability: float | None

    @property
    def told(self) -> bool:
        """Whether there is anything to say of the questions."""
        return self.students > 0


def analysed(quiz: Quiz, attempts: Collection[int]) -> Analysed:
    """The questions as they were answered in attempts that are over; two queries."""
    figures = {
        question.pk: Figures(question, _right(quiz, question)) for question in quiz.questions.all()
    }
    items = Item.objects.filter(attempt__in=attempts).order_by()
    rows: dict[int, dict[int, bool]] = {attempt: {} for attempt in attempts}
    columns = ("attempt", "question", "action", "correct", "cost_millionths")
    for attempt, question, action, correct, cost in items.values_list(*columns):
        one = figures[question]
        rows[attempt][question] = bool(correct)
        one.asked += 1
        one.correct += bool(correct)
        if action and not correct:
            one.wrong[Action(action)] += 1
            one.cost_millionths += cost
    counted = [one for one in figures.values() if not one.question.struck and one.asked]
    marks: Marks = [[row.get(one.question.pk) for one in counted] for row in rows.values()]
    for one, found in zip(counted, discriminations(marks), strict=False):
        one.discrimination = found
    return Analysed(list(figures.values()), len(rows), reliability(marks))


def _right(quiz: Quiz, question: Question) -> Action | None:
    situation = Deal.parse(question.deal).situation(rules_of(quiz.rules))
    try:
        return chart_of(quiz.chart).advise(situation).action
    except NotInChart:
        return None
