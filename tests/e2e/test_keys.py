"""Which keys answer, and which are left to the browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.table import DIGITS, Table, sent_answers
from trainer.decisions.models import Decision


@pytest.fixture
def table(page, seat) -> Table:
    return seat(page, cells=["hard 16 v T"])


def test_every_letter_and_digit_plays(page, seat):
    table = seat(page, cells=["pair 88 v T"], rule_set="six-deck-surrender")

    keys = [*DIGITS, *DIGITS.values(), *map(str.lower, DIGITS)]
    for number, key in enumerate(keys, start=1):
        table.press(key)
        table.expect_answered(number)

    played = Decision.objects.order_by("pk").values_list("action", flat=True)
    assert list(played) == [*DIGITS, *DIGITS, *DIGITS]


def test_a_capital_letter_plays(table: Table):
    table.press("Shift+H")
    table.expect_answered(1)


def test_a_key_that_is_no_play_here_does_nothing(page: Page, table: Table):
    hand, sent = table.hand_id, sent_answers(page)

    for key in ("p", "4", "r", "5", "x", "0", "6", "Enter", "Space", "F2", "Escape"):
        table.press(key)

    assert sent == []
    expect(table.form).to_have_attribute("action", hand)
    table.press("h")
    table.expect_answered(1)


def test_a_key_with_a_modifier_is_the_browsers(page: Page, table: Table):
    sent = sent_answers(page)

    for modifier in ("Control", "Alt", "Meta"):
        for key in ("h", "s", "1"):
            table.press(f"{modifier}+{key}")

    assert sent == []
    table.press("s")
    table.expect_answered(1)


def test_a_key_typed_into_a_field_is_not_a_play(page: Page, table: Table):
    sent = sent_answers(page)

    for field in ("input", "select", "textarea"):
        page.evaluate("name => document.body.append(document.createElement(name))", field)
        page.locator(f"body > {field}").focus()
        table.press("h")
        table.press("1")

    assert sent == []
    page.locator("#main").focus()
    table.press("h")
    table.expect_answered(1)
