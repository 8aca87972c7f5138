"""Cases in which other programs went wrong: one test a row of ``data/cases.csv``, named by its id.

The rows were collected from issues, commits and charts of other projects; each row names its own.
Charts are the stock charts. What they cannot answer (two decks, no double after a split) and what
plays are worth is in ``analysis/test_cases.py``; how rounds are played and paid in
``test_cases_of_rounds.py``.
"""

from __future__ import annotations

import csv
import re
from pathlib import Path
from random import Random

import pytest

from strategy.actions import Action
from strategy.charts import stock_chart, stock_chart_names
from strategy.dealing import Deal, cells_of, deal_as_at_a_table, deal_cell, even_cell
from strategy.grading import grade
from strategy.hands import Hand
from strategy.rules import Rules
from strategy.situations import ALL_CELLS, Category, Situation
from tests.strategy.samples import DATA

with (DATA / "cases.csv").open(encoding="utf-8", newline="") as file:
    ROWS = {row["id"]: row for row in csv.DictReader(file)}

KINDS = {
    "chart",
    "dealer",
    "drill_grading",
    "ev",
    "hand_total",
    "legality",
    "payout",
    "shoe",
}

SIX = "6D S17 DAS LS"


def plays(chart: str, *situations: str, rules: str | None = None) -> list[str]:
    """What a stock chart plays, under its own rules or others."""
    found = stock_chart(chart)
    here = Rules.parse(rules) if rules else found.rules
    return [found.advise(Situation.parse(each, here)).action.word for each in situations]


def right_value(case: str) -> str:
    return ROWS[case]["right_value"]


def test_every_row_has_a_test_and_every_test_a_row():
    here = Path(__file__).parent
    texts = [
        file.read_text(encoding="utf-8")
        for file in (
            here / "test_cases.py",
            here / "test_cases_of_rounds.py",
            here / "analysis" / "test_cases.py",
        )
    ]
    found = re.findall(r"^def test_([a-z])_(\d\d)_", "\n".join(texts), re.MULTILINE)
    assert {f"{letter.upper()}-{number}" for letter, number in found} == set(ROWS)


def test_every_row_names_its_source():
    assert {row["kind"] for row in ROWS.values()} == KINDS
    assert [row["id"] for row in ROWS.values() if not row["source"].startswith("https://")] == []


# Totals


def test_h_01_two_aces_and_two_fives_are_a_hard_12():
    hand = Hand.parse("5AA5")
    assert (hand.total, hand.soft, hand.bust) == (12, False, False)


def test_h_02_three_aces_and_a_six_are_a_soft_19_and_beat_17():
    hand = Hand.parse("AAA6")
    assert (hand.total, hand.soft) == (19, True)
    assert hand.total > Hand.parse("T7").total


def test_h_03_ace_four_seven_is_a_hard_12():
    hand = Hand.parse("A47")
    assert (hand.total, hand.soft, hand.bust) == (12, False, False)
    assert hand.total < 17


def test_h_05_ace_five_eight_is_looked_up_as_hard_14():
    situation = Situation.parse("A58 v T", Rules.parse("6D"))
    assert (situation.hand.total, situation.hand.soft) == (14, False)
    assert str(situation.cell) == "hard 14 v T"
    assert plays("6d-s17-das", "A58 v T", "A58 v 6") == ["hit", "stand"]


def test_h_07_a_21_of_three_cards_is_no_natural():
    assert [Hand.parse(text).total for text in ("A55", "777", "AK")] == [21, 21, 21]
    assert [Hand.parse(text).natural for text in ("A55", "777", "AK")] == [False, False, True]


# Drills

COUNTS = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10, **{str(n): n for n in range(2, 10)}}
MANY = 10_000


def category_of(deal: Deal) -> str:
    """The category by the printed cards alone."""
    first, second = (str(card)[0] for card in deal.cards)
    if COUNTS[first] == COUNTS[second]:
        return "pair"
    return "soft" if "A" in (first, second) else "hard"


def row_of(deal: Deal) -> str:
    """The chart's row by the printed cards alone."""
    letters = ["T" if COUNTS[str(card)[0]] == 10 else str(card)[0] for card in deal.cards]
    match category_of(deal):
        case "pair":
            return letters[0] * 2
        case "soft":
            return "A" + "".join(letters).replace("A", "", 1)
    return str(sum(COUNTS[letter] for letter in letters))


@pytest.mark.parametrize("category", Category)
def test_h_06_ten_thousand_items_dealt_evenly_are_what_they_are_called(category):
    rules, chart, random = Rules.parse(SIX), stock_chart("6d-s17-das"), Random(6)
    cells = cells_of(rules, chart, [category], longer=False)
    for number in range(MANY):
        cell = even_cell(cells, "h-06", number)
        deal = deal_cell(rules, cell, random, longer=False)
        assert category_of(deal) == category.value
        assert row_of(deal) == cell.row


@pytest.mark.parametrize("category", Category)
def test_h_06_ten_thousand_items_dealt_as_at_a_table_are_what_they_are_called(category):
    rules, chart, random = Rules.parse(SIX), stock_chart("6d-s17-das"), Random(6)
    for _ in range(MANY):
        deal = deal_as_at_a_table(rules, chart, [category], random, longer=False)
        assert category_of(deal) == category.value


