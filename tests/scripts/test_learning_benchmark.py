"""The benchmark of learning: its learners are what they are said to be, and it runs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from benchmarks.learning import RULES, Unseeing, as_at_a_table, evenly, teach, tutor
from benchmarks.simulated import (
    MODELS,
    STARTS,
    Learner,
    Model,
    beginners_habits,
    dealers_habits,
    game_of,
)
from strategy.actions import Action
from strategy.situations import Cell

ROOT = Path(__file__).resolve().parents[2]
GAME = game_of(RULES[0])
PLAYS = dict(zip(GAME.cells, GAME.plays, strict=True))


def learner(model: Model, start: str = "the dealer's rule", seed: int = 1) -> Learner:
    return Learner(GAME, model, STARTS[start](GAME), Random(seed))


def test_the_dealers_rule_is_right_in_most_hands_and_the_obvious_in_more():
    shares = [learner(MODELS["slips"], start).share_right() for start in STARTS]
    beginner, dealer, other = shares
    assert 0.6 < dealer < beginner < 0.8 < other < 0.99
    aces = GAME.cells.index(Cell.parse("pair AA v 6"))
    assert dealers_habits(GAME)[aces] is Action.HIT
    assert beginners_habits(GAME)[aces] is Action.SPLIT


@pytest.mark.parametrize("name", MODELS)
def test_the_chance_of_a_right_play_is_how_often_it_is_meant(name):
    """Over cells met for the first time by many learners alike."""
    tries, habits = 400, dealers_habits(GAME)
    for cell in GAME.cells[::37]:
        right = sum(
            Learner(GAME, MODELS[name], habits, Random(seed)).answer(cell) is PLAYS[cell]
            for seed in range(tries)
        )
        chance = Learner(GAME, MODELS[name], habits, Random(1)).chance(cell)
        assert right / tries == pytest.approx(chance, abs=0.12)


def test_what_is_learnt_is_kept_or_forgotten():
    cell, known = Cell.parse("pair 88 v T"), Cell.parse("hard 5 v 7")
    keeps, forgets = learner(Model(learns=1)), learner(Model(learns=1, strength=20, grows=2))
    for one in (keeps, forgets):
        assert one.answer(cell) is Action.HIT
        assert one.chance(cell) == 1
    for _ in range(20):
        keeps.answer(known)
        forgets.answer(known)
    assert keeps.chance(cell) == 1
    assert forgets.chance(cell) == pytest.approx(0.9)


def test_a_correction_spreads_to_cells_that_were_played_alike():
    cell, beside = Cell.parse("pair 88 v 5"), Cell.parse("pair 88 v 4")
    one = learner(Model(learns=1, spreads=1))
    assert one.chance(beside) == 0
    one.answer(cell)
    assert one.chance(beside) == 1


def test_who_knows_all_has_arrived_at_once_and_who_learns_nothing_never_does():
    knowing = Learner(GAME, Model(learns=0.5), list(GAME.plays), Random(1))
    assert teach(knowing, tutor("weak", RULES[0], "a"), 400).answers == 0
    assert knowing.loss() == 0
    assert teach(learner(Model(learns=0)), tutor("weak", RULES[0], "a"), 400).answers == 400


def test_unseeing_tutors_deal_as_they_say():
    even = Unseeing(evenly(RULES[0], "a", number) for number in range(len(PLAYS)))
    assert {even.next_cell() for _ in PLAYS} == set(PLAYS)
    table = as_at_a_table(GAME, Random(1))
    tens = sum(next(table).upcard.value == "T" for _ in range(4000)) / 4000
    assert tens == pytest.approx(0.297, abs=0.04)


def test_it_runs_and_meets_its_goal():
    command = [sys.executable, "benchmarks/learning.py", "--quick", "--seeds", "2"]
    done = subprocess.run(  # noqa: S603
        [*command, "--most", "2500"], cwd=ROOT, capture_output=True, text=True, timeout=240
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert [row["knows"] for row in told["learners"]] == list(STARTS)
    assert told["goal"]["met"]
    for row in told["learners"]:
        assert row["weak"]["arrived"] == 2
        assert row["weak"]["median"] < row["even"]["median"] < row["table"]["median"]
