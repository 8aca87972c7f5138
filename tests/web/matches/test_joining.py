"""/match/join/ and /match/join/<code>/: coming to a table by its code or link."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.factories import UserFactory
from tests.factories.matches import CHART, OWN, TO_JOIN, beside, made
from tests.web.conftest import client_of, client_of_guest
from tests.web.matches.reading import (
    JOIN,
    assert_whole,
    at,
    door,
    notice,
    send,
    shown,
    stored,
)
from tests.web.pages import HTMX, assert_page, assert_refused_method, page, words
from trainer.accounts.access import Visitor
from trainer.accounts.attempts import WRONG_CODES
from trainer.matches.models import MatchTable, Participant
from trainer.matches.requirements import MOST_TABLES


def names_at(table: MatchTable) -> list[str]:
    """By which the page of the one who made it knows the seats; empty for one to be taken."""
    people = {person.pk: person.name for person in table.participants.all()}
    return [seat.name or people.get(seat.participant_id, "") for seat in table.seats.all()]


def test_a_code_is_read_however_it_is_typed(cast):
    table = cast.gathering()
    for typed in (table.code, table.code.lower(), f" {table.code[:4]}–{table.code[4:]} "):
        assert cast.ben_phone.post(JOIN, {"code": typed})["Location"] == door(table)
    assert (
        cast.ben_phone.get(door(table).replace(table.code, table.code.lower())).status_code == 200
    )


def test_the_link_tells_what_is_agreed_and_who_is_there_and_sits_down_who_agrees(cast):
    table = cast.gathering(CHART)
    response = cast.ben_phone.get(door(table))
    assert_page(response)
    assert [words(line) for line in page(response).select(".match-places li")] == [
        "Ann",
        "To be taken",
        "By the chart",
    ]
    response = cast.ben_phone.post(door(table), {"name": " Ben "})
    assert response["Location"] == at("play", table)
    assert_whole(cast.ben_phone.get(at("play", table)))
    assert names_at(table) == ["Ann", "Ben", "By the chart"]


def test_an_account_joins_under_its_name_or_another(cast, owner, learner):
    table = cast.gathering()
    response = owner.get(door(table))
    assert page(response).select_one("[name=name]")["value"] == learner.username
    assert owner.post(door(table), {"name": "Lou"}).status_code == 302
    assert table.participants.get(name="Lou").user == learner


def test_somebody_without_a_session_joins_and_is_known_again(cast):
    table, newcomer = cast.gathering(), Client()
    newcomer.post(door(table), {"name": "New"})
    assert_whole(newcomer.get(at("play", table)))


@pytest.mark.parametrize("name", ["", "  ", "x" * 41, "a\u200bb", "a\x00b"])
def test_a_name_is_needed_that_can_be_shown(cast, name):
    table = cast.gathering()
    before = stored()
    assert_page(cast.ben_phone.post(door(table), {"name": name}), 422)
    assert stored() == before


def test_a_wrong_code_is_said_to_be_wrong(cast):
    cast.gathering()
    for typed, message in [
        ("ABCD2345", "No table has that code."),
        ("", "This field is required."),
        ("\x00", "Null characters are not allowed."),
        ("x" * 41, "at most 40 characters"),
    ]:
        response = cast.ben_phone.post(JOIN, {"code": typed})
        assert_page(response, 422)
        assert message in words(response)
    for link in ("ABCD2345", "%00", "x" * 300, "--"):
        assert_page(cast.ben_phone.get(f"{JOIN}{link}/"), 404)
        assert_page(cast.ben_phone.post(f"{JOIN}{link}/ask/", {"name": "Ben"}), 404)


@pytest.mark.parametrize("way", ["typed", "link", "ask"])
def test_who_tries_many_codes_has_to_wait(cast, way):
    table = cast.gathering()
    for number in range(WRONG_CODES.most):
        if way == "typed":
            cast.ben_phone.post(JOIN, {"code": f"WRNG{number}"})
        elif way == "link":
            cast.ben_phone.get(f"{JOIN}WRNG{number}/")
        else:
            cast.ben_phone.post(f"{JOIN}WRNG{number}/ask/")
    for response in (
        cast.ben_phone.get(JOIN),
        cast.ben_phone.post(JOIN, {"code": table.code}),
        cast.ben_phone.get(door(table)),
        cast.ben_phone.post(door(table), {"name": "Ben"}),
        cast.ben_phone.post(door(table, "ask"), {"name": "Ben", "number": "0"}),
    ):
        assert_page(response, 429)
        assert response["Retry-After"] == "600"
    assert cast.ann_phone.get(door(table)).status_code == 200, "others need not wait"


def assert_turned_away(response, message: str) -> None:
    assert_page(response, 409)
    assert notice(response) == message


def test_a_full_table_takes_nobody_more(cast):
    table = cast.joined()
    before = stored()
    assert_turned_away(
        client_of_guest("cy").post(door(table), {"name": "Cy"}),
        "Every seat of this table is taken.",
    )
    assert stored() == before
    assert "Every seat of this table is taken." in words(client_of_guest("cy").get(door(table)))


def test_a_match_that_has_begun_takes_nobody_more(cast):
    table = cast.begun()
    before = stored()
    response = client_of_guest("cy").post(door(table), {"name": "Cy"})
    assert_turned_away(response, "The match has begun: the seats are taken.")
    assert "every seat has somebody who plays it" in words(response)
    assert stored() == before


def test_a_match_that_is_over_or_called_off_takes_nobody(cast):
    off, over = cast.gathering(), cast.begun(rounds=None)
    for table in (off, over):
        send(cast.ann_phone, "end", table)
        before = stored()
        response = client_of_guest("cy").post(door(table), {"name": "Cy"})
        assert_turned_away(response, "This match is over.")
        assert "The match is over." in words(client_of_guest("cy").get(door(table)))
        assert stored() == before
    assert "This table was called off" in words(shown(cast.ann_phone, off))
    assert not page(shown(cast.ann_phone, off)).select("[data-poll]")


@pytest.mark.parametrize("name", ["Ann", "aNN", "By the chart", "bob"])
def test_a_name_that_somebody_has_is_refused(cast, name):
    table = cast.gathering(CHART, beside("Bob"))
    before = stored()
    assert_turned_away(
        cast.ben_phone.post(door(table), {"name": name}),
        "Somebody at the table has that name already. Take another.",
    )
    assert stored() == before


def test_the_maker_of_a_table_is_not_to_be_mistaken_though_without_a_seat(cast):
    table = cast.made(TO_JOIN, TO_JOIN)
    assert cast.ben_phone.post(door(table), {"name": "ann"}).status_code == 409


def test_a_double_click_takes_one_seat(cast):
    table = cast.gathering(TO_JOIN)
    for _click in range(2):
        response = cast.ben_phone.post(door(table), {"name": "Ben"})
        assert (response.status_code, response["Location"]) == (302, at("play", table))
    assert sum(seat.is_open for seat in table.seats.all()) == 1


def test_somebody_takes_a_second_seat_for_who_is_beside_them(cast):
    table = cast.made(OWN, TO_JOIN, TO_JOIN, TO_JOIN)
    cast.ben_phone.post(door(table), {"name": "Ben"})
    response = cast.ben_phone.get(door(table))
    assert "Somebody beside you can play on this device" in words(response)
    assert cast.ben_phone.post(door(table), {"name": "ben"}).status_code == 409
    assert cast.ben_phone.post(door(table), {"name": "Bea"}).status_code == 302
    assert cast.ann_phone.post(door(table), {"name": "Al"}).status_code == 302
    assert names_at(table) == ["Ann", "Ben", "Bea", "Al"]
    owners = [seat.participant.name for seat in table.seats.select_related("participant")]
    assert owners == ["Ann", "Ben", "Ben", "Ann"]
    assert [seat.is_own for seat in table.seats.all()] == [True, True, False, False]


def test_a_maker_without_a_seat_takes_one_of_their_own_under_any_name(cast):
    for name in ("Ann", "Anastasia"):
        table = cast.made(TO_JOIN, TO_JOIN)
        assert cast.ann_phone.post(door(table), {"name": name}).status_code == 302
        assert names_at(table) == [name, ""]
        assert table.seats.first().is_own


def test_who_leaves_before_the_start_frees_their_seats(cast):
    table = cast.joined(TO_JOIN)
    cast.ben_phone.post(door(table), {"name": "Bea"})
    assert names_at(table) == ["Ann", "Ben", "Bea"]
    response = send(cast.ben_phone, "leave", table)
    assert response["Location"] == "/match/"
    assert names_at(table) == ["Ann", "", ""]
    assert cast.ben_phone.get(at("play", table)).status_code == 404
    cy = client_of_guest("cy")
    assert cy.post(door(table), {"name": "Bea"}).status_code == 302, "the name is free again"


def test_who_has_left_comes_back_as_the_same_under_another_name(cast):
    table = cast.joined()
    send(cast.ben_phone, "leave", table)
    assert cast.ben_phone.post(door(table), {"name": "Benno"}).status_code == 302
    assert names_at(table) == ["Ann", "Benno"]
    assert Participant.objects.count() == 2


def test_the_next_person_leads_when_the_maker_leaves_and_the_maker_when_back(cast):
    table = cast.joined(TO_JOIN)
    assert not page(shown(cast.ben_phone, table)).find(id="begin")
    send(cast.ann_phone, "leave", table)
    assert page(shown(cast.ben_phone, table)).find(id="begin")
    assert send(cast.ben_phone, "seat", table, 2, kind="chart").status_code == 302
    cast.ann_phone.post(door(table), {"name": "Ann"})
    assert page(shown(cast.ann_phone, table)).find(id="begin")
    assert not page(shown(cast.ben_phone, table)).find(id="begin")


def test_a_table_that_all_have_left_is_taken_by_who_comes_next(cast):
    table = cast.joined()
    send(cast.ben_phone, "leave", table)
    send(cast.ann_phone, "leave", table)
    assert_page(cast.ben_phone.get(door(table)))
    cast.ben_phone.post(door(table), {"name": "Ben"})
    assert page(shown(cast.ben_phone, table)).find(id="begin")


def test_leaving_twice_is_leaving_once(cast):
    table = cast.joined()
    send(cast.ben_phone, "leave", table)
    before = stored()
    assert send(cast.ben_phone, "leave", table).status_code == 404
    assert stored() == before


def test_nobody_joins_more_tables_than_they_may_be_at(cast, owner, learner):
    for _number in range(MOST_TABLES):
        made(Visitor(learner, ""))
    table = cast.gathering()
    before = stored()
    response = owner.post(door(table), {"name": "Lou"})
    assert_page(response, 409)
    assert "as many tables as you can be" in notice(response)
    assert stored() == before


def test_who_is_at_a_table_that_plays_is_led_to_it(cast):
    table = cast.begun()
    for client in (cast.ann_phone, cast.ben_phone):
        assert client.get(door(table))["Location"] == at("play", table)
    send(cast.ben_phone, "leave", table)
    assert cast.ben_phone.get(door(table))["Location"] == at("play", table), "to come back"


def test_methods_and_htmx(cast):
    table = cast.gathering()
    for address in (JOIN, door(table)):
        assert_refused_method(cast.ben_phone.put(address), "GET", "HEAD", "POST")
    assert_refused_method(cast.ben_phone.get(door(table, "ask")), "POST")
    assert cast.ben_phone.get(door(table), headers=HTMX).status_code == 200
    assert client_of(UserFactory()).get(JOIN).status_code == 200
