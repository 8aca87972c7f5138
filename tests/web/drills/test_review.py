"""Drills in the mode of a review: each cell in order, and what was missed once more."""

from __future__ import annotations

from typing import Any

import pytest

from strategy.dealing import Deal
from strategy.situations import Cell
from tests.factories import DrillFactory, answer
from tests.factories.drills import take_hint_in
from trainer.accounts.models import User
from trainer.decisions.models import Decision, Mode
from trainer.drills.comebacks import COMEBACK, MOST_TIMES
from trainer.drills.models import Drill
from trainer.rulebook.queries import rules_of

CELLS = ("hard 16 v T", "soft A7 v 2", "pair 88 v 6", "hard 11 v 6", "hard 12 v 3", "pair AA v T")


@pytest.fixture
def review(rulebook, learner: User) -> Drill:
    return begin(learner, CELLS)


def begin(learner: User, cells: tuple[str, ...], **settings: Any) -> Drill:
    return DrillFactory(
        learner=learner,
        mode=Mode.REVIEW,
        cells=[Cell.parse(cell) for cell in cells],
        length=len(cells),
        **settings,
    )


def dealt(drill: Drill) -> list[str]:
    """The cells of the hands asked until now."""
    rules = rules_of(drill.rules)
    deals = drill.questions.order_by("number").values_list("deal", flat=True)
    return [str(Deal.parse(deal).situation(rules).cell) for deal in deals]


def wrong(drill: Drill) -> None:
    """Answer the open hand, but not by the chart."""
    question = drill.questions.get(number=drill.asked)
    cell = Deal.parse(question.deal).situation(rules_of(drill.rules)).cell
    answer(drill, "S" if cell.category == "pair" or str(cell).startswith("hard 16") else "H")
    assert not Decision.objects.latest("pk").correct


def finish(drill: Drill) -> None:
    while not drill.ended_at:
        answer(drill)


def test_each_cell_comes_once_in_the_order_given(review):
    finish(review)
    assert dealt(review) == list(CELLS)
    assert set(Decision.objects.values_list("mode", flat=True)) == {Mode.REVIEW}


def test_a_missed_cell_comes_back_some_hands_later(review):
    wrong(review)
    assert review.length == len(CELLS) + 1
    finish(review)
    assert dealt(review) == [*CELLS[: COMEBACK + 1], CELLS[0], *CELLS[COMEBACK + 1 :]]
    assert (review.answered, review.correct) == (7, 6)


def test_missed_near_the_end_it_comes_back_at_the_end(review):
    for _ in CELLS[1:]:
        answer(review)
    wrong(review)
    assert review.ended_at is None
    finish(review)
    assert dealt(review) == [*CELLS, CELLS[-1]]


def test_it_comes_back_until_it_is_right(rulebook, learner):
    review = begin(learner, ("hard 16 v T",))
    wrong(review)
    wrong(review)
    assert not review.ended_at
    answer(review)
    assert review.ended_at
    assert review.answered == review.length == 3


def test_but_not_for_ever(rulebook, learner):
    review = begin(learner, ("hard 16 v T",))
    for _ in range(MOST_TIMES):
        assert not review.ended_at
        wrong(review)
    assert review.ended_at
    assert review.length == MOST_TIMES


def test_an_answer_after_a_hint_comes_back_too(review):
    take_hint_in(review)
    answer(review)
    finish(review)
    assert dealt(review).count(CELLS[0]) == 2


def test_an_ordinary_drill_of_cells_keeps_its_length(rulebook, learner):
    drill = DrillFactory(learner=learner, cells=[Cell.parse("hard 16 v T")], length=2)
    wrong(drill)
    answer(drill)
    assert drill.ended_at
    assert (drill.length, drill.cells) == (2, ["hard 16 v T"])
