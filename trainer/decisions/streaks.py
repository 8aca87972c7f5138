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

from django.utils import timezone

from trainer.accounts.models import User
from trainer.accounts.services import local_date
from trainer.decisions.models import DayTally

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
    """Today and the streak; one query, which reads back no further than the streak goes."""
    date_ = local_date(learner, timezone.now())
    days = practice_days(learner)
    latest = next(days, None)
    if latest is None or latest.day < date_:
        return Today(PracticeDay(date_, 0, learner.daily_goal), _run(latest, days, date_))
    # Somebody who has travelled west may have stamped a day that is tomorrow here: it is not lost.
    return Today(latest, _run(latest, days, latest.day))


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
    """The days on which the learner answered, latest first; one query, read as it is used."""
    rows = (
        DayTally.objects.filter(learner=learner)
        .order_by("-day", "pk")
        .values_list("day", "goal", "answers", "assisted")
    )
    for day, group in groupby(rows.iterator(chunk_size=200), key=lambda row: row[0]):
        tallies = list(group)
        hands = sum(answers + assisted for _day, _goal, answers, assisted in tallies)
        yield PracticeDay(day, hands, goal=tallies[0][1])


def _run(latest: PracticeDay | None, earlier: Iterator[PracticeDay], today: date) -> int:
    """The days in a row that met their goals, up to today or, while that is open, to yesterday."""
    if latest is None:
        return 0
    run = int(latest.met)
    if latest.day < today - _A_DAY or (latest.day < today and not latest.met):
        return 0
    before = latest.day
    for day in earlier:
        if before - day.day != _A_DAY or not day.met:
            break
        run, before = run + 1, day.day
    return run
