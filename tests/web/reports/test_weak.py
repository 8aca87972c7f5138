"""GET /progress/weak/: the costliest cells, each with its likely cause."""

from __future__ import annotations

import pytest

from tests.factories import UserFactory, decide, taught
from tests.web.conftest import client_of
from tests.web.pages import assert_page, assert_refused_method, page, statements, words
from tests.web.reports.reading import answered, key_of, log, rows

pytestmark = pytest.mark.usefixtures("rulebook")

URL = "/progress/weak/"
DEALS = (
    *("TS 6D v 9H", "9S 3D v 9H", "TS 3D v 9H", "TS 4D v 9H"),
    *("TS 5D v 9H", "AS 7D v 9H", "7S 6C v 8D"),
)
"""Seven hands that should be hit."""


def spots(response) -> list[tuple[str, str]]:
    """The weak spots by name, with all that is said of each."""
    return [
        (words(spot.select_one("h3 a")), words(spot.select_one(".spot__text")))
        for spot in page(response).select(".spot")
    ]


def test_without_answers_it_says_what_to_do(client, owner):
    for browser in (client, owner):
        response = browser.get(URL)
        assert_page(response)
        assert "No answers yet" in words(response)


def test_a_spot_tells_the_error_its_cause_and_its_cost(owner, learner):
    answered(learner, "AS 7D v 9H", "SSSSSSHHHH")
    ((name, text),) = spots(owner.get(URL))
    assert name == "A,7 v 9"
    assert "Stand in 6 of your latest 10 answers; right is Hit. Carried over from A,7 v 8?" in text
    assert "Costs 0.084 of a bet each time" in text
    assert "6 wrong of 10 in all" in text


def test_the_five_costliest_are_shown_and_the_rest_behind_a_link(owner, learner):
    for number, deal in enumerate(DEALS):
        answered(learner, deal, "H" * number + "S" * (10 - number))
    response = owner.get(URL)
    told = [text.split("each time, ")[1] for _name, text in spots(response)]
    costs = [0.005 if cost.startswith("less") else float(cost.split()[0]) for cost in told]
    assert costs == sorted(costs, reverse=True)
    assert len(costs) == 5
    link = page(response).find("a", string="2 more hands with errors")
    assert len(rows(owner.get(f"{URL}{link['href']}"), "rest")) == 2
    assert not rows(response, "rest")


def test_one_more_hand_is_one_hand(owner, learner):
    for deal in DEALS[:6]:
        answered(learner, deal, "S" * 10)
    assert page(owner.get(URL)).find("a", string="1 more hand with errors")


@pytest.mark.parametrize(
    ("deals", "told"),
    [
        (DEALS[:1], "1 hand with errors has too few answers for a claim."),
        (DEALS[:2], "2 hands with errors have too few answers for a claim."),
    ],
)
def test_nothing_is_claimed_on_nine_answers(owner, learner, deals, told):
    for deal in deals:
        answered(learner, deal, "S" * 9)
    response = owner.get(URL)
    assert spots(response) == []
    assert told in words(response)


def test_close_calls_are_told_from_blunders(owner, learner):
    answered(learner, "TS 2D v 4H", "H" * 10)
    answered(learner, "8S 3D v 6H", "S" * 10)
    found = dict(spots(owner.get(URL)))
    assert "a close call" in found["hard 12 v 4"]
    assert "a blunder" in found["hard 11 v 6"]


def test_a_blunder_in_a_close_cell_is_a_blunder(owner, learner):
    """12 v 4 is a close call between hit and stand; who doubles it blunders."""
    answered(learner, "TS 2D v 4H", "D" * 10)
    ((_name, text),) = spots(owner.get(URL))
    assert "a blunder" in text


def test_an_error_in_a_printed_chart_is_no_close_call(owner, learner):
    printed = taught("atlantic-city", "atlantic-city-printed")
    answered(learner, "9S 9D v TH", "S" * 10, teaching=printed)
    ((_name, text),) = spots(owner.get(URL, {"deck": key_of(printed)}))
    assert "a close call" not in text
    assert "By the exact values the chart itself errs here." in text


