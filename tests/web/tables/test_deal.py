"""POST /table/<id>/deal/: bets, and the first cards."""

from __future__ import annotations

from itertools import cycle

import pytest

from strategy.money import CHIP
from tests.factories import TableFactory, finish, place_bet, play_round
from tests.factories.tables import MATCH, visitor_at
from tests.web.pages import HTMX, page, statements, words
from tests.web.tables.reading import (
    FORMS,
    assert_refused,
    assert_table_part,
    at,
    dealer_cards,
    hands,
    post,
    status_line,
    stored,
)
from trainer.accounts.models import User
from trainer.decisions.models import Decision
from trainer.tables.models import PlayedRound, Table
from trainer.tables.services import leave_table

TOO_LOW = "That bet is below the table's minimum."
TOO_HIGH = "That bet is above the table's maximum."
SHORT = "You do not have the chips for that bet."
NOT_WHOLE = "A bet is a whole number of chips."
UNREADABLE = "A bet is a number of chips."
STALE = "The table has moved on since that page was shown. This is how it stands."

BAD_BETS = {
    "4": TOO_LOW,
    "1": TOO_LOW,
    "0": TOO_LOW,
    "-10": TOO_LOW,
    "-0": TOO_LOW,
    "": TOO_LOW,
    "   ": TOO_LOW,
    "501": TOO_HIGH,
    "5000": TOO_HIGH,
    "999999999999999999": TOO_HIGH,
    "7.5": NOT_WHOLE,
    "5.1": NOT_WHOLE,
    "-7.5": NOT_WHOLE,
    "7.55": UNREADABLE,
    "9" * 19: UNREADABLE,
    "9" * 10_000: UNREADABLE,
    "ten": UNREADABLE,
    "NaN": UNREADABLE,
    "Infinity": UNREADABLE,
    "-inf": UNREADABLE,
    "1e2": UNREADABLE,
    "0x10": UNREADABLE,
    "10,5": UNREADABLE,
    "1_0": UNREADABLE,
    "+10": UNREADABLE,
    "1 0": UNREADABLE,
    "--10": UNREADABLE,
    "٣٠": UNREADABLE,
    "１０": UNREADABLE,
    "½": UNREADABLE,
    "10\x00": UNREADABLE,
    "<b>10</b>": UNREADABLE,
}


@pytest.mark.parametrize("headers", FORMS.values(), ids=FORMS)
def test_a_bet_is_taken_and_cards_dealt(owner, stack, table, headers):
    stack(table, "TS 9H 6D TC")
    response = post(owner, "deal", table, headers=headers, bet="10")
    if headers:
        assert_table_part(response)
    else:
        assert response.status_code == 302
        assert response["Location"] == at("play", table)
        response = owner.get(at("play", table))
    assert dealer_cards(response) == ["9H", "back"]
    assert hands(response) == [["TS", "6D"]]
    row = PlayedRound.objects.get()
    assert (row.number, row.bet, row.funds, row.dealt) == (1, 100, 49_900, 0)
    assert (row.moves, row.record, row.net, row.ended_at) == ("", "", None, None)
    assert (table.bankroll, table.last_bet, table.version) == (49_900, 100, 1)
    assert (table.rounds_played, table.won) == (0, 0)


@pytest.mark.parametrize("bet", ["5", "500", " 10 ", "10.0", "0010"])
def test_bets_at_the_limits_and_oddly_written_ones_are_taken(owner, table, bet):
    assert post(owner, "deal", table, bet=bet).status_code == 302
    assert PlayedRound.objects.get().bet == float(bet) * CHIP


def test_bad_bets_are_refused_and_no_chip_moves(owner, table):
    before = stored()
    for headers, (bet, message) in zip(cycle(FORMS.values()), BAD_BETS.items(), strict=False):
        response = post(owner, "deal", table, headers=headers, bet=bet)
        assert_refused(response, 422, message)
        assert page(response).select_one("form.bets")
    assert_refused(post(owner, "deal", table), 422, TOO_LOW)
    assert stored() == before


def test_htmx_announces_why_a_bet_was_refused(owner, table):
    response = post(owner, "deal", table, headers=HTMX, bet="7.5")
    announced = page(response).find(attrs={"hx-swap-oob": "innerHTML:#announcer"})
    assert NOT_WHOLE in words(announced)


@pytest.mark.parametrize(("bankroll", "bet"), [(9, 10), (0, 5), (499, 500), (4, 5)])
def test_a_bet_above_the_bankroll_is_refused(owner, learner, rulebook, bankroll, bet):
    table = TableFactory(learner=learner, bankroll=bankroll)
    before = stored()
    assert_refused(post(owner, "deal", table, bet=str(bet)), 422, SHORT)
    assert stored() == before


def test_all_of_the_bankroll_can_be_bet(owner, stack, learner, rulebook):
    table = TableFactory(learner=learner, bankroll=10)
    stack(table, "TS 9H 6D TC")
    assert post(owner, "deal", table, bet="10").status_code == 302
    assert table.bankroll == 0


