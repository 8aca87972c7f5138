"""Exact charts by rules code: solved once, kept, and never read from another engine."""

from __future__ import annotations

import pytest

from strategy.analysis import Analysis
from strategy.rules import Rules
from trainer.rulebook import solutions
from trainer.rulebook.models import Solution
from trainer.rulebook.solutions import solved

RULES = Rules.parse("4D H17 SP1")


@pytest.fixture(autouse=True)
def forgotten(db):
    """Nothing is in memory, before and after."""
    forget()
    yield
    forget()


def forget() -> None:
    solved.cache_clear()
    solutions._solved.cache_clear()


def solve_nothing(rules):
    raise AssertionError(f"{rules} was solved again")


def test_it_is_the_analysis_of_the_rules():
    analysis = Analysis(RULES)
    assert solved(RULES).chart == analysis.chart()
    assert solved(RULES).edge == analysis.edge()


def test_it_reads_back_from_the_database_without_solving(monkeypatch):
    first = solved(RULES)
    forget()
    monkeypatch.setattr(solutions, "analyse", solve_nothing)
    assert solved(RULES) == first


def test_in_one_process_it_asks_the_database_once(django_assert_num_queries):
    solved(RULES)
    with django_assert_num_queries(0):
        solved(RULES)


def test_what_another_engine_solved_is_not_read_and_goes(monkeypatch):
    Solution.objects.create(
        code=RULES.code, engine="another", chart="", game_ev=0, chart_ev=0, by_upcard={}
    )
    assert solved(RULES).chart == Analysis(RULES).chart()
    assert Solution.objects.get().engine == solutions.ENGINE


def test_what_changes_no_value_is_solved_once(monkeypatch):
    first = solved(RULES)
    monkeypatch.setattr(solutions, "analyse", solve_nothing)
    other = Rules.parse(f"{RULES.core.code.replace('CUT75', 'CUT61')} FLOOR")
    assert solved(other).edge == first.edge
    assert solved(other).chart.rules == other
    assert dict(solved(other).chart.cells) == dict(first.chart.cells)
    assert Solution.objects.count() == 1


def test_the_engine_is_known_by_its_source():
    assert len(solutions.ENGINE) == 64
    assert solutions._engine() == solutions.ENGINE
