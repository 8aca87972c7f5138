"""A table played with a mouse: chips, the circle, and the hands of a split."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.e2e.rigged import FOUR_HANDS, RiggedTable


def test_chips_are_put_down_taken_back_and_bet_again(page: Page, sit):
    table: RiggedTable = sit(page)
    add = {
        stake: page.get_by_role("button", name=f"{stake} more on the bet", exact=True)
        for stake in (1, 5, 25, 100, 500)
    }
    back = page.get_by_role("button", name="Take the bet back")
    clear = page.get_by_role("button", name="Clear bet")
    chips = page.locator(".circle .stake-art")
    expect(table.bet).to_have_value("5")
    expect(page.get_by_role("button", name="Rebet")).to_have_count(0)
    for stake, total, drawn in ((25, 30, 2), (25, 55, 3), (1, 56, 4)):
        add[stake].click()
        expect(table.bet).to_have_value(str(total))
        expect(chips).to_have_count(drawn)
    back.click()
    expect(table.bet).to_have_value("0")
    expect(chips).to_have_count(0)
    add[500].click()
    add[100].click()
    expect(table.bet).to_have_value("500")
    clear.click()
    expect(table.bet).to_have_value("0")
    table.bet.fill("40")
    expect(chips).to_have_count(4)

    table.shuffle(table.row, "TS TH TD 7C")
    page.get_by_role("button", name="Deal").click()
    expect(table.verdict).to_have_text("You have 20 against a 10.")
    table.click("S")
    expect(table.verdict).to_have_text("You win 40 chips.")
    table.ready()
    clear.click()
    page.get_by_role("button", name="Rebet").click()
    expect(table.bet).to_have_value("40")


def test_a_bet_outside_the_limits_is_not_dealt(page: Page, sit, watch):
    watch.expect(422)
    table: RiggedTable = sit(page, minimum=25, maximum=1000, bankroll=30)
    expect(table.bet).to_have_value("25")
    page.get_by_role("button", name="1 more on the bet", exact=True).click()
    page.get_by_role("button", name="100 more on the bet", exact=True).click()
    expect(table.bet).to_have_value("30")

    table.bet.fill("900")
    page.get_by_role("button", name="Deal").click()

    expect(table.notice).to_have_text("You do not have the chips for that bet.")
    expect(table.announcer).to_contain_text("You do not have the chips for that bet.")
    table.ready()
    page.get_by_role("button", name="Fill them up").click()
    expect(page.locator(".drill-bar__score")).to_have_text("10,000 chips")


def test_an_arrow_marks_the_hand_that_is_to_be_played(page: Page, sit):
    table: RiggedTable = sit(page)
    table.deal(FOUR_HANDS)
    arrow = table.felt.locator(".seat__arrow")
    expect(arrow).to_have_count(0)

    for key, number, hands in (("P", 1, 2), ("P", 1, 3), ("P", 1, 4), ("S", 2, 4), ("S", 3, 4)):
        table.mark()
        table.click(key)
        table.expect_answer()
        expect(table.hands).to_have_count(hands)
        expect(arrow).to_have_count(1)
        marked = table.hands.filter(has=page.locator(".seat__arrow"))
        expect(marked.get_by_role("heading")).to_contain_text(f"To play:Hand {number}")
        expect(table.announcer).to_contain_text(f"Hand {number} has")
