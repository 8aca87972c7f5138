"""The grade book as a table for spreadsheets: the rows and numbers of the page."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.functional import Promise
from django.utils.translation import gettext

from trainer.core.numbers import rounded
from trainer.gradebook.book import Book


def header(book: Book) -> list[str]:
    """Whoever was late in a quiz has the days in a column beside it."""
    heads = [gettext("Name"), gettext("Student number"), gettext("Section")]
    for at, column in enumerate(book.columns):
        heads.append(_head(column.quiz.title, column.policy))
        if _late(book, at):
            heads.append(gettext("%(quiz)s: days late") % {"quiz": column.quiz.title})
    return [*heads, gettext("Mean (percent)"), gettext("Rank")]


def rows(book: Book) -> Iterator[list[object]]:
    """Percents as numbers; empty where there is none."""
    late = [_late(book, at) for at in range(len(book.columns))]
    for row in book.rows:
        cells: list[object] = [row.student.name, row.student.number, row.student.section]
        for mark, with_days in zip(row.marks, late, strict=True):
            cells.append(_number(mark.grade))
            if with_days:
                cells.append(mark.days_late or None)
        yield [*cells, _number(row.mean), row.rank]


def _head(title: str, policy: Promise | str) -> str:
    return gettext("%(quiz)s (percent, %(policy)s)") % {
        "quiz": title,
        "policy": str(policy).lower(),
    }


def _late(book: Book, at: int) -> bool:
    return any(row.marks[at].days_late for row in book.rows)


def _number(value: float | None) -> float | None:
    return None if value is None else rounded(value)
