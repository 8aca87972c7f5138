from __future__ import annotations

import pytest

from strategy.charts import stock_chart, stock_chart_names
from strategy.rule_sets import stock_rule_sets
from strategy.rules import Rules, Surrender
from strategy.situations import ALL_CELLS
from tests.strategy import samples

RULE_SETS = {rule_set.slug: rule_set for rule_set in stock_rule_sets()}


def test_the_four_rule_sheets_are_among_the_rule_sets():
    codes = {rule_set.rules.code for rule_set in stock_rule_sets()}
    assert set(samples.SHEETS.values()) <= codes


@pytest.mark.parametrize(
    ("slug", "sheet"),
    [
        ("atlantic-city", "atlantic city"),
        ("match-table", "match table"),
        ("six-deck-shoe", "six-deck shoe"),
        ("european", "european"),
    ],
)
def test_a_rule_sheet_has_its_own_rule_set(slug, sheet):
    assert RULE_SETS[slug].rules.code == samples.SHEETS[sheet]


def test_the_match_table_may_agree_on_soft_17():
    stands, hits = RULE_SETS["match-table"].rules, RULE_SETS["match-table-h17"].rules
    assert hits == stands.but(hits_soft_17=True)


def test_rule_sets_are_offered_in_one_order_with_names_of_their_own():
    assert next(iter(RULE_SETS)) == "atlantic-city"
    assert len(RULE_SETS) == len(stock_rule_sets())
    assert len({rule_set.name for rule_set in stock_rule_sets()}) == len(RULE_SETS)
    assert len({rule_set.rules for rule_set in stock_rule_sets()}) == len(RULE_SETS)


@pytest.mark.parametrize("slug", RULE_SETS)
def test_a_rule_set_says_what_it_is_and_where_it_is_from(slug):
    rule_set = RULE_SETS[slug]
    assert rule_set.name
    assert rule_set.summary.endswith(".")
    assert rule_set.source
    assert Rules.parse(rule_set.rules.code) == rule_set.rules


@pytest.mark.parametrize("slug", RULE_SETS)
def test_the_charts_of_a_rule_set_exist_and_the_default_is_complete(slug):
    charts = RULE_SETS[slug].charts
    assert set(charts) <= set(stock_chart_names())
    assert len(set(charts)) == len(charts) > 0
    assert not stock_chart(charts[0]).partial


def test_every_stock_chart_is_taught_somewhere():
    assert {chart for rule_set in stock_rule_sets() for chart in rule_set.charts} == set(
        stock_chart_names()
    )


@pytest.mark.parametrize("slug", RULE_SETS)
def test_the_complete_charts_answer_every_two_cards_under_the_rules(slug):
    rule_set = RULE_SETS[slug]
    for chart in map(stock_chart, rule_set.charts):
        if not chart.partial:
            asked = samples.two_card_situations(rule_set.rules)
            assert not [str(situation) for situation in asked if not chart.states(situation)]


@pytest.mark.parametrize("slug", RULE_SETS)
def test_the_default_chart_is_for_the_rules_as_far_as_they_move_a_cell(slug):
    rules = RULE_SETS[slug].rules
    chart = stock_chart(RULE_SETS[slug].charts[0])
    for field in ("decks", "hits_soft_17", "hole_card", "doubling", "double_after_split"):
        assert getattr(chart.rules, field) == getattr(rules, field)
    if rules.surrender is not Surrender.NONE:
        assert chart.rules.surrender is rules.surrender


@pytest.mark.parametrize("name", stock_chart_names())
def test_a_stock_chart_has_every_cell_or_says_that_it_is_partial(name):
    chart = stock_chart(name)
    if chart.partial:
        assert 0 < len(chart.cells) < len(ALL_CELLS)
    else:
        assert set(chart.cells) == set(ALL_CELLS)
    assert chart.name
    assert chart.source
    assert chart.kind in ("printed", "exact")
    assert chart.unprinted <= set(chart.cells)
