"""Every address of a table: for others than its player it does not exist, nor for other methods."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import place_bet, play_round
from tests.web.pages import HTMX, assert_page, assert_part, assert_refused_method, words
from tests.web.tables.reading import at, stored
from trainer.tables.models import Training

SENT = {
    "deal": {"bet": "10"},
    "act": {"action": "H"},
    "advise": {},
    "guess": {"code": "H"},
    "refill": {},
    "sound": {"on": "yes"},
    "leave": {},
    "settings": {"rule": ["6D", "LS"], "limits": "1-100", "training": "hint"},
}
"""Forms that do something, by the name of the address."""
PAGES = ["play", "settings", "history", "fairness"]
POSTS = [name for name in SENT if name != "settings"]


def assert_nothing_here(response, headers) -> None:
    (assert_part if headers else assert_page)(response, 404)
    assert "Nothing here" in words(response)


@pytest.fixture(params=["betting", "playing"])
def table_at_work(request, stack, table):
    """A table with no round open, then with one."""
    if request.param == "playing":
        stack(table, "TS 9H 6D TC")
        place_bet(table)
    return table


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["full page", "htmx"])
def test_strangers_see_and_do_nothing(stranger, table_at_work, headers):
    table = table_at_work
    before = stored()
    for name in PAGES:
        assert_nothing_here(stranger.get(at(name, table), headers=headers), headers)
    for name, data in SENT.items():
        sent = {"version": table.version, **data}
        assert_nothing_here(stranger.post(at(name, table), sent, headers=headers), headers)
    assert stored() == before


def test_nonsense_at_somebody_elses_table_is_not_found_either(stranger, table):
    before = stored()
    sent = {"bet": "x", "action": "?", "code": "?", "rule": ["9D"]}
    for name in ("deal", "act", "guess", "settings"):
        assert_nothing_here(stranger.post(at(name, table), sent), {})
    assert stored() == before


@pytest.mark.parametrize("decided", [False, True], ids=["no decision", "a decision"])
def test_the_table_of_a_guest_is_its_own(stranger, stack, guest_table, guest, decided):
    if decided:
        stack(guest_table, "TS 9H 6D TC")
        play_round(guest_table, "S")
    before = stored()
    for name in PAGES:
        assert stranger.get(at(name, guest_table)).status_code == 404
    for name, data in SENT.items():
        sent = {"version": guest_table.version, **data}
        assert stranger.post(at(name, guest_table), sent).status_code == 404
    assert guest.get(at("play", guest_table)).status_code == 200
    assert stored() == before


def test_a_round_that_is_not_shared_does_not_exist_for_strangers(stranger, stack, table):
    stack(table, "TS 9H 6D TC")
    row = play_round(table, "S")
    before = stored()
    for headers in ({}, HTMX):
        assert_nothing_here(stranger.get(at("round", row), headers=headers), headers)
        shared = stranger.post(at("share", row), {"shared": "yes"}, headers=headers)
        assert_nothing_here(shared, headers)
    assert stored() == before


def test_what_does_not_exist_is_not_found(owner, rulebook):
    for name in [*PAGES, *POSTS, "round", "share"]:
        address = reverse(f"tables:{name}", args=[uuid4()])
        send = owner.post if name in (*POSTS, "share") else owner.get
        assert_page(send(address, SENT.get(name, {})), 404)
    for address in ("/table/1/", "/table/round/1/", "/table/x/deal/"):
        assert_page(owner.get(address), 404)


def test_what_changes_something_is_posted(owner, table):
    before = stored()
    for name in POSTS:
        for method in ("get", "head", "put", "delete"):
            response = getattr(owner, method)(at(name, table), SENT[name])
            assert response.status_code == 405
        assert_refused_method(owner.get(at(name, table)), "POST")
    assert stored() == before


def test_pages_are_only_read(owner, table):
    before = stored()
    for name in ("play", "history", "fairness"):
        assert_refused_method(owner.post(at(name, table), SENT["settings"]), "GET", "HEAD")
        assert_refused_method(owner.delete(at(name, table)), "GET", "HEAD")
    assert stored() == before


def test_the_methods_of_settings_rounds_and_sharing(owner, stack, table):
    stack(table, "TS 9H 6D TC")
    row = play_round(table, "S")
    assert_refused_method(owner.put(at("settings", table)), "GET", "HEAD", "POST")
    assert_refused_method(owner.post(at("round", row)), "GET", "HEAD")
    assert_refused_method(owner.get(at("share", row)), "POST")


def test_a_form_without_its_token_is_refused(learner, table):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(learner)
    before = stored()
    for name, data in SENT.items():
        sent = {"version": table.version, **data}
        assert_page(browser.post(at(name, table), sent), 403)
    assert stored() == before


def test_who_logs_out_has_no_table_any_more(owner, table):
    table.training = Training.HINT
    table.save()
    assert owner.get(at("play", table)).status_code == 200
    owner.logout()
    assert owner.get(at("play", table)).status_code == 404
