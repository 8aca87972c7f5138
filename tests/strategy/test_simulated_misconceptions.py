"""Simulated learners: followers are recognised, and others are not accused.

A few seeds of ``benchmarks/misconceptions.py``; the rates of many are in ``docs/misconceptions.md``.
"""

from __future__ import annotations

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
from strategy.habits import Insures
from strategy.misconceptions import all_misconceptions

SEEDS = 5
CASES = {each.slug: code for code in reversed(RULES) for each in applying(code)}


def test_every_misconception_can_be_followed_somewhere():
    hands = [each.slug for each in all_misconceptions() if not isinstance(each.habit, Insures)]
    assert sorted(CASES) == sorted(hands)


@pytest.mark.parametrize("slug", CASES)
def test_a_follower_is_recognised(slug):
    code = CASES[slug]
    [each] = [each for each in applying(code) if each.slug == slug]
    recognised = 0
    for seed in map(str, range(SEEDS)):
        player = follower_of(code, each, seed)
        answers = drilled(code, player, touched_by(code, each), seed)
        recognised += first_of(found(code, answers)) == slug
    assert recognised >= SEEDS - 1


@pytest.mark.parametrize("kind", INNOCENT)
def test_who_follows_none_is_not_accused(kind):
    for seed in range(SEEDS):
        player = INNOCENT[kind](RULES[1], Random(f"{seed} {kind}"))
        assert first_of(found(RULES[1], asked(RULES[1], player, "weak", str(seed)))) == "none"
