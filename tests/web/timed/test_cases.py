"""Cases met in other trainers, in tests by the clock. Each test is named after the case's id."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.urls import reverse

from tests.factories import TimedTestFactory, UserFactory, give, miss, open_item
from tests.web.conftest import client_of
from tests.web.pages import HTMX, assert_part, page, recorded, words
from trainer.decisions.models import Decision
from trainer.timed.models import Item, TimedTest

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def clock():
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def user(clock, rulebook):
    return UserFactory()


@pytest.fixture
def browser(user):
    return client_of(user)


def at(clock, seconds: float) -> None:
    clock.move_to(NOON + timedelta(seconds=seconds), tick=False)


def url(test: TimedTest, name: str) -> str:
    return reverse(f"timed:{name}", args=[test.public_id])


def post(browser, item: Item, action: str, **headers: str):
    address = reverse("timed:answer", args=[item.public_id])
    return browser.post(address, {"action": action}, headers=headers)


def test_g_05_a_wrong_answer_just_before_the_end_is_listed_once(browser, user, clock):
    test = TimedTestFactory(learner=user, count=None, seconds=60)
    item = open_item(test, "TS 6D v 9H")
    at(clock, 59.95)
    post(browser, item, "S")
    at(clock, 60)
    shown = page(browser.get(url(test, "result")))
    assert len(shown.select(".missed")) == 1
    assert len(shown.select(".played li")) == 1
    assert "0 right, 1 missed" in words(shown)
    assert "1 hand left lying" not in words(shown)


def test_g_06_a_tab_that_comes_back_after_the_end_finds_the_test_closed(browser, user, clock):
    test = TimedTestFactory(learner=user, count=None, seconds=60)
    for number in range(5):
        at(clock, number)
        give(test)
    item = open_item(test)
    at(clock, 90)
    before = recorded()
    response = post(browser, item, "H", **HTMX)
    assert_part(response, 409)
    assert page(response).select_one("[data-timer]")["data-remaining-ms"] == "0"
    assert recorded() == before
    test.refresh_from_db()
    assert test.over_at == NOON + timedelta(seconds=60)
    assert "5 right, 0 missed" in words(browser.get(url(test, "result")))


def test_g_09_a_reload_keeps_hands_order_deadline_and_answers(browser, user, clock):
    test = TimedTestFactory(learner=user, count=20, seconds=600)
    give(test)
    miss(test)
    third, deadline = open_item(test), test.deadline
    at(clock, 30)
    shown = page(browser.get(url(test, "play")))
    again = page(browser.get(url(test, "play")))
    for each in (shown, again):
        action = each.select_one("form.actions")["action"]
        assert action == reverse("timed:answer", args=[third.public_id])
        assert each.select_one("[data-timer]")["data-remaining-ms"] == "570000"
        assert "2 of 20" in words(each.select_one(".drill-bar"))
    test.refresh_from_db()
    assert test.deadline == deadline
    assert [each.correct for each in Decision.objects.order_by("pk")] == [True, False]


def test_g_10_an_answer_sent_again_after_the_network_came_back_counts_once(browser, user, clock):
    test = TimedTestFactory(learner=user, count=20)
    for _number in range(10):
        give(test)
    item = open_item(test)
    at(clock, 290)
    assert post(browser, item, "S", **HTMX).status_code == 200
    again = post(browser, item, "S", **HTMX)
    assert_part(again, 409)
    assert "your first answer counts" in words(again)
    test.refresh_from_db()
    assert (test.answered, Decision.objects.count()) == (11, 11)


def test_g_11_a_single_quick_answer_is_a_result_like_any(browser, user, clock):
    test = TimedTestFactory(learner=user, count=1)
    item = open_item(test)
    at(clock, 0.3)
    post(browser, item, "S")
    response = browser.get(url(test, "result"))
    assert response.status_code == 200
    assert "0.3 s" in words(response)


def test_g_11_a_hand_left_lying_is_told_and_not_in_the_pace(browser, user, clock):
    test = TimedTestFactory(learner=user, count=2)
    at(clock, 4)
    give(test)
    at(clock, 604)
    give(test)
    shown = words(browser.get(url(test, "result")))
    assert "4.0 s" in shown
    assert "1 hand left lying is not in it" in shown


def test_g_12_a_test_has_no_hint_and_no_chart(browser, user, clock):
    test = TimedTestFactory(learner=user)
    item = open_item(test)
    shown = page(browser.get(url(test, "play")))
    assert "Hint" not in words(shown)
    assert not shown.select("#drill a, #drill table")
    assert browser.post(f"/test/hand/{item.public_id}/hint/").status_code == 404
    give(test)
    assert not Decision.objects.get().assisted


@pytest.mark.parametrize("setting", [{}, {"count": None, "seconds": 60}], ids=str)
def test_r_07_a_test_without_an_answer_says_that_there_is_no_data(browser, user, clock, setting):
    test = TimedTestFactory(learner=user, **setting)
    at(clock, 7200)
    response = browser.get(url(test, "result"))
    assert response.status_code == 200
    text = words(page(response).select_one("main"))
    assert "No data yet" in text
    assert "NaN" not in text
    assert "0%" not in text
    assert "no answer" in words(browser.get("/test/history/"))


@pytest.mark.parametrize(("correct", "points"), [(0, "0 points"), (1, "1 point"), (2, "2 points")])
def test_r_13_points_have_their_plural(browser, user, clock, correct, points):
    test = TimedTestFactory(learner=user, count=None, seconds=60)
    miss(test)
    for _number in range(correct + 1):
        give(test)
    at(clock, 60)
    assert words(page(browser.get(url(test, "result"))).select_one(".stat__value")) == points


@pytest.mark.parametrize(
    ("count", "told"), [(2, "1 hand not reached"), (3, "2 hands not reached"), (1, None)]
)
def test_r_13_hands_have_their_plural(browser, user, clock, count, told):
    test = TimedTestFactory(learner=user, count=count, seconds=60)
    give(test)
    at(clock, 60)
    shown = words(browser.get(url(test, "result")))
    assert ("not reached" in shown) == bool(told)
    assert (told or f"{count} hand ") in shown
    assert f"{count} hand{'s' if count > 1 else ''} · 60 seconds" in shown
