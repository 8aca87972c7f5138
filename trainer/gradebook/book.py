"""The grade book of a class: how every student stands in every quiz.

Whoever has left the class, and its teachers, are not in it and take no rank.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple
from uuid import UUID

from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext

from trainer.classroom.access import students_of
from trainer.classroom.models import Classroom
from trainer.core.numbers import figure, rounded
from trainer.gradebook.attempts import MemberStanding, standings
from trainer.gradebook.statistics import ranks
from trainer.quizzes.models import Policy, Quiz
from trainer.quizzes.wording import late_in_words

NAME: Final = "name"
RANK: Final = "rank"


@dataclass(frozen=True, slots=True)
class Student:
    """A student of the class, as far as the grade book needs to know them."""

    pk: int
    public_id: UUID
    name: str
    number: str
    section: str


@dataclass(frozen=True, slots=True)
class Roll:
    """Who is in the class, by name, and its published quizzes, the oldest first."""

    classroom: Classroom
    students: Sequence[Student]
    quizzes: Sequence[Quiz]

    @property
    def sections(self) -> list[str]:
        return sorted({student.section for student in self.students if student.section})


class Mark(NamedTuple):
    """A student's grade in a quiz, as it is shown."""

    grade: float | None
    text: str
    note: str
    """What else there is to say: late, in progress."""
    days_late: int
    finished: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A student with all marks."""

    student: Student
    marks: Sequence[Mark]
    mean: float | None
    """Of the quizzes that there is a grade in."""
    rank: int | None

    @property
    def taken(self) -> int:
        return sum(mark.grade is not None for mark in self.marks)

    @property
    def mean_text(self) -> str:
        return figure(self.mean)

    @property
    def shown(self) -> list[tuple[str, str]]:
        """Text and note of each mark: thousands on a page, which are looked up the quickest so."""
        return [(mark.text, mark.note) for mark in self.marks]


@dataclass(frozen=True, slots=True)
class Column:
    """A quiz with the figures of those shown."""

    quiz: Quiz
    mean: float | None
    finished: int

    @property
    def policy(self) -> Promise | str:
        return Policy(self.quiz.policy).label

    @property
    def mean_text(self) -> str:
        return figure(self.mean)

    @property
    def key(self) -> str:
        return str(self.quiz.public_id)


@dataclass(frozen=True, slots=True)
class Book:
    """The grade book, or one section of it."""

    columns: Sequence[Column]
    rows: Sequence[Row]
    """In the order that was asked for."""

    @property
    def mean(self) -> float | None:
        return mean(row.mean for row in self.rows)

    @property
    def mean_text(self) -> str:
        return figure(self.mean)

    @property
    def has_grades(self) -> bool:
        return any(column.finished for column in self.columns)


def roll_of(classroom: Classroom) -> Roll:
    """Two queries."""
    rows = students_of(classroom.pk).values_list("pk", "public_id", "name", "number", "section")
    students = sorted(
        (Student(*row) for row in rows), key=lambda one: (one.name.casefold(), one.pk)
    )
    quizzes = list(published(classroom).order_by("published_at", "pk"))
    return Roll(classroom, students, quizzes)


def published(classroom: Classroom) -> QuerySet[Quiz]:
    """The quizzes that the class knows of, with the class."""
    return classroom.quizzes.filter(published_at__isnull=False).select_related("classroom")


def grade_book(roll: Roll, *, section: str = "", order: str = NAME) -> Book:
    """The grade book of the class, or of a section, in an order; four queries at most.

    The order is NAME, RANK or the id of a quiz, from the best down, turned round by a minus before
    it. Those without a grade come last.
    """
    students = [one for one in roll.students if not section or one.section == section]
    found = standings(roll.quizzes)
    marks = [
        [_mark(found.get((one.pk, quiz.pk), NOT_STARTED)) for quiz in roll.quizzes]
        for one in students
    ]
    means = [mean(mark.grade for mark in of_one) for of_one in marks]
    places = ranks(None if each is None else rounded(each) for each in means)
    rows = [Row(*each) for each in zip(students, marks, means, places, strict=True)]
    columns = [
        _column(quiz, [row.marks[at] for row in rows]) for at, quiz in enumerate(roll.quizzes)
    ]
    return Book(columns, _ordered(rows, columns, order))


NOT_STARTED: Final = MemberStanding()


def _mark(standing: MemberStanding) -> Mark:
    return Mark(
        grade=standing.grade,
        text=figure(standing.grade),
        note=_note(standing),
        days_late=standing.days_late,
        finished=bool(standing.finished),
    )


def _note(standing: MemberStanding) -> str:
    if standing.days_late:
        return late_in_words(standing.days_late)
    return gettext("in progress") if standing.open else ""


def _column(quiz: Quiz, marks: Sequence[Mark]) -> Column:
    finished = sum(mark.finished for mark in marks)
    return Column(quiz, mean(mark.grade for mark in marks), finished)


def _ordered(rows: Sequence[Row], columns: Sequence[Column], order: str) -> list[Row]:
    key, turned = order.removeprefix("-"), order.startswith("-")
    if key == NAME:
        return list(rows)[:: -1 if turned else 1]
    at = next((at for at, column in enumerate(columns) if column.key == key), None)
    scores = {row.student.pk: row.mean if at is None else row.marks[at].grade for row in rows}
    with_score = [row for row in rows if scores[row.student.pk] is not None]
    without = [row for row in rows if scores[row.student.pk] is None]
    best_first = sorted(with_score, key=lambda row: scores[row.student.pk] or 0, reverse=not turned)
    return [*best_first, *without]


def mean(values: Iterable[float | None]) -> float | None:
    """Of those that there are; None of none."""
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
