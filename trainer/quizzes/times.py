"""When a quiz ends, for all and for one student. Everything is a function of moments.

A day of grace is a calendar day where the class is: the same time of the clock a day later, be
there 23, 24 or 25 hours in between.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from trainer.timed.clock import ALLOWANCE


def days_after(moment: datetime, days: int, zone: ZoneInfo) -> datetime:
    """So many calendar days later, at the same time of the clock there."""
    return (moment.astimezone(zone) + timedelta(days=days)).astimezone(UTC)


def end_for_all(
    closes_at: datetime | None, grace_days: int, closed_at: datetime | None, zone: ZoneInfo
) -> datetime | None:
    """When a quiz closes to all who have no extension; None: never."""
    end = days_after(closes_at, grace_days, zone) if closes_at else None
    return _first(end, closed_at)


def end_for_one(ends_at: datetime | None, until: datetime | None) -> datetime | None:
    """When it closes to a student whose own end is ``until``."""
    return max(ends_at, until) if ends_at and until else ends_at


def end_of_attempt(deadline: datetime | None, end: datetime | None) -> datetime | None:
    """When the clock ends an attempt: its own time is up, or the quiz closes to its student."""
    return _first(deadline, end)


def days_past(due: datetime | None, moment: datetime | None, zone: ZoneInfo) -> int:
    """By how many days, each begun one whole, a moment is after the due one; 0: it is in time.

    What was on its way at the due moment is in time.
    """
    if due is None or moment is None or moment <= due + ALLOWANCE:
        return 0
    days = max(1, (moment.astimezone(zone).date() - due.astimezone(zone).date()).days)
    return days if moment <= days_after(due, days, zone) else days + 1


def _first(one: datetime | None, other: datetime | None) -> datetime | None:
    return min((each for each in (one, other) if each), default=None)
