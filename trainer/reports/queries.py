"""What the reports show, read from the tallies: the cost does not grow with the answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.functional import Promise

from strategy.situations import Category
from trainer.accounts.models import User
from trainer.core.wording import CATEGORIES
from trainer.decisions.queries import Record, total
from trainer.decisions.tallies import Selection, Step, course

MOST_DAYS = 30


@dataclass(frozen=True, slots=True)
class Day:
    """One day: a record for each category, and over all."""

    day: date
    categories: Sequence[Record]
    overall: Record


@dataclass(frozen=True, slots=True)
class Progress:
    """Accuracy by category, and by day."""

    overall: Record
    categories: Sequence[tuple[Promise, Record]]
    days: Sequence[Day]
    """The latest days with an answer, latest first, at most MOST_DAYS."""
    more_days: int
    """Earlier days that are in the sums and not in ``days``."""


def progress_of(learner: User | None) -> Progress:
    """The progress of a learner, all zeros for somebody unknown; one query."""
    by_day = course(Selection(learner), Step.DAY) if learner else {}
    days = [
        Day(day, [records.get(c, Record()) for c in Category], total(records.values()))
        for day, records in by_day.items()
    ]
    sums = {
        category: total(day.categories[place] for day in days)
        for place, category in enumerate(Category)
    }
    return Progress(
        overall=total(sums.values()),
        categories=[(CATEGORIES[category], record) for category, record in sums.items()],
        days=days[:MOST_DAYS],
        more_days=max(0, len(days) - MOST_DAYS),
    )
