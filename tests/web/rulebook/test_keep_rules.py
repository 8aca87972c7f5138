"""Rules that somebody has put together: kept once, and the offered ones where they are the same."""

from __future__ import annotations

import pytest

from strategy.analysis import analyse
from strategy.rule_sets import stock_rule_sets
from strategy.rules import Rules
from trainer.rulebook.models import Chart, ChartVersion, RuleSet, RuleSetVersion
from trainer.rulebook.queries import chart_of, rule_sets, rules_of
from trainer.rulebook.services import keep_rules

OWN = Rules.parse("6D S17 LS CUT65")


def counts() -> list[int]:
    return [model.objects.count() for model in (Chart, ChartVersion, RuleSet, RuleSetVersion)]


@pytest.mark.parametrize("stock", stock_rule_sets(), ids=lambda stock: stock.slug)
def test_offered_rules_are_the_offered_rule_set(rulebook, stock):
    before = counts()
    rules, chart = keep_rules(stock.rules)
    assert rules == RuleSet.objects.get(slug=stock.slug).current
    assert rules.name == stock.name
    assert chart == Chart.objects.get(slug=f"exact-{stock.slug}").current
    assert counts() == before


def test_tokens_in_another_order_are_the_same_rules(rulebook):
    stock = next(iter(stock_rule_sets()))
    shuffled = Rules.parse(" ".join(reversed(stock.rules.tokens)).lower())
    assert keep_rules(shuffled)[0].rule_set.slug == stock.slug


def test_other_rules_are_kept_once_under_their_code(rulebook):
    before = counts()
    rules, chart = keep_rules(OWN)
    assert counts() == [count + 1 for count in before]
    assert rules_of(rules) == OWN
    assert rules.name == rules.code == OWN.code
    assert chart_of(chart) == analyse(OWN).chart()
    assert keep_rules(OWN) == (rules, chart)
    assert counts() == [count + 1 for count in before]


def test_kept_rules_are_not_offered(rulebook):
    offered = [row.slug for row in rule_sets()]
    keep_rules(OWN)
    assert [row.slug for row in rule_sets()] == offered


def test_without_a_rulebook_offered_rules_are_kept_like_others(db):
    stock = next(iter(stock_rule_sets()))
    rules, _chart = keep_rules(stock.rules)
    assert rules.name == stock.rules.code
    assert rules.rule_set.slug.startswith("rules-")
