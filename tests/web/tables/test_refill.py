"""POST /table/<id>/refill/: chips for whom they run short."""

from __future__ import annotations

import pytest

from tests.factories import TableFactory, place_bet, play_round
from tests.factories.tables import visitor_at
from tests.web.pages import page
from tests.web.tables.reading import FORMS, assert_refused, assert_table_part, at, post, stored
from trainer.tables.services import leave_table


@pytest.mark.parametrize("headers", FORMS.values(), ids=FORMS)
@pytest.mark.parametrize("chips", [0, 4, 499])
def test_a_short_bankroll_is_filled_up(owner, learner, rulebook, chips, headers):
    table = TableFactory(learner=learner, bankroll=chips)
    assert page(owner.get(at("play", table))).select_one(".bets__refill")
    response = post(owner, "refill", table, headers=headers)
    if headers:
        assert_table_part(response)
    else:
        assert response["Location"] == at("play", table)
    assert (table.bankroll, table.bought, table.won) == (50_000, 50_000, 0)
    assert table.version == 1
    assert page(owner.get(at("play", table))).select_one(".bets__refill") is None


def test_what_was_lost_stays_in_the_books(owner, stack, learner, rulebook):
    table = TableFactory(learner=learner, bankroll=10)
    stack(table, "TS 9H 6D TC")
    play_round(table, "S")
    assert (table.bankroll, table.won) == (0, -100)
    post(owner, "refill", table)
    assert (table.bankroll, table.bought, table.won) == (50_000, 50_100, -100)


@pytest.mark.parametrize("chips", [500, 501, 4999, 5000, 6000])
def test_enough_chips_are_not_filled_up(owner, learner, rulebook, chips):
    table = TableFactory(learner=learner, bankroll=chips)
    assert page(owner.get(at("play", table))).select_one(".bets__refill") is None
    before = stored()
    message = "Your chips are still enough: they are filled up when you have less."
    for headers in FORMS.values():
        assert_refused(post(owner, "refill", table, headers=headers), 422, message)
    assert stored() == before


def test_not_in_a_round_nor_from_an_older_page_nor_after_leaving(owner, stack, learner, rulebook):
    table = TableFactory(learner=learner, bankroll=10)
    stack(table, "TS 9H 6D TC")
    place_bet(table)
    before = stored()
    assert_refused(post(owner, "refill", table), 409, "Finish the round first.")
    assert post(owner, "refill", table, version=0).status_code == 409
    assert post(owner, "refill", table, version="x").status_code == 409
    assert stored() == before
    post(owner, "act", table, action="S")
    leave_table(visitor=visitor_at(table), table_id=table.public_id)
    before = stored()
    message = "You have left this table. Its history is kept."
    assert_refused(post(owner, "refill", table), 409, message)
    assert stored() == before


def test_the_same_form_sent_twice_fills_up_once(owner, learner, rulebook):
    table = TableFactory(learner=learner, bankroll=0)
    assert post(owner, "refill", table, version=0).status_code == 302
    assert post(owner, "refill", table, version=0).status_code == 409
    assert table.bought == 50_000
