"""Dealing to a learner who should become perfect: weights, what waits, what comes again."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import sqrt
from random import Random

import pytest

from strategy.actions import Action
from strategy.charts import stock_chart
from strategy.dealing import NothingToDeal
from strategy.practice import (
    AFTER_ERROR,
    AGAIN,
    BESIDE,
    BLOCK,
    BORDER_PRIOR,
    INNER_PRIOR,
    LUCK,
    MOST_BESIDE,
    MOST_COMING,
    Course,
    Memory,
    Practice,
    chance_of_error,
    drawn_by_weight,
)
from strategy.rules import Rules
from strategy.situations import Cell

RULES = Rules.parse("6D S17")
COURSE = Course.of(RULES, stock_chart("6d-s17-das"), longer=False)
CELLS = tuple(COURSE.plays)
SOME = CELLS[60:300:20]
EVER = 24 * 365 * 100.0


def wrong_play(cell: Cell) -> Action:
    return Action.HIT if COURSE.plays[cell] is Action.STAND else Action.STAND


class Sitting:
    """A learner at practice, who errs with a chance; what is known of them is kept as they go."""

    def __init__(self, cells, *, errs: float = 0.0, seed: str = "a", seconds: float = 6.0) -> None:
        self.practice = Practice(COURSE, cells, [], Random(seed))
        self.errs, self.random = errs, Random(f"learner {seed}")
        self.hours = seconds / 3600
        self.asked: list[Cell] = []
        self.looks = 0
        self._known: dict[Cell, tuple[int, int, int]] = {}

    def _memories(self) -> dict[Cell, Memory]:
        self.looks += 1
        return {
            cell: Memory(wrong, run, (len(self.asked) - at) * self.hours)
            for cell, (wrong, run, at) in self._known.items()
        }

    def ask(self) -> Cell:
        last = self.asked[-1] if self.asked else None
        cell = self.practice.next_cell(len(self.asked), last, self._memories)
        self.asked.append(cell)
        return cell

    def tell(self, cell: Cell, *, right: bool) -> None:
        wrong, run, _ = self._known.get(cell, (0, 0, 0))
        self._known[cell] = wrong + (not right), run + 1 if right else 0, len(self.asked)
        if not right:
            self.practice.erred(cell, wrong_play(cell))

    def go_on(self, hands: int) -> list[Cell]:
        for _ in range(hands):
            self.tell(self.ask(), right=self.random.random() >= self.errs)
        return self.asked


# The chance of an error


def test_a_cell_never_met_has_its_prior():
    assert chance_of_error(None, 0.37) == 0.37


def test_right_answers_in_a_row_lower_the_chance_quickly():
    for wrong, before in ((0, 0.3), (4, AFTER_ERROR)):
        for run in range(5):
            expected = before * LUCK**run
            assert chance_of_error(Memory(wrong, run, 0.0), 0.3) == pytest.approx(expected)


def test_an_error_raises_the_chance_above_every_prior():
    assert chance_of_error(Memory(1, 0, 0.0), INNER_PRIOR) == AFTER_ERROR > BORDER_PRIOR


def test_time_raises_the_chance_slowly_and_more_slowly_after_a_longer_run():
    for run in (1, 2, 3, 5):
        chances = [chance_of_error(Memory(1, run, hours), 0.3) for hours in (0, 1, 10, 100, EVER)]
        assert chances == sorted(chances)
        longer = [
            chance_of_error(Memory(1, run + 1, hours), 0.3) for hours in (0, 1, 10, 100, EVER)
        ]
        assert all(less < more for less, more in zip(longer[:4], chances[:4], strict=True))
    assert chance_of_error(Memory(1, 1, EVER), 0.3) == pytest.approx(AFTER_ERROR)
    assert chance_of_error(Memory(0, 1, EVER), 0.3) == pytest.approx(0.3)


def test_a_run_of_any_length_can_be_told():
    assert 0 < chance_of_error(Memory(3, 10**6, 1.0), 0.3) < 1e-5


# What there is to learn


def test_borders_are_presumed_harder_than_the_inside():
    assert COURSE.priors[Cell.parse("hard 12 v 4")] == BORDER_PRIOR
    assert COURSE.priors[Cell.parse("hard 14 v T")] == INNER_PRIOR


def test_what_comes_often_and_what_is_dear_weighs_more():
    weights = {cell.short: COURSE.weight(cell, None) for cell in CELLS}
    assert weights["88 v T"] > weights["88 v 9"]  # there are four times as many tens
    assert weights["16 v 7"] > 2 * weights["66 v 7"]
    assert weights["A7 v 9"] > weights["A7 v 2"] > 0  # dear against a close call


def test_what_is_known_changes_the_weight():
    cell = Cell.parse("hard 16 v T")
    unmet, erred, known = (
        COURSE.weight(cell, memory) for memory in (None, Memory(1, 0, 0.1), Memory(0, 1, 0.1))
    )
    assert erred > unmet > known


def test_cells_that_only_longer_hands_make_are_in_the_course_where_wanted_and_weigh_nothing():
    twenty = Cell.parse("hard 20 v 6")
    longer = Course.of(RULES, stock_chart("6d-s17-das"), longer=True)
    assert twenty in longer.plays
    assert longer.weight(twenty, None) == COURSE.weight(twenty, None) == 0
    assert twenty not in COURSE.plays


# The draw


def test_cells_are_drawn_by_weight_and_none_twice():
    weights = dict(zip(SOME, (1, 2, 3, 4), strict=False))
    random, tries = Random(3), 4000
    draws = [drawn_by_weight(weights, 3, random) for _ in range(tries)]
    assert all(len(set(draw)) == 3 for draw in draws)
    first = Counter(draw[0] for draw in draws)
    for cell, weight in weights.items():
        chance = weight / 10
        assert abs(first[cell] - tries * chance) < 5 * sqrt(tries * chance * (1 - chance))
    second = sum(draw[:2] == [SOME[3], SOME[2]] for draw in draws) / tries
    assert second == pytest.approx(0.4 * 0.5, abs=0.03)
    assert len(drawn_by_weight(weights, 9, random)) == 4


def test_weak_cells_come_more_often():
    weak = set(SOME[::3])
    sitting = Sitting(SOME)
    for _ in range(600):
        cell = sitting.ask()
        sitting.tell(cell, right=cell not in weak)
    counts = Counter(sitting.asked)
    assert min(counts[cell] for cell in weak) > 2 * max(
        counts[cell] for cell in SOME if cell not in weak
    )


@pytest.mark.parametrize("errs", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("seed", "abc")
def test_every_cell_comes_within_ten_times_as_many_hands_as_there_are_cells(errs, seed):
    most = BLOCK * len(SOME)
    asked = Sitting(SOME, errs=errs, seed=seed).go_on(4 * most)
    for start in range(0, len(asked) - most, BLOCK):
        assert set(asked[start : start + most]) == set(SOME)


@pytest.mark.parametrize("errs", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("number", [2, 3, 5, 12])
def test_no_cell_comes_twice_running_where_there_is_a_choice(errs, number):
    asked = Sitting(SOME[:number], errs=errs).go_on(300)
    assert not [cell for cell, following in pairwise(asked) if cell == following]
    assert set(asked) == set(SOME[:number])


def test_one_cell_alone_comes_every_time():
    sitting = Sitting(SOME[:1], errs=0.5)
    assert set(sitting.go_on(50)) == {SOME[0]}


def test_without_cells_there_is_nothing_to_deal():
    with pytest.raises(NothingToDeal, match="no hand of this kind"):
        Sitting(()).ask()


def test_a_whole_chart_is_met_soon():
    assert len(set(Sitting(CELLS).go_on(2 * len(CELLS)))) > 0.9 * len(CELLS)


@pytest.mark.parametrize("errs", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("number", [1, 2, 5, len(CELLS)])
def test_what_is_known_is_looked_at_once_in_ten_hands(errs, number):
    sitting = Sitting(CELLS[:number], errs=errs)
    for hands in range(1, 100):
        sitting.go_on(1)
        assert sitting.looks == (hands - 1) // BLOCK + 1


@pytest.mark.parametrize("errs", [0.3, 1.0])
def test_the_queue_is_bounded(errs):
    sitting = Sitting(CELLS, errs=errs)
    for _ in range(200):
        sitting.go_on(1)
        assert len(sitting.practice.coming) <= MOST_COMING


def test_the_same_seed_asks_the_same():
    assert Sitting(CELLS, errs=0.3).go_on(60) == Sitting(CELLS, errs=0.3).go_on(60)
    assert Sitting(CELLS, errs=0.3).go_on(60) != Sitting(CELLS, errs=0.3, seed="b").go_on(60)


def test_what_is_coming_is_gone_through_first():
    practice = Practice(COURSE, CELLS, list(SOME), Random(1))
    for number in range(1, 4):
        assert practice.next_cell(number, None, dict) == SOME[number - 1]


def test_where_nothing_is_coming_any_cell_is_dealt_until_the_next_look():
    practice = Practice(COURSE, SOME, [], Random(1))
    last, found = None, set()
    for _ in range(200):
        cell = practice.next_cell(3, last, pytest.fail)
        assert cell != last
        found.add(last := cell)
    assert found == set(SOME)


# After an error


def after_error(seed: int, cell: Cell, chosen: str) -> list[Cell]:
    """The queue of ten others after an error."""
    coming = [other for other in CELLS if other.row in ("19", "A9")][:10]
    practice = Practice(COURSE, CELLS, coming, Random(seed))
    practice.erred(cell, Action.parse(chosen))
    return practice.coming


def test_the_cell_comes_again_after_two_to_four_others():
    cell = Cell.parse("hard 12 v 4")
    places = Counter(after_error(seed, cell, "H").index(cell) for seed in range(200))
    assert set(places) == set(range(AGAIN[0], AGAIN[1] + 1)) == {2, 3, 4}


def test_neighbours_confused_with_it_come_soon():
    cell = Cell.parse("hard 12 v 4")
    for seed in range(200):
        queue = after_error(seed, cell, "H")
        for name in ("hard 12 v 3", "hard 11 v 4"):  # hit there; 11 differs
            assert queue.index(Cell.parse(name)) <= BESIDE[1] + MOST_BESIDE == 7
        assert len(queue) == 10 + 1 + MOST_BESIDE


def test_neighbours_that_the_drill_does_not_deal_do_not_come():
    cell = Cell.parse("hard 12 v 4")
    practice = Practice(COURSE, [cell, *SOME], list(SOME), Random(1))
    practice.erred(cell, Action.HIT)
    assert sorted(map(str, practice.coming)) == sorted(map(str, [cell, *SOME]))


def test_what_was_coming_anyway_comes_soon_and_once():
    cell, beside = Cell.parse("hard 12 v 4"), Cell.parse("hard 12 v 3")
    practice = Practice(COURSE, CELLS, [*SOME, beside, cell], Random(1))
    practice.erred(cell, Action.HIT)
    assert practice.coming.count(cell) == practice.coming.count(beside) == 1
    assert practice.coming.index(beside) <= 7


def test_a_cell_comes_soon_again_until_it_was_right():
    cell = Cell.parse("hard 12 v 4")
    sitting = Sitting(CELLS)
    places = []
    for number in range(60):
        asked = cell if number == 0 else sitting.ask()
        if number == 0:
            sitting.asked.append(cell)
        if asked == cell:
            places.append(number)
        sitting.tell(asked, right=asked != cell or len(places) == 4)
    gaps = [later - earlier for earlier, later in pairwise(places[:4])]
    assert all(3 <= gap <= 6 for gap in gaps)  # a look puts one more hand between
    assert len(places) <= 6
