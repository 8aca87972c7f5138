"""GET /progress/history/ and its decisions: everything as it was shown, latest first."""

from __future__ import annotations

from uuid import uuid4

import pytest
import time_machine

from tests.factories import (
    DrillFactory,
    TableFactory,
    TimedTestFactory,
    UserFactory,
    answer,
    decide,
    give,
    taught,
)
from tests.web.conftest import client_of
from tests.web.pages import assert_page, assert_refused_method, page, statements, words
from tests.web.reports.reading import answered, key_of
from trainer.decisions.models import Decision, Mode
from trainer.reports.history import PAGE

pytestmark = pytest.mark.usefixtures("rulebook")

URL = "/progress/history/"


def listed(response) -> list[list[str]]:
    """The rows: when, hand, answer, lost, time, where, chart."""
    return [
        [words(cell) for cell in row.find_all(["td", "th"])]
        for row in page(response).select("table.history tbody tr")
    ]


def hands(response) -> list[str]:
    return [row[1] for row in listed(response)]


def walk(browser, query: str = "") -> list[str]:
    """The hands of all pages, from the latest on."""
    found, address = [], f"{URL}?{query}"
    while address:
        response = browser.get(address)
        found += hands(response)
        older = page(response).find("a", string="Older")
        address = f"{URL}{older['href']}" if older else None
    return found


def test_without_answers_it_says_what_to_do(client, owner):
    for browser in (client, owner):
        assert "No answers yet" in words(browser.get(URL))


def test_an_answer_is_listed_as_it_was_shown(owner, learner):
    learner.time_zone = "Asia/Kolkata"
    learner.save()
    with time_machine.travel("2026-03-01 20:15:00Z", tick=False):
        answered(learner, "AS 7D v 9H", "S")
        answered(learner, "TS 4D 2C v KH", "H", mode="timed", assisted=True)
        response = owner.get(URL)
    assert listed(response) == [
        [
            "03/02/2026 1:45 a.m.",
            "10♠ 4♦ 2♣ v K♥",
            "Hit hint",
            "–",
            "3.0 s",
            "Timed test",
            "Atlantic City · Exact chart",
        ],
        [
            "03/02/2026 1:45 a.m.",
            "A♠ 7♦ v 9♥",
            "Stand, not Hit",
            "0.084",
            "3.0 s",
            "Drill",
            "Atlantic City · Exact chart",
        ],
    ]
    assert "2 answers in all." in words(response)


def test_one_answer_is_one(owner, learner):
    decide(learner)
    assert "1 answer in all." in words(owner.get(URL))


def test_all_modes_are_in_one_list_and_lead_to_where_they_were_made(owner, learner):
    drill = DrillFactory(learner=learner)
    answer(drill)
    test = TimedTestFactory(learner=learner)
    give(test)
    table = TableFactory(learner=learner)
    decide(learner, mode=Mode.TABLE, sitting=table.public_id)
    response = owner.get(URL)
    links = [a["href"] for a in page(response).select("tbody td:nth-of-type(5) a")]
    assert len(links) == 3
    assert [row[5] for row in listed(response)] == ["Table", "Timed test", "Drill"]
    for link in links:
        assert owner.get(link, follow=True).status_code == 200, link


def test_pages_hold_every_answer_once(owner, learner):
    for day in range(1, 9):
        with time_machine.travel(f"2026-03-0{day} 12:00:00Z", tick=False):
            answered(learner, "TS 6D v 9H", "HHSHHSHHHHHHHHH")
    keys = [decision.pk for decision in Decision.objects.order_by("-day", "-pk")]
    assert len(walk(owner)) == len(keys) == 120
    first = owner.get(URL)
    assert len(listed(first)) == PAGE
    older = owner.get(f"{URL}?before={keys[PAGE - 1]}")
    assert len(listed(older)) == PAGE
    assert page(older).find("a", string="Latest")
    assert len(walk(owner, "outcome=wrong")) == 16


