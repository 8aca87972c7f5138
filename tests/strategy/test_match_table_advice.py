"""The match table's chart against the sentences of its rule sheet, one test a sentence."""

from __future__ import annotations

import pytest

from strategy.charts import stock_chart
from strategy.rules import Rules
from strategy.situations import ALL_CELLS, Category, Situation
from tests.strategy.published import plain_code

CHART = stock_chart("match-table-advice")
LOW, HIGH = "23456", "789TA"


def plays(hand: str, upcards: str) -> set[str]:
    """All that the chart plays with a hand against these upcards, at its own table."""
    found = set()
    for upcard in upcards:
        found.add(CHART.advise(Situation.parse(f"{hand} v {upcard}", CHART.rules)).action.word)
    return found


@pytest.mark.parametrize("total", range(12, 22))
def test_stand_on_12_or_more_against_a_four_five_or_six(total):
    assert {str(CHART.row(Category.HARD, str(total))[column]) for column in (2, 3, 4)} == {"S"}


@pytest.mark.parametrize("total", range(13, 22))
def test_stand_on_13_or_more_against_a_two_or_three(total):
    assert {str(code) for code in CHART.row(Category.HARD, str(total))[:2]} == {"S"}


def test_the_sheet_does_not_say_what_to_do_with_12_against_a_two_or_three():
    assert CHART.row(Category.HARD, "12")[:2] == (None, None)


@pytest.mark.parametrize("hand", ["43", "62", "72", "T2", "T3", "T4", "T5", "T6", "224", "T24"])
def test_against_a_seven_or_more_hit_until_you_have_17(hand):
    assert plays(hand, HIGH) == {"hit"}


@pytest.mark.parametrize("hand", ["T7", "T8", "T9", "T43", "T2432"])
def test_with_17_or_more_stand_against_anything(hand):
    assert plays(hand, LOW + HIGH) == {"stand"}


@pytest.mark.parametrize("hand", ["65", "74", "83", "92"])
def test_double_on_11_against_anything_but_an_ace(hand):
    assert plays(hand, "23456789T") == {"double"}
    assert plays(hand, "A") == {"hit"}


@pytest.mark.parametrize("hand", ["64", "73", "82"])
def test_double_on_10_against_a_nine_or_less(hand):
    assert plays(hand, "23456789") == {"double"}
    assert plays(hand, "TA") == {"hit"}


@pytest.mark.parametrize("hand", ["54", "63", "72"])
def test_double_on_9_against_a_three_to_six(hand):
    assert plays(hand, "3456") == {"double"}
    assert plays(hand, HIGH) == {"hit"}


def test_the_sheet_does_not_say_what_to_do_with_9_against_a_two():
    assert CHART.row(Category.HARD, "9")[0] is None


@pytest.mark.parametrize("hand", ["AA", "88"])
def test_always_split_aces_and_eights(hand):
    assert plays(hand, LOW + HIGH) == {"split"}


@pytest.mark.parametrize("hand", ["TT", "JK", "QQ"])
def test_never_split_tens_twenty_is_a_good_hand(hand):
    assert plays(hand, LOW + HIGH) == {"stand"}


def test_never_split_fives_two_fives_are_a_ten_to_double_on():
    assert plays("55", "23456789") == {"double"}
    assert plays("55", "TA") == {"hit"}


def test_the_sheet_says_nothing_of_soft_hands_other_pairs_and_small_totals_against_low_cards():
    assert CHART.partial
    silent = {(cell.category, cell.row) for cell in ALL_CELLS if cell not in CHART.cells} - {
        (Category.HARD, row) for row in ("4", "5", "6", "7", "8", "9", "12")
    }
    pairs = {(Category.PAIR, row) for row in ("22", "33", "44", "66", "77", "99")}
    assert {each for each in silent if each[0] is not Category.SOFT} == pairs
    assert not [cell for cell in CHART.cells if cell.category is Category.SOFT]
    for row in ("4", "5", "6", "7", "8"):
        assert CHART.row(Category.HARD, row)[:5] == (None,) * 5


def test_the_advice_differs_from_exact_play_of_one_deck_only_in_known_cells():
    exact = stock_chart("1d-s17-das")
    rules = Rules.parse("1D S17 PEEK DOA DAS SP2 SA2 NS 3:2 NOINS FLOOR FRESH")
    found = set()
    for cell in CHART.cells:
        mine, theirs = plain_code(CHART, cell), plain_code(exact, cell)
        if theirs[0] == "R" and rules.surrender.value == "NS":
            theirs = theirs[1].upper()
        if mine != theirs:
            found.add((str(cell), mine, theirs))
    assert found == {("hard 11 v A", "H", "Dh")}
