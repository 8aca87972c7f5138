"""What the tests of tables share: addresses, what a page shows, and what is stored."""

from __future__ import annotations

from typing import Any

from bs4 import Tag
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.web.pages import HTMX, is_whole, page, recorded, words
from trainer.tables.models import DealtShoe, PlayedRound, Table

FORMS = {"full page": {}, "htmx": HTMX}
"""The headers of the two kinds of request, by name."""


def at(name: str, row: Table | PlayedRound) -> str:
    """An address of a table, or of a round."""
    return reverse(f"tables:{name}", args=[row.public_id])


def post(
    client: Client,
    name: str,
    table: Table,
    *,
    headers: dict[str, str] | None = None,
    version: object = None,
    **data: object,
) -> HttpResponse:
    """Send a form of the table as the page that shows its present state has it."""
    table.refresh_from_db()
    seen = table.version if version is None else version
    response = client.post(at(name, table), {"version": seen, **data}, headers=headers or {})
    table.refresh_from_db()
    return response


def assert_table_part(response: HttpResponse, status: int = 200) -> None:
    """The table alone, for htmx, with what a screen reader is told."""
    assert response.status_code == status
    assert not is_whole(response)
    assert page(response).find(id="table")
    assert page(response).find(["html", "head", "nav"]) is None
    assert page(response).find(attrs={"hx-swap-oob": "innerHTML:#announcer"})
    assert "HX-Request" in response["Vary"]
    assert "no-store" in response["Cache-Control"]


def assert_table_page(response: HttpResponse, status: int = 200) -> None:
    """A whole page with the table on it."""
    assert response.status_code == status
    assert is_whole(response)
    assert page(response).find("h1")
    assert page(response).find(id="table")
    assert page(response).find(attrs={"hx-swap-oob": True}) is None
    assert "HX-Request" in response["Vary"]
    assert "no-store" in response["Cache-Control"]


def assert_refused(response: HttpResponse, status: int, message: str) -> None:
    """The table as it stands, whole or in part, and why nothing was done."""
    (assert_table_page if is_whole(response) else assert_table_part)(response, status)
    assert words(page(response).select_one("#table > .notice")) == message


def stored() -> dict[str, Any]:
    """All that something at a table may change."""
    rows = {
        model.__name__: sorted(model.objects.values_list(), key=str)
        for model in (Table, DealtShoe, PlayedRound)
    }
    return recorded() | rows


def cards_of(seat: Tag) -> list[str]:
    """The cards of a seat by their codes, ``back`` for one that lies face down."""
    return [use["href"].rpartition("#")[2] for use in seat.select(".card use")]


def dealer_cards(response: HttpResponse) -> list[str]:
    return cards_of(page(response).select_one(".seat--dealer"))


def hands(response: HttpResponse) -> list[list[str]]:
    """The cards of each of the player's hands."""
    return [cards_of(seat) for seat in page(response).select(".seat--player")]


def buttons(response: HttpResponse) -> dict[str, str]:
    """The buttons of the action bar: what each sends, and its name."""
    return {
        button["value"]: words(button.select_one(".action__name"))
        for button in page(response).select("form.actions button")
    }


def status_line(response: HttpResponse) -> str:
    return words(page(response).select_one(".verdict__head"))


def choices(response: HttpResponse) -> dict[str, str]:
    """The chosen token of each rule of a form."""
    return {
        words(label.select_one(".form-label")): label.select_one("option[selected]")["value"]
        for label in page(response).select(".rule-form__rule")
        if label.select_one("option[selected]")
    }
