"""Two tabs, a reload and a lost connection at a table: always the round as it stands."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.rigged import RiggedTable, sent_changes
from trainer.decisions.models import Decision

MOVED_ON = "The table has moved on since that page was shown. This is how it stands."


@pytest.fixture
def table(page: Page, sit) -> RiggedTable:
    return sit(page)


def test_an_act_in_the_old_tab_shows_how_the_table_stands(page: Page, table: RiggedTable, watch):
    watch.expect(409)
    other = replace(table, page=page.context.new_page())
    other.page.goto(table.address)
    table.deal("2S TH 3S 7C 5D 4D 3C")

    other.press_through("D")
    expect(other.notice).to_have_text(MOVED_ON)
    expect(other.announcer).to_contain_text(MOVED_ON)
    expect(other.verdict).to_have_text("You have 5 against a 10.")
    other.press_through("H")
    expect(other.notice).to_have_count(0)
    table.press_through("S")

    expect(table.notice).to_have_text(MOVED_ON)
    expect(table.verdict).to_have_text("You have 10 against a 10.")
    assert Decision.objects.get().action == "H"
    assert table.row.rounds.get().moves == "H"


def test_a_reload_shows_the_open_round(page: Page, table: RiggedTable):
    table.deal("2S TH 3S 7C 5D 4D")
    table.press_through("H")
    cards = table.felt.get_by_role("img").evaluate_all("all => all.map((one) => one.ariaLabel)")
    sent = sent_changes(page)

    page.reload()

    expect(table.verdict).to_have_text("You have 10 against a 10.")
    again = table.felt.get_by_role("img").evaluate_all("all => all.map((one) => one.ariaLabel)")
    assert (again, sent) == (cards, [])
    table.press_through("S")
    expect(table.verdict).to_have_text("You lose 5 chips.")


def test_a_lost_connection_is_said_and_the_play_can_be_made_again(
    page: Page, table: RiggedTable, watch
):
    watch.expect("net::ERR_INTERNET_DISCONNECTED")
    page.context.set_offline(True)
    table.press("D")
    expect(table.unsaved).to_be_visible()
    assert not table.row.rounds.exists()

    page.context.set_offline(False)
    table.deal("2S TH 3S 7C 5D 4D")
    expect(table.unsaved).to_be_hidden()
    page.context.set_offline(True)
    table.press("H")
    expect(table.unsaved).to_be_visible()
    expect(table.verdict).to_have_text("You have 5 against a 10.")

    page.context.set_offline(False)
    table.press_through("H")
    expect(table.unsaved).to_be_hidden()
    expect(table.verdict).to_have_text("You have 10 against a 10.")


def test_a_deal_whose_reply_was_lost_is_not_dealt_twice(page: Page, table: RiggedTable, watch):
    watch.expect("net::ERR_FAILED", 409)

    def lose_the_reply(route) -> None:
        assert route.fetch().status == 200
        route.abort()

    table.shuffle(table.row, "2S TH 3S 7C 5D 4D")
    page.route("**/deal/", lose_the_reply, times=1)
    table.press("D")
    expect(table.unsaved).to_be_visible()

    table.press_through("D")

    expect(table.notice).to_have_text(MOVED_ON)
    expect(table.verdict).to_have_text("You have 5 against a 10.")
    assert table.row.rounds.count() == 1