def test_half_a_chip_of_the_bankroll_is_no_chip(owner, learner, rulebook):
    table = TableFactory(learner=learner)
    table.bankroll = table.bought = 95
    table.save()
    assert_refused(post(owner, "deal", table, bet="10"), 422, SHORT)
    response = owner.get(at("play", table))
    assert page(response).select_one("form.bets")["data-maximum"] == "9"


@pytest.mark.parametrize("headers", FORMS.values(), ids=FORMS)
def test_while_a_round_is_open_no_other_is_dealt(owner, stack, table, headers):
    stack(table, "TS 9H 6D TC")
    place_bet(table)
    before = stored()
    response = post(owner, "deal", table, headers=headers, bet="10")
    assert_refused(response, 409, "Finish the round first.")
    assert page(response).select_one("form.actions")
    assert stored() == before


@pytest.mark.parametrize("headers", FORMS.values(), ids=FORMS)
def test_a_page_of_an_older_state_deals_nothing(owner, stack, table, headers):
    stack(table, "TS 9H 6D TC")
    play_round(table, "S")
    before = stored()
    versions = ["0", "1", "3", "-1", "", "two", "9" * 30, "\x00", "NaN"]
    for version in versions:
        response = post(owner, "deal", table, headers=headers, version=version, bet="10")
        assert_refused(response, 409, STALE)
        assert status_line(response) == "You lose 10 chips."
        assert page(response).select_one("form.bets input[name=version]")["value"] == "2"
    assert stored() == before


def test_a_table_that_was_left_deals_no_more(owner, table):
    leave_table(visitor=visitor_at(table), table_id=table.public_id)
    before = stored()
    response = post(owner, "deal", table, bet="10")
    assert_refused(response, 409, "You have left this table. Its history is kept.")
    assert page(response).select_one("form.bets") is None
    assert stored() == before


@pytest.mark.parametrize(
    ("cards", "bankroll", "told"),
    [
        ("AS 9H KD TC", 50_150, "You win 15 chips."),
        ("AS TH KD AC", 50_000, "Nothing won, nothing lost."),
        ("TS TH 6D AC", 49_900, "You lose 10 chips."),
    ],
)
def test_a_natural_ends_the_round_at_once(owner, stack, table, cards, bankroll, told):
    stack(table, cards)
    response = post(owner, "deal", table, headers=HTMX, bet="10")
    assert status_line(response) == told
    assert "back" not in dealer_cards(response)
    row = PlayedRound.objects.get()
    assert row.ended_at
    assert row.record.split("|")[2].split() == cards.split()
    assert table.bankroll == bankroll
    assert not Decision.objects.exists()


def test_payouts_are_whole_chips_where_the_rules_say_so(owner, stack, learner, rulebook):
    table = TableFactory(learner=learner, rules=MATCH)
    stack(table, "AS 9H KD TC")
    post(owner, "deal", table, bet="5")
    assert PlayedRound.objects.get().net == 70


def test_a_shoe_goes_on_until_the_cut_card_is_out(owner, stack, table):
    stack(table, "TS 9H 8D TC TD 9C 8H TH")
    play_round(table, "S")
    shoe = table.shoes.get()
    assert (shoe.dealt, shoe.ended_at) == (4, None)
    response = post(owner, "deal", table, headers=HTMX, bet="10")
    assert hands(response) == [["TD", "8H"]]
    assert table.rounds.latest("number").dealt == 4
    stack(table, "TS 9H 8D TC", dealt=233)
    finish(table)
    assert table.shoes.count() == 1
    table.shoes.update(dealt=231)
    stack(table, "TS 9H 8D TC", dealt=231)
    play_round(table, "S")
    old, new = table.shoes.order_by("number")
    assert old.ended_at
    assert (new.number, new.dealt, new.ended_at) == (2, 0, None)
    assert new.commitment != old.commitment


def test_where_shuffling_is_fresh_every_round_has_its_own_shoe(owner, learner, rulebook):
    table = TableFactory(learner=learner, rules=MATCH)
    for number in range(1, 4):
        place_bet(table)
        finish(table)
        assert table.shoes.filter(ended_at=None).get().number == number + 1
    assert len(set(table.shoes.values_list("seed", flat=True))) == 4
    assert set(table.rounds.values_list("dealt", flat=True)) == {0}


def test_a_guest_deals_without_becoming_a_row(guest, stack, guest_table):
    stack(guest_table, "TS 9H 6D TC")
    assert post(guest, "deal", guest_table, bet="10").status_code == 302
    assert Table.objects.get().learner is None
    assert not User.objects.exists()


def test_a_deal_costs_few_statements(owner, stack, table):
    stack(table, "TS 9H 6D TC")
    with statements() as made:
        owner.post(at("deal", table), {"version": 0, "bet": "10"}, headers=HTMX)
    assert PlayedRound.objects.exists()
    assert 1 <= len(made) <= 12, made
