"""What is due on a day, and what is planned for the days to come."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.factories import day
from trainer.review.memory import RETENTION, Attempt, Memory, after, retrievability
from trainer.review.plan import (
    FEWEST_NEW,
    FORECAST_DAYS,
    NEW_A_DAY,
    Plan,
    forecast,
    worst_first,
)

NO_DATE = Plan()


def learnt(on: date, *, correct: bool = True) -> Memory:
    return after(None, Attempt(on, correct, thinking_ms=3_000))


def spread(plan: Plan, unmet: int, today: date) -> list[int]:
    """How many cells are met on each day when all that is asked for is done."""
    met = []
    while unmet:
        met.append(plan.new_on(today, unmet=unmet, met=0))
        unmet -= met[-1]
        today += timedelta(days=1)
    return met


def test_without_a_date_so_many_new_cells_come_each_day():
    assert spread(NO_DATE, 50, day(0)) == [NEW_A_DAY, NEW_A_DAY, 50 - 2 * NEW_A_DAY]


def test_cells_met_elsewhere_on_the_day_are_not_asked_for_again():
    assert NO_DATE.new_on(day(0), unmet=100, met=NEW_A_DAY - 3) == 3
    assert NO_DATE.new_on(day(0), unmet=100, met=NEW_A_DAY + 30) == 0


@pytest.mark.parametrize(
    ("ahead", "unmet", "days"),
    [
        *[(30, 270, 27), (10, 280, 7), (4, 50, 1)],
        *[(7, 280, 7), (4, 100, 4), (2, 300, 2)],  # too many for that
        *[(1, 300, 1), (0, 9, 1)],
    ],
)
def test_with_a_date_all_are_met_some_days_before_it(ahead, unmet, days):
    met = spread(Plan(day(ahead)), unmet, day(0))
    assert sum(met) == unmet
    assert len(met) == days


def test_they_are_spread_evenly():
    met = spread(Plan(day(30)), 280, day(0))
    assert set(met[:-1]) <= {10, 11}
    assert met[-1] <= 11


def test_a_far_date_does_not_thin_them_out():
    assert set(spread(Plan(day(365)), 100, day(0))) == {FEWEST_NEW}


def test_a_day_missed_is_made_up_for():
    plan = Plan(day(30))
    assert plan.new_on(day(15), unmet=280, met=0) > plan.new_on(day(0), unmet=280, met=0)


def test_what_was_met_today_does_not_change_todays_share():
    plan = Plan(day(23))
    share = plan.new_on(day(0), unmet=200, met=0)
    assert [plan.new_on(day(0), unmet=200 - n, met=n) for n in range(share + 1)] == [
        *range(share, -1, -1)
    ]


def test_a_cell_is_due_on_its_day_and_from_then_on():
    memory = learnt(day(0))
    assert memory.due == day(2)
    assert [NO_DATE.is_due(memory, day(n)) for n in range(4)] == [False, False, True, True]


def test_in_the_last_days_what_would_be_forgotten_on_the_date_is_brought_forward():
    memory = after(learnt(day(0)), Attempt(day(2), correct=True, thinking_ms=3_000))
    assert memory.due == day(13)
    plan = Plan(day(14))
    assert retrievability(memory, day(14)) < RETENTION
    assert [plan.is_due(memory, day(n)) for n in (10, 11, 12)] == [False, True, True]


def test_what_will_be_known_on_the_date_is_not():
    memory = after(learnt(day(0)), Attempt(day(2), correct=True, thinking_ms=3_000))
    plan = Plan(day(12))
    assert retrievability(memory, day(12)) >= RETENTION
    assert not any(plan.is_due(memory, day(n)) for n in range(9, 13))


def test_what_was_answered_today_is_not_brought_forward_again():
    plan, memory = Plan(day(4)), learnt(day(1))
    assert retrievability(memory, day(4)) < RETENTION
    assert not plan.is_due(memory, day(1))
    assert plan.is_due(memory, day(2))


def test_after_the_date_cells_are_due_as_without_one():
    assert not Plan(day(0)).is_due(learnt(day(0)), day(1))


def test_the_worst_come_first():
    memories = {
        "fresh": learnt(day(5)),
        "old": learnt(day(0)),
        "missed": learnt(day(6), correct=False),
    }
    assert worst_first(memories, day(6)) == ["missed", "old", "fresh"]


def test_the_forecast_starts_with_what_is_due_now():
    memories = [learnt(day(0)), learnt(day(0)), learnt(day(1))]
    loads = forecast(NO_DATE, memories, unmet=25, today=day(2), met=18)
    assert len(loads) == FORECAST_DAYS
    assert [(load.day, load.reviews, load.new) for load in loads[:3]] == [
        (day(2), 2, 2),
        (day(3), 1, NEW_A_DAY),
        (day(4), 2, 3),
    ]


def test_the_forecast_ends_with_the_date():
    loads = forecast(Plan(day(5)), [], unmet=10, today=day(0), met=0)
    assert [load.day for load in loads] == [day(n) for n in range(6)]


@given(
    unmet=st.integers(0, 60),
    ages=st.lists(st.integers(0, 10), max_size=20),
    ahead=st.none() | st.integers(0, 30),
)
def test_doing_each_day_what_is_due_brings_what_was_forecast(unmet, ages, ahead):
    plan = Plan(None if ahead is None else day(10 + ahead))
    memories = [learnt(day(10 - age)) for age in ages]
    met = ages.count(0)
    told = forecast(plan, memories, unmet=unmet, today=day(10), met=met)
    assert sum(load.new for load in told) <= unmet
    done: Counter[date] = Counter()
    for load in told:
        due = [memory for memory in memories if plan.is_due(memory, load.day)]
        new = plan.new_on(load.day, unmet=unmet, met=met if load.day == day(10) else 0)
        answered = Attempt(load.day, correct=True, thinking_ms=3_000)
        memories = [after(memory, answered) if memory in due else memory for memory in memories] + [
            after(None, answered) for _ in range(new)
        ]
        unmet -= new
        done[load.day] = len(due) + new
    assert [done[load.day] for load in told] == [load.hands for load in told]
    if plan.plays_on and told[-1].day == plan.plays_on:
        assert unmet == 0
        assert all(
            memory.due > plan.plays_on or memory.last_day == plan.plays_on for memory in memories
        )
