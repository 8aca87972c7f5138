"""A round that the engine does not allow any more is taken back, and nothing else is lost."""

from __future__ import annotations

import pytest

from tests.factories import place_bet, play_round
from tests.web.pages import words
from tests.web.tables.reading import FORMS, assert_refused, at, post
from trainer.tables.models import PlayedRound

GIVEN_BACK = "your bets are back"


@pytest.fixture
def lost(stack, table) -> PlayedRound:
    """A round in play whose stored moves cannot have happened: two unlike cards split."""
    stack(table, "TS 9H 6D TC 5H 2S")
    place_bet(table, 25)
    row = table.rounds.get()
    row.moves = "P"
    row.save()
    return row


def test_the_page_says_so_and_gives_the_bet_back(owner, table, lost):
    held = table.bought
    shown = owner.get(at("play", table))
    assert shown.status_code == 200
    assert GIVEN_BACK in words(shown)
    table.refresh_from_db()
    assert table.bankroll == held
    assert not table.rounds.exists()
    assert GIVEN_BACK not in words(owner.get(at("play", table)))


@pytest.mark.parametrize("headers", FORMS.values(), ids=FORMS)
def test_who_acts_on_it_learns_of_it_too(owner, table, lost, headers):
    response = post(owner, "act", table, headers=headers, action="S")
    assert response.status_code == 409
    assert GIVEN_BACK in words(response)
    assert table.bankroll == table.bought
    assert post(owner, "deal", table, bet="10").status_code == 302


def test_a_finished_round_is_shown_from_its_record(owner, stack, table):
    stack(table, "TS 9H 8D TC")
    row = play_round(table, "S")
    row.moves = "P"
    row.save()
    assert owner.get(at("play", table)).status_code == 200
    assert "You lose" in words(owner.get(at("round", row)))


def test_with_too_few_chips_nobody_is_blamed_for_not_doubling(owner, learner, table, stack):
    table.bankroll = table.bought = 100
    table.save()
    stack(table, "6S 6H 5D TC TH")
    row = play_round(table, "H", chips=10)
    assert row.mistakes_cost == 0
    for address in (at("play", table), at("round", row)):
        assert "No mistake" in words(owner.get(address)) or "None" in words(owner.get(address))


def test_there_are_only_so_many_tables_at_once(owner, table, monkeypatch):
    monkeypatch.setattr("trainer.tables.services.MOST_TABLES", 1)
    sent = {"rules": table.rules.code, "limits": "5-500", "training": "none"}
    response = owner.post("/table/", sent)
    assert response.status_code == 422
    assert "leave one first" in words(response)
    owner.post(at("leave", table))
    assert owner.post("/table/", sent).status_code == 302


def test_settings_of_an_older_page_are_not_taken(owner, stack, table):
    stack(table, "TS 9H 8D TC")
    play_round(table, "S")
    sent = {"rule": table.rules.code.split(), "limits": "1-100", "training": "none", "version": "0"}
    assert_refused(
        owner.post(at("settings", table), sent),
        409,
        "The table has moved on since that page was shown. This is how it stands.",
    )
    table.refresh_from_db()
    assert table.maximum == 500
