"""What is refused at a match table: clearly, with its status, and nothing moves."""

from __future__ import annotations

import pytest
from django.test import Client

from strategy.legality import Refusal
from strategy.match import MatchRefusal
from tests.factories.matches import CHART, OWN, act, beside, bet, seeded, stand, state_of
from tests.web.matches.reading import assert_refused, at, send, shown, spoken, stored
from tests.web.pages import HTMX, assert_page, assert_refused_method, words
from trainer.matches.refusals import NotDone, Refused
from trainer.matches.wording import ILLEGAL, REFUSED
from trainer.tables.wording import REFUSALS, UNREADABLE_BET

FORMS = pytest.mark.parametrize("headers", [{}, HTMX], ids=["full page", "htmx"])
NOT_YOURS = "That seat is not played from this device now."
UNREADABLE = str(UNREADABLE_BET)
STALE = "The table has moved on since that page was shown. This is how it stands."

TABLES = ("begin", "bet", "act", "hint", "on", "end", "leave")
SEATS = ("seat", "stand_in", "back")
POSTS = [*((name, ()) for name in TABLES), *((name, (0,)) for name in SEATS)]
"""All that changes a table, but deciding on who asks."""


def in_play(cast, *places, **terms):
    """A table of Ann's and Ben's in the middle of a round, Ann to act."""
    table = cast.begun(*places, **terms)
    seeded(table, lambda match: match.playing and match.turn == 0, "5", "5")
    bet(cast.ann, table, 5)
    bet(cast.ben, table, 5)
    return table


@FORMS
def test_betting_for_anothers_seat_moves_nothing(cast, headers):
    table = cast.begun()
    before = stored()
    response = send(cast.ben_phone, "bet", table, size="5", headers=headers)
    assert_refused(response, 403, NOT_YOURS)
    assert stored() == before


@FORMS
def test_acting_for_anothers_seat_moves_nothing(cast, headers):
    table = in_play(cast)
    before = stored()
    for action in "HSDP":
        response = send(cast.ben_phone, "act", table, action=action, headers=headers)
        assert_refused(response, 403, NOT_YOURS)
    assert_refused(send(cast.ben_phone, "hint", table, headers=headers), 403, NOT_YOURS)
    assert stored() == before


@FORMS
@pytest.mark.parametrize(
    ("size", "status", "message"),
    [
        ("7", 409, "That is not one of the table's bets."),
        ("0", 409, "That is not one of the table's bets."),
        ("-5", 409, "That is not one of the table's bets."),
        ("5.5", 409, "That is not one of the table's bets."),
        ("9" * 18, 409, "That is not one of the table's bets."),
        ("25", 409, "The pile does not have the chips for that bet."),
        ("9" * 5000, 422, UNREADABLE),
        ("", 422, UNREADABLE),
        ("five", 422, UNREADABLE),
        ("5\x00", 422, UNREADABLE),
        ("٥", 422, UNREADABLE),
    ],
)
def test_a_bet_not_offered_or_more_than_the_pile_moves_nothing(
    cast, size, status, message, headers
):
    table = cast.made(chips=20)
    before = stored()
    response = send(cast.ann_phone, "bet", table, size=size, headers=headers)
    assert_refused(response, status, message)
    assert stored() == before


@pytest.mark.parametrize("action", ["", "X", "HH", "\x00", "end", "5", "é" * 500])
def test_what_is_no_play_moves_nothing(cast, action):
    table = in_play(cast)
    before = stored()
    assert send(cast.ann_phone, "act", table, action=action).status_code == 422
    assert stored() == before


@FORMS
@pytest.mark.parametrize("seen", ["-1", "1", "99999999999999999999", "two"])
def test_what_was_meant_for_another_state_moves_nothing(cast, seen, headers):
    table = in_play(cast)
    before = stored()
    for name in ("act", "hint", "on"):
        response = send(cast.ann_phone, name, table, seen=seen, action="S", headers=headers)
        assert_refused(response, 409, STALE)
    table = cast.made()
    before = stored()
    response = send(cast.ann_phone, "bet", table, seen=seen, size="5", headers=headers)
    assert_refused(response, 409, STALE)
    assert stored() == before


@FORMS
def test_a_form_sent_twice_counts_once(cast, headers):
    table = cast.made()
    assert send(cast.ann_phone, "bet", table, size="5", headers=headers).status_code < 400
    before = stored()
    response = send(cast.ann_phone, "bet", table, seen=0, size="5", headers=headers)
    assert_refused(response, 409, STALE)
    assert stored() == before


def test_two_devices_of_a_person_play_the_same_seat(cast):
    table = cast.begun()
    laptop = cast.laptop()
    assert shown(laptop, table).status_code == 200
    assert send(laptop, "bet", table, size="5").status_code == 302
    assert_refused(send(cast.ann_phone, "bet", table, seen=0, size="10"), 409, STALE)
    assert table.moves == "5"


def test_betting_while_the_round_is_in_play_and_acting_before_it(cast):
    table = cast.made()
    before = stored()
    response = send(cast.ann_phone, "act", table, action="H")
    assert_refused(response, 409, "First every seat puts out its bet.")
    assert stored() == before
    table = in_play(cast)
    before = stored()
    response = send(cast.ann_phone, "bet", table, size="5")
    assert_refused(response, 409, "The round is in play: the next bets come after it.")
    assert stored() == before


def test_a_match_that_is_over_takes_nothing_more(cast):
    table = cast.made(rounds=1)
    bet(cast.ann, table, 5, 5)
    stand(cast.ann, table)
    before = stored()
    for name, more in POSTS:
        if name == "leave":
            continue
        response = send(cast.ann_phone, name, table, *more, size="5", action="H", kind="chart")
        assert response.status_code == 409, name
        assert "is over" in words(response)
    assert stored() == before


