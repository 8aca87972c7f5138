"""Simulated learners: followers are recognised, and others are not accused.

A few seeds of ``benchmarks/misconceptions.py``; ``docs/misconceptions.md`` has the rates of many.
"""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from benchmarks.misconceptions import (
    INNOCENT,
    RULES,
    applying,
    asked,
    drilled,
    first_of,
    follower_of,
    found,
    touched_by,
)
from benchmarks.simulated import game_of
from strategy.habits import Insures
from strategy.misconceptions import all_misconceptions, misconception

SEEDS = 2
HANDS = [each.slug for each in all_misconceptions() if not isinstance(each.habit, Insures)]


@cache
def slugs_of(code: str) -> set[str]:
    return {each.slug for each in applying(code)}


@pytest.mark.parametrize("slug", HANDS)
def test_a_follower_is_recognised(slug):
    each, recognised = misconception(slug), 0
    codes = [code for code in RULES if slug in slugs_of(code)][:2]
    for number in range(SEEDS):
        seed, code = str(number), codes[number % len(codes)]
        player = follower_of(code, each, seed)
        answers = drilled(code, player, touched_by(code, each), seed)
        recognised += first_of(found(code, answers)) == slug
    assert recognised == SEEDS


@pytest.mark.parametrize("kind", INNOCENT)
def test_who_follows_none_is_not_accused(kind):
    for seed in range(SEEDS):
        player = INNOCENT[kind](RULES[1], Random(f"{seed} {kind}"))
        assert first_of(found(RULES[1], asked(RULES[1], player, "weak", str(seed)))) == "none"


@pytest.mark.parametrize("kind", INNOCENT)
def test_nor_does_a_check_up_make_it_look_so(kind):
    for seed in range(SEEDS):
        player = INNOCENT[kind](RULES[1], Random(f"{seed} {kind}"))
        answers = drilled(RULES[1], player, game_of(RULES[1]).cells, str(seed))
        assert first_of(found(RULES[1], answers)) == "none"
