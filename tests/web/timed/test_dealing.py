"""Which hands a test deals: by its seed and their number alone."""

from __future__ import annotations

from collections import Counter

from strategy.dealing import cells_of
from strategy.neighbours import near_misses, right_plays
from strategy.situations import Category
from tests.factories import TimedTestFactory, give
from trainer.rulebook.queries import chart_of, rules_of
from trainer.timed.dealer import deal_item
from trainer.timed.kinds import Kind
from trainer.timed.models import TimedTest


def dealt(test: TimedTest, hands: int) -> list[str]:
    """The cells of the first hands."""
    rules = rules_of(test.rules)
    return [str(deal_item(test, number).situation(rules).cell) for number in range(1, hands + 1)]


def test_what_is_dealt_is_what_the_seed_says_whatever_is_answered(rulebook, learner):
    test = TimedTestFactory(learner=learner, count=None, seconds=600)
    expected = [str(deal_item(test, number)) for number in range(1, 12)]
    for number in range(10):
        give(test, "S" if number % 2 else "H")
    assert list(test.items.order_by("number").values_list("deal", flat=True)) == expected


def test_another_seed_deals_otherwise(rulebook, learner):
    one, other = (TimedTestFactory(learner=learner) for _time in range(2))
    assert dealt(one, 20) != dealt(other, 20)


def test_the_whole_chart_is_every_cell_once(rulebook, learner):
    test = TimedTestFactory(learner=learner, kind=Kind.CHART, count=None)
    rules, chart = rules_of(test.rules), chart_of(test.chart)
    cells = list(map(str, cells_of(rules, chart, tuple(Category), longer=False)))
    assert test.count == len(cells)
    assert sorted(dealt(test, test.count)) == sorted(cells)


def test_fifty_hands_are_fifty_cells(rulebook, learner):
    test = TimedTestFactory(learner=learner, kind=Kind.HANDS, count=50)
    assert max(Counter(dealt(test, 50)).values()) == 1


def test_near_misses_are_cells_beside_which_the_play_differs(rulebook, learner):
    test = TimedTestFactory(learner=learner, kind=Kind.NEAR, count=30)
    rules, chart = rules_of(test.rules), chart_of(test.chart)
    plays = right_plays(rules, chart)
    cells = cells_of(rules, chart, tuple(Category), longer=False)
    near = {str(cell) for cell in near_misses(plays, cells)}
    assert set(test.cells) == near < set(map(str, cells))
    assert set(dealt(test, 30)) <= near


def test_only_the_categories_of_ones_own_test_come(rulebook, learner):
    test = TimedTestFactory(learner=learner, categories=(Category.SOFT,))
    assert {cell.split()[0] for cell in dealt(test, 30)} == {"soft"}
