"""A held key, a bounce or a double click is one answer, and the next hand stays unanswered.

The page's clock is stopped in these tests: time passes only as they say, so that a press 150 ms
after another is that on the slowest machine too.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from strategy.situations import Category
from tests.e2e.table import GUARD_MS, Table, sent_answers
from trainer.decisions.models import Decision

SETTLE_MS = 20
"""htmx settles a new part of the page so long after it has put it in."""
CELL = "hard 16 v T"


@pytest.fixture
def table(page, seat) -> Table:
    """A drill in which every hand is of the same cell, so that each key is legal again."""
    table = seat(page, cells=[CELL])
    table.freeze()
    return table


def expect_one_answer(table: Table, sent: list[str]) -> None:
    table.expect_answered(1)
    assert len(sent) == 1
    expect(table.form).not_to_have_attribute("action", sent[0])


def test_two_presses_within_150_ms_answer_one_hand(page: Page, table: Table):
    sent = sent_answers(page)

    page.keyboard.press("h")
    table.expect_answered(1)
    page.clock.run_for(150)
    page.keyboard.press("h")

    expect_one_answer(table, sent)


def test_a_press_before_the_page_has_settled_is_not_for_the_next_hand(page: Page, table: Table):
    sent = sent_answers(page)

    page.keyboard.press("h")
    table.expect_answered(1)
    page.keyboard.press("h")
    page.clock.run_for(SETTLE_MS)

    expect_one_answer(table, sent)


def test_the_next_hand_takes_answers_when_the_guard_has_passed(page: Page, table: Table):
    sent = sent_answers(page)
    page.keyboard.press("h")
    table.expect_answered(1)
    page.clock.run_for(SETTLE_MS)

    page.clock.run_for(GUARD_MS - SETTLE_MS - 1)
    page.keyboard.press("h")
    assert len(sent) == 1
    page.clock.run_for(SETTLE_MS + 1)
    page.keyboard.press("h")

    table.expect_answered(2)
    assert len(sent) == 2


@pytest.mark.parametrize("key", ["h", "1"])
def test_a_held_key_answers_one_hand(page: Page, table: Table, key: str):
    sent = sent_answers(page)

    page.keyboard.down(key)
    table.expect_answered(1)
    for _ in range(20):
        page.clock.run_for(100)
        page.keyboard.down(key)  # of a key that is down: what the keyboard repeats
    page.keyboard.up(key)

    expect_one_answer(table, sent)


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_a_button_held_down_by_keyboard_answers_one_hand(page: Page, table: Table, key: str):
    sent = sent_answers(page)
    table.button("H").focus()

    page.keyboard.down(key)
    if key == "Enter":
        table.expect_answered(1)
    for _ in range(20):
        page.clock.run_for(100)
        page.keyboard.down(key)
    page.keyboard.up(key)
    table.expect_answered(1)

    expect_one_answer(table, sent)


def test_a_double_click_answers_one_hand(page: Page, table: Table):
    sent = sent_answers(page)

    table.button("H").dblclick()
    table.expect_answered(1)
    page.clock.run_for(SETTLE_MS)

    expect_one_answer(table, sent)


def test_a_second_click_while_the_answer_is_on_its_way_is_dropped(page: Page, table: Table):
    held: list[Route] = []
    page.route("**/answer/", lambda route: held.append(route))
    sent = sent_answers(page)

    table.button("H").click()
    table.button("S").click()
    page.keyboard.press("s")
    page.clock.run_for(5_000)
    table.button("S").click()
    assert len(held) == 1
    held[0].continue_()

    expect_one_answer(table, sent)
    assert Decision.objects.get().action == "H"


def test_a_second_click_as_the_next_hand_appears_is_not_for_it(page: Page, table: Table):
    sent = sent_answers(page)
    table.button("H").click()
    table.expect_answered(1)
    page.clock.run_for(SETTLE_MS)

    table.button("H").click()
    page.clock.run_for(GUARD_MS // 2)
    table.button("S").click()

    expect_one_answer(table, sent)


def test_a_key_of_another_kind_of_hand_is_not_graded_on_the_hand_before(page: Page, seat):
    """A pair is left unanswered for hard hands: P then is for neither."""
    seat(page, "8S 8H v 6D", categories=[Category.PAIR])
    page.goto("/drill/")
    page.get_by_text("Pairs").click()
    page.get_by_text("Hard totals").click()
    page.get_by_role("button", name="Deal").click()
    table = Table(page)
    assert table.situation.category is Category.HARD
    sent = sent_answers(page)

    table.press("p")
    assert sent == []
    table.press(table.right)

    table.expect_answered(1)
    assert Decision.objects.get().category == "hard"
