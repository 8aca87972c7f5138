"""A table played by keyboard alone: nothing is out of reach, and all of it is told."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.rigged import INSURED, RiggedTable, sent_changes
from tests.e2e.table import GUARD_MS, tab_to
from tests.factories.tables import EARLY
from trainer.decisions.models import Decision


@pytest.fixture
def table(page: Page, sit) -> RiggedTable:
    return sit(page)


def bet(table: RiggedTable, keys: str) -> None:
    for key in keys:
        table.press(key)


def test_digits_put_chips_on_the_circle(table: RiggedTable):
    for keys, chips in (
        ("0", 0),
        ("12345", 500),
        ("0", 0),
        ("1", 1),
        ("2", 6),
        ("3", 31),
        ("4", 131),
    ):
        bet(table, keys)
        expect(table.bet).to_have_value(str(chips))
        expect(table.announcer).to_have_text(f"Your bet in chips: {chips}")
    expect(table.page.locator(".circle .stake-art")).to_have_count(4)


def test_insurance_is_taken_and_the_mistakes_are_told_at_the_end(table: RiggedTable):
    bet(table, "03")
    table.deal(INSURED)
    assert table.plays == ["I", "N"]
    expect(table.announcer).to_contain_text("The dealer shows an ace. Insurance?")
    expect(table.verdict).to_have_text("The dealer shows an ace. Insurance?")
    for name in ("10 of spades", "6 of spades", "ace of diamonds", "Hole card, face down"):
        expect(table.felt.get_by_role("img", name=name, exact=True)).to_be_visible()

    table.press_through("I")
    expect(table.announcer).to_contain_text("You insure for 12.5 chips.")
    expect(table.announcer).to_contain_text("You have 16 against an ace.")
    expect(table.felt).to_contain_text("Insurance: 12.5 −12.5")
    table.press_through("S")

    expect(table.announcer).to_contain_text("You lose 37.5 chips.")
    expect(table.felt.get_by_role("img", name="9 of clubs", exact=True)).to_be_visible()
    assert table.mistakes == [
        "Insurance for 12.5 chips; Pass was right",
        "16 v A Stand; Surrender was right",
    ]


def test_insurance_is_passed_and_the_bet_laid_again(table: RiggedTable):
    bet(table, "0222")
    table.deal("TS AD TD 9C")
    table.press_through("NS")
    expect(table.verdict).to_have_text("Nothing won, nothing lost.")
    expect(table.page.get_by_text("No mistake: the rest is luck.")).to_be_visible()

    bet(table, "0B")
    expect(table.bet).to_have_value("15")


def test_aces_are_split(table: RiggedTable):
    table.deal("AS 6D AC TH 9S KH TC")
    assert table.plays == ["H", "S", "D", "P", "R"]

    table.press_through("P")

    expect(table.hands.get_by_role("heading")).to_have_text(["Hand 1 soft 20", "Hand 2 21"])
    expect(table.felt.locator(".result")).to_have_text(["Win +5", "Win +5"])
    expect(table.announcer).to_contain_text("Hand 1: You get the 9 of spades.")
    expect(table.announcer).to_contain_text("You win 10 chips.")


def test_a_bet_is_doubled_and_another_surrendered(table: RiggedTable):
    table.deal("6S 5H 5D TC TD TS")
    table.press_through("D")
    expect(table.hands).to_contain_text("10, doubled")
    expect(table.announcer).to_contain_text("You win 10 chips.")

    table.deal("TS TH 6S 8C")
    table.press_through("R")
    expect(table.felt.locator(".result")).to_have_text("Surrendered −2.5")
    expect(table.announcer).to_contain_text("You lose 2.5 chips.")


def test_digits_play_the_hand_and_other_keys_do_nothing(page: Page, table: RiggedTable):
    table.deal("TS TH 2S 8C 3C 2D")
    sent = sent_changes(page)

    for key in ("p", "4", "i", "n", "b", "0", "6", "Control+h", "Escape"):
        table.press(key)
    assert sent == []
    table.press_through("112")

    assert sent == ["act"] * 3
    assert list(Decision.objects.order_by("pk").values_list("action", flat=True)) == [*"HHS"]


def test_tab_and_enter_deal_and_play(page: Page, table: RiggedTable):
    table.shuffle(table.row, "TS 9H 2S TC 3C TD")
    tab_to(page, page.get_by_role("button", name="5 more on the bet", exact=True))
    page.keyboard.press("Space")
    expect(table.bet).to_have_value("10")
    tab_to(page, page.get_by_role("button", name="Deal"))
    table.press_through(["Enter"])
    expect(page.locator("#main")).to_be_focused()

    tab_to(page, page.get_by_role("button", name="Hit"))
    table.press_through(["Enter"])
    expect(table.verdict).to_have_text("You have 15 against a 9.")
    expect(page.get_by_role("button", name="Hit")).to_be_focused()
    table.press_through(["Enter"])

    expect(table.verdict).to_have_text("You lose 10 chips.")
    expect(page.locator("#main")).to_be_focused()


def test_a_second_press_of_the_play_that_ends_a_round_is_no_bet(page: Page, table: RiggedTable):
    table.deal("TS 9H 2S TC TD")
    table.ready()
    table.freeze()
    sent = sent_changes(page)

    page.keyboard.press("1")
    expect(table.verdict).to_have_text("You lose 5 chips.")
    for key in "12D":
        page.keyboard.press(key)
    page.clock.run_for(GUARD_MS)

    expect(table.bet).to_have_value("5")
    assert sent == ["act"]
    page.keyboard.press("1")
    expect(table.bet).to_have_value("6")
    page.keyboard.press("D")
    expect(page.locator("form.actions, .result").first).to_be_visible()
    assert sent == ["act", "deal"]


def test_a_double_press_acts_once(page: Page, table: RiggedTable):
    table.deal("2S 9H 2D TC 2H 3D 2C")
    table.ready()
    table.freeze()
    sent = sent_changes(page)

    page.keyboard.press("h")
    page.keyboard.press("h")
    expect(table.verdict).to_have_text("You have 6 against a 9.")
    page.keyboard.press("h")
    page.clock.run_for(GUARD_MS)

    assert sent == ["act"]
    page.keyboard.press("h")
    expect(table.verdict).to_have_text("You have 9 against a 9.")


def test_a_round_is_replayed_by_keyboard_and_keeps_the_focus(page: Page, table: RiggedTable):
    table.deal("TS 9H 2S TC 3C TD")
    table.press_through("HS")
    page.goto(f"/table/round/{table.row.rounds.get().public_id}/")
    step, back = page.locator(".replay__step"), page.get_by_role("link", name="Step back")
    tab_to(page, page.get_by_role("link", name="From the start"))

    for told, name in (
        ("Step 0 of 2: The deal", "Step on"),
        ("Step 1 of 2: Hit", "Step on"),
        ("Step 2 of 2: Stand", "From the start"),
    ):
        page.keyboard.press("Enter")
        expect(step).to_have_text(told)
        expect(page.get_by_role("link", name=name)).to_be_focused()
    back.focus()
    for number in (1, 0):
        page.keyboard.press("Enter")
        expect(step).to_contain_text(f"Step {number} of 2")

    expect(back).to_have_count(0)
    expect(page.locator("#main")).to_be_focused()


def test_early_surrender_has_its_keys(page: Page, sit):
    table: RiggedTable = sit(page, rules=EARLY)
    for key, told in (("N", "You have 16 against a 10."), ("R", "You lose 2.5 chips.")):
        table.deal("TS TH 6S 8C")
        expect(table.verdict).to_have_text("You have 16 against a 10. Surrender, or play on?")
        assert table.plays == ["R", "N"]
        table.press_through(key)
        expect(table.verdict).to_have_text(told)
        if key == "N":
            table.press_through("S")
