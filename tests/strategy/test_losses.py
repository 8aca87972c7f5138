"""What a player's errors lose, estimated from answers."""

from __future__ import annotations

from random import Random

import pytest

from strategy.analysis import analyse
from strategy.losses import Answered, Loss, Losses, Stake, cell_loss, estimated_losses, mean_loss
from strategy.neighbours import right_plays
from strategy.rules import Rules
from strategy.situations import Category, Cell
from strategy.stakes import error_costs, frequencies, play_values

HARD, HARD_TOO, SOFT, PAIR = (
    Cell.parse(name) for name in ("hard 16 v T", "hard 12 v 4", "soft A7 v 9", "pair 88 v A")
)
STAKES = {
    HARD: Stake(0.03, 0.05),
    HARD_TOO: Stake(0.01, 0.02),
    SOFT: Stake(0.005, 0.1),
    PAIR: Stake(0.002, 0.4),
}


def test_a_cell_loses_as_often_as_it_comes_what_its_errors_cost():
    assert cell_loss(Answered(10, 4, 0.6), STAKES[HARD]) == pytest.approx(100 * 0.03 * 0.06)
    assert cell_loss(Answered(3, 0, 0.0), STAKES[HARD]) == 0


def test_a_hand_made_log_has_the_loss_that_is_worked_out_by_hand():
    answered = {HARD: Answered(10, 4, 0.6), SOFT: Answered(5, 0, 0.0)}
    loss = estimated_losses(answered, STAKES).whole
    # 16 v T: 3 in 100 hands, 40 % wrong, 0.15 each. The other hard cell errs as often, and loses
    # 0.02 each. The pairs have no answer: they err as all do, 0.03 x 40 % of 0.035.
    pair_share = 0.03 * 0.4 / 0.035
    assert loss.per_100 == pytest.approx(3 * 0.4 * 0.15 + 0.4 * 0.02 + 0.2 * pair_share * 0.4)
    assert loss.low < loss.per_100 < loss.high
    assert loss.met == pytest.approx(0.035 / 0.047)


def test_the_categories_add_up_to_the_whole():
    answered = {HARD: Answered(10, 4, 0.6), SOFT: Answered(5, 1, 0.1), PAIR: Answered(4, 0, 0.0)}
    losses = estimated_losses(answered, STAKES)
    parts = sum(part.per_100 for part in losses.by_category.values())
    assert parts == pytest.approx(losses.whole.per_100)
    assert losses.by_category[Category.HARD].per_100 == pytest.approx(3 * 0.4 * 0.15 + 0.4 * 0.02)
    assert losses.by_category[Category.HARD].met == pytest.approx(0.75)


def test_nothing_is_told_of_cells_without_an_answer():
    nothing = dict.fromkeys(Category)
    assert estimated_losses({}, STAKES) == Losses(None, nothing)
    assert estimated_losses({}, {}) == Losses(None, nothing)
    losses = estimated_losses({HARD: Answered(10, 4, 0.6)}, STAKES)
    assert losses.by_category[Category.SOFT] is losses.by_category[Category.PAIR] is None


def test_whoever_never_erred_loses_nothing_and_may_still_err():
    loss = estimated_losses({HARD: Answered(10, 0, 0.0)}, STAKES).whole
    assert (loss.per_100, loss.low) == (0, 0)
    more = estimated_losses({cell: Answered(100, 0, 0.0) for cell in STAKES}, STAKES).whole
    assert 0 < more.high < loss.high


def test_more_answers_narrow_the_interval():
    few, many = (
        estimated_losses({cell: Answered(n, n // 5, n / 50) for cell in STAKES}, STAKES).whole
        for n in (10, 1000)
    )
    assert few.per_100 == pytest.approx(many.per_100)
    assert few.low < many.low < many.high < few.high


def test_the_loss_over_several_charts_is_weighted():
    one, other = Loss(1.0, 0.6, 1.5, 0.9), Loss(3.0, 2.0, 4.0, 0.5)
    both = mean_loss([(one, 3), (other, 1)])
    assert both.per_100 == pytest.approx(1.5)
    assert both.low == pytest.approx(1.5 - (0.3**2 + 0.25**2) ** 0.5)
    assert both.high == pytest.approx(1.5 + (0.375**2 + 0.25**2) ** 0.5)
    assert both.met == pytest.approx(0.8)
    assert mean_loss([(one, 7)]) == one
    assert mean_loss([]) is None


@pytest.mark.parametrize("answers", [60, 300, 2000])
def test_the_interval_holds_the_truth_as_often_as_it_says(answers):
    """Simulated learners err with a chance of their own in each cell; 95 of 100 are the aim."""
    rules = Rules.parse("6D H17 LS")
    chart = analyse(rules.core).chart()
    times = frequencies(rules)
    costs = error_costs(right_plays(rules, chart, longer=False), play_values(rules))
    stakes = {cell: Stake(times[cell], cost) for cell, cost in costs.items()}
    held = sum(_holds(stakes, answers, Random(seed)) for seed in range(100))
    assert held >= 90


def _holds(stakes: dict[Cell, Stake], answers: int, random: Random) -> bool:
    chances = {cell: random.betavariate(1, 6) for cell in stakes}
    truth = sum(100 * stakes[c].frequency * stakes[c].error_cost * p for c, p in chances.items())
    found: dict[Cell, Answered] = {}
    for cell in random.choices(list(stakes), k=answers):
        times, wrong, lost = found.get(cell, Answered(0, 0, 0.0))
        erred = random.random() < chances[cell]
        lost += erred * stakes[cell].error_cost
        found[cell] = Answered(times + 1, wrong + erred, lost)
    loss = estimated_losses(found, stakes).whole
    return loss is not None and loss.low <= truth <= loss.high
