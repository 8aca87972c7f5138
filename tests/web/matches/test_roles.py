"""Who may what: every address of matches, for every role, in each stage of a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.factories import UserFactory
from tests.factories.matches import TO_JOIN, bet
from tests.web.classroom.test_roles import addresses, urls_of
from tests.web.conftest import client_of, client_of_guest
from tests.web.matches.reading import at, door, send, stored
from tests.web.pages import HTMX
from trainer.accounts.access import Visitor
from trainer.matches import leaving, services
from trainer.matches.models import MatchTable

STRANGERS = ("anonymous", "guest", "account", "admin", "asker", "gone before")
"""None of them is at the table; the last one was there before the start."""
ROLES = (*STRANGERS, "maker", "joined", "has left")
"""Who has left has a seat that a computer player plays on."""
NAMES = ("Ann", "Ben", "Lea")

NO = (404,) * len(STRANGERS)
ANYBODY = (200,) * len(ROLES)
ALL_LED_IN = (200, 200, 200, 200, 200, 200, 302, 302, 302)

PLAYING: Mapping[str, tuple[int, ...]] = {
    "matches:act POST": (*NO, 422, 422, 422),
    "matches:again POST": (*NO, 409, 409, 409),
    "matches:ask POST": (*(422,) * 6, 302, 302, 302),
    "matches:back POST": (*NO, 302, 403, 403),
    "matches:begin POST": (*NO, 409, 403, 403),
    "matches:bet POST": (*NO, 422, 422, 422),
    "matches:code GET": ANYBODY,
    "matches:code POST": (422,) * 9,
    "matches:decide POST": (*NO, 302, 403, 403),
    "matches:end POST": (*NO, 409, 403, 403),
    "matches:hint POST": (*NO, 409, 409, 403),
    "matches:join GET": ALL_LED_IN,
    "matches:join POST": (*(422,) * 6, 302, 302, 302),
    "matches:leave POST": (*NO, 302, 302, 302),
    "matches:lobby GET": ANYBODY,
    "matches:lobby POST": (422,) * 9,
    "matches:on POST": (*NO, 409, 409, 403),
    "matches:play GET": (*NO, 200, 200, 200),
    "matches:quick POST": (302,) * 9,
    "matches:seat POST": (*NO, 409, 403, 403),
    "matches:stand_in POST": (400,) * 9,
    "matches:take_over POST": (*NO, 409, 409, 403),
}
"""By address and method, the status for each of ROLES while the match is played; forms are sent
empty. What is not here is refused as a method."""


@pytest.fixture
def world(cast) -> dict[str, Any]:
    """A table in play with somebody who has left it and somebody who asks for their seat."""
    table = cast.joined(TO_JOIN, TO_JOIN)
    lea, gone, asker = (Visitor(None, key) for key in ("lea", "gone", "asker"))
    services.join(visitor=lea, code=table.code, name="Lea")
    services.join(visitor=gone, code=table.code, name="Gil")
    leaving.leave(visitor=gone, table_id=table.public_id)
    services.change_seat(visitor=cast.ann, table_id=table.public_id, number=3, kind=None)
    cast.begin(table)
    leaving.leave(visitor=lea, table_id=table.public_id)
    person = leaving.ask(visitor=asker, code=table.code, number=2, name="Abe")
    return {
        "table": table,
        "ids": {"table_id": table.public_id, "asker_id": person.public_id, "number": 0},
        "code": table.code,
        "browsers": {
            "anonymous": Client(),
            "guest": client_of_guest("the-guest"),
            "account": client_of(UserFactory()),
            "admin": client_of(UserFactory(is_staff=True, is_superuser=True)),
            "asker": client_of_guest("asker"),
            "gone before": client_of_guest("gone"),
            "maker": cast.ann_phone,
            "joined": cast.ben_phone,
            "has left": client_of_guest("lea"),
        },
    }


def answered(
    world: dict[str, Any],
    role: str,
    name: str,
    method: str,
    headers: Mapping[str, str] | None = None,
    **data: str,
) -> HttpResponse:
    """The response for a role; what it changes is undone."""
    own = name.partition(":")[2]
    (pattern,) = (each for each in urls_of("matches") if each.name == own)
    known = {**world["ids"], "code": world["code"]}
    address = reverse(name, kwargs={key: known[key] for key in pattern.pattern.converters})
    client = world["browsers"][role]
    with transaction.atomic():
        response = getattr(client, method.lower())(address, data, headers=headers)
        transaction.set_rollback(True)
    return response


def test_every_address_answers_every_role_as_it_should_and_tells_no_stranger_a_name(world):
    found, told = {}, []
    for name in addresses("matches"):
        for method in ("GET", "POST"):
            responses = {role: answered(world, role, name, method) for role in ROLES}
            statuses = tuple(response.status_code for response in responses.values())
            if set(statuses) != {405}:
                found[f"{name} {method}"] = statuses
            for role in STRANGERS:
                text = responses[role].content.decode()
                names = [each for each in NAMES if f">{each}<" in text]
                if names and name not in ("matches:join", "matches:ask"):
                    told.append(f"{name} {method} tells {role} of {names}")
    assert found == PLAYING
    assert told == [], "but who has the code is told who is at the table"


@pytest.mark.parametrize("role", STRANGERS)
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["full page", "htmx"])
def test_for_strangers_a_table_does_not_exist_whatever_they_send(world, role, headers):
    before = stored()
    sent = {
        "seen": str(world["table"].moves_made),
        "size": "5",
        "action": "S",
        "kind": "chart",
        "let_in": "yes",
    }
    for pattern in urls_of("matches"):
        if "table_id" not in pattern.pattern.converters:
            continue
        name = f"matches:{pattern.name}"
        method = "GET" if pattern.name == "play" else "POST"
        response = answered(world, role, name, method, headers, **sent)
        assert response.status_code == 404, name
        assert "Nothing here" in response.content.decode()
    assert stored() == before


def test_polling_tells_a_stranger_nothing_even_with_the_right_key(world, cast):
    table = world["table"]
    key = cast.ann_phone.get(at("play", table)).context["page"].key
    for me in ("", "0", str(uuid4()), str(table.public_id)):
        response = world["browsers"]["account"].get(
            at("play", table), {"seen": key, "me": me}, headers=HTMX
        )
        assert response.status_code == 404


def test_a_table_that_there_is_not_is_not_found(cast):
    missing = MatchTable(public_id=uuid4())
    for name in ("begin", "bet", "act", "hint", "on", "end", "leave"):
        data = {"size": "5", "action": "S", "seen": "0"}
        assert cast.ann_phone.post(at(name, missing), data).status_code == 404
    for name in ("seat", "stand_in", "back", "take_over"):
        response = cast.ann_phone.post(at(name, missing, 0), {"kind": "chart"})
        assert response.status_code == 404
    assert cast.ann_phone.get(at("play", missing)).status_code == 404
    assert cast.ann_phone.get("/match/x/").status_code == 404
    assert cast.ann_phone.get(f"/match/{missing.public_id}/seat/-1/").status_code == 404


def test_only_who_leads_decides_on_who_asks(world, cast):
    table, asker = world["table"], world["ids"]["asker_id"]
    before = stored()
    for role in ("joined", "has left"):
        response = send(world["browsers"][role], "decide", table, asker, let_in="yes")
        assert response.status_code == 403
    assert stored() == before
    assert send(cast.ann_phone, "decide", table, asker, let_in="yes").status_code == 302


def test_a_seat_that_was_taken_over_is_lost_to_who_had_it(world, cast):
    table, lea = world["table"], world["browsers"]["has left"]
    send(cast.ann_phone, "decide", table, world["ids"]["asker_id"], let_in="yes")
    before = stored()
    assert lea.get(at("play", table)).status_code == 404
    assert send(lea, "back", table, 2).status_code == 404
    bet(cast.ann, table, 5)
    bet(cast.ben, table, 5)
    assert send(lea, "bet", table, size="5").status_code == 404
    assert send(world["browsers"]["asker"], "bet", table, size="5").status_code == 302
    assert stored() != before
    assert "Ask to play on" not in lea.get(door(table)).content.decode()
