"""The clock: functions of moments, and the same read from the database's."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from trainer.timed.clock import (
    ALLOWANCE,
    LONGEST_WAIT,
    deadline_of,
    is_past,
    is_too_late,
    remaining_ms,
)
from trainer.timed.queries import Clock

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
TICK = timedelta(microseconds=1)


def after(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


def test_a_test_with_a_time_ends_so_long_after_its_start_whenever_hands_are_dealt():
    assert deadline_of(NOON, NOON, 60) == deadline_of(NOON, after(50), 60) == after(60)


def test_a_test_without_a_time_ends_an_hour_after_its_last_hand():
    assert deadline_of(NOON, after(50), None) == after(50) + LONGEST_WAIT


def test_the_time_is_up_at_the_very_end():
    assert not is_past(NOON, NOON - TICK)
    assert is_past(NOON, NOON)


def test_an_answer_counts_until_the_allowance_is_over():
    assert timedelta(seconds=1.5) == ALLOWANCE
    assert not is_too_late(NOON, NOON)
    assert not is_too_late(NOON, NOON + ALLOWANCE)
    assert is_too_late(NOON, NOON + ALLOWANCE + TICK)


@pytest.mark.parametrize(
    ("seconds", "left"), [(0, 60_000), (0.0004, 59_999), (59.999, 1), (60, 0), (90, 0)]
)
def test_what_is_left_is_whole_milliseconds_and_never_below_nothing(seconds, left):
    assert remaining_ms(after(60), after(seconds)) == left


@pytest.mark.parametrize(
    ("left", "shown", "bar"),
    [
        (3_600_000, "60:00", 3600),
        (60_001, "1:01", 61),
        (60_000, "1:00", 60),
        (59_950, "60.0", 60),
        (42_301, "42.4", 42.4),
        (1, "0.1", 0.1),
        (0, "0.0", 0),
    ],
)
def test_the_bar_shows_the_number_that_is_written(left, shown, bar):
    clock = Clock(total_ms=3_600_000, remaining_ms=left)
    assert (clock.shown, clock.remaining_seconds) == (shown, bar)