def test_there_is_no_hint_where_none_was_agreed_nor_while_the_table_bets(cast):
    table = in_play(cast)
    betting = cast.made()
    betting.seats.update(hints=True)
    before = stored()
    for each in (table, betting):
        response = send(cast.ann_phone, "hint", each)
        assert_refused(response, 422, "There is no hint to be had now.")
    assert stored() == before


def test_computer_players_that_do_not_wait_are_not_asked(cast):
    table = cast.made(OWN, CHART)
    before = stored()
    response = send(cast.ann_phone, "on", table, rounds="many")
    assert_refused(response, 409, "The computer players do not wait now.")
    assert stored() == before


def test_a_computer_players_seat_is_nobodys_to_give(cast):
    table = cast.made(OWN, CHART)
    before = stored()
    for name in ("stand_in", "back"):
        for number in (1, 2, 99999999999999999999):
            response = send(cast.ann_phone, name, table, number, kind="expert")
            assert_refused(response, 403, NOT_YOURS)
    for kind in ("", "person", "cheat", "\x00"):
        assert send(cast.ann_phone, "stand_in", table, 0, kind=kind).status_code == 400
    assert stored() == before


NONSENSE = ("", "\x00", "-1", "9" * 400, "<script>", "' OR 1=1", "💥")


@pytest.mark.parametrize("heard", ["1.2.3", "x1.2", "1.2x", "1.", ".1", "1.2\n", "1234567.1"])
def test_who_has_heard_something_impossible_has_heard_nothing(cast, heard):
    table = in_play(cast)
    response = cast.ann_phone.get(at("play", table), {"heard": heard})
    assert response.status_code == 200
    assert "Ann bets" in spoken(response)
    response = send(cast.ann_phone, "act", table, action="S", heard=heard, headers=HTMX)
    assert response.status_code == 200


@pytest.mark.parametrize("nonsense", NONSENSE)
def test_nonsense_in_every_field_is_answered_and_moves_nothing(cast, nonsense):
    """Not a single error of the server's; what needs no field is left out."""
    table = in_play(cast)
    before = stored()
    fields = ("seen", "heard", "browser_ms", "size", "action", "rounds", "kind", "let_in")
    sent = dict.fromkeys(fields, nonsense)
    addresses = [at(name, table, *more) for name, more in POSTS if name not in ("leave", "back")]
    addresses.append(at("decide", table, table.public_id))
    for address in addresses:
        status = cast.ann_phone.post(address, sent, headers=HTMX).status_code
        assert 400 <= status < 500, address
    for key in ("seen", "heard", "me"):
        for headers in ({}, HTMX):
            response = cast.ann_phone.get(at("play", table), {key: nonsense}, headers=headers)
            assert response.status_code == 200
    assert stored() == before


def test_what_the_browser_measured_is_kept_and_nonsense_is_not(cast):
    table = in_play(cast)
    send(cast.ann_phone, "act", table, action="S", browser_ms="soon", heard="1.x")
    assert table.moves.endswith("S")


def test_what_changes_something_is_posted(cast):
    table = in_play(cast)
    before = stored()
    for name, more in [*POSTS, ("decide", (table.public_id,))]:
        for method in ("get", "head", "put", "delete"):
            assert getattr(cast.ann_phone, method)(at(name, table, *more)).status_code == 405
        assert_refused_method(cast.ann_phone.get(at(name, table, *more)), "POST")
    assert_refused_method(cast.ann_phone.post(at("play", table)), "GET", "HEAD")
    assert stored() == before


def test_a_form_without_its_token_is_refused(cast):
    table = in_play(cast)
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(cast.ann.user)
    before = stored()
    for name, more in POSTS:
        sent = {"seen": table.moves_made, "size": "5", "action": "S", "kind": "chart"}
        assert_page(browser.post(at(name, table, *more), sent), 403)
    assert stored() == before


def test_who_logs_out_is_at_no_table_any_more(cast):
    table = cast.made()
    cast.ann_phone.logout()
    assert cast.ann_phone.get(at("play", table)).status_code == 404


def test_who_has_left_acts_no_more_until_they_are_back(cast):
    table = cast.begun(beside("Bob"))
    send(cast.ann_phone, "leave", table)
    before = stored()
    for name in ("bet", "act", "hint", "on"):
        response = send(cast.ann_phone, name, table, size="5", action="S")
        assert_refused(response, 403, NOT_YOURS)
    assert_refused(send(cast.ann_phone, "stand_in", table, 1, kind="chart"), 403, NOT_YOURS)
    assert_refused(send(cast.ann_phone, "end", table), 403, "Whoever made the table decides that.")
    assert stored() == before


def test_every_refusal_has_words_of_its_own():
    assert set(REFUSED) == set(Refused)
    assert set(ILLEGAL) == set(MatchRefusal)
    assert set(REFUSALS) == set(Refusal)
    assert len({str(told) for told in REFUSED.values()}) == len(Refused)
    assert all(str(told).endswith(".") for told in (*REFUSED.values(), *ILLEGAL.values()))
    assert str(NotDone(Refused.FULL)) == "full"


def test_a_round_is_played_on_after_what_was_refused(cast):
    table = in_play(cast)
    send(cast.ben_phone, "act", table, action="S")
    send(cast.ann_phone, "act", table, action="R")
    match = act(cast.ann, table, "S")
    assert match.moves[-1] == "S"
    assert state_of(table) == match
