"""Daily goals and streaks, read from the days as they were stamped.

A day is the learner's local date when an answer was given, and its goal is the one that held at the
day's first answer: neither changes with what is set later. Every answered hand counts, with a hint
or without.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import groupby

from django.core.cache import cache
from django.utils import timezone

from trainer.accounts.models import User
from trainer.accounts.services import local_date
from trainer.decisions.models import Scope, Tally

_A_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class PracticeDay:
    """A day and its goal, in hands."""

    day: date
    hands: int
    goal: int

    @property
    def met(self) -> bool:
        return self.hands >= self.goal

    @property
    def to_go(self) -> int:
        return max(0, self.goal - self.hands)


@dataclass(frozen=True, slots=True)
class Today:
    """The learner's day so far, and the days in a row that met their goals."""

    practice: PracticeDay
    streak: int


def today_of(learner: User) -> Today:
    """The learner's own date, which new answers are stamped with, and the streak; one query.

    Its rows are fetched no further back than the streak goes, in groups of 200; SQLite finds them
    as they are fetched, while PostgreSQL finds all days of the learner first.
    """
    date_ = local_date(learner, timezone.now())
    days = list(_days_of_streak(practice_days(learner), date_))
    fresh = PracticeDay(date_, 0, learner.daily_goal)
    return Today(next((day for day in days if day.day == date_), fresh), longest_streak(days))


def longest_of(learner: User, today: Today) -> int:
    """The longest streak of a learner who stands so today; it is read but once a day.

    What is past does not change: as long as the day and the streak are what they were, so is this.
    """
    now = (today.practice.day, today.streak)
    known: tuple[object, int] = cache.get(_longest_key(learner), (None, 0))
    if known[0] != now:
        known = now, longest_streak(practice_days(learner))
        cache.set(_longest_key(learner), known, timeout=_A_DAY.total_seconds())
    return known[1]


def forget_longest(learner: User) -> None:
    """After the learner's answers have been deleted."""
    cache.delete(_longest_key(learner))


def _longest_key(learner: User) -> str:
    return f"longest-streak:{learner.pk}"


def longest_streak(days: Iterable[PracticeDay]) -> int:
    """The most days in a row that met their goals, of days in order, latest first."""
    longest = run = 0
    before: date | None = None
    for day in days:
        follows = before is not None and before - day.day == _A_DAY
        run = (run + 1 if follows else 1) if day.met else 0
        before = day.day
        longest = max(longest, run)
    return longest


def practice_days(learner: User) -> Iterator[PracticeDay]:
    """The days on which the learner answered, latest first; one query, fetched as it is used."""
    rows = (
        Tally.objects.filter(learner=learner, scope=Scope.DAY)
        .order_by("-start", "pk")
        .values_list("start", "goal", "answers", "assisted")
    )
    for day, group in groupby(rows.iterator(chunk_size=200), key=lambda row: row[0]):
        tallies = list(group)
        hands = sum(answers + assisted for _day, _goal, answers, assisted in tallies)
        yield PracticeDay(day, hands, goal=tallies[0][1])


def _days_of_streak(days: Iterator[PracticeDay], today: date) -> Iterator[PracticeDay]:
    """Those of the days from today on, and before it those in a row that met their goals.

    Today is open: it breaks nothing. Whoever has travelled west may have stamped a day that is
    tomorrow here: what was done on it counts.
    """
    before = today
    for day in days:
        if day.day < today:
            if before - day.day != _A_DAY or not day.met:
                return
            before = day.day
        yield day
