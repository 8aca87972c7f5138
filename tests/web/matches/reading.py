"""What the tests of matches share: addresses, what a page shows, and what is stored."""

from __future__ import annotations

import json
from typing import Any

from bs4 import Tag
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.web.pages import HTMX, is_whole, page, recorded, words
from trainer.matches.models import MatchTable, Participant, Seat

LOBBY = "/match/"
QUICK = "/match/quick/"
JOIN = "/match/join/"


def at(name: str, table: MatchTable, *more: object) -> str:
    """An address of a table."""
    return reverse(f"matches:{name}", args=[table.public_id, *more])


def door(table: MatchTable, name: str = "join") -> str:
    """The address by which a table is joined."""
    return reverse(f"matches:{name}", args=[table.code])


def send(
    client: Client,
    name: str,
    table: MatchTable,
    *more: object,
    headers: dict[str, str] | None = None,
    seen: object = None,
    **data: object,
) -> HttpResponse:
    """Post a form of the table as the page that shows its present state has it."""
    table.refresh_from_db()
    sent = {"seen": table.moves_made if seen is None else seen, **data}
    response = client.post(at(name, table, *more), sent, headers=headers or {})
    table.refresh_from_db()
    return response


def shown(client: Client, table: MatchTable) -> HttpResponse:
    """The page of the table."""
    response = client.get(at("play", table))
    assert response.status_code == 200
    return response


def asked(client: Client, table: MatchTable, response: HttpResponse) -> HttpResponse:
    """The answer when the page that was shown asks for news."""
    sent = json.loads(page(response).select_one("[data-poll]")["hx-vals"])
    return client.get(at("play", table), sent, headers=HTMX)


def assert_part(response: HttpResponse, status: int = 200) -> None:
    """The table alone, for htmx, kept by no cache."""
    assert response.status_code == status
    assert not is_whole(response)
    assert page(response).find(id="match")
    assert page(response).find(["html", "head", "nav"]) is None
    assert "HX-Request" in response["Vary"]
    assert "no-store" in response["Cache-Control"]


def assert_whole(response: HttpResponse, status: int = 200) -> None:
    """A whole page, kept by no cache."""
    assert response.status_code == status
    assert is_whole(response)
    assert page(response).find("h1")
    assert "HX-Request" in response["Vary"]
    assert "no-store" in response["Cache-Control"]


def assert_refused(response: HttpResponse, status: int, message: str) -> None:
    """The table as it stands, whole or in part, and why nothing was done."""
    (assert_whole if is_whole(response) else assert_part)(response, status)
    assert notice(response) == message


def notice(response: HttpResponse) -> str:
    found = page(response).select_one("#notice, .alert[role=alert]")
    return words(found) if found else ""


def stored() -> dict[str, Any]:
    """All that something at a table may change, but for when somebody was last seen."""
    people = [f.attname for f in Participant._meta.concrete_fields if f.name != "seen_at"]
    return recorded() | {
        "tables": list(MatchTable.objects.order_by("pk").values_list()),
        "people": list(Participant.objects.order_by("pk").values_list(*people)),
        "seats": list(Seat.objects.order_by("pk").values_list()),
    }


def status_line(response: HttpResponse) -> str:
    """What stands beside the mark that says whose turn it is."""
    return words(page(response).select_one(".match-status .verdict__head")).removeprefix("▶ ")


def buttons(response: HttpResponse) -> dict[str, bool]:
    """The buttons of the table's sizes or of the plays by their names, and which may be pressed."""
    return {
        words(button.select_one(".action__name")): not button.has_attr("disabled")
        for button in page(response).select("form.actions button")
    }


def enabled(response: HttpResponse) -> list[str]:
    return [name for name, may in buttons(response).items() if may]


def seats(response: HttpResponse) -> dict[str, Tag]:
    """The seats on the felt, by their names."""
    found = {}
    for seat in page(response).select(".match-seat"):
        found[words(seat.select_one(".match-seat__name"))] = seat
    return found


def counts(seat: Tag) -> list[str]:
    """What the hands of a seat count, as its label tells."""
    return [words(count) for count in seat.select(".match-seat__count")]


def cards(tag: Tag) -> list[str]:
    """Cards by their codes, ``back`` for one that lies face down."""
    return [use["href"].rpartition("#")[2] for use in tag.select(".card use")]


def dealers_cards(response: HttpResponse) -> list[str]:
    return cards(page(response).select_one(".match-dealer"))


def standings(response: HttpResponse) -> list[tuple[str, str, str]]:
    """Rank, name and pile of each line."""
    return [
        (
            line["value"],
            words(line.select_one("[class$=name]")),
            words(line.select_one("[class$=pile]")),
        )
        for line in page(response).select(".standings__place")
    ]


def spoken(response: HttpResponse) -> str:
    """What a screen reader is told."""
    return words(page(response).select_one("template[data-says]"))
