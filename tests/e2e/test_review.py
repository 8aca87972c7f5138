"""What is due is reviewed to its end, by keyboard; the pages of review keep to the rules of axe."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import assert_accessible
from tests.e2e.table import Table, tab_to
from tests.factories import DeckFactory, decide, taught
from trainer.accounts.models import User
from trainer.decisions.models import Decision
from trainer.review import plan


def test_a_review_by_keyboard_in_which_a_miss_comes_back(
    page: Page, learner: User, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(plan, "NEW_A_DAY", 2)
    decide(learner, "TS 6D v TH", "S", mode="table")
    page.goto("/review/")
    expect(page.locator(".due-lists")).to_contain_text("16 against 10 missed today")
    tab_to(page, page.get_by_role("button", name="Review 2 hands"))
    page.keyboard.press("Enter")
    expect(page).to_have_title("Review · Upcard")

    table = Table(page)
    cells = [str(table.situation.cell)]
    table.press(table.wrong)
    expect(page.locator(".drill-bar__count")).to_contain_text("1 of 3")
    for number in (2, 3):
        cells.append(str(table.situation.cell))
        table.press(table.right)
        expect(page.locator(".drill-bar__count")).to_contain_text(f"{number} of 3")

    assert cells[0] == cells[2] != cells[1]
    assert "hard 16 v T" in cells
    expect(page.get_by_role("link", name="Back to your review")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Nothing is due")).to_be_visible()
    expect(page.locator(".due-today")).to_contain_text("2 hands done today.")
    assert Decision.objects.filter(mode="review").count() == 3


def test_the_pages_of_review_break_no_rule_of_axe(new_context, learner: User, context, watch):
    page = new_context(reduced_motion="reduce").new_page()
    page.context.add_cookies(context.cookies())
    page.goto("/review/")
    expect(page.get_by_role("heading", name="Nothing to review yet")).to_be_visible()
    assert_accessible(page)
    decide(learner, "TS 6D v TH", "S")
    page.goto("/review/")
    page.locator("summary", has_text="As a table").click()
    expect(page.get_by_role("button", name="Review 20 hands")).to_be_visible()
    assert_accessible(page)
    watch.expect(422)
    page.locator("#id_plays_on").evaluate("field => field.removeAttribute('min')")
    page.get_by_label("I play on").fill("2020-03-12")
    page.get_by_role("button", name="Plan for this day").click()
    expect(page.get_by_text("That day is past.")).to_be_visible()
    assert_accessible(page)
    DeckFactory(learner=learner, teaching=taught("six-deck-h17"))
    page.goto("/review/")
    expect(page.locator(".deck")).to_have_count(2)
    assert_accessible(page)
