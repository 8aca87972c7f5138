"""What an answer changes in the memory of a cell."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from fsrs import Card, Rating, Scheduler, State
from hypothesis import given
from hypothesis import strategies as st

from tests.factories import day
from trainer.review.memory import (
    FAST_MS,
    LONGEST,
    ORDINARY_MS,
    SLOW_MS,
    Attempt,
    Memory,
    after,
    interval,
    rating_of,
    retrievability,
)

IDLE_MS = 120_000

attempts = st.lists(
    st.builds(
        Attempt,
        day=st.integers(0, 400).map(day),
        correct=st.booleans(),
        thinking_ms=st.integers(0, 2 * IDLE_MS),
    ),
    min_size=1,
    max_size=30,
).map(lambda found: sorted(found, key=lambda attempt: attempt.day))


def right(number: int, thinking_ms: int = ORDINARY_MS) -> Attempt:
    return Attempt(day(number), correct=True, thinking_ms=thinking_ms)


def wrong(number: int) -> Attempt:
    return Attempt(day(number), correct=False, thinking_ms=ORDINARY_MS)


def remembered(*answers: Attempt) -> Memory:
    memory = None
    for attempt in answers:
        memory = after(memory, attempt)
    assert memory
    return memory


@pytest.mark.parametrize(
    ("correct", "thinking_ms", "rating"),
    [
        (True, 0, Rating.Easy),
        (True, FAST_MS - 1, Rating.Easy),
        (True, FAST_MS, Rating.Good),
        (True, SLOW_MS, Rating.Good),
        (True, SLOW_MS + 1, Rating.Hard),
        (True, IDLE_MS - 1, Rating.Hard),
        (True, IDLE_MS, Rating.Good),
        (False, 0, Rating.Again),
        (False, ORDINARY_MS, Rating.Again),
        (False, 10 * IDLE_MS, Rating.Again),
    ],
)
def test_a_rating_comes_from_right_or_wrong_and_from_the_time(correct, thinking_ms, rating):
    assert rating_of(Attempt(day(0), correct, thinking_ms)) is rating


@pytest.mark.parametrize(
    ("thinking_ms", "days"), [(FAST_MS - 1, 8), (ORDINARY_MS, 2), (SLOW_MS + 1, 1)]
)
def test_the_faster_the_first_right_answer_the_later_the_second(thinking_ms, days):
    assert remembered(right(0, thinking_ms)).due == day(days)


def test_intervals_grow_as_a_cell_is_known():
    memory, gaps = remembered(right(0)), []
    for _ in range(6):
        gaps.append((memory.due - memory.last_day).days)
        memory = after(memory, right((memory.due - day(0)).days))
    assert gaps == sorted(gaps)
    assert gaps[:2] == [2, 11]
    assert gaps[-1] == LONGEST


def test_on_its_day_the_chance_to_know_a_cell_has_sunk_to_nine_in_ten():
    memory = remembered(right(0), right(2), right(13))
    assert retrievability(memory, memory.due) == pytest.approx(0.9, abs=0.01)
    assert retrievability(memory, memory.last_day) == 1
    assert retrievability(memory, memory.due + timedelta(days=30)) < 0.9


def test_a_missed_cell_is_due_until_it_is_answered_right():
    memory = remembered(right(0), right(2), wrong(13))
    assert memory.due == day(13)
    assert memory.missed
    again = after(memory, right(13))
    assert again.due > day(13)
    assert not again.missed


def test_ten_right_answers_in_a_row_do_not_wash_out_a_miss():
    missed = remembered(right(0), right(2), wrong(13), right(13))
    drilled = remembered(right(0), right(2), wrong(13), *[right(13, 500)] * 10)
    assert drilled.due == missed.due
    assert drilled.stability == missed.stability
    assert drilled.due < remembered(right(0), right(2), right(13)).due
    assert drilled.answers == 13


def test_drilling_a_cell_again_on_the_day_does_not_put_it_off():
    once = remembered(right(0))
    assert remembered(right(0), *[right(0, 500)] * 10).due == once.due


def test_a_miss_later_on_the_day_counts_once():
    once = remembered(right(0), wrong(0))
    often = remembered(right(0), wrong(0), wrong(0), wrong(0))
    assert once.due == often.due == day(0)
    assert once.stability == often.stability < remembered(right(0)).stability
    assert (once.misses, often.misses) == (1, 3)


def test_the_next_day_counts_anew():
    memory = remembered(wrong(0), right(0), right(1))
    assert memory.stability > remembered(wrong(0), right(0)).stability


def test_a_day_that_goes_back_with_the_time_zone_is_the_same_day():
    memory = remembered(right(5), right(4))
    assert (memory.last_day, memory.due) == (day(5), remembered(right(5)).due)


def test_it_is_counted_when_a_cell_was_met_and_how_often_it_was_missed():
    memory = remembered(wrong(3), right(3), right(4), wrong(9))
    assert (memory.met_on, memory.last_day) == (day(3), day(9))
    assert (memory.answers, memory.misses) == (4, 2)


@given(attempts)
def test_whatever_is_answered_a_cell_is_due_within_a_year(answers):
    memory = remembered(*answers)
    wait = (memory.due - memory.last_day).days
    assert wait == 0 if memory.missed else 1 <= wait <= LONGEST
    assert memory.stability > 0
    assert 1 <= memory.difficulty <= 10
    assert memory.answers == len(answers)
    assert memory.misses == sum(not attempt.correct for attempt in answers)


@given(st.floats(0.001, 36_500))
def test_the_interval_is_the_librarys_own(stability):
    now = Scheduler(learning_steps=(), enable_fuzzing=False, maximum_interval=LONGEST)
    midnight = Card(
        card_id=0, state=State.Review, stability=stability, difficulty=5.0, last_review=None
    )
    reviewed, _log = now.review_card(midnight, Rating.Good)
    assert reviewed.stability is not None
    assert reviewed.last_review is not None
    assert interval(reviewed.stability) == (reviewed.due - reviewed.last_review).days


def test_days_are_whole_where_clocks_change():
    memory = after(None, Attempt(date(2026, 3, 28), correct=True, thinking_ms=ORDINARY_MS))
    assert memory.due == date(2026, 3, 30)