def test_longer_hands_are_no_answers_to_the_cell(owner, learner):
    """Eleven of three cards cannot be doubled: hitting it is right, and mends nothing."""
    answered(learner, "8S 3D v 6H", "H" * 10)
    before = spots(owner.get(URL))
    answered(learner, "5S 2D 4H v 6H", "H" * 20)
    response = owner.get(URL)
    assert spots(response) == before
    assert "Hit in 10 of your latest 10 answers; right is Double" in before[0][1]
    assert rows(response, "mended") == []


def test_errors_in_hands_that_no_two_cards_make_are_told(owner, learner):
    answered(learner, "TS 6D 4C v 9H", "H" * 12)
    response = owner.get(URL)
    assert spots(response) == []
    assert "12 errors with three cards or more, or after a split, are not among these." in words(
        response
    )
    assert "No errors in these answers." not in words(response)


def test_a_filter_that_leaves_no_error_of_late_names_no_cause(owner, learner):
    answered(learner, "AS 7D v 9H", "S" * 10 + "H" * 201)
    answered(learner, "AS 7D v 9H", "S", mode="timed")
    response = owner.get(URL, {"mode": "drill"})
    ((name, text),) = spots(response)
    assert name == "A,7 v 9"
    assert "of your latest" not in text
    assert "10 wrong of 211 in all" in text


def test_mended_and_too_few_are_told_apart(owner, learner):
    answered(learner, "AS 7D v 9H", "S" * 8 + "H" * 5)
    answered(learner, "TS 6D v 9H", "S")
    response = owner.get(URL)
    assert rows(response, "mended")
    assert "1 hand with errors has too few answers for a claim." in words(response)


def test_cells_are_opened_with_the_days_and_the_mode_chosen(owner, learner):
    answered(learner, "AS 7D v 9H", "S" * 10, mode="timed")
    response = owner.get(URL, {"mode": "timed", "first": "2020-01-01"})
    link = page(response).select_one(".spot h3 a")["href"]
    assert "mode=timed" in link
    assert "first=2020-01-01" in link
    assert owner.get(link).status_code == 200


def test_five_right_in_a_row_mend_a_spot(owner, learner):
    answered(learner, "AS 7D v 9H", "S" * 8 + "H" * 4)
    assert [name for name, _text in spots(owner.get(URL))] == ["A,7 v 9"]
    decide(learner, "AS 7D v 9H", "H")
    response = owner.get(URL)
    assert spots(response) == []
    assert "No weak spot left" in words(response)
    assert [row[:2] for row in rows(response, "mended")] == [["A,7 v 9", "8 of 13"]]


def test_no_errors_are_no_weak_spots(owner, learner):
    log(learner, "hard", 30, 0)
    assert "No errors in these answers." in words(owner.get(URL))


def test_answers_with_a_hint_and_of_other_modes_are_left_out(owner, learner):
    answered(learner, "AS 7D v 9H", "S" * 10, assisted=True)
    answered(learner, "TS 6D v 9H", "S" * 10, mode="timed")
    assert [name for name, _ in spots(owner.get(URL))] == ["hard 16 v 9"]
    assert spots(owner.get(URL, {"mode": "drill"})) == []


def test_nobody_sees_the_weak_spots_of_another(learner):
    answered(learner, "AS 7D v 9H", "S" * 10)
    other = UserFactory()
    decide(other)
    assert spots(client_of(other).get(URL)) == []


def test_post_is_refused(owner):
    assert_refused_method(owner.post(URL), "GET", "HEAD")


def test_the_number_of_statements_is_constant(owner, learner):
    counts = []
    for number in (5, 7):
        for deal in DEALS[:number]:
            answered(learner, deal, "S" * 10)
        with statements() as made:
            owner.get(URL)
        counts.append(len(made))
    assert counts[0] == counts[1] <= 15
