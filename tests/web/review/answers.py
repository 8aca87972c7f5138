"""Many right answers at once."""

from __future__ import annotations

from datetime import timedelta
from random import Random

from strategy.dealing import deal_cell
from strategy.grading import right_play
from strategy.situations import Cell
from tests.factories import decide_on
from trainer.review.folding import deck_lessons
from trainer.review.models import Deck
from trainer.rulebook.queries import chart_of, rules_of

FAST = timedelta(seconds=1)


def answer_all(deck: Deck, number: int, count: int, thought: timedelta = FAST) -> None:
    """Answer so many cells of the chart of Atlantic City right on a day, the most frequent first.

    The deck is of the teaching by which the factories decide.
    """
    assert deck.rule_set.current is not None
    assert deck.chart.current is not None
    rules, chart = rules_of(deck.rule_set.current), chart_of(deck.chart.current)
    for cell in list(deck_lessons(deck))[:count]:
        deal = deal_cell(rules, Cell.parse(cell), Random(cell), longer=False)
        right = right_play(deal.situation(rules), chart).right
        decide_on(number, deck.learner, str(deal), right.value, thought=thought)