def test_l_07_where_surrender_is_off_hitting_15_and_16_against_a_ten_is_correct():
    rules = Rules.parse("6D S17 NS")
    for hand in ("T5", "96", "T6", "97"):
        situation = Situation.parse(f"{hand} v T", rules)
        assert Action.SURRENDER not in situation.allowed
        assert grade(situation, Action.HIT, stock_chart("6d-s17-das")).correct
    assert right_value("L-07") == "correct; correct"


# Charts


def test_c_01_the_answer_for_two_sixes_is_that_of_the_decks_in_play():
    assert plays("1d-s17-das", "66 v 7") == ["split"]
    assert plays("6d-s17-das", "66 v 7") == ["hit"]
    assert plays("1d-s17-das", "66 v 7") == ["split"]


@pytest.mark.parametrize("chart", [name for name in stock_chart_names() if "advice" not in name])
def test_c_02_unlike_tens_that_may_not_be_split_are_a_hard_20(chart):
    assert plays(chart, "JK v 6", rules="6D RANK") == ["stand"]
    assert plays(chart, "JK v 6 -P", rules="6D") == ["stand"]
    assert str(Situation.parse("JK v 6 -P", Rules()).cell) == "hard 20 v 6"
    assert right_value("C-02") == "stand (hard 20)"


def test_c_03_surrender_of_15_against_an_ace_depends_on_soft_17():
    assert plays("6d-s17-das", "T5 v A", "T6 v T") == ["hit", "surrender"]
    assert plays("6d-h17-das", "T5 v A", "T6 v T") == ["surrender", "surrender"]


def test_c_05_exactly_six_cells_change_with_soft_17():
    changed = stock_chart("6d-s17-das").differences(stock_chart("6d-h17-das"))
    assert {str(cell): (str(stands)[0], str(hits)[0]) for cell, stands, hits in changed} == {
        "hard 11 v A": ("H", "D"),
        "soft A7 v 2": ("S", "D"),
        "soft A8 v 6": ("S", "D"),
        "hard 15 v A": ("H", "R"),
        "hard 17 v A": ("S", "R"),
        "pair 88 v A": ("P", "R"),
    }


def test_c_06_six_decks_are_not_played_like_one():
    asked = ("53 v 5", "53 v 6", "A6 v 2", "A7 v A", "44 v 5", "66 v 7")
    assert plays("6d-s17-das", *asked) == ["hit", "hit", "hit", "hit", "split", "hit"]


def test_c_07_soft_17_and_doubling_after_a_split_move_cells():
    assert plays("6d-s17-das", "44 v 5", "22 v 2", "33 v 2", "66 v 2") == ["split"] * 4
    assert plays("6d-h17-das", "65 v A", "A8 v 6") == ["double", "double"]
    assert plays("6d-s17-das", "65 v A", "A8 v 6") == ["hit", "stand"]


def test_c_09_two_sevens_against_an_eight_depend_on_the_decks():
    charts = ("1d-s17-das", "6d-s17-das", "atlantic-city-printed")
    assert [plays(chart, "77 v 8")[0] for chart in charts] == ["split", "hit", "hit"]


def test_c_10_two_sevens_against_a_ten_of_one_deck_stand_or_surrender():
    assert plays("1d-s17-das", "77 v T", rules="1D S17 NS") == ["stand"]
    assert plays("1d-s17-das", "77 v T", rules="1D S17 LS") == ["surrender"]
    assert plays("6d-s17-das", "77 v T") == ["hit"]


@pytest.mark.parametrize("chart", stock_chart_names())
def test_c_11_every_cell_is_there_once_and_no_other(chart):
    cells = stock_chart(chart).cells
    assert set(cells) <= set(ALL_CELLS)
    assert stock_chart(chart).partial or len(cells) == len(ALL_CELLS) == 380
    assert plays(chart, "T5 v 9", rules="6D NS") == ["hit"]


def test_c_13_aces_that_may_not_be_split_are_soft_12():
    for rules in ("SP1", "SP4"):
        asked = [f"AA v {upcard} -P" for upcard in "23456789TA"]
        six = plays("6d-s17-das", *asked, rules=f"6D {rules}")
        assert six == [*["hit"] * 4, "double", *["hit"] * 5]
        one = plays("1d-s17-das", *asked, rules=f"1D {rules}")
        assert one == [*["hit"] * 3, "double", "double", *["hit"] * 5]


def test_c_14_without_a_hole_card_less_is_staked_against_a_ten_and_an_ace():
    """The stock chart is for eight decks, the row for six: both play these cells alike."""
    asked = ("65 v T", "88 v T", "88 v A", "AA v A", "AA v T", "65 v A")
    assert plays("8d-s17-das-enhc", *asked) == ["hit", "hit", "hit", "hit", "split", "hit"]
    peek = plays("6d-s17-das", *asked)
    assert peek == ["double", "split", "split", "split", "split", "hit"]


def test_c_19_soft_20_stands_where_soft_19_doubles():
    assert plays("1d-h17-das", "A9 v 6", "A8 v 6") == ["stand", "double"]
    assert right_value("C-19") == "A,9 stand; A,8 double"
