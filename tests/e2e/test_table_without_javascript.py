"""The whole visit to a table with JavaScript off: every chip a link, every play a form."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from trainer.tables.models import PlayedRound, Table


@pytest.fixture
def context(new_context) -> BrowserContext:
    return new_context(java_script_enabled=False)


def sit_down(page: Page) -> Table:
    page.goto("/")
    page.get_by_role("link", name="Play", exact=True).click()
    page.get_by_role("radio", name="Six decks, late surrender").check()
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_text("Put chips on the circle, then deal.")).to_be_visible()
    return Table.objects.get()


def play_to_the_end(page: Page) -> PlayedRound:
    page.get_by_role("button", name="Deal").click()
    while page.locator("form.actions").count():
        page.get_by_role("button", name="Stand").or_(
            page.get_by_role("button", name="Pass")
        ).click()
    expect(page.locator(".result")).to_be_visible()
    return PlayedRound.objects.latest("number")


def test_a_guest_sits_down_plays_looks_back_checks_and_leaves(page: Page):
    table = sit_down(page)
    bet = page.get_by_role("spinbutton", name="Bet")
    for name, chips in (
        ("25 more on the bet", 30),
        ("100 more on the bet", 130),
        ("Clear bet", 0),
        ("5 more on the bet", 5),
        ("1 more on the bet", 6),
        ("Take the bet back", 0),
        ("25 more on the bet", 25),
    ):
        page.get_by_role("button", name=name, exact=True).click()
        expect(bet).to_have_value(str(chips))
    first = play_to_the_end(page)
    assert first.bet == 250
    page.get_by_role("button", name="Clear bet").click()
    page.get_by_role("button", name="Rebet").click()
    expect(bet).to_have_value("25")
    second = play_to_the_end(page)

    page.get_by_role("link", name="History", exact=True).click()
    expect(page.locator("tbody tr")).to_have_count(2)
    page.get_by_role("link", name=f"Round {second.number}").click()
    expect_replay(page, len(second.moves.split()))
    page.get_by_role("link", name="All rounds of the table").click()
    page.get_by_role("link", name="Check the shoes").click()
    expect(page.get_by_text("No shoe of this table is over yet.")).to_be_visible()
    commitment = page.locator(".hash").inner_text()

    page.goto(f"/table/{table.public_id}/")
    page.get_by_role("button", name="Exit").click()
    page.get_by_role("link", name="Check the shoes").click()
    expect(page.locator(".hash").first).to_have_text(commitment)
    expect(page.get_by_text("every card is the one that the seed gives")).to_be_visible()
    page.goto(f"/table/{table.public_id}/")
    expect(page.get_by_text("You have left this table.")).to_be_visible()


def expect_replay(page: Page, moves: int) -> None:
    """The last step is shown; from the first on, one step after another leads to it."""
    step = page.locator(".replay__step")
    expect(step).to_contain_text(f"Step {moves} of {moves}")
    if moves:
        page.get_by_role("link", name="From the start").click()
        for number in range(moves):
            expect(step).to_contain_text(f"Step {number} of {moves}")
            page.get_by_role("link", name="Step on").click()
        page.get_by_role("link", name="Step back").click()
        expect(step).to_contain_text(f"Step {moves - 1} of {moves}")


def test_sound_settings_and_the_question_mark_are_forms_too(page: Page, sit):
    table = sit(page, training="advise")
    page.get_by_role("button", name="Sound").click()
    expect(page.get_by_role("button", name="Sound")).to_have_attribute("aria-pressed", "true")
    table.shuffle(table.row, "8S TH 8D 7C")
    page.get_by_role("button", name="Deal").click()
    page.get_by_role("button", name="What is the best play?").click()
    expect(page.get_by_role("note")).to_have_text("P Split")

    page.get_by_role("link", name="Settings").click()
    expect(page.get_by_text("A round is open")).to_be_visible()
    page.get_by_role("link", name="Back to the table").first.click()
    page.get_by_role("button", name="Stand").click()
    page.get_by_role("link", name="Settings").click()
    page.get_by_role("radio", name="None: just play").check()
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Deal").click()
    expect(page.get_by_role("button", name="What is the best play?")).to_have_count(0)
