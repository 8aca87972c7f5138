"""The training modes of a table: a hint, a question mark that turns into one, and guesses."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.e2e.rigged import RiggedTable
from trainer.decisions.models import Decision

EIGHTS = "8S TH 8D 7C 2C 3C"


def test_a_wrong_guess_is_crossed_and_the_right_one_ticked(page: Page, sit):
    table: RiggedTable = sit(page, training="test")
    table.deal(EIGHTS)
    guesses = page.get_by_role("form", name="Which play is best?").get_by_role("button")
    expect(guesses).to_have_text(["H", "S", "P", "Dh", "Ds", "Rh", "Rs", "Rp"])

    for code, shown, name in (
        ("Dh", "Dh✗", "Double, else hit: wrong"),
        ("P", "P✓", "Split: right"),
    ):
        table.mark()
        page.locator(f"#guess-{code}").click()
        table.expect_answer()
        guess = page.get_by_role("button", name=name, exact=True)
        expect(guess).to_have_text(shown)
        expect(guess).to_be_focused()

    expect(page.locator(".guess__mark")).to_have_text(["✓", "✗"])
    logged = Decision.objects.get()
    assert (logged.action, logged.correct, logged.assisted) == ("D", False, False)
    table.press_through("P")
    expect(table.hands).to_have_count(2)
    expect(page.locator(".guess__mark")).to_have_count(0)


def test_the_question_mark_turns_into_the_hint(page: Page, sit):
    table: RiggedTable = sit(page, training="advise")
    table.deal(EIGHTS)
    ask, hint = page.get_by_role("button", name="What is the best play?"), page.get_by_role("note")
    expect(hint).to_have_count(0)

    table.mark()
    ask.click()
    table.expect_answer()

    expect(hint).to_have_text("P Split")
    expect(ask).to_have_count(0)
    table.press_through("P")
    assert Decision.objects.get().assisted
    expect(ask).to_be_visible()
    expect(hint).to_have_count(0)


def test_the_hint_stands_by_the_plays(page: Page, sit):
    table: RiggedTable = sit(page, training="hint")
    table.deal(EIGHTS)

    row = page.locator(".play-row")
    expect(row.get_by_role("note")).to_have_text("P Split")
    expect(row.get_by_role("form", name="Your play")).to_be_visible()
