"""A check-up: the cells to deal so that every misconception would show."""

from __future__ import annotations

from functools import lru_cache

import pytest

from strategy.charts import Chart, stock_chart
from strategy.habits import first_questions
from strategy.misconceptions import all_misconceptions, exact_chart
from strategy.recognising import LEAST_CELLS, check_up, suspect
from strategy.rules import Rules
from strategy.situations import Cell, Situation

solved = lru_cache(exact_chart)
CODES = ("6D H17 LS", "6D S17", "1D S17 D10")


def checked(code: str, *answered: str) -> list[Cell]:
    """The check-up of somebody who has answered some hands by the chart."""
    rules = Rules.parse(code)
    chart = solved(rules)
    given = [Situation.parse(hand, rules) for hand in answered]
    answers = [(each, chart.advise(each).action) for each in given]
    return check_up(rules, chart, answers, solved=solved)


@pytest.mark.parametrize("code", CODES)
def test_it_asks_of_each_misconception_the_cells_that_a_claim_takes(code):
    rules, cells = Rules.parse(code), checked(code)
    chart = solved(rules)
    right = {each.cell: each.right for each in first_questions(rules, chart)}
    for each in all_misconceptions():
        plays = each.plays(rules, chart, solved)
        changed = {cell for cell in plays if plays[cell] is not right[cell]}
        if len(changed) >= LEAST_CELLS:
            assert len(changed.intersection(cells)) >= LEAST_CELLS, each.slug


@pytest.mark.parametrize("code", CODES)
def test_it_is_short_and_asks_nothing_twice(code):
    cells = checked(code)
    assert len(set(cells)) == len(cells) <= 30


@pytest.mark.parametrize("code", CODES)
def test_whoever_follows_one_is_suspected(code):
    rules, cells = Rules.parse(code), set(checked(code))
    chart = solved(rules)
    asked = [each for each in first_questions(rules, chart) if each.cell in cells]
    for each in all_misconceptions():
        follower = each.follower(rules, chart, solved)
        answers = [(question.situation, follower.play(question)) for question in asked]
        differing = {
            question.cell for question in asked if follower.play(question) != question.right
        }
        if len(differing) >= LEAST_CELLS:
            assert suspect(rules, chart, answers, solved=solved), each.slug


def test_of_cells_that_serve_as_many_the_most_frequent_are_asked():
    cells = [str(cell) for cell in checked("6D S17")]
    assert {"hard 12 v 4", "hard 12 v 6"}.issubset(cells)
    assert "pair TT v T" in cells
    assert "pair TT v 5" not in cells


def test_what_was_asked_is_not_asked_again():
    answered = {Cell.parse("pair 88 v T"), Cell.parse("hard 12 v 3")}
    assert answered.issubset(checked("6D H17 LS"))
    after = checked("6D H17 LS", "88 v T", "93 v 3")
    assert answered.isdisjoint(after)
    assert len(after) < len(checked("6D H17 LS"))


def test_other_cells_of_a_misconception_serve_as_well():
    tens = Cell.parse("pair TT v T")
    assert tens in checked("6D S17")
    assert tens not in checked("6D S17", "TT v 4", "TT v 9")


def test_a_longer_hand_is_another_question():
    before = checked("6D S17")
    assert Cell.parse("hard 11 v T") in before
    assert checked("6D S17", "542 v T") == before


def test_whoever_was_asked_all_has_nothing_left():
    rules = Rules.parse("6D S17")
    chart, cells = solved(rules), set(checked("6D S17"))
    asked = [each for each in first_questions(rules, chart) if each.cell in cells]
    answers = [(each.situation, each.right) for each in asked]
    assert check_up(rules, chart, answers, solved=solved) == []
    assert check_up(rules, chart, answers[1:], solved=solved) == [asked[0].cell]


def test_a_partial_chart_asks_what_it_states():
    rules = Rules.parse("6D S17")
    whole = stock_chart("6d-s17-das")
    tens = {cell: code for cell, code in whole.cells.items() if cell.row == "TT"}
    chart = Chart("Tens", rules, "a test", "printed", tens, partial=True)
    cells = check_up(rules, chart, (), solved=solved)
    assert len(cells) == LEAST_CELLS
    assert {cell.row for cell in cells} == {"TT"}
