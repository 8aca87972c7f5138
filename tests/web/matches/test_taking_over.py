"""Taking over the seat of somebody who has gone, by somebody who is at the table."""

from __future__ import annotations

import pytest
from django.utils import timezone

from tests.factories.matches import CHART, TO_JOIN, bet, seeded, state_of
from tests.web.conftest import client_of_guest
from tests.web.matches.reading import (
    asked,
    assert_refused,
    door,
    seats,
    send,
    shown,
    status_line,
    stored,
)
from tests.web.matches.test_presence import wait
from tests.web.pages import HTMX, page, words
from tests.web.personal.test_delete import URL
from trainer.matches.models import MatchTable

FORMS = pytest.mark.parametrize("headers", [{}, HTMX], ids=["full page", "htmx"])


@pytest.fixture
def table(cast) -> MatchTable:
    """A match of Ann, Ben and Cy, who has left."""
    table = cast.joined(TO_JOIN, CHART)
    cy = client_of_guest("cy")
    cy.post(door(table), {"name": "Cy"})
    cast.begin(table)
    send(cy, "leave", table)
    return table


def button(response, number: int = 2) -> str:
    found = page(response).find(id=f"take-over-{number}")
    return words(found) if found else ""


@FORMS
def test_who_leads_plays_on_for_who_has_gone_at_once(cast, table, headers):
    assert button(shown(cast.ann_phone, table)) == "Play it on this device"
    response = send(cast.ann_phone, "take_over", table, 2, headers=headers)
    assert response.status_code == (200 if headers else 302)
    seat = table.seats.get(number=2)
    assert (seat.name, seat.participant.name, seat.stand_in) == ("Cy", "Ann", "")
    felt = seats(shown(cast.ben_phone, table))
    assert "stands in" not in words(felt["Cy"])
    assert button(shown(cast.ben_phone, table)) == ""
    bet(cast.ann, table, 5)
    bet(cast.ben, table, 5)
    assert status_line(shown(cast.ann_phone, table)) == "Cy, put out your bet."
    bet(cast.ann, table, 5)
    assert state_of(table).bets[2]


def test_another_at_the_table_asks_whoever_leads(cast, table):
    assert button(shown(cast.ben_phone, table)) == "Ask to play it"
    before = shown(cast.ann_phone, table)
    response = send(cast.ben_phone, "take_over", table, 2, headers=HTMX)
    assert "You have asked to play for Cy." in words(response)
    assert table.seats.get(number=2).participant.name == "Cy"
    assert "Ben asks to play on" in words(asked(cast.ann_phone, table, before))
    ben = cast.person(table, "Ben")
    send(cast.ann_phone, "decide", table, ben.public_id, let_in="yes")
    seat = table.seats.get(number=2)
    assert (seat.name, seat.participant) == ("Ben 2", ben)
    assert cast.person(table, "Ben").at_table


def test_a_hand_that_a_computer_player_plays_is_taken_over_after_the_round(cast):
    table = cast.begun()
    seeded(table, lambda match: match.playing and match.turn == 1, "5", "5", "S")
    bet(cast.ann, table, 5)
    bet(cast.ben, table, 5)
    send(cast.ann_phone, "leave", table)
    send(cast.ben_phone, "take_over", table, 0)
    seat = table.seats.get(number=0)
    assert (seat.stand_in, seat.back, seat.name) == ("chart", True, "Ann")


def test_a_seat_whose_person_is_known_no_more_gets_a_name(cast, table):
    client_of_guest("cy").post(URL, {"sure": "on"})
    send(cast.ann_phone, "take_over", table, 2)
    assert table.seats.get(number=2).name == "Ann 2"


@FORMS
@pytest.mark.parametrize("number", [0, 1, 3, 7])
def test_a_seat_that_somebody_plays_is_not_to_be_had(cast, table, number, headers):
    before = stored()
    response = send(cast.ann_phone, "take_over", table, number, headers=headers)
    if number < 2:
        assert_refused(response, 409, "That seat has somebody who plays it.")
    else:
        assert_refused(response, 403, "That seat is not played from this device now.")
    assert stored() == before


@pytest.mark.parametrize("way", ["take over", "let in"])
def test_the_time_of_a_decision_runs_from_when_there_is_somebody_to_decide(cast, clock, way):
    table = cast.begun()
    seeded(table, lambda match: match.playing and match.turn == 0, "5", "5")
    bet(cast.ann, table, 5)
    bet(cast.ben, table, 5)
    wait(clock, table, cast.ben_phone)
    if way == "take over":
        send(cast.ben_phone, "take_over", table, 0)
    else:
        client_of_guest("cy").post(door(table, "ask"), {"name": "Cy", "number": "0"})
        asker = cast.person(table, "Cy")
        send(cast.ben_phone, "decide", table, asker.public_id, let_in="yes")
    assert state_of(table).turn == 0
    assert table.asked_at == timezone.now()


def test_nobody_has_their_own_time_begin_anew(cast, clock):
    table = cast.made()
    bet(cast.ann, table, 5)
    before = table.asked_at
    clock.shift(20)
    send(cast.ann_phone, "back", table, 1)
    assert table.asked_at == before


def test_who_has_left_takes_nothing_over(cast, table):
    send(cast.ben_phone, "leave", table)
    before = stored()
    assert not button(shown(cast.ben_phone, table))
    assert send(cast.ben_phone, "take_over", table, 2).status_code == 403
    assert stored() == before


def test_it_is_offered_for_who_is_away_too(cast, clock):
    table = cast.begun()
    assert not button(shown(cast.ann_phone, table), 1)
    wait(clock, table, cast.ann_phone)
    assert button(shown(cast.ann_phone, table), 1) == "Play it on this device"
    send(cast.ann_phone, "take_over", table, 1)
    shown(cast.ben_phone, table)
    bet(cast.ann, table, 5, 5)
    assert send(cast.ben_phone, "back", table, 1).status_code == 403
