"""No rule of axe is broken on the pages of tables, light or dark, large or small."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import assert_accessible
from tests.e2e.rigged import FOUR_HANDS, INSURED, RiggedTable


@pytest.fixture
def page(new_context) -> Page:
    return new_context(reduced_motion="reduce").new_page()


@pytest.fixture
def check(page: Page) -> Callable[[], None]:
    return partial(assert_accessible, page)


def test_a_table_while_rounds_are_played(page: Page, sit, check):
    table: RiggedTable = sit(page)
    check()
    table.deal(INSURED)
    table.press_through("I")
    check()
    table.press_through("S")
    check()
    table.deal(FOUR_HANDS)
    table.press_through("PPP")
    check()


def test_guesses_and_the_help(page: Page, sit, check):
    table: RiggedTable = sit(page, training="test")
    table.deal("8S TH 8D 7C")
    for code in ("Dh", "P"):
        table.mark()
        page.locator(f"#guess-{code}").click()
        table.expect_answer()
    page.get_by_label("Help").click()
    expect(page.get_by_role("heading", name="Keys")).to_be_visible()
    check()


def test_the_pages_around_a_table(page: Page, sit, check):
    table: RiggedTable = sit(page)
    table.deal(INSURED)
    table.press_through("IS")
    played = f"/table/round/{table.row.rounds.get().public_id}/"
    own = [f"{table.address}{part}" for part in ("settings/", "history/")]
    for path in ("/table/", "/table/rules/", *own, played):
        page.goto(path)
        check()
    page.goto(table.address)
    page.get_by_role("button", name="Exit").click()
    page.get_by_role("link", name="Check the shoes").click()
    expect(page.locator(".proof")).to_be_visible()
    check()
