"""Item statistics, worked out by hand."""

from __future__ import annotations

from math import sqrt

import pytest

from trainer.gradebook.statistics import (
    Finding,
    discriminations,
    facility,
    findings,
    ranks,
    reliability,
)

MARKS = [
    [True, True, True, True],
    [True, True, True, False],
    [True, True, False, False],
    [True, False, False, False],
    [False, False, False, False],
]
"""Five students with 4, 3, 2, 1 and 0 right of four."""


def test_facility_is_the_share_right_of_those_asked():
    assert [facility(MARKS, question) for question in range(4)] == [0.8, 0.6, 0.4, 0.2]
    assert facility([[True, None], [None, None], [False, None]], 0) == 0.5
    assert facility([[True, None]], 1) is None
    assert facility([], 0) is None


def test_discrimination_is_the_correlation_with_the_rest():
    """Of the first question, 1 1 1 1 0, with the rest 3 2 1 0 0.

    Means 0.8 and 1.2; the products of the deviations sum up to 1.2, their squares to 0.8 and 6.8.
    """
    first, second, *_ = discriminations(MARKS)
    assert first == pytest.approx(1.2 / sqrt(0.8 * 6.8))
    # The second, 1 1 1 0 0, with 3 2 1 1 0: products 1.8, squares 1.2 and 5.2.
    assert second == pytest.approx(1.8 / sqrt(1.2 * 5.2))


def test_discrimination_is_below_0_where_the_able_are_wrong():
    marks = [[False, True, True], [False, True, True], [True, True, False], [True, False, False]]
    found = discriminations([*marks, [True, False, False]])
    assert found[0] is not None
    assert found[0] < 0


def test_discrimination_is_not_told_of_few_or_where_all_are_alike():
    assert discriminations(MARKS[:4]) == [None] * 4
    assert discriminations([[True, True, False]] * 5) == [None] * 3
    assert discriminations([[True]] * 3 + [[False]] * 3) == [None]
    assert discriminations([]) == []


def test_those_not_asked_are_left_out_and_the_rest_is_a_share():
    """Question 3 for the second half, question 2 for the first: the rest is one question each."""
    marks = [[True, True, None]] * 2 + [[False, False, None]] * 2 + [[True, None, True]]
    first, second, third = discriminations(marks)
    assert first == pytest.approx(1)
    assert second is None
    assert third is None


def test_reliability_by_hand():
    """k = 4, sum of p q = .16 + .24 + .24 + .16 = .8, variance of 4 3 2 1 0 = 2: 4/3 x .6 = .8."""
    assert reliability(MARKS) == pytest.approx(0.8)


def test_reliability_is_below_0_where_questions_go_against_each_other():
    """k = 2, sum of p q = .48, totals 1 1 1 1 2 with variance .16: 2 x (1 - 3) = -4."""
    marks = [[True, False], [False, True], [True, False], [False, True], [True, True]]
    assert reliability(marks) == pytest.approx(2 * (1 - 0.48 / 0.16))


@pytest.mark.parametrize(
    "marks",
    [
        [],
        MARKS[:4],
        [[True], [False], [True], [False], [True]],
        [[True, False]] * 5,
        [*MARKS, [True, True, True, None]],
    ],
    ids=["nobody", "few", "one question", "no variance", "asked differently"],
)
def test_reliability_is_none_where_it_is_undefined(marks):
    assert reliability(marks) is None


@pytest.mark.parametrize(
    ("figures", "told"),
    [
        ({"facility": 0.97, "discrimination": 0.0, "gap": 0.2}, [Finding.EASY]),
        ({"facility": 0.9, "discrimination": -0.4, "gap": 0.2}, [Finding.EASY, Finding.REVERSED]),
        ({"facility": 0.5, "discrimination": 0.4, "gap": 0.01}, [Finding.HARD]),
        ({"facility": 0.5, "discrimination": 0.4, "gap": 0.08}, [Finding.MISUNDERSTOOD]),
        ({"facility": 0.5, "discrimination": 0.4, "gap": 0.08, "commonest": 5}, []),
        ({"facility": 0.7, "discrimination": 0.4, "gap": 0.08, "wrong": 2, "commonest": 2}, []),
        ({"facility": 0.8, "discrimination": 0.1, "gap": 0.08}, [Finding.FLAT]),
        ({"facility": 0.8, "discrimination": -0.38, "gap": 0.08}, [Finding.FLAT]),
        ({"facility": 0.8, "discrimination": -0.4, "gap": 0.08}, [Finding.REVERSED]),
        ({"facility": 0.5, "discrimination": 0.0, "gap": 0.0}, [Finding.HARD, Finding.FLAT]),
        ({"facility": 0.8, "discrimination": None, "gap": 0.08}, []),
    ],
)
def test_what_the_figures_of_a_question_say(figures, told):
    """Of 26 students the standard error of no correlation is a fifth, so chance ends at -0.392."""
    assert findings(**({"students": 26, "wrong": 10, "commonest": 9} | figures)) == told


def test_r_11_ranks_with_ties_as_in_sport():
    assert ranks([100.0, 100.0, 99.0]) == [1, 1, 3]
    assert ranks([50.0, None, 75.0, 50.0, 0.0]) == [2, None, 1, 2, 4]
    assert ranks([200 / 3, 66.7]) == [1, 1]
    assert ranks([]) == []
