"""The clock of a test. It is the server's: what a browser says of the time is not asked.

Everything here is a function of moments; whoever calls gives ``now``.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

ALLOWANCE: Final = timedelta(seconds=1.5)
"""So long after the end an answer still counts: it was on its way when the time ran out."""
LONGEST_WAIT: Final = timedelta(hours=1)
"""A test without a time ends so long after its last hand was dealt."""

_MILLISECOND = timedelta(milliseconds=1)


def deadline_of(started_at: datetime, asked_at: datetime, seconds: int | None) -> datetime:
    """When a test ends by the clock, whatever is answered until then."""
    if seconds is None:
        return asked_at + LONGEST_WAIT
    return started_at + timedelta(seconds=seconds)


def is_past(end: datetime, now: datetime) -> bool:
    """Whether the time is up; at the very end it is."""
    return now >= end


def is_too_late(end: datetime, now: datetime) -> bool:
    """Whether an answer that arrives now counts no more, the allowance given."""
    return now > end + ALLOWANCE


def remaining_ms(end: datetime, now: datetime) -> int:
    """What is left until the end in milliseconds, never below 0."""
    return max(0, (end - now) // _MILLISECOND)
