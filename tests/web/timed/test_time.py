"""The clock of a test, by a server time that stands still and is moved by hand."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.urls import reverse

from strategy.grading import grade
from tests.factories import TimedTestFactory, UserFactory, give, open_item
from tests.web.conftest import client_of
from tests.web.pages import HTMX, assert_page, assert_part, page, recorded, words
from trainer.decisions.models import Decision
from trainer.timed.models import Item, TimedTest

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
LATE = "Your answer came after the time was up. It does not count."


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


@pytest.fixture
def sprint(user) -> TimedTest:
    """A test of 60 seconds that begins at noon."""
    return TimedTestFactory(learner=user, count=None, seconds=60)


def at(clock, seconds: float) -> None:
    clock.move_to(NOON + timedelta(seconds=seconds), tick=False)


def answer(browser, item: Item, action: str = "S", **headers: str):
    address = reverse("timed:answer", args=[item.public_id])
    return browser.post(address, {"action": action}, headers=headers)


def left(browser, test: TimedTest) -> int:
    shown = page(browser.get(reverse("timed:play", args=[test.public_id]), headers=HTMX))
    return int(shown.select_one("[data-timer]")["data-remaining-ms"])


def test_the_page_says_what_the_server_has_left(browser, clock, sprint):
    for seconds in (0, 12.345, 59.999, 60, 90):
        at(clock, seconds)
        assert left(browser, sprint) == max(0, 60_000 - round(1000 * seconds))


def test_a_reload_a_second_tab_and_an_answer_do_not_move_the_end(browser, user, clock, sprint):
    for seconds in (5, 10, 15):
        at(clock, seconds)
        for tab in (browser, client_of(user)):
            assert left(tab, sprint) == 60_000 - 1000 * seconds
        give(sprint)
    assert sprint.deadline == NOON + timedelta(seconds=60)


@pytest.mark.parametrize("seconds", [59.999, 60, 61.5])
def test_an_answer_until_the_allowance_is_over_counts(browser, clock, sprint, seconds):
    item = open_item(sprint)
    at(clock, seconds)
    assert answer(browser, item).status_code == 302
    assert Decision.objects.get().key == item.public_id
    sprint.refresh_from_db()
    ended = seconds >= 60
    assert (sprint.answered, sprint.asked) == (1, 1 if ended else 2)
    assert sprint.ended_at == (NOON + timedelta(seconds=60) if ended else None)


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["full page", "htmx"])
@pytest.mark.parametrize("seconds", [61.501, 90, 86_400])
def test_a_later_answer_is_refused_with_the_result(browser, clock, sprint, seconds, headers):
    give(sprint)
    item = open_item(sprint)
    at(clock, seconds)
    before = recorded()
    response = answer(browser, item, **headers)
    (assert_part if headers else assert_page)(response, 409)
    assert LATE in words(response)
    assert recorded() == before
    shown = page(response)
    assert shown.select_one("form.actions") is None
    assert shown.select_one(".stat-grid") or shown.find("a", string="See your result")


def test_looking_at_the_result_first_does_not_shorten_the_allowance(browser, clock, sprint):
    item = open_item(sprint)
    at(clock, 60.2)
    assert browser.get(reverse("timed:result", args=[sprint.public_id])).status_code == 200
    at(clock, 60.9)
    assert answer(browser, item).status_code == 302
    sprint.refresh_from_db()
    assert sprint.answered == 1


def test_closing_the_tab_ends_the_test_at_its_time_with_what_was_answered(browser, clock, sprint):
    at(clock, 3)
    give(sprint)
    at(clock, 3 * 86_400)
    response = browser.get(reverse("timed:play", args=[sprint.public_id]), follow=True)
    assert_page(response)
    assert "1 point" in words(response)
    sprint.refresh_from_db()
    assert sprint.over_at == NOON + timedelta(seconds=60)
    assert sprint.items.count() == 2
    assert "1 right, 0 missed" in words(response)


def test_no_hand_is_dealt_after_the_end(browser, clock, sprint):
    item = open_item(sprint)
    at(clock, 60)
    response = answer(browser, item, **HTMX)
    assert_part(response)
    assert page(response).select_one("a[data-go]")
    assert sprint.items.count() == 1


def test_a_test_without_a_time_ends_an_hour_after_its_last_hand(browser, user, clock):
    test = TimedTestFactory(learner=user, count=20)
    at(clock, 3000)
    give(test)
    at(clock, 3000 + 3599)
    assert browser.get(reverse("timed:play", args=[test.public_id])).status_code == 200
    at(clock, 3000 + 3600)
    response = browser.get(reverse("timed:play", args=[test.public_id]), follow=True)
    assert "1 right, 0 missed" in words(response)
    test.refresh_from_db()
    assert test.over_at == NOON + timedelta(seconds=6600)


def test_ending_a_test_that_the_clock_has_ended_changes_nothing(browser, clock, sprint):
    at(clock, 70)
    before = recorded()
    browser.post(reverse("timed:end", args=[sprint.public_id]))
    assert recorded() == before


def test_a_browsers_own_time_is_kept_apart_and_decides_nothing(browser, clock, sprint):
    item = open_item(sprint)
    at(clock, 61.6)
    address = reverse("timed:answer", args=[item.public_id])
    assert browser.post(address, {"action": "S", "browser_ms": "5"}).status_code == 409
    assert not Decision.objects.exists()


# A limit for each hand


@pytest.fixture
def limited(user) -> TimedTest:
    """Three hands of five seconds each."""
    return TimedTestFactory(learner=user, count=3, hand_seconds=5)


@pytest.mark.parametrize("seconds", [4.999, 5, 6.5])
def test_a_hand_is_answered_until_its_allowance_is_over(browser, clock, limited, seconds):
    item = open_item(limited)
    at(clock, seconds)
    assert answer(browser, item).status_code == 302
    limited.refresh_from_db()
    assert (limited.answered, limited.late, limited.asked) == (1, 0, 2)


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["full page", "htmx"])
def test_a_hand_answered_later_is_a_miss_without_a_decision(browser, clock, limited, headers):
    item = open_item(limited)
    at(clock, 6.6)
    response = answer(browser, item, **headers)
    (assert_part if headers else assert_page)(response, 409)
    assert "The time for that hand was up: it counts as a miss." in words(response)
    assert not Decision.objects.exists()
    limited.refresh_from_db()
    assert (limited.answered, limited.late, limited.score, limited.asked) == (0, 1, 0, 2)
    following = open_item(limited)
    address = reverse("timed:answer", args=[following.public_id])
    assert page(response).select_one("form.actions")["action"] == address
    assert page(response).select_one(".last-mark--late")


def test_each_hand_has_its_own_time(browser, clock, limited):
    at(clock, 4)
    give(limited)
    assert open_item(limited).asked_at == NOON + timedelta(seconds=4)
    at(clock, 7)
    assert left(browser, limited) == 2000


def test_a_hand_whose_time_is_up_waits_without_its_cards(browser, clock, limited):
    at(clock, 5)
    before = recorded()
    response = browser.get(reverse("timed:play", args=[limited.public_id]))
    assert_page(response)
    assert page(response).select(".felt [role=img]") == []
    assert page(response).find("button", string="Next hand")
    assert recorded() == before


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["full page", "htmx"])
def test_the_next_hand_is_asked_for(browser, clock, limited, headers):
    item = open_item(limited)
    at(clock, 5)
    address = reverse("timed:passed", args=[item.public_id])
    response = browser.post(address, headers=headers)
    assert response.status_code == (200 if headers else 302)
    limited.refresh_from_db()
    item.refresh_from_db()
    assert item.late
    assert (limited.late, limited.asked) == (1, 2)
    assert open_item(limited).asked_at == NOON + timedelta(seconds=5)
    again = browser.post(address, headers=headers)
    (assert_part if headers else assert_page)(again, 409)
    limited.refresh_from_db()
    assert (limited.late, limited.asked) == (1, 2)


def test_a_hand_with_time_left_is_not_passed_over(browser, clock, limited, sprint):
    at(clock, 4.9)
    before = recorded()
    for test in (limited, sprint):
        address = reverse("timed:passed", args=[open_item(test).public_id])
        response = browser.post(address, headers=HTMX)
        assert_part(response)
        assert page(response).select_one("form.actions")
        assert page(response).select_one(".last-mark--late") is None
    assert recorded() == before


@pytest.mark.parametrize(("dealt", "missed"), [(3, True), (55, True), (55.1, False)])
@pytest.mark.parametrize("address", ["result", "history"])
def test_a_hand_whose_time_ran_out_before_the_test_ended_is_a_miss_with_no_page_open(
    browser, user, clock, dealt, missed, address
):
    test = TimedTestFactory(learner=user, count=None, seconds=60, hand_seconds=5)
    Item.objects.update(asked_at=NOON + timedelta(seconds=dealt))
    at(clock, 3600)
    args = [test.public_id] if address == "result" else []
    shown = words(browser.get(reverse(f"timed:{address}", args=args)))
    assert ("−1 point" in shown) == missed
    test.refresh_from_db()
    assert (test.late, test.score, test.asked) == (int(missed), -int(missed), 1)
    assert test.over_at == NOON + timedelta(seconds=60)
    before = recorded()
    browser.get(reverse(f"timed:{address}", args=args))
    assert recorded() == before


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["full page", "htmx"])
def test_passing_over_changes_no_test_that_has_ended(browser, user, clock, headers):
    test = TimedTestFactory(learner=user, count=None, seconds=60, hand_seconds=5)
    item = open_item(test)
    at(clock, 60)
    before = recorded()
    response = browser.post(reverse("timed:passed", args=[item.public_id]), headers=headers)
    assert response.status_code == (200 if headers else 302)
    assert recorded() == before


def test_the_result_waits_for_an_answer_that_may_be_on_its_way(browser, user, clock):
    test = TimedTestFactory(learner=user, count=None, seconds=60, hand_seconds=5)
    Item.objects.update(asked_at=NOON + timedelta(seconds=55))
    at(clock, 61)
    browser.get(reverse("timed:result", args=[test.public_id]))
    assert answer(browser, open_item(test)).status_code == 302
    test.refresh_from_db()
    assert (test.answered, test.late) == (1, 0)


@pytest.mark.parametrize(("seconds", "missed"), [(4.9, False), (5, True), (30, True)])
def test_ending_a_test_does_not_spare_a_hand_whose_time_is_up(
    browser, clock, limited, seconds, missed
):
    at(clock, seconds)
    browser.post(reverse("timed:end", args=[limited.public_id]))
    limited.refresh_from_db()
    assert (limited.late, limited.asked) == (int(missed), 1)
    assert Item.objects.get().late == missed
    assert limited.ended_at == NOON + timedelta(seconds=seconds)


def test_the_work_on_an_answer_is_not_charged_to_the_next_hand(
    browser, clock, limited, monkeypatch
):
    def slow_grade(*arguments):
        clock.shift(timedelta(seconds=3))
        return grade(*arguments)

    monkeypatch.setattr("trainer.timed.services.grade", slow_grade)
    item = open_item(limited)
    at(clock, 6)
    assert answer(browser, item).status_code == 302
    limited.refresh_from_db()
    assert (limited.answered, limited.late) == (1, 0)
    assert open_item(limited).asked_at == NOON + timedelta(seconds=9)
    assert left(browser, limited) == 5000


def test_no_hand_is_dealt_where_the_end_came_while_the_answer_was_worked_at(
    browser, clock, sprint, monkeypatch
):
    def slow_grade(*arguments):
        clock.shift(timedelta(seconds=3))
        return grade(*arguments)

    monkeypatch.setattr("trainer.timed.services.grade", slow_grade)
    item = open_item(sprint)
    at(clock, 59)
    assert answer(browser, item).status_code == 302
    sprint.refresh_from_db()
    assert (sprint.answered, sprint.asked) == (1, 1)
    assert sprint.over_at == NOON + timedelta(seconds=60)


def test_the_last_hand_missed_by_time_ends_the_test(browser, clock, limited):
    for seconds in (5, 10, 15):
        at(clock, seconds)
        item = open_item(limited)
        browser.post(reverse("timed:passed", args=[item.public_id]))
        limited.refresh_from_db()
    assert (limited.late, limited.done, limited.asked) == (3, 3, 3)
    assert limited.ended_at == NOON + timedelta(seconds=15)
    shown = words(browser.get(reverse("timed:result", args=[limited.public_id])))
    assert "0 right, 3 missed" in shown
    assert "Not answered in time" in shown


def test_a_hand_missed_by_time_is_told_with_what_was_right_and_why(browser, clock, limited):
    item = open_item(limited, "TS 6D v 9H")
    at(clock, 5)
    browser.post(reverse("timed:passed", args=[item.public_id]))
    browser.post(reverse("timed:end", args=[limited.public_id]))
    shown = page(browser.get(reverse("timed:result", args=[limited.public_id])))
    told = words(shown.select_one(".missed__text"))
    assert told.startswith("Right: Hit")
    assert "With a 9 up the dealer mostly ends at 17 or more" in told


def test_an_answer_after_a_hand_was_passed_over_is_refused(browser, clock, limited):
    item = open_item(limited)
    at(clock, 5)
    browser.post(reverse("timed:passed", args=[item.public_id]))
    at(clock, 5.5)
    before = recorded()
    response = answer(browser, item)
    assert_page(response, 409)
    assert recorded() == before


def test_passing_over_is_for_the_learner_alone(clock, limited, stranger):
    at(clock, 5)
    before = recorded()
    address = reverse("timed:passed", args=[open_item(limited).public_id])
    assert stranger.post(address).status_code == 404
    assert stranger.get(address).status_code == 405
    assert recorded() == before
