"""How well one cell is remembered, by FSRS: what an answer changes, and when the next is due.

FSRS counts in days. Days here are the learner's own calendar days: each is given to the library as
midnight UTC of that date.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Final, NamedTuple

from fsrs import Card, Rating, Scheduler, State

from trainer.decisions.services import IDLE

RETENTION: Final = 0.9
"""A cell is due when the chance to know it has sunk to this."""
LONGEST: Final = 365
"""Days; nothing is left alone for more than a year."""
FAST_MS: Final = 2_000
"""Two hands read and a key pressed take more than a second: whoever answers right within two
seconds has recalled the play, not worked it out."""
SLOW_MS: Final = 8_000
"""A table waits for a few seconds, no more. Whoever needs longer than this would hold it up, and
has worked the play out or guessed it."""
ORDINARY_MS: Final = (FAST_MS + SLOW_MS) // 2
_IDLE_MS: Final = IDLE // timedelta(milliseconds=1)

_scheduler = Scheduler(
    desired_retention=RETENTION,
    learning_steps=(),
    relearning_steps=(),
    maximum_interval=LONGEST,
    enable_fuzzing=False,
)


class Attempt(NamedTuple):
    """One unaided answer."""

    day: date
    correct: bool
    thinking_ms: int


@dataclass(frozen=True, slots=True)
class Memory:
    """What is known of a cell that has been answered."""

    stability: float
    """Days after which the chance to know it has sunk to RETENTION."""
    difficulty: float
    """1 to 10, as FSRS counts it."""
    met_on: date
    last_day: date
    due: date
    lengthened: bool
    """A right answer of the last day has counted."""
    shortened: bool
    """A wrong answer of the last day has counted."""
    missed: bool
    """The last answer was wrong."""
    answers: int
    misses: int


def rating_of(attempt: Attempt) -> Rating:
    """What an answer is to FSRS. The time of somebody who was away tells nothing."""
    if not attempt.correct:
        return Rating.Again
    if attempt.thinking_ms < FAST_MS:
        return Rating.Easy
    if SLOW_MS < attempt.thinking_ms < _IDLE_MS:
        return Rating.Hard
    return Rating.Good


def after(memory: Memory | None, attempt: Attempt) -> Memory:
    """What is known after another answer.

    The first answer of a day counts in full. Of those that follow on that day, the first right
    one and the first wrong one count by the formula of FSRS for the same day, a right one as Good:
    that it came fast so soon after the verdict tells nothing. So ten right answers in a row do not
    wash out the miss before them. A cell that was missed is due until it is answered right.
    """
    if memory is None:
        card = _reviewed(_as_card(None), rating_of(attempt), attempt.day)
        return _remembered(card, attempt, met_on=attempt.day, answers=0, misses=0)
    if attempt.day <= memory.last_day:
        return _same_day(memory, attempt._replace(day=memory.last_day))
    card = _reviewed(_as_card(memory), rating_of(attempt), attempt.day)
    return _remembered(
        card, attempt, met_on=memory.met_on, answers=memory.answers, misses=memory.misses
    )


def interval(stability: float) -> int:
    """Days until a cell of this stability is due: at least one, at most LONGEST."""
    return min(max(round(stability), 1), LONGEST)


def retrievability(memory: Memory, day: date) -> float:
    """The chance that the cell is known on a day."""
    return float(_scheduler.get_card_retrievability(_as_card(memory), _midnight(day)))


def _same_day(memory: Memory, attempt: Attempt) -> Memory:
    day, correct = attempt.day, attempt.correct
    counted = memory.lengthened if correct else memory.shortened
    stability, difficulty = memory.stability, memory.difficulty
    if not counted:
        rating = Rating.Good if correct else Rating.Again
        card = _reviewed(_as_card(memory), rating, day)
        stability, difficulty = _values(card)
    return replace(
        memory,
        stability=stability,
        difficulty=difficulty,
        due=_due(stability, attempt),
        lengthened=memory.lengthened or correct,
        shortened=memory.shortened or not correct,
        missed=not correct,
        answers=memory.answers + 1,
        misses=memory.misses + (not correct),
    )


def _remembered(card: Card, attempt: Attempt, *, met_on: date, answers: int, misses: int) -> Memory:
    stability, difficulty = _values(card)
    return Memory(
        stability=stability,
        difficulty=difficulty,
        met_on=met_on,
        last_day=attempt.day,
        due=_due(stability, attempt),
        lengthened=attempt.correct,
        shortened=not attempt.correct,
        missed=not attempt.correct,
        answers=answers + 1,
        misses=misses + (not attempt.correct),
    )


def _due(stability: float, attempt: Attempt) -> date:
    return attempt.day + timedelta(days=interval(stability)) if attempt.correct else attempt.day


def _reviewed(card: Card, rating: Rating, day: date) -> Card:
    return _scheduler.review_card(card, rating, _midnight(day))[0]


def _as_card(memory: Memory | None) -> Card:
    """The library's card; with a key, for without one it waits to find one."""
    if memory is None:
        return Card(card_id=0, due=datetime.min.replace(tzinfo=UTC))
    return Card(
        card_id=0,
        state=State.Review,
        stability=memory.stability,
        difficulty=memory.difficulty,
        due=_midnight(memory.last_day),
        last_review=_midnight(memory.last_day),
    )


def _values(card: Card) -> tuple[float, float]:
    assert card.stability is not None
    assert card.difficulty is not None
    return card.stability, card.difficulty


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), tzinfo=UTC)