def test_filters_find_what_they_say(owner, learner):
    with time_machine.travel("2026-03-01 12:00:00Z", tick=False) as clock:
        answered(learner, "TS 6D v 9H", "H")
        answered(learner, "AS 7D v 9H", "S", mode="timed")
        clock.shift(86_400)
        answered(learner, "8S 8D v 9H", "P", teaching=taught("european"))
        answered(learner, "TS 5D v 9H", "S", assisted=True)
    for query, expected in {
        "": ["10♠ 5♦ v 9♥", "8♠ 8♦ v 9♥", "A♠ 7♦ v 9♥", "10♠ 6♦ v 9♥"],
        "outcome=right": ["8♠ 8♦ v 9♥", "10♠ 6♦ v 9♥"],
        "outcome=wrong": ["A♠ 7♦ v 9♥"],
        "outcome=assisted": ["10♠ 5♦ v 9♥"],
        "category=pair": ["8♠ 8♦ v 9♥"],
        "category=hard": ["10♠ 5♦ v 9♥", "10♠ 6♦ v 9♥"],
        "mode=timed": ["A♠ 7♦ v 9♥"],
        "first=2026-03-02": ["10♠ 5♦ v 9♥", "8♠ 8♦ v 9♥"],
        "last=2026-03-01&category=hard": ["10♠ 6♦ v 9♥"],
        f"deck={key_of(taught('european'))}": ["8♠ 8♦ v 9♥"],
        "cell=hard+16+v+9": ["10♠ 6♦ v 9♥"],
        "cell=hard+16+v+9&outcome=wrong": [],
        "mode=review": [],
    }.items():
        response = owner.get(f"{URL}?{query}")
        assert hands(response) == expected, query
        if query and not expected:
            assert "No answer fits what is chosen above" in words(response)


def test_what_is_rare_is_found_far_back(owner, learner):
    with time_machine.travel("2026-01-01 12:00:00Z", tick=False) as clock:
        answered(learner, "AS 7D v 9H", "S")
        for _day in range(40):
            clock.shift(86_400)
            answered(learner, "TS 6D v 9H", "HH")
    assert walk(owner, "outcome=wrong") == ["A♠ 7♦ v 9♥"]


@pytest.mark.parametrize(
    "query",
    [
        *("outcome=lucky", "category=ace", "cell=nothing", "deck=9-9"),
        *("before=x", "before=0", "first=1"),
    ],
)
def test_filters_that_make_no_sense_are_refused(owner, learner, query):
    decide(learner)
    response = owner.get(f"{URL}?{query}")
    assert_page(response, 422)
    assert page(response).select(".invalid-feedback, .notice")
    tab = page(response).find("a", string="Weak spots")["href"]
    assert owner.get(tab).status_code == 200


def test_a_cell_is_named_and_can_be_left(owner, learner):
    answered(learner, "TS 6D v 9H", "H")
    answered(learner, "AS 7D v 9H", "H", teaching=taught("european"))
    response = owner.get(f"{URL}?cell=hard+16+v+9&deck={key_of()}")
    assert "Only hard 16 v 9." in words(response)
    assert hands(owner.get(URL + page(response).find("a", string="All hands")["href"])) == [
        "10♠ 6♦ v 9♥"
    ]
    last = owner.get(f"{URL}?cell=soft+A7+v+9")  # of the chart answered last, and it says so
    assert hands(last) == ["A♠ 7♦ v 9♥"]
    assert page(last).select_one("#id_deck option[selected]")["value"] == key_of(taught("european"))


def test_a_page_that_begins_with_the_answer_of_another_is_not_there(owner, learner):
    decide(learner)
    foreign = decide(UserFactory())
    assert owner.get(f"{URL}?before={foreign.pk}").status_code == 404
    assert owner.get(f"{URL}?before={2**63 - 1}").status_code == 404


def test_a_decision_keeps_the_chart_that_graded_it(owner, learner):
    decision = decide(learner, "4S 3D v 6H", "S")
    decide(learner, "4S 3D AC v 6H", "S")
    response = owner.get(f"{URL}{decision.key}/")
    assert_page(response)
    shown = words(page(response).main)
    assert words(page(response).h1) == "hard 7 against a 6"
    assert "Stand, and right was Hit" in shown
    assert "version 1 of the chart" in shown
    assert "It lost" in shown
    # G-13: the cards as they were then, without the one drawn afterwards.
    cards = [card["aria-label"] for card in page(response).select(".missed svg.card")]
    assert cards == ["4 of spades", "3 of diamonds", "6 of hearts"]


def test_a_decision_of_another_is_not_there(learner, stranger):
    decision = decide(learner)
    assert stranger.get(f"{URL}{decision.key}/").status_code == 404
    assert stranger.get(f"{URL}{uuid4()}/").status_code == 404


def test_nobody_sees_the_history_of_another(learner):
    decide(learner)
    other = UserFactory()
    decide(other, "8S 8D v 9H", "P")
    assert hands(client_of(other).get(URL)) == ["8♠ 8♦ v 9♥"]


def test_post_is_refused(owner):
    assert_refused_method(owner.post(URL), "GET", "HEAD")
    assert_refused_method(owner.post(f"{URL}{uuid4()}/"), "GET", "HEAD")


def test_the_number_of_statements_is_constant(owner, learner):
    counts = []
    for plays in ("HS", "HS" * 40):
        answered(learner, "TS 6D v 9H", plays)
        with statements() as made:
            owner.get(URL)
        counts.append(len(made))
    assert counts[0] == counts[1] <= 9
