"""What is due on a day, and what the days to come will bring."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from trainer.review.memory import ORDINARY_MS, RETENTION, Attempt, Memory, after, retrievability

NEW_A_DAY: Final = 20
"""Cells met for the first time on a day, where no date asks for another number."""
FEWEST_NEW: Final = 5
"""A far date does not spread them thinner than this."""
MOST_NEW: Final = 60
"""More than this on a day are too many to keep."""
LAST_DAYS: Final = 3
"""So many days before the date nothing new should come up, and what will have sunk below RETENTION
on the date is brought forward."""
FORECAST_DAYS: Final = 14


@dataclass(frozen=True, slots=True)
class Plan:
    """When to be ready; None: there is no date, and cells come as they are due."""

    plays_on: date | None = None

    def is_due(self, memory: Memory, day: date) -> bool:
        """Whether a cell that has been met should be answered on the day."""
        return memory.due <= day or self._brought_forward(memory, day)

    def _brought_forward(self, memory: Memory, day: date) -> bool:
        if not self._is_near(day) or memory.last_day >= day:
            return False
        assert self.plays_on is not None
        return retrievability(memory, self.plays_on) < RETENTION

    def _is_near(self, day: date) -> bool:
        """Whether the day is one of the last before the date, or the date."""
        if self.plays_on is None:
            return False
        return 0 <= (self.plays_on - day).days <= LAST_DAYS

    def new_on(self, day: date, *, unmet: int, met: int) -> int:
        """How many of the ``unmet`` cells should still be met on a day on which ``met`` were.

        With a date they are spread evenly so that all are met LAST_DAYS days before it; where that
        would be more than MOST_NEW a day, over all the days before it.
        """
        wanted = NEW_A_DAY
        if self.plays_on is not None and day <= self.plays_on:
            left = (self.plays_on - day).days
            days = left - LAST_DAYS
            if days < 1 or unmet + met > days * MOST_NEW:
                days = max(left, 1)
            wanted = max(FEWEST_NEW, -(-(unmet + met) // days))
        return min(unmet, max(0, wanted - met))


@dataclass(frozen=True, slots=True)
class Load:
    """What a day brings."""

    day: date
    reviews: int
    new: int

    @property
    def hands(self) -> int:
        return self.reviews + self.new


def forecast(
    plan: Plan, memories: Iterable[Memory], *, unmet: int, today: date, met: int
) -> list[Load]:
    """The load of today and the days after it, until the date but FORECAST_DAYS at most.

    ``met`` is how many cells were met today already. Every hand to come is taken to be answered
    right at an ordinary pace on the day on which it is due: who misses some will see more.
    """
    waiting = list(memories)
    loads = []
    for day in _days(plan, today):
        due: list[Memory] = []
        later: list[Memory] = []
        for memory in waiting:
            (due if plan.is_due(memory, day) else later).append(memory)
        new = plan.new_on(day, unmet=unmet, met=met if day == today else 0)
        right = Attempt(day, correct=True, thinking_ms=ORDINARY_MS)
        waiting = [*later, *(after(memory, right) for memory in due), *[after(None, right)] * new]
        unmet -= new
        loads.append(Load(day, len(due), new))
    return loads


def _days(plan: Plan, today: date) -> list[date]:
    count = FORECAST_DAYS
    if plan.plays_on is not None:
        count = min(count, (plan.plays_on - today).days + 1)
    return [today + timedelta(days=number) for number in range(count)]


def worst_first(memories: Mapping[str, Memory], day: date) -> list[str]:
    """The cells, those missed last before the others, and then by the chance to know them."""
    return sorted(
        memories,
        key=lambda cell: (not memories[cell].missed, retrievability(memories[cell], day), cell),
    )
