"""An answer that does not arrive is said to be unsaved, kept and sent again, and counts once."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.table import Table
from trainer.decisions.models import Decision


@pytest.fixture
def table(page, seat) -> Table:
    return seat(page, cells=["hard 16 v T"])


def expect_unsaved(table: Table, hand: str, told: str) -> None:
    expect(table.unsaved.locator("span:visible")).to_have_text(re.compile(told))
    expect(table.form).to_have_attribute("action", hand)
    table.expect_answered(0)


def test_without_a_network_the_answer_is_kept_and_sent_when_it_is_back(
    page: Page, table: Table, watch
):
    watch.expect("net::ERR_INTERNET_DISCONNECTED")
    hand = table.hand_id
    expect(table.unsaved).to_be_hidden()
    page.context.set_offline(True)
    table.press("S")
    expect_unsaved(table, hand, "Not saved yet")
    for _time in range(3):
        page.clock.fast_forward(15_000)
    expect_unsaved(table, hand, "Not saved yet")
    table.press("H")
    expect_unsaved(table, hand, "Not saved yet")

    page.context.set_offline(False)

    table.expect_answered(1)
    expect(table.unsaved).to_be_hidden()
    assert Decision.objects.get().action == "H"


def test_a_server_that_fails_is_said_to_have_failed(page: Page, table: Table, watch):
    watch.expect(500)
    hand = table.hand_id
    page.route("**/answer/", lambda route: route.fulfill(status=500, body="<h1>Oh no</h1>"))
    table.press("H")
    expect_unsaved(table, hand, "may not be saved")
    expect(page.get_by_text("Oh no")).to_have_count(0)

    page.unroute("**/answer/")
    table.click("H")

    table.expect_answered(1)
    expect(table.unsaved).to_be_hidden()


def test_an_answer_whose_reply_was_lost_counts_once(page: Page, table: Table, watch):
    watch.expect("net::ERR_FAILED", 409)

    def lose_the_reply(route: Route) -> None:
        assert route.fetch().status == 200
        route.abort()

    page.route("**/answer/", lose_the_reply, times=1)
    table.press("H")
    expect(table.unsaved).to_be_visible()

    page.clock.fast_forward(1_000)

    expect(table.notice).to_contain_text("You had answered that hand already")
    expect(table.verdict).to_have_text("Right: Hit with hard 16 against a 10.")
    expect(table.unsaved).to_be_hidden()
    table.expect_answered(1)


def test_a_hint_or_a_pause_that_does_not_arrive_is_said_too(page: Page, table: Table, watch):
    watch.expect("net::ERR_FAILED")
    page.route("**/drill/**", lambda route: route.abort())

    for name in ("Hint", "Pause"):
        page.get_by_role("button", name=name).click()
        expect(table.unsaved).to_be_visible()
        page.evaluate("document.getElementById('unsaved').hidden = true")

    page.unroute("**/drill/**")
    page.get_by_role("button", name="Hint").click()
    expect(table.verdict).to_have_text("Hint: Hit.")


def test_an_answer_of_a_browser_that_lost_its_cookies_says_so(page: Page, table: Table, watch):
    watch.expect(403)
    page.context.clear_cookies()

    table.press("H")

    expect(page.get_by_role("heading", name="This form is out of date")).to_be_visible()
    expect(page.get_by_role("link", name="Go to the start")).to_be_visible()
    expect(page.locator("#main")).to_be_focused()
    expect(table.unsaved).to_be_hidden()
    assert not Decision.objects.exists()
