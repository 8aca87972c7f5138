"""The keyboard's place in the page is never lost, and what changes is said aloud."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.table import Table

FOCUSED = "document.activeElement.id || document.activeElement.textContent.trim()"


@pytest.fixture
def table(page, seat) -> Table:
    return seat(page, cells=["hard 16 v T"])


def test_the_skip_link_leads_to_the_page(page: Page, table: Table):
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to the page")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()

    page.keyboard.press("Enter")

    expect(page.locator("#main")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Pause")).to_be_focused()


def test_tab_goes_through_the_page_in_the_order_in_which_it_is_read(page: Page, seat):
    seat(page, "8S 8H v 6D", rule_set="six-deck-surrender")
    order = []
    for _ in range(18):
        page.keyboard.press("Tab")
        order.append(page.evaluate(FOCUSED))

    assert order == [
        *("Skip to the page", "Upcard", "Drill", "Test", "Play", "Charts", "Progress", "Classes"),
        *("Log in", "Sign up", "Pause", "End"),
        *("play-H", "play-S", "play-D", "play-P", "play-R"),
        "Hint",
    ]


def test_a_play_pressed_stays_under_the_finger(page: Page, table: Table):
    table.ready()
    table.button("S").focus()
    page.keyboard.press("Enter")
    table.expect_answered(1)
    table.settled()

    expect(table.button("S")).to_be_focused()
    table.ready()
    page.keyboard.press("Space")
    table.expect_answered(2)
    expect(table.button("S")).to_be_focused()


def test_focus_goes_to_the_page_where_its_button_is_gone(page: Page, seat):
    table = seat(page, "8S 8H v 6D", cells=["hard 16 v T"])
    table.ready()
    table.button("P").focus()
    page.keyboard.press("Enter")
    table.expect_answered(1)

    expect(table.button("P")).to_have_count(0)
    expect(page.locator("#main")).to_be_focused()
    table.press("h")
    table.expect_answered(2)


def test_no_change_of_the_page_loses_the_focus(page: Page, table: Table):
    steps = [
        lambda: table.press("H"),
        lambda: table.click("S"),
        lambda: page.get_by_role("button", name="Hint").click(),
        lambda: page.get_by_role("button", name="Pause").click(),
        lambda: page.get_by_role("button", name="Resume").click(),
    ]
    for step in steps:
        before = page.locator("#drill").element_handle()
        step()
        before.wait_for_element_state("hidden")
        table.settled()
        assert page.evaluate("document.activeElement !== document.body")


def test_the_verdict_and_the_new_hand_are_announced(page: Page, table: Table):
    announcer = page.locator("#announcer")
    expect(announcer).to_have_role("status")
    expect(announcer).to_contain_text("Your hand: hard 16. The dealer shows")

    table.press("S")
    expect(announcer).to_contain_text("Wrong. Hit, not Stand, with hard 16 against a 10.")
    expect(announcer).to_contain_text("Your hand: hard 16. The dealer shows")

    table.press("H")
    expect(announcer).to_contain_text("Right: Hit with hard 16 against a 10.")
    expect(announcer).not_to_contain_text("Wrong")
    expect(page.locator("#announcer")).to_have_count(1)


def test_cards_and_plays_have_names(page: Page, seat):
    seat(page, "8S 8H v 6D", rule_set="six-deck-surrender")
    table = page.get_by_role("region", name="Table")
    for name in ("8 of spades", "8 of hearts", "6 of diamonds", "Hole card, face down"):
        expect(table.get_by_role("img", name=name, exact=True)).to_be_visible()
    expect(page.get_by_role("heading", name="Dealer shows 6")).to_be_visible()
    expect(page.get_by_role("heading", name="You a pair of 8s, 16")).to_be_visible()
    plays = page.get_by_role("form", name="Your play")
    for name in ("Hit", "Stand", "Double", "Split", "Surrender", "Hint"):
        expect(plays.get_by_role("button", name=name)).to_be_visible()
