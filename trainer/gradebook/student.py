"""One student's results in one class: every quiz, by kind of hand, and the costliest cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Final

from django.utils import timezone
from django.utils.functional import Promise

from strategy.actions import Action
from strategy.situations import CHOICES, Category, Cell
from trainer.classroom.models import Member
from trainer.core.numbers import ENOUGH
from trainer.core.wording import ACTIONS, CATEGORIES
from trainer.gradebook.attempts import MemberStanding, standings
from trainer.gradebook.book import NOT_STARTED, grade_book, mean, published, roll_of
from trainer.quizzes.models import Item, Policy, Quiz
from trainer.quizzes.telling import tells

COSTLIEST: Final = 10
"""So many cells are shown."""


@dataclass(frozen=True, slots=True)
class QuizLine:
    """A quiz, and how the student stands in it."""

    quiz: Quiz
    standing: MemberStanding
    told: bool
    """Whether the reader may know which answers were right."""

    @property
    def policy(self) -> Promise | str:
        return Policy(self.quiz.policy).label


@dataclass
class Tried:
    """How often a kind of hand was asked, and how often it was right."""

    name: Promise
    asked: int = 0
    correct: int = 0

    @property
    def tells(self) -> bool:
        """Whether there are answers enough for a rate."""
        return self.asked >= ENOUGH


@dataclass
class Errors:
    """A cell with errors."""

    cell: Cell
    asked: int = 0
    cost_millionths: int = 0
    plays: Counter[tuple[Action, Action]] = field(default_factory=Counter)
    """How often which play was made where another was right."""

    @property
    def wrong(self) -> int:
        return sum(self.plays.values())

    @property
    def cost(self) -> float:
        """What the errors cost together, in bets."""
        return self.cost_millionths / 1_000_000

    @property
    def typical(self) -> tuple[Promise, Promise, int]:
        """The play made most often, what was right, and how often."""
        (chosen, right), times = min(
            self.plays.items(), key=lambda pair: (-pair[1], CHOICES.index(pair[0][0]))
        )
        return ACTIONS[chosen], ACTIONS[right], times


@dataclass(frozen=True, slots=True)
class StudentResults:
    """What is told of a student."""

    member: Member
    lines: Sequence[QuizLine]
    """The latest quiz first."""
    rank: int | None
    students: int
    """Among so many."""
    categories: Sequence[Tried]
    errors: Sequence[Errors]

    @property
    def mean(self) -> float | None:
        return mean(line.standing.grade for line in self.lines)

    @property
    def taken(self) -> int:
        return sum(line.standing.grade is not None for line in self.lines)

    @property
    def withheld(self) -> int:
        """Quizzes with a grade of which the right answers are not told yet."""
        return sum(bool(line.standing.finished) and not line.told for line in self.lines)


def results_for_teachers(member: Member) -> StudentResults:
    """All there is, with the rank in the class; twelve queries at most."""
    roll = roll_of(member.classroom)
    rows = grade_book(roll).rows
    rank = next((row.rank for row in rows if row.student.pk == member.pk), None)
    lines = _lines(member, everything=True)
    students = sum(row.rank is not None for row in rows)
    return StudentResults(member, lines, rank, students, *_hands(lines))


def own_results(member: Member) -> StudentResults:
    """What the student may know: of which hand was right only what each quiz has revealed."""
    lines = _lines(member, everything=False)
    return StudentResults(member, lines, None, 0, *_hands(lines))


def _lines(member: Member, *, everything: bool) -> list[QuizLine]:
    quizzes = list(published(member.classroom).order_by("-published_at", "-pk"))
    found, now = standings(quizzes, [member.pk]), timezone.now()
    return [
        QuizLine(quiz, found.get((member.pk, quiz.pk), NOT_STARTED), everything or tells(quiz, now))
        for quiz in quizzes
    ]


def _hands(lines: Sequence[QuizLine]) -> tuple[list[Tried], list[Errors]]:
    attempts = [taken.pk for line in lines if line.told for taken in line.standing.finished]
    return _by_hand(attempts) if attempts else ([], [])


def _by_hand(attempts: Collection[int]) -> tuple[list[Tried], list[Errors]]:
    """By kind, and the cells whose errors cost most; one query."""
    items = Item.objects.filter(attempt__in=attempts, question__struck=False).order_by()
    columns = ("question__cell", "action", "right", "correct", "cost_millionths")
    kinds = {category: Tried(name) for category, name in CATEGORIES.items()}
    cells: dict[str, Errors] = {}
    for text, action, right, correct, cost in items.values_list(*columns):
        one = cells.setdefault(text, Errors(Cell.parse(text)))
        kind = kinds[one.cell.category]
        one.asked += 1
        kind.asked += 1
        kind.correct += bool(correct)
        if action and not correct:
            one.plays[Action(action), Action(right)] += 1
            one.cost_millionths += cost
    errors = [one for one in cells.values() if one.wrong]
    errors.sort(key=lambda one: (-one.cost_millionths, str(one.cell)))
    return [kinds[category] for category in Category if kinds[category].asked], errors[:COSTLIEST]
