"""Which hands a quiz asks: by its settings and its seed alone."""

from __future__ import annotations

from collections import Counter

import pytest

from strategy.analysis import NEAR_TIE
from strategy.dealing import Deal, NothingToDeal
from strategy.situations import Category, Cell
from tests.factories import ClassroomFactory, begin, plan_of, taught
from trainer.quizzes.building import built
from trainer.quizzes.drawing import draw_questions, eligible_cells, gap_of, questions_for
from trainer.quizzes.models import Order, Origin, Quiz
from trainer.quizzes.services import make_quiz, publish_quiz
from trainer.rulebook.queries import rules_of, teachings


def drawn(seed: str = "seed", **settings: object):
    quiz = Quiz(classroom=ClassroomFactory(), seed=seed)
    return quiz, built(quiz, plan_of(**settings))


def hands(questions) -> list[str]:
    return [question.deal for question in questions]


@pytest.mark.parametrize("order", list(Order))
def test_the_same_seed_draws_the_same_and_another_draws_others(rulebook, order):
    quiz, questions = drawn(order=order)
    assert hands(draw_questions(quiz)) == hands(questions)
    _other, others = drawn("another", order=order)
    assert hands(others) != hands(questions)


def test_cells_come_equally_often(rulebook):
    cells = tuple(map(Cell.parse, ("hard 16 v 9", "hard 15 v T", "pair 88 v 9")))
    _quiz, questions = drawn(origin=Origin.CELLS, cells=cells, count=9)
    assert set(Counter(question.cell for question in questions).values()) == {3}
    assert [question.number for question in questions] == list(range(1, 10))
    assert [question.stratum for question in questions] == list(range(1, 10))


def test_a_deal_brings_up_its_cell_and_its_gap_is_that_of_its_cards(rulebook):
    quiz, questions = drawn(count=30)
    rules = rules_of(quiz.rules)
    for question in questions:
        deal = Deal.parse(question.deal)
        assert str(deal.situation(rules).cell) == question.cell
        assert question.gap_millionths == round(1_000_000 * gap_of(rules, deal))
        assert question.gap_millionths >= round(1_000_000 * NEAR_TIE)


def test_near_ties_are_counted_apart(rulebook):
    quiz, _questions = drawn(categories=(Category.SOFT,))
    without = eligible_cells(quiz)
    quiz.near_ties = True
    assert eligible_cells(quiz).close == ()
    assert set(eligible_cells(quiz).cells) == {*without.cells, *without.close}
    assert Cell.parse("soft A7 v 2") in without.close


def test_a_bank_is_cut_into_strata_of_neighbours_in_difficulty(rulebook):
    quiz, questions = drawn(order=Order.LEVELLED, count=20)
    assert len(questions) == len(eligible_cells(quiz).cells)
    gaps = [question.gap_millionths for question in questions]
    assert gaps == sorted(gaps)
    sizes = Counter(question.stratum for question in questions)
    assert list(sizes) == list(range(1, 21))
    assert max(sizes.values()) - min(sizes.values()) <= 1


def test_where_there_are_fewer_cells_than_hands_the_bank_has_several_of_each(rulebook):
    cells = tuple(map(Cell.parse, ("hard 16 v 9", "hard 15 v T")))
    _quiz, questions = drawn(order=Order.LEVELLED, origin=Origin.CELLS, cells=cells, count=5)
    assert len(questions) == 6
    assert {question.stratum for question in questions} == {1, 2, 3, 4, 5}


def test_each_student_is_asked_one_of_each_stratum(rulebook):
    quiz, questions = drawn(order=Order.LEVELLED, count=10)
    one, other = (questions_for(quiz, questions, seed) for seed in ("one", "other"))
    for asked in (one, other):
        assert sorted(question.stratum for question in asked) == list(range(1, 11))
    assert hands(one) != hands(other)
    means = [sum(question.gap_millionths for question in asked) / 10 for asked in (one, other)]
    assert max(means) < 1.25 * min(means)


def test_nothing_to_ask_is_refused(rulebook):
    with pytest.raises(NothingToDeal):
        drawn(origin=Origin.CELLS, cells=(Cell.parse("soft A7 v 2"),))


def test_a_chart_that_states_some_cells_only_is_asked_about_those(rulebook):
    for teaching in teachings(None):
        quiz, questions = drawn(
            rules=teaching.rule_set.current, chart=teaching.chart.current, count=5
        )
        assert len(questions) == 5
    assert quiz.rules != taught().rule_set.current


def test_an_attempt_at_a_bank_has_as_many_hands_as_the_quiz(rulebook):
    classroom = ClassroomFactory()
    plan = plan_of(order=Order.LEVELLED, count=4)
    quiz = make_quiz(who=classroom.owner, class_id=classroom.public_id, plan=plan)
    publish_quiz(who=classroom.owner, quiz_id=quiz.public_id)
    attempt = begin(quiz)
    assert [item.number for item in attempt.items.all()] == [1, 2, 3, 4]
