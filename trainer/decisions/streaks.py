"""Daily goals and streaks, read from the days as they were stamped.

A day is the learner's local date when an answer was given, and its goal is the one that held at the
day's first answer: neither changes with what is set later. Every answered hand counts, with a hint
or without.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import dropwhile, groupby
from typing import Final, Self

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
    """The learner's own date, which new answers are stamped with, and the streak; one query."""
    date_ = local_date(learner, timezone.now())
    past, latest = _remembered(learner, date_)
    days = list(_days_of_streak(latest, date_))
    fresh = PracticeDay(date_, 0, learner.daily_goal)
    return Today(next((day for day in days if day.day == date_), fresh), longest_streak(days, past))


def longest_of(learner: User) -> int:
    """The most days in a row that met their goals; one query."""
    past, latest = _remembered(learner, local_date(learner, timezone.now()))
    return max(past.longest, longest_streak(latest, past))


@dataclass(frozen=True, slots=True)
class _Past:
    """What days that are over come to."""

    last: date
    """The last of them on which the learner answered."""
    run: int
    """Days in a row up to it that met their goals."""
    longest: int

    @classmethod
    def of(cls, days: Sequence[PracticeDay]) -> Self:
        """Of days in order, latest first."""
        last = days[0].day
        run = sum(1 for _day in _days_of_streak(days, last + _A_DAY))
        return cls(last, run, longest_streak(days))

    def days_of_run(self) -> Iterator[PracticeDay]:
        for number in range(self.run):
            yield PracticeDay(self.last - number * _A_DAY, 1, 1)


_NOTHING: Final = _Past(date.min, 0, 0)
_OVER: Final = timedelta(days=3)
"""No answer is stamped with a day so long ago, wherever somebody travels."""
_KEPT: Final = timedelta(days=400)


def _remembered(learner: User, today: date) -> tuple[_Past, list[PracticeDay]]:
    """What the past comes to, and the days after it, latest first; one query.

    The past is kept in the cache, so that only what came since is read. It is known by its last
    day: where the learner has deleted that, it is forgotten.
    """
    key = f"streaks:{learner.pk}"
    past: _Past = cache.get(key, _NOTHING)
    days = list(practice_days(learner, since=past.last))
    if past is not _NOTHING and (not days or days[-1].day != past.last):
        past, days = _NOTHING, list(practice_days(learner))
    elif past is not _NOTHING:
        days.pop()
    over = list(dropwhile(lambda day: day.day > today - _OVER, days))
    if over:
        known = _Past.of([*over, *past.days_of_run()])
        past = replace(known, longest=max(known.longest, past.longest))
        cache.set(key, past, timeout=_KEPT.total_seconds())
    return past, days[: len(days) - len(over)]


def longest_streak(days: Iterable[PracticeDay], past: _Past = _NOTHING) -> int:
    """The most days in a row that met their goals, of days in order, latest first.

    A run of the past goes on where they begin on the day after it.
    """
    longest = run = 0
    before: date | None = None
    for day in days:
        follows = before is not None and before - day.day == _A_DAY
        run = (run + 1 if follows else 1) if day.met else 0
        before = day.day
        longest = max(longest, run)
    if before is not None and before - past.last == _A_DAY:
        longest = max(longest, run + past.run)
    return longest


def practice_days(learner: User, since: date = date.min) -> Iterator[PracticeDay]:
    """The days on which the learner answered, latest first; one query, fetched as it is used."""
    rows = (
        Tally.objects.filter(learner=learner, scope=Scope.DAY, start__gte=since)
        .order_by("-start", "pk")
        .values_list("start", "goal", "answers", "assisted")
    )
    for day, group in groupby(rows.iterator(chunk_size=200), key=lambda row: row[0]):
        tallies = list(group)
        hands = sum(answers + assisted for _day, _goal, answers, assisted in tallies)
        yield PracticeDay(day, hands, goal=tallies[0][1])


def _days_of_streak(days: Iterable[PracticeDay], today: date) -> Iterator[PracticeDay]:
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
