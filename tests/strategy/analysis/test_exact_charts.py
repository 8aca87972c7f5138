"""The exact charts against the printed ones, and what a chart is worth."""

from __future__ import annotations

import numpy as np
import pytest

from strategy.actions import Code
from strategy.analysis.policy import CLASSES
from strategy.cards import VALUES, Rank
from strategy.charts import Chart, stock_chart, stock_chart_names
from strategy.situations import ROWS, Category, Cell, Situation
from tests.strategy.analysis.figures import analysis, value
from tests.strategy.analysis.recursion import ACE, TEN, PlainGame, SplitRound
from tests.strategy.analysis.test_policy import turned

CLASS_NAMES = (*ROWS[Category.HARD], *ROWS[Category.SOFT])


def against_exact(chart: Chart) -> dict[str, tuple[str, str]]:
    """The cells in which a chart is not the exact chart of its rules: its code and the exact one;
    a pair that is played as its total counts as the total's code."""
    exact = analysis(chart.rules.code).chart()
    found = {}
    for cell, printed in chart.cells.items():
        code = printed
        if printed is Code.TOTAL:
            barred = Situation.parse(f"{cell.row} v {cell.upcard} -P", chart.rules)
            code = chart.cells[barred.total_cell]
        if code is not exact.cells[cell]:
            found[str(cell)] = (str(printed), str(exact.cells[cell]))
    return found


KNOWN = {
    "atlantic-city-printed": {"pair 99 v T": ("P", "S"), "pair 99 v A": ("P", "S")},
    "match-table-advice": {"hard 11 v A": ("H", "Dh")},
}
"""Where the rule sheets err."""


@pytest.mark.parametrize("name", stock_chart_names())
def test_a_stock_chart_is_the_exact_chart_of_its_rules_but_where_a_rule_sheet_errs(name):
    assert against_exact(stock_chart(name)) == KNOWN.get(name, {})


def test_the_atlantic_city_sheet_splits_nines_where_standing_is_better():
    rules = stock_chart("atlantic-city-printed").rules.code
    stand, split = (value(rules, "99 v A", action) for action in ("stand", "split"))
    assert (round(stand, 3), round(split, 3)) == (-0.095, -0.124)
    stand, split = (value(rules, "99 v T", action) for action in ("stand", "split"))
    assert (round(stand, 3), round(split, 3)) == (-0.173, -0.292)


def test_the_atlantic_city_game_is_worth_half_a_percent_less_than_nothing():
    edge = analysis(stock_chart("atlantic-city-printed").rules.code).edge()
    assert edge.game_ev == pytest.approx(-0.0048578, abs=5e-8)
    assert edge.chart_ev == pytest.approx(-0.0048767, abs=5e-8)


@pytest.mark.parametrize("rules", ["1D S17", "6D H17 LS", "8D S17 ENHC SA3", "6D OBO LS"])
def test_the_upcards_parts_add_up_to_the_game(rules):
    edge = analysis(rules).edge()
    assert sum(edge.by_upcard.values()) == pytest.approx(edge.game_ev, abs=1e-15)
    assert len(edge.by_upcard) == 10
    assert edge.chart_ev < edge.game_ev


def test_one_deck_has_a_cell_of_its_own_for_sevens_against_a_ten():
    chart = analysis("1D S17 LS").chart()
    assert chart.cells[Cell.parse("pair 77 v T")] is Code.Rs
    assert chart.cells[Cell.parse("hard 14 v T")] is Code.H


def test_a_sixteen_that_surrenders_is_hit_where_it_may_not():
    cells = analysis("6D S17 LS").chart().cells
    assert cells[Cell.parse("hard 16 v T")] is Code.Rh
    assert cells[Cell.parse("hard 15 v T")] is Code.Rh
    assert analysis("6D H17 LS").chart().cells[Cell.parse("hard 17 v A")] is Code.Rs
    assert analysis("6D H17 LS").chart().cells[Cell.parse("pair 88 v A")] is Code.Rp


def improvements(rules: str) -> set[str]:
    """Single changes of the chart, hits or doubles or surrenders of a cell, that would gain."""
    found = analysis(rules)
    worth = found.followed(found.policy, found.pairs)
    better, worse = set(), 0
    for field in ("hits", "doubles", "surrenders"):
        for number in range(CLASSES):
            there = found.followed(turned(found.policy, field, number), found.pairs)
            worse += int(np.sum(there < worth - 1e-12))
            gains = np.flatnonzero(there > worth + 1e-15)
            better |= {f"{field} {CLASS_NAMES[number]} v {VALUES[column]}" for column in gains}
    assert worse >= 200
    return better


@pytest.mark.parametrize("rules", ["6D S17 SP1", "1D H17 SP1 ENHC"])
def test_no_cell_can_be_changed_for_a_better_chart(rules):
    """Without splits, where the chart also decides what follows them."""
    assert improvements(rules) == set()


def test_what_follows_a_surrender_that_is_not_allowed_is_for_all_hands_of_the_cell():
    """The sixteens of more than two cards alone would rather stand, where the others surrender."""
    assert improvements("6D S17 SP1 LS") == {"hits 16 v T"}


@pytest.mark.parametrize("upcard", ["T", "A"])
def test_nines_stand_in_eight_decks_by_a_plain_recursion_over_all_orders_too(upcard):
    rules = stock_chart("atlantic-city-printed").rules
    game = PlainGame(rules, {rank: 128 if rank is Rank.TEN else 32 for rank in VALUES})
    nine, column = VALUES.index(Rank.NINE), VALUES.index(Rank.parse(upcard))
    left = game.left_after((nine, nine), column)
    one_hand = 0.0  # of two that are not split again, so that either is as good as the first
    for chance, hole, rest in game.draws(left):
        if {hole, column} != {ACE, TEN}:
            round_ = SplitRound(
                game, nine, column, hole, lambda hand: game.play_by_value(hand, column)
            )
            one_hand += chance * round_.hands(rest, made=2, waiting=1, watched=None)
    goes_on = game.no_natural(left, column)
    stand, split = game.stand((nine, nine), column) / goes_on, 2 * one_hand / goes_on
    assert stand == pytest.approx(value(rules.code, f"99 v {upcard}", "stand"), abs=1e-10)
    assert split == pytest.approx(value(rules.code, f"99 v {upcard}", "split"), abs=1e-10)
    assert stand > split + 0.02
