"""What a quiz is built from, and the hands that follow from it; nothing is saved here."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from strategy.situations import Category, Cell
from trainer.quizzes.drawing import draw_questions
from trainer.quizzes.models import Order, Origin, Policy, Question, Quiz, Reveal
from trainer.quizzes.weak import weak_cells
from trainer.rulebook.models import ChartVersion, RuleSetVersion


class TooFewAnswers(ValueError):
    """The quizzes of the class do not tell yet where it is weak."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dates:
    """What can change even after a student has started."""

    title: str
    opens_at: datetime | None = None
    closes_at: datetime | None = None
    grace_days: int = 0

    def put_into(self, quiz: Quiz) -> None:
        quiz.title = self.title
        quiz.opens_at, quiz.closes_at = self.opens_at, self.closes_at
        quiz.grace_days = self.grace_days


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """All that is chosen of a quiz."""

    dates: Dates
    rules: RuleSetVersion
    chart: ChartVersion
    origin: Origin
    categories: tuple[Category, ...] = ()
    cells: tuple[Cell, ...] = ()
    near_ties: bool = False
    count: int
    order: Order
    seconds: int | None = None
    hand_seconds: int | None = None
    most_attempts: int | None = None
    policy: Policy
    reveal: Reveal

    def put_into(self, quiz: Quiz) -> None:
        """Raise TooFewAnswers where the weak spots are wanted and nothing is known of them."""
        self.dates.put_into(quiz)
        quiz.rules, quiz.chart = self.rules, self.chart
        quiz.origin = self.origin
        quiz.categories = ",".join(category.value for category in self.categories)
        quiz.cells = [str(cell) for cell in self._cells(quiz)]
        quiz.near_ties = self.near_ties
        quiz.count, quiz.order = self.count, self.order
        quiz.seconds, quiz.hand_seconds = self.seconds, self.hand_seconds
        quiz.most_attempts = self.most_attempts
        quiz.policy, quiz.reveal = self.policy, self.reveal

    def _cells(self, quiz: Quiz) -> list[Cell]:
        if self.origin is Origin.CATEGORIES:
            return []
        if self.origin is Origin.CELLS:
            return list(self.cells)
        cells = weak_cells(quiz.classroom)
        if not cells:
            raise TooFewAnswers
        return cells


def built(quiz: Quiz, plan: Plan) -> list[Question]:
    """Put a plan into a quiz and draw its questions. Raises TooFewAnswers and NothingToDeal."""
    plan.put_into(quiz)
    return draw_questions(quiz)
