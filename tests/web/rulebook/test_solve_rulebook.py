"""manage.py solve_rulebook: what habits are told by is solved before anybody looks."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command

from strategy.misconceptions import that_apply
from strategy.rule_sets import stock_rule_sets
from trainer.rulebook import services, solutions
from trainer.rulebook.models import Solution
from trainer.rulebook.solutions import solved


@pytest.fixture(autouse=True)
def one_rule_set(db, monkeypatch):
    """One rule set alone, and nothing in memory, before and after."""
    monkeypatch.setattr(services, "stock_rule_sets", lambda: stock_rule_sets()[:1])
    forget()
    yield
    forget()


def forget() -> None:
    solved.cache_clear()
    solutions._solved.cache_clear()


def solve(**options: int) -> str:
    output = StringIO()
    call_command("solve_rulebook", stdout=output, **options)
    return output.getvalue().strip()


def test_nothing_is_left_to_solve_when_habits_are_looked_for(monkeypatch):
    told = solve()
    assert told == f"Charts solved: {Solution.objects.count()}"
    forget()
    monkeypatch.setattr(solutions, "analyse", None)
    rules = stock_rule_sets()[0].rules
    assert that_apply(rules, solved(rules).chart, lambda rules: solved(rules).chart)


def test_what_is_kept_is_not_solved_again(monkeypatch):
    solve()
    Solution.objects.order_by("code")[0].delete()
    forget()
    assert solve() == "Charts solved: 1"
    monkeypatch.setattr(services, "solved", None)
    assert solve() == "Charts solved: none"


def test_what_another_engine_kept_is_solved(monkeypatch):
    solve()
    Solution.objects.update(engine="another")
    forget()
    count = Solution.objects.count()
    assert solve() == f"Charts solved: {count}"
    assert Solution.objects.count() == count


def test_it_can_be_told_to_say_nothing():
    assert solve(verbosity=0) == ""
