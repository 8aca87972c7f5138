"""What there is to learn in a chart, and in which order."""

from __future__ import annotations

from strategy.dealing import compositions
from strategy.situations import Cell
from strategy.stakes import frequencies
from tests.factories import taught
from trainer.review.lessons import lessons_of
from trainer.rulebook.queries import rules_of


def test_it_begins_with_the_cells_that_are_asked_most_often_at_a_table(rulebook):
    """Where the dealer looks for a natural first, cells against an ace come up less often."""
    teaching = taught()
    lessons = lessons_of(teaching.rule_set.current, teaching.chart.current)
    rules = rules_of(teaching.rule_set.current)
    times = frequencies(rules)
    asked = [times[Cell.parse(cell)] for cell in lessons]
    assert asked == sorted(asked, reverse=True)
    assert {Cell.parse(cell) for cell in lessons} == set(compositions(rules, longer=False))
