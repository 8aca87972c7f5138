"""How often cells are asked, and what errors in them lose."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from random import Random

import pytest

from strategy import stakes
from strategy.actions import Action
from strategy.analysis import analyse
from strategy.charts import Chart, stock_chart
from strategy.dealing import compositions, deal_as_at_a_table
from strategy.hands import Hand
from strategy.neighbours import right_plays
from strategy.rules import Rules
from strategy.situations import Category, Cell, Situation
from strategy.stakes import error_costs, frequencies, play_values


def exact(code: str) -> tuple[Rules, Chart]:
    rules = Rules.parse(code)
    return rules, analyse(rules.core).chart()


def natural_chance(decks: int) -> float:
    return 2 * 4 * decks * 16 * decks / (52 * decks * (52 * decks - 1))


@pytest.mark.parametrize("decks", [1, 6])
def test_all_hands_but_naturals_are_asked_about_where_nobody_looks(decks):
    asked = sum(frequencies(Rules.parse(f"{decks}D ENHC")).values())
    assert asked == pytest.approx(1 - natural_chance(decks), abs=1e-12)


@pytest.mark.parametrize("decks", [1, 6])
def test_rounds_that_a_dealers_natural_ends_are_left_out(decks):
    cards = 52 * decks
    second = 2 * (4 * decks - 1) * (16 * decks - 1) / ((cards - 2) * (cards - 3))
    either = natural_chance(decks) * (2 - second)
    assert sum(frequencies(Rules.parse(f"{decks}D PEEK")).values()) == pytest.approx(1 - either)


def test_an_early_surrender_is_asked_about_before_the_dealer_looks():
    peek, early, ten = (frequencies(Rules.parse(f"6D {code}")) for code in ("NS", "ES", "ES10"))
    v_ace, v_ten = Cell.parse("hard 16 v A"), Cell.parse("hard 16 v T")
    assert early[v_ace] > peek[v_ace] == ten[v_ace]
    assert early[v_ten] == ten[v_ten] > peek[v_ten]


def test_a_cell_is_asked_about_as_often_as_a_table_deals_it():
    rules, random, tries = Rules.parse("2D H17"), Random(5), 8000
    expected = frequencies(rules)
    _, chart = exact("2D H17")
    dealt = Counter(
        deal_as_at_a_table(rules, chart, tuple(Category), random, longer=False)
        .situation(rules)
        .cell
        for _ in range(tries)
    )
    for name in ("hard 16 v T", "pair TT v 6", "soft A7 v 9", "hard 12 v A"):
        cell = Cell.parse(name)
        chance = expected[cell] / sum(expected.values())
        assert abs(dealt[cell] - tries * chance) < 5 * sqrt(tries * chance)


def test_an_error_costs_what_the_next_best_play_loses():
    rules, chart = exact("6D S17 LS")
    costs = error_costs(right_plays(rules, chart, longer=False), play_values(rules))
    for row, upcard in (("88", "T"), ("AA", "6"), ("TT", "5")):
        cell = Cell.parse(f"pair {row} v {upcard}")
        found = analyse(rules.core).evaluate(Situation(rules, Hand.parse(row), cell.upcard))
        assert costs[cell] == pytest.approx(found.gap)
    assert min(costs.values()) >= 0


def test_the_cost_is_the_mean_over_hands_as_they_come():
    rules = Rules.parse("6D S17")
    cell = Cell.parse("hard 12 v 4")
    hands = compositions(rules, longer=False)[cell]
    lost = {
        hand: (values := analyse(rules.core).ev(Hand(hand.ranks), cell.upcard))[Action.STAND]
        - values[Action.HIT]
        for hand in hands
    }
    assert min(lost.values()) < 0 < max(lost.values())  # the exact play of T,2 is to hit
    mean = sum(hand.ways * lost[hand] for hand in hands) / sum(hand.ways for hand in hands)
    assert error_costs({cell: Action.STAND}, play_values(rules))[cell] == pytest.approx(mean)


def test_a_printed_error_costs_nothing_to_get_wrong():
    rules = Rules.parse("6D S17")
    cell = Cell.parse("pair TT v T")
    assert error_costs({cell: Action.SPLIT}, play_values(rules)) == {cell: 0.0}


def test_only_cells_whose_play_is_told_have_a_cost():
    advice = stock_chart("match-table-advice")
    plays = right_plays(advice.rules, advice, longer=False)
    assert error_costs(plays, play_values(advice.rules)).keys() == plays.keys()


def test_no_analysis_is_waited_for_to_tell_how_often_a_cell_is_asked(monkeypatch):
    def never(*_args: object) -> None:
        raise AssertionError

    monkeypatch.setattr(stakes, "analyse", never)
    assert frequencies(Rules.parse("6D PEEK"))
