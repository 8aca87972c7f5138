"""Asking to play on for somebody who has gone, and the answer of who leads."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.factories.matches import CHART, TO_JOIN, act, bet, made, seeded, state_of
from tests.web.conftest import client_of_guest
from tests.web.matches.reading import (
    asked,
    assert_refused,
    at,
    door,
    notice,
    seats,
    send,
    shown,
    status_line,
    stored,
)
from tests.web.matches.test_presence import wait
from tests.web.pages import HTMX, assert_page, page, words
from trainer.accounts.access import Visitor
from trainer.decisions.models import Decision
from trainer.matches.leaving import MOST_ASKERS
from trainer.matches.models import AWAY, MatchTable, Participant
from trainer.matches.requirements import MOST_TABLES

FORMS = pytest.mark.parametrize("headers", [{}, HTMX], ids=["full page", "htmx"])


@pytest.fixture
def table(cast) -> MatchTable:
    """A match that Ben has left in the middle."""
    table = cast.begun(CHART)
    send(cast.ben_phone, "leave", table)
    return table


@pytest.fixture
def cy() -> Client:
    return client_of_guest("cy")


def ask(client: Client, table: MatchTable, name: str = "Cy", number: object = 1):
    return client.post(door(table, "ask"), {"name": name, "number": number})


def decide(client: Client, table: MatchTable, name: str = "Cy", let_in: str = "yes", **more):
    asker = table.participants.get(name=name)
    return send(client, "decide", table, asker.public_id, let_in=let_in, **more)


def test_the_link_offers_the_seats_of_those_who_have_gone_and_no_others(cast, cy, table):
    buttons = page(cy.get(door(table))).select("form button[name=number]")
    assert [(button["value"], words(button)) for button in buttons] == [
        ("1", "Ask to play on for Ben")
    ]


@FORMS
def test_who_is_let_in_plays_on(cast, cy, table, headers):
    before = shown(cast.ann_phone, table)
    assert ask(cy, table)["Location"] == door(table)
    assert "You have asked to play on" in words(cy.get(door(table)))
    response = asked(cast.ann_phone, table, before)
    assert "Cy asks to play on for somebody who has gone." in words(response)
    assert cy.get(at("play", table)).status_code == 404
    response = decide(cast.ann_phone, table, headers=headers)
    assert response.status_code == (200 if headers else 302)
    assert cy.get(door(table))["Location"] == at("play", table)
    felt = seats(shown(cy, table))
    assert "stands in" not in words(felt["Cy"])
    assert "Ben" not in felt
    bet(cast.ann, table, 5)
    assert send(cy, "bet", table, size="5").status_code == 302


def test_who_is_let_in_while_a_computer_player_plays_has_the_seat_from_the_next_round(cast, cy):
    table = cast.begun()
    seeded(table, lambda match: match.playing and match.turn == 1, "5", "5", "S")
    bet(cast.ann, table, 5)
    bet(cast.ben, table, 5)
    send(cast.ann_phone, "leave", table)
    ask(cy, table, number=0)
    decide(cast.ben_phone, table)
    response = shown(cy, table)
    assert "By the chart plays this round for Cy" in words(response)
    while state_of(table).playing:
        act(cast.ben, table, "S")
    bet(cast.ben, table, 5)
    assert send(cy, "bet", table, size="5").status_code == 302


def test_the_page_of_who_asks_finds_the_answer_by_itself(cast, cy, table):
    ask(cy, table)
    link = page(cy.get(door(table))).select_one("[data-poll]")
    assert link["hx-get"] == link["href"] == door(table)
    decide(cast.ann_phone, table)
    response = cy.get(link["hx-get"], headers=HTMX)
    assert (response.status_code, response["HX-Redirect"]) == (200, at("play", table))


def test_who_is_refused_is_told_nothing_of_the_match_and_may_ask_again(cast, cy, table):
    ask(cy, table)
    assert decide(cast.ann_phone, table, let_in="no").status_code == 302
    assert cy.get(at("play", table)).status_code == 404
    assert "Ask to play on for Ben" in words(cy.get(door(table)))
    assert not cast.person(table, "Cy").at_table
    assert ask(cy, table, name="Cyril").status_code == 302
    assert Participant.objects.filter(table=table).count() == 3


def refused(client: Client, table: MatchTable) -> str:
    """What is said at the door to somebody who was not let in."""
    found = page(client.get(door(table))).find(id="refused")
    return words(found) if found else ""


def test_who_is_not_let_in_is_told_so_until_they_ask_again(cast, cy, table):
    assert refused(cy, table) == ""
    ask(cy, table)
    assert refused(cy, table) == ""
    decide(cast.ann_phone, table, let_in="no")
    assert refused(cy, table) == "You were not let in."
    assert refused(client_of_guest("stranger"), table) == ""
    ask(cy, table)
    assert refused(cy, table) == ""


def test_who_left_before_the_start_was_not_refused(cast, cy):
    table = cast.joined(TO_JOIN)
    cy.post(door(table), {"name": "Cy"})
    send(cy, "leave", table)
    send(cast.ann_phone, "seat", table, 2, kind="chart")
    cast.begin(table)
    assert "The match has begun" in words(cy.get(door(table)))
    assert refused(cy, table) == ""


def watching(client: Client, table: MatchTable) -> str:
    found = page(shown(client, table)).find(id="watching")
    return words(found) if found else ""


def test_whose_seat_another_was_given_is_told_so(cast, cy, clock):
    table = cast.begun()
    assert watching(cast.ben_phone, table) == ""
    wait(clock, table, cast.ann_phone)
    ask(cy, table)
    decide(cast.ann_phone, table)
    assert watching(cast.ben_phone, table) == "Somebody else plays your seat now, and you watch."
    assert watching(cast.ann_phone, table) == watching(cy, table) == ""
    leaving = page(shown(cast.ben_phone, table)).select_one("#leaving p")
    assert words(leaving) == "You have no seat here to come back to."


def test_who_made_a_table_for_others_watches(cast):
    table = cast.made(TO_JOIN, CHART)
    cast.ben_phone.post(door(table), {"name": "Ben"})
    cast.begin(table)
    assert watching(cast.ann_phone, table) == "You have no seat here, and watch."
    assert watching(cast.ben_phone, table) == ""


@FORMS
def test_who_comes_back_meanwhile_keeps_the_seat(cast, cy, table, headers):
    ask(cy, table)
    send(cast.ben_phone, "back", table, 1)
    before = stored()
    response = decide(cast.ann_phone, table, headers=headers)
    assert_refused(response, 409, "That seat has somebody who plays it.")
    assert stored() == before
    assert decide(cast.ann_phone, table, let_in="no").status_code == 302


def test_a_seat_of_somebody_who_is_only_away_can_be_asked_for(cast, cy, clock):
    table = cast.begun()
    assert ask(cy, table).status_code == 409
    wait(clock, table, cast.ann_phone)
    assert ask(cy, table).status_code == 302
    assert decide(cast.ann_phone, table).status_code == 302
    shown(cast.ben_phone, table)
    bet(cast.ann, table, 5)
    response = send(cast.ben_phone, "bet", table, size="5")
    assert_refused(response, 403, "That seat is not played from this device now.")
    assert status_line(shown(cast.ben_phone, table)) == "Cy, put out your bet."


@pytest.mark.parametrize("number", [0, 2, 6])
def test_seats_that_somebody_plays_are_not_to_be_had(cast, cy, table, number):
    before = stored()
    response = ask(cy, table, number=number)
    assert response.status_code in (403, 409)
    assert notice(response) in (
        "That seat has somebody who plays it.",
        "That seat is not played from this device now.",
    )
    assert stored() == before


@pytest.mark.parametrize("number", ["", "-1", "7", "one", "9" * 400, "\x00"])
@pytest.mark.parametrize("name", ["Cy", ""])
def test_nonsense_is_refused(cast, cy, table, number, name):
    before = stored()
    assert_page(ask(cy, table, name=name, number=number), 422)
    assert stored() == before


@pytest.mark.parametrize("name", ["Ann", "ANN", "by the chart", "Ben"])
def test_nobody_asks_under_a_name_that_the_table_knows(cast, cy, table, name):
    before = stored()
    response = ask(cy, table, name=name)
    assert_page(response, 409)
    assert "has that name already" in notice(response)
    assert stored() == before


def test_who_leads_cannot_keep_somebody_present_whom_they_let_in(cast, cy, table, clock):
    ask(cy, table)
    known = str(cast.person(table, "Cy").public_id)
    decide(cast.ann_phone, table)
    seen_at = cast.person(table, "Cy").seen_at
    clock.shift(AWAY.total_seconds() + 1)
    sent = {"seen": "0-0", "me": known}
    assert cast.ann_phone.get(at("play", table), sent, headers=HTMX).status_code == 200
    assert cast.person(table, "Cy").seen_at == seen_at
    polled = asked(cy, table, shown(cy, table))
    assert polled.status_code == 204


def test_two_who_ask_have_two_names(cast, cy, table):
    ask(cy, table)
    response = ask(client_of_guest("other"), table, name="cy")
    assert response.status_code == 409


def test_a_name_that_is_taken_meanwhile_gets_a_number(cast, cy):
    table = cast.joined(TO_JOIN, TO_JOIN)
    dot = client_of_guest("dot")
    dot.post(door(table), {"name": "Dot"})
    dot.post(door(table), {"name": "Eve"})
    cast.begin(table)
    send(cast.ben_phone, "leave", table)
    send(dot, "leave", table)
    cast.ann_phone.post(door(table, "ask"), {"name": "ignored", "number": "1"})
    ask(cy, table, name="Ann 2", number=2)
    decide(cast.ann_phone, table, name="Ann")
    decide(cast.ann_phone, table, name="Ann 2")
    names = sorted(seats(shown(cast.ann_phone, table)))
    assert len({name.casefold() for name in names}) == 4
    assert {"Ann", "Ann 2", "Eve"} < set(names)


def test_long_names_that_get_a_number_fit(cast, cy):
    table = cast.gathering(TO_JOIN, TO_JOIN)
    long = "x" * 40
    cy.post(door(table), {"name": long})
    cast.ben_phone.post(door(table), {"name": "Ben"})
    cast.ben_phone.post(door(table), {"name": "Bea"})
    cast.begin(table)
    send(cast.ben_phone, "leave", table)
    for number, name in ((2, "x" * 38 + " 2"), (3, "x" * 38 + " 3")):
        ask(cy, table, name="ignored", number=number)
        assert decide(cast.ann_phone, table, name=long).status_code == 302
        assert table.seats.get(number=number).name == name


def test_somebody_who_has_left_asks_under_no_other_persons_name(cast, table):
    """They have a seat of their own still, which is no cover."""
    assert ask(cast.ben_phone, table, name="Ann").status_code == 409
    assert not table.participants.filter(name="Ann").exclude(user=cast.ann.user).exists()


def test_somebody_who_has_a_seat_still_asks_under_the_name_that_is_known(cast):
    table = cast.joined(TO_JOIN)
    client_of_guest("dot").post(door(table), {"name": "Dot"})
    cast.begin(table)
    for client in (cast.ben_phone, client_of_guest("dot")):
        send(client, "leave", table)
    assert ask(cast.ben_phone, table, name="Benny", number=2).status_code == 302
    assert "Ben" in seats(shown(cast.ann_phone, table))
    assert cast.person(table, "Ben").asks_for == 2


def test_who_is_at_as_many_tables_as_can_be_neither_asks_nor_is_let_in(cast, cy, table):
    visitor = Visitor(None, "cy")
    for _number in range(MOST_TABLES - 1):
        made(visitor)
    ask(cy, table)
    made(visitor)
    before = stored()
    assert "as many tables as you can be" in notice(ask(cy, table))
    response = decide(cast.ann_phone, table)
    told = "They are at as many tables as they can be: they have to leave one."
    assert_refused(response, 409, told)
    assert stored() == before


def test_so_many_ask_at_the_same_time_and_no_more(cast, cy, table):
    for number in range(MOST_ASKERS):
        assert ask(client_of_guest(f"asks-{number}"), table, f"A{number}").status_code == 302
    before = stored()
    response = ask(cy, table)
    assert_page(response, 409)
    assert notice(response) == "Many have asked already. Try again later."
    assert stored() == before
    assert ask(client_of_guest("asks-3"), table, "A3").status_code == 302, "it is the same"
    decide(cast.ann_phone, table, "A0", let_in="no")
    assert ask(cy, table).status_code == 302


def test_who_waits_no_more_asks_no_more(cast, cy, table, clock):
    ask(cy, table)
    clock.shift(AWAY.total_seconds() / 2)
    cy.get(door(table))
    shown(cast.ann_phone, table)
    clock.shift(AWAY.total_seconds() - 5)
    before = shown(cast.ann_phone, table)
    assert "Cy asks" in words(before), "the page that waits is still there"
    clock.shift(6)
    after = asked(cast.ann_phone, table, before)
    assert "Cy asks" not in words(after)
    response = decide(cast.ann_phone, table)
    assert_refused(response, 409, "Nobody asks for that any more.")


def test_what_was_decided_is_decided_once(cast, cy, table):
    ask(cy, table)
    assert decide(cast.ann_phone, table).status_code == 302
    before = stored()
    response = decide(cast.ann_phone, table)
    assert_refused(response, 409, "Nobody asks for that any more.")
    response = send(cast.ann_phone, "decide", table, table.public_id, let_in="yes")
    assert_refused(response, 409, "Nobody asks for that any more.")
    assert stored() == before


def test_decisions_for_a_seat_taken_over_are_those_of_who_makes_them(cast, cy, table):
    ask(cy, table)
    decide(cast.ann_phone, table)
    while not Decision.objects.exclude(learner=cast.ann.user).exists():
        match = state_of(table)
        who = cast.ann if match.turn == 0 else Visitor(None, "cy")
        act(who, table, "S") if match.playing else bet(who, table, 5)
    assert Decision.objects.latest("decided_at").learner.guest_key == "cy"


def test_nobody_asks_at_a_table_that_is_over(cast, cy):
    table = cast.begun(rounds=None)
    send(cast.ann_phone, "end", table)
    response = ask(cy, table)
    assert_page(response, 409)
    assert notice(response) == "This match is over."
