"""The stock charts against charts that others have published, cell by cell.

The data files name their sources. Where the rules fit, there is no difference but the two cells
that the Atlantic City sheet prints on its own: it splits nines against a ten and against an ace.
"""

from __future__ import annotations

import pytest

from strategy.charts import stock_chart
from strategy.situations import Category, Cell
from tests.strategy.published import SOURCES, comes_down_to, plain_code, printed_table, published


def differences(stock: str, name: str) -> dict[str, tuple[str | None, str]]:
    """The cells of a published chart in which the stock chart plays otherwise: its code, theirs."""
    chart = stock_chart(stock)
    found = {}
    for cell, printed in published(name).cells.items():
        mine, theirs = plain_code(chart, cell), comes_down_to(printed, chart.rules)
        if mine is None or comes_down_to(mine, chart.rules) != theirs:
            found[str(cell)] = (mine, theirs)
    return found


@pytest.mark.parametrize("name", SOURCES)
def test_a_published_chart_agrees_with_the_stock_chart_in_every_cell(name):
    assert differences(published(name).stock, name) == {}


@pytest.mark.parametrize("name", SOURCES)
def test_a_published_chart_is_for_the_rules_of_the_stock_chart_as_far_as_they_count(name):
    theirs, ours = published(name).rules, stock_chart(published(name).stock).rules
    same = ("hits_soft_17", "hole_card", "doubling", "double_after_split", "surrender")
    assert [field for field in same if getattr(theirs, field) != getattr(ours, field)] == []


@pytest.mark.parametrize("name", SOURCES)
def test_a_published_chart_was_read_whole(name):
    assert len(published(name).cells) == SOURCES[name]["cells"]


def test_the_comparison_sees_a_chart_of_other_rules():
    assert set(differences("6d-s17-das", "woo_4to8d_h17")) == {
        "hard 11 v A",
        "hard 15 v A",
        "hard 17 v A",
        "soft A7 v 2",
        "soft A8 v 6",
        "pair 88 v A",
    }


def test_the_atlantic_city_sheet_differs_from_the_wizards_chart_in_two_cells():
    assert differences("atlantic-city-printed", "woo_4to8d_s17") == {
        "pair 99 v T": ("P", "S"),
        "pair 99 v A": ("P", "S"),
    }


# The first sheet, as printed

CODES_FOR = {"S": {"S"}, "H": {"H"}, "D": {"Dh", "Ds"}, "Y": {"P"}, "N": {"-"}}


def test_the_printed_tables_have_280_cells():
    rows = {(cell.category, cell.row) for cell in printed_table()}
    assert len(printed_table()) == 280
    assert sum(category is Category.HARD for category, _ in rows) == 10
    assert sum(category is Category.SOFT for category, _ in rows) == 8
    assert sum(category is Category.PAIR for category, _ in rows) == 10


@pytest.mark.parametrize("category", Category)
def test_the_stock_chart_says_in_each_cell_what_the_sheet_prints(category):
    chart = stock_chart("atlantic-city-printed")
    printed = {cell: each for cell, each in printed_table().items() if cell.category is category}
    ours = {str(cell): str(chart.cells[cell]) for cell in printed}
    assert {
        str(cell): (letter, ours[str(cell)])
        for cell, letter in printed.items()
        if ours[str(cell)] not in CODES_FOR[letter]
    } == {}
    assert len(ours) == len(printed)


def test_what_the_sheet_does_not_print_is_marked_as_unprinted():
    chart = stock_chart("atlantic-city-printed")
    assert set(chart.cells) - chart.unprinted == set(printed_table())


def test_a_double_of_more_than_two_cards_is_the_usual_play_of_its_row():
    chart = stock_chart("atlantic-city-printed")
    for cell, letter in printed_table().items():
        if letter == "D":
            stands = cell.category is Category.SOFT and cell.row == "A7"
            assert str(chart.cells[cell]) == ("Ds" if stands else "Dh")


def test_the_oddities_of_the_sheet_are_kept():
    chart = stock_chart("atlantic-city-printed")
    assert [str(code) for code in chart.row(Category.PAIR, "99")] == [*"PPPPP-PPPP"]
    assert str(chart.cells[Cell.parse("hard 11 v A")]) == "H"
