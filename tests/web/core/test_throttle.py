"""Limits of failures: counted apart, over after their time."""

from __future__ import annotations

import time_machine
from django.core.cache import cache

from trainer.core.throttle import Limit

LIMIT = Limit("test", most=3, seconds=60)


def fail(who: str, times: int) -> None:
    for _time in range(times):
        LIMIT.count(who)


def test_it_is_reached_with_the_last_failure_allowed():
    fail("ada", 2)
    assert not LIMIT.is_reached("ada")
    fail("ada", 1)
    assert LIMIT.is_reached("ada")


def test_asking_does_not_count():
    for _time in range(10):
        assert not LIMIT.is_reached("ada")


def test_everybody_and_every_limit_is_counted_apart():
    fail("ada", 3)
    assert not LIMIT.is_reached("bob")
    assert not Limit("other", most=3, seconds=60).is_reached("ada")


def test_it_ends_a_while_after_the_first_failure_however_many_follow():
    with time_machine.travel("2026-03-01 12:00:00Z", tick=False) as clock:
        fail("ada", 3)
        clock.shift(50)
        fail("ada", 3)
        assert LIMIT.is_reached("ada")
        clock.shift(11)
        assert not LIMIT.is_reached("ada")


def test_a_count_that_ends_at_that_very_moment_begins_anew(monkeypatch):
    def gone(key: str) -> int:
        raise ValueError(key)

    monkeypatch.setattr(cache, "incr", gone)
    LIMIT.count("ada")
    assert cache.get("throttle:test:ada") == 1
