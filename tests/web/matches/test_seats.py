"""Seats before the start: given to computer players, taken away, and the start itself."""

from __future__ import annotations

import pytest

from tests.factories.matches import CHART, TO_JOIN
from tests.web.conftest import client_of_guest
from tests.web.matches.reading import (
    assert_part,
    assert_refused,
    door,
    send,
    shown,
    stored,
)
from tests.web.pages import HTMX, page, words
from trainer.matches.models import Stage

FORMS = pytest.mark.parametrize("headers", [{}, HTMX], ids=["full page", "htmx"])


@FORMS
def test_who_leads_gives_a_seat_to_a_computer_player(cast, headers):
    table = cast.gathering(TO_JOIN, CHART)
    for number in (1, 2):
        response = send(cast.ann_phone, "seat", table, number, kind="chart", headers=headers)
        assert response.status_code == (200 if headers else 302)
    seats = list(table.seats.values_list("kind", "name"))
    assert seats[1:] == [
        ("chart", "By the chart 2"),
        ("chart", "By the chart 3"),
        ("chart", "By the chart"),
    ]
    assert "By the chart 2" in words(shown(cast.ann_phone, table))


def test_taking_seats_away_renumbers_the_others(cast):
    table = cast.joined(TO_JOIN, CHART, TO_JOIN)
    assert send(cast.ann_phone, "seat", table, 2, kind="").status_code == 302
    assert list(table.seats.values_list("number", "kind")) == [
        (0, "person"),
        (1, "person"),
        (2, "chart"),
        (3, "person"),
    ]
    send(cast.ann_phone, "seat", table, 3, kind="")
    assert table.seats.count() == 3
    assert cast.begin(table).stage is Stage.PLAYING


def test_two_seats_always_stay(cast):
    table = cast.gathering()
    before = stored()
    response = send(cast.ann_phone, "seat", table, 1, kind="")
    assert_refused(response, 409, "A match needs two seats at least.")
    assert stored() == before


def test_a_seat_that_somebody_has_is_not_given_away(cast):
    table = cast.joined(CHART)
    before = stored()
    for number in (0, 1, 2, 3, 99999999999999999999):
        for kind in ("expert", ""):
            response = send(cast.ann_phone, "seat", table, number, kind=kind)
            assert_refused(response, 409, STALE)
    assert stored() == before


STALE = "The table has moved on since that page was shown. This is how it stands."


@pytest.mark.parametrize("kind", ["person", "cheat", "\x00"])
def test_a_seat_is_given_to_no_player_that_there_is_not(cast, kind):
    table = cast.gathering()
    before = stored()
    assert send(cast.ann_phone, "seat", table, 1, kind=kind).status_code == 400
    assert stored() == before


@FORMS
def test_only_who_leads_gives_seats_begins_and_calls_off(cast, headers):
    table = cast.joined(TO_JOIN)
    before = stored()
    for name, more in (("seat", (2,)), ("begin", ()), ("end", ())):
        response = send(cast.ben_phone, name, table, *more, kind="chart", headers=headers)
        assert_refused(response, 403, "Whoever made the table decides that.")
    assert stored() == before
    assert not page(shown(cast.ben_phone, table)).select("select, #begin")


@FORMS
def test_a_match_begins_when_all_seats_are_taken(cast, headers):
    table = cast.gathering()
    assert page(shown(cast.ann_phone, table)).find(id="begin").has_attr("disabled")
    response = send(cast.ann_phone, "begin", table, headers=headers)
    assert_refused(response, 409, "Some seats are still to be taken.")
    cast.ben_phone.post(door(table), {"name": "Ben"})
    response = send(cast.ann_phone, "begin", table, headers=headers)
    if headers:
        assert_part(response)
        assert "Ann, put out your bet." in words(response)
    assert table.stage is Stage.PLAYING


def test_it_begins_once(cast):
    table = cast.begun()
    before = stored()
    response = send(cast.ann_phone, "begin", table)
    assert_refused(response, 409, "The match has begun: the seats are taken.")
    assert stored() == before


def test_before_the_start_nobody_bets_plays_or_is_stood_in_for(cast):
    table = cast.joined()
    before = stored()
    for name, more, data in [
        ("bet", (), {"size": "5"}),
        ("act", (), {"action": "H"}),
        ("hint", (), {}),
        ("on", (), {}),
        ("stand_in", (0,), {"kind": "chart"}),
        ("back", (0,), {}),
    ]:
        response = send(cast.ann_phone, name, table, *more, **data)
        assert_refused(response, 409, "The match has not begun yet.")
    response = client_of_guest("cy").post(door(table, "ask"), {"name": "Cy", "number": "0"})
    assert response.status_code == 409
    assert stored() == before


def test_a_table_that_was_called_off_neither_begins_nor_changes(cast):
    table = cast.joined(TO_JOIN)
    send(cast.ann_phone, "end", table)
    before = stored()
    for name, more in (("begin", ()), ("seat", (2,))):
        response = send(cast.ann_phone, name, table, *more, kind="chart")
        assert response.status_code == 409
        assert "over" in words(response)
    assert stored() == before


def test_a_table_of_computer_players_alone_is_watched(cast):
    table = cast.made(TO_JOIN, TO_JOIN)
    for number in (0, 1):
        send(cast.ann_phone, "seat", table, number, kind="copycat")
    send(cast.ann_phone, "begin", table)
    assert (table.stage, table.moves) == (Stage.PLAYING, "")
    response = send(cast.ann_phone, "on", table, rounds="one", headers=HTMX)
    assert page(response).find(id="many")
    while table.stage is Stage.PLAYING:
        send(cast.ann_phone, "on", table, rounds="many")
    assert page(shown(cast.ann_phone, table)).select(".match-result")
