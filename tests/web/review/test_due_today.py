"""What the home page is told: the deck used last, and how many hands are due in it."""

from __future__ import annotations

from tests.factories import DeckFactory, UserFactory, decide_on, on_day, taught
from tests.web.pages import statements
from trainer.accounts.access import Visitor
from trainer.review.plan import NEW_A_DAY
from trainer.review.queries import due_today
from trainer.review.services import start_review


def test_nobody_has_a_deck_unasked(rulebook, learner):
    decide_on(0, learner)
    with statements() as found:
        assert due_today(learner) is None
    assert len(found) == 1


def test_it_counts_what_is_due_and_what_is_new(rulebook, learner):
    decide_on(0, learner)
    decide_on(0, learner, "8S 8D v TH", "S")
    with on_day(0):
        deck = DeckFactory(learner=learner)
        assert due_today(learner) == (deck, 1 + NEW_A_DAY - 2)
    with on_day(2):
        assert due_today(learner) == (deck, 2 + NEW_A_DAY)


def test_answers_that_just_came_are_in_it(rulebook, learner):
    with on_day(0):
        deck = DeckFactory(learner=learner)
    decide_on(0, learner, action="S")
    with on_day(0):
        assert due_today(learner) == (deck, 1 + NEW_A_DAY - 1)


def test_it_tells_of_the_deck_used_last(rulebook, learner):
    with on_day(0):
        first = DeckFactory(learner=learner)
    with on_day(1):
        second = DeckFactory(learner=learner, teaching=taught("six-deck-h17"))
        DeckFactory(learner=UserFactory())
        assert due_today(learner) == (second, NEW_A_DAY)
    with on_day(2):
        start_review(visitor=Visitor(learner, ""), deck_id=first.public_id)
        assert due_today(learner) == (first, NEW_A_DAY)


def test_it_takes_five_queries(rulebook, learner):
    decide_on(0, learner)
    DeckFactory(learner=learner)
    due_today(learner)
    with statements() as found:
        due_today(learner)
    assert len(found) == 5
