"""A whole match of two people with their own devices and a computer player, by its pages alone."""

from __future__ import annotations

import pytest
from bs4 import Tag
from django.http import HttpResponse
from django.test import Client

from tests.web.conftest import client_of_guest
from tests.web.matches.reading import LOBBY, asked, shown, standings, status_line
from tests.web.matches.test_making import SENT
from tests.web.pages import HTMX, page, words
from trainer.decisions.models import Decision
from trainer.matches import states
from trainer.matches.models import MatchTable, Stage


def press(client: Client, button: Tag, headers: dict[str, str]) -> HttpResponse:
    """Send the form that a button belongs to, as a browser does."""
    form = button.find_parent("form")
    sent = {field["name"]: field.get("value", "") for field in form.select("input[name]")}
    if button.get("name"):
        sent[button["name"]] = button["value"]
    return client.post(form["action"], sent, headers=headers, follow=not headers)


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["without scripts", "htmx"])
def test_a_match_from_the_lobby_to_its_result(rulebook, owner, headers):
    guest = client_of_guest("ben")
    seats = {"who_1": "link", "name_1": "", "who_2": "expert", "rounds": "2", "hints": "on"}
    response = owner.post(LOBBY, SENT | seats, follow=True)
    table = MatchTable.objects.get()
    link = page(response).select_one(".match-join__address a")["href"]
    door = page(guest.get(link)).select_one("main form")
    assert door["action"] == link.removeprefix("http://testserver")
    assert "Ben" in words(guest.post(door["action"], {"name": "Ben"}, follow=True))
    response = asked(owner, table, response)
    press(owner, page(response).find(id="begin"), headers)
    devices = {"Ann": owner, "Ben": guest}
    pressed = 0
    while not page(response := shown(owner, table)).select_one(".match-result"):
        states._kept.clear()
        client = devices[status_line(response).replace(",", "").split()[0]]
        before = shown(client, table)
        hint = page(before).find(id="hint")
        if hint and not pressed % 3:
            before = press(client, hint, headers)
        button = page(before).select("form.actions button:not([disabled])")[0]
        after = press(client, button, headers)
        assert after.status_code == 200
        assert status_line(after) != status_line(before) or words(after) != words(before)
        pressed += 1
        assert pressed < 60
    table.refresh_from_db()
    assert table.stage is Stage.OVER
    for client in devices.values():
        result = shown(client, table)
        assert "All rounds are played." in words(result)
        assert len(page(result).select(".match-result__rounds tbody tr")) == 2
        assert not standings(result)
    assert Decision.objects.filter(assisted=False).exists()
    assert Decision.objects.values("learner").distinct().count() == 2
    assert words(page(owner.get(LOBBY)).select_one(".table-list")).endswith("over")
