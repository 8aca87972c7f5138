"""What goes on around the answers: hint, pause, end, the last hand, and drilling misses again."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from strategy.situations import Category
from tests.e2e.table import Table, sent_answers
from trainer.decisions.models import Decision
from trainer.drills.models import Drill


@pytest.fixture
def table(page, seat) -> Table:
    return seat(page, cells=["hard 16 v T"])


def button(page: Page, name: str):
    return page.get_by_role("main").get_by_role("button", name=name)


def test_a_hint_tells_the_play_and_the_answer_is_not_counted(page: Page, table: Table):
    button(page, "Hint").click()
    expect(table.verdict).to_have_text("Hint: Hit.")
    expect(page.locator(".verdict .cell--lit")).to_have_text("H")
    expect(page.locator("#announcer")).to_contain_text("Hint: Hit.")
    expect(button(page, "Hint")).to_have_count(0)
    table.expect_answered(0)

    table.press("H")

    expect(page.locator(".verdict__reason")).to_contain_text("With a hint: not counted.")
    expect(button(page, "Hint")).to_be_visible()
    table.press("S")
    table.expect_answered(2)
    button(page, "End").click()
    expect(page.locator("main")).to_contain_text("1 answer came after a hint and is not counted.")
    expect(page.locator(".stat", has_text="All hands")).to_contain_text("0 of 1")
    assert list(Decision.objects.order_by("pk").values_list("assisted", flat=True)) == [True, False]


def test_a_pause_hides_the_hand_and_takes_no_answers(page: Page, table: Table):
    hand, cards = table.hand_id, table.deal
    table.settled()
    button(page, "Pause").click()
    expect(button(page, "Resume")).to_be_focused()
    expect(page.locator(".drill [role=img]")).to_have_count(0)
    sent = sent_answers(page)
    table.press("h")
    table.press("1")
    assert sent == []
    page.reload()
    expect(button(page, "Resume")).to_be_visible()

    button(page, "Resume").click()

    expect(table.form).to_have_attribute("action", hand)
    assert table.deal == cards
    table.press("H")
    table.expect_answered(1)


def test_a_drill_ended_early_keeps_its_answers(page: Page, table: Table):
    for number, key in enumerate("HHS", start=1):
        table.press(key)
        table.expect_answered(number)

    button(page, "End").click()

    expect(page.get_by_role("heading", name="Your drill", level=1)).to_be_visible()
    figures = page.locator(".stat", has_text="All hands")
    expect(figures).to_contain_text("2 of 3")
    expect(figures).to_contain_text("too few for a rate")
    assert Drill.objects.get().ended_at is not None


def test_an_ended_drill_without_an_answer_says_what_to_do(page: Page, table: Table):
    button(page, "End").click()

    expect(page.get_by_role("heading", name="Nothing answered yet")).to_be_visible()
    expect(page.get_by_role("link", name="Start a drill")).to_be_visible()


def test_the_last_hand_leads_to_the_summary(page: Page, seat):
    table = seat(page, cells=["hard 16 v T"], length=2)
    for number in (1, 2):
        table.press("H")
        table.expect_answered(number)
    expect(page.get_by_role("link", name="See your summary")).to_be_focused()
    expect(page.locator("#announcer")).to_contain_text("That was the last hand.")
    expect(page.locator(".verdict--right")).to_be_visible()
    expect(table.form).to_have_count(0)

    page.keyboard.press("Enter")

    expect(page).to_have_title("Summary · Upcard")
    expect(page.get_by_role("heading", name="No mistake")).to_be_visible()


def test_the_misses_are_drilled_again(page: Page, seat):
    cells = ["hard 16 v T", "soft A7 v 9", "pair 88 v 6"]
    table = seat(page, cells=cells, length=3)
    missed = set()
    for number in (1, 2, 3):
        cell = str(table.situation.cell)
        key = table.right if cell == "soft A7 v 9" else table.wrong
        missed |= {cell} if key == table.wrong else set()
        table.press(key)
        table.expect_answered(number)
    page.get_by_role("link", name="See your summary").click()
    expect(page.locator(".missed")).to_have_count(2)
    expect(page.locator(".missed").first).to_contain_text(re.compile("Right: .* You: "))

    button(page, "Drill these again").click()

    expect(page.locator(".drill-bar__count")).to_have_text(re.compile(r"^\s*0 of 6\s*$"))
    dealt = []
    for number in range(1, 7):
        dealt.append(str(table.situation.cell))
        table.press(table.right)
        expect(page.locator(".drill-bar__score")).to_have_text(f"{number} right")
    assert sorted(dealt) == sorted([*missed] * 3)


def test_the_choices_of_the_start_page_make_the_drill_and_are_remembered(page: Page):
    page.goto("/drill/")
    chart = "6 decks, dealer hits soft 17"
    page.get_by_label("Rules and chart").select_option(label=chart)
    for choice in ("Hard totals", "Soft totals", "As at a table", "Two cards and longer hands"):
        page.get_by_text(choice, exact=True).click()
    page.get_by_label("Length").select_option(label="10 hands")
    button(page, "Deal").click()

    table = Table(page)
    assert table.rule_set.slug == "six-deck-h17"
    for number in range(1, 4):
        assert table.situation.category is Category.PAIR
        table.press(table.right)
        expect(page.locator(".drill-bar__count")).to_have_text(re.compile(rf"{number} of 10"))

    page.goto("/drill/")
    expect(page.get_by_text("A drill of yours is still open.")).to_be_visible()
    expect(page.locator("#id_teaching option:checked")).to_have_text(chart)
    for choice in ("Pairs", "As at a table", "Two cards and longer hands"):
        expect(page.get_by_label(choice, exact=True)).to_be_checked()
    for choice in ("Hard totals", "Soft totals"):
        expect(page.get_by_label(choice)).not_to_be_checked()
    expect(page.get_by_label("Length")).to_have_value("10")
    page.get_by_role("link", name="Go on with it").click()
    table.expect_answered(3)


def test_a_start_without_a_kind_of_hand_says_what_is_missing(page: Page, watch):
    watch.expect(422)
    page.goto("/drill/")
    for choice in ("Hard totals", "Soft totals", "Pairs"):
        page.get_by_text(choice, exact=True).click()

    button(page, "Deal").click()

    expect(page.get_by_text("Choose at least one kind of hand.")).to_be_visible()
    assert not Drill.objects.exists()
