"""Two tabs, back, forward and reload: one answer to a hand, and always the hand that is open."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.table import Table, sent_answers
from trainer.decisions.models import Decision

ALREADY = "You had answered that hand already: your first answer counts."
RIGHT = "Right: Hit with hard 16 against a 10."


@pytest.fixture
def table(page, seat) -> Table:
    return seat(page, cells=["hard 16 v T"])


def test_the_second_tab_gets_the_first_answer_and_says_so(page: Page, table: Table, watch):
    watch.expect(409)
    other = Table(page.context.new_page())
    other.page.goto(page.url)
    assert other.hand_id == table.hand_id
    table.press("H")
    table.expect_answered(1)

    other.press("S")

    expect(other.notice).to_contain_text(ALREADY)
    expect(other.page.locator("#announcer")).to_contain_text(ALREADY)
    expect(other.verdict).to_have_text(RIGHT)
    other.expect_answered(1)
    assert other.hand_id == table.hand_id
    other.press("S")
    other.expect_answered(2)
    expect(other.notice).to_have_count(0)


def test_a_tab_left_behind_is_told_that_the_drill_is_paused_or_over(
    page: Page, table: Table, watch
):
    watch.expect(409)
    other = Table(page.context.new_page())
    other.page.goto(page.url)
    page.bring_to_front()
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Resume")).to_be_focused()

    other.press("H")

    expect(other.notice).to_contain_text("The drill is paused.")
    expect(other.page.get_by_role("button", name="Resume")).to_be_focused()
    page.bring_to_front()
    page.get_by_role("button", name="Resume").click()
    page.get_by_role("button", name="End").click()
    expect(page).to_have_title("Summary · Upcard")
    other.page.bring_to_front()
    other.page.get_by_role("button", name="Resume").click()
    expect(other.page.get_by_role("link", name="See your summary")).to_be_focused()
    assert not Decision.objects.exists()


def test_a_reload_shows_the_open_hand_and_the_last_verdict(page: Page, table: Table):
    table.press("H")
    table.expect_answered(1)
    hand, sent = table.hand_id, sent_answers(page)

    page.reload()

    expect(table.form).to_have_attribute("action", hand)
    expect(table.verdict).to_have_text(RIGHT)
    table.expect_answered(1)
    assert sent == []


def test_back_and_forward_show_the_open_hand(page: Page, table: Table):
    page.goto("/charts/")
    page.go_back()
    table.press("H")
    table.expect_answered(1)
    table.press("S")
    table.expect_answered(2)
    hand, sent = table.hand_id, sent_answers(page)

    page.go_forward()
    expect(page).to_have_title("Rules and charts · Upcard")
    page.go_back()

    expect(table.form).to_have_attribute("action", hand)
    table.expect_answered(2)
    assert sent == []


def test_a_finished_drill_does_not_open_again(page: Page, table: Table):
    table.press("H")
    table.expect_answered(1)
    page.get_by_role("button", name="End").click()
    expect(page).to_have_title("Summary · Upcard")

    page.go_back()

    expect(page.get_by_role("link", name="See your summary")).to_be_visible()
    expect(table.form).to_have_count(0)
    table.expect_answered(1)
