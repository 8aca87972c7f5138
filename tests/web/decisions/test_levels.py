"""Levels: told from the last fifty unaided answers of a category, rising and falling."""

from __future__ import annotations

import pytest

from strategy.situations import Category
from tests.factories import UserFactory, decide
from tests.web.pages import statements
from trainer.decisions.levels import RULES, WINDOW, Level, Standing, standings
from trainer.decisions.models import Decision, Mode


@pytest.mark.parametrize(
    ("answers", "correct", "level"),
    [
        (0, 0, Level.UNKNOWN),
        (9, 9, Level.UNKNOWN),
        (10, 0, Level.BEGINNER),
        (10, 7, Level.BEGINNER),
        (10, 8, Level.PLAYER),
        (19, 19, Level.PLAYER),
        (20, 17, Level.PLAYER),
        (20, 18, Level.SKILLED),
        (49, 49, Level.SKILLED),
        (50, 48, Level.SKILLED),
        (50, 49, Level.EXPERT),
        (50, 50, Level.EXPERT),
        (50, 37, Level.BEGINNER),
        (50, 38, Level.PLAYER),
        (50, 45, Level.SKILLED),
    ],
)
def test_a_level_is_a_plain_rule(answers, correct, level):
    assert Standing.of(answers, correct) == Standing(level, answers, correct)


def test_more_right_answers_are_never_a_lower_level():
    for answers in range(WINDOW + 1):
        levels = [Standing.of(answers, correct).level for correct in range(answers + 1)]
        assert levels == sorted(levels)


def test_every_level_but_the_unknown_has_its_rule():
    assert set(RULES) == set(Level) - {Level.UNKNOWN}


def log(learner, *results: bool, **others) -> None:
    for right in results:
        decide(learner, "TS 6D v 9H", "H" if right else "S", **others)


def test_a_level_falls_and_rises_with_the_last_fifty_answers(rulebook):
    learner = UserFactory()
    log(learner, *[True] * 50)
    assert standings(learner)[Category.HARD] == Standing(Level.EXPERT, 50, 50)
    log(learner, False, False)
    assert standings(learner)[Category.HARD] == Standing(Level.SKILLED, 50, 48)
    log(learner, *[True] * 48)
    assert standings(learner)[Category.HARD].level is Level.SKILLED
    log(learner, *[True] * 2)
    assert standings(learner)[Category.HARD].level is Level.EXPERT


def test_each_category_has_its_own_and_every_mode_counts(rulebook):
    learner = UserFactory()
    for mode in Mode:
        log(learner, *[True] * 5, mode=mode)
    decide(learner, "AS 7D v 9H", "S")
    assert standings(learner) == {
        Category.HARD: Standing(Level.SKILLED, 5 * len(Mode), 5 * len(Mode)),
        Category.SOFT: Standing(Level.UNKNOWN, 1, 0),
        Category.PAIR: Standing(Level.UNKNOWN, 0, 0),
    }


def test_answers_after_a_hint_and_those_of_others_count_for_nothing(rulebook):
    learner = UserFactory()
    log(learner, *[True] * 20, assisted=True)
    log(UserFactory(), *[True] * 20)
    assert standings(learner)[Category.HARD] == Standing(Level.UNKNOWN, 0, 0)


def test_nothing_is_asked_of_the_database_about_somebody_unknown():
    assert set(standings(None).values()) == {Standing(Level.UNKNOWN, 0, 0)}


def test_they_cost_one_query_for_each_category_whatever_the_log_holds(rulebook):
    learner = UserFactory()
    for answers in (1, 60):
        log(learner, *[True] * answers)
        with statements() as made:
            standings(learner)
        assert len(made) == 3
    assert Decision.objects.count() == 61
