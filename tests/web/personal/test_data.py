"""GET /account/data/: what is kept of somebody, and what can be done with it."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import DrillFactory, UserFactory, decide
from tests.web.conftest import client_of_guest
from tests.web.pages import HTMX, assert_page, assert_refused_method, page, statements, words
from tests.web.personal.lives import live_with_account
from trainer.personal.kinds import KINDS
from trainer.personal.ownership import Owner, rows_of

URL = "/account/data/"


def kept(client: Client) -> dict[str, int]:
    """The table of the page."""
    rows = page(client.get(URL)).select("table.kept tbody tr")
    return {words(row.th): int(row.td.text) for row in rows}


def test_it_tells_every_kind_with_its_count(rulebook, owner, learner):
    live_with_account(learner)
    assert_page(owner.get(URL))
    told = kept(owner)
    for kind in KINDS[:-1]:
        assert told[str(kind.title)] == rows_of(kind, Owner(learner, "")).count()


def test_an_account_without_answers_is_kept_too(owner):
    assert kept(owner) == {"Account and settings": 1}


def test_it_leads_to_both_files_and_to_deleting(owner):
    document = page(owner.get(URL))
    forms = {form["action"]: form["method"] for form in document.select("main form")}
    assert forms == {reverse("personal:json"): "post", reverse("personal:csv"): "post"}
    assert document.select_one(f"a[href='{reverse('personal:delete')}']").text == "Delete my data"


def test_account_settings_lead_to_it(owner):
    assert page(owner.get(reverse("accounts:settings"))).select_one(f"a[href='{URL}']")


def test_a_guest_is_told_what_the_browser_began(rulebook, guest):
    DrillFactory(guest_key="the-guest")
    assert kept(guest) == {"Drills and reviews": 1, "Hands dealt in drills": 1}
    assert "Forget me" in words(guest.get(URL))


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["full page", "htmx"])
def test_of_whom_nothing_is_kept_is_told_what_to_do(db, headers):
    for client in (Client(), client_of_guest("nobody")):
        response = client.get(URL, headers=headers)
        assert_page(response)
        assert "Nothing is kept of you" in words(response)
        assert page(response).select_one(f"main a[href='{reverse('drills:start')}']")
        assert not page(response).select("main form")


def test_nothing_of_another_is_counted(rulebook, owner):
    other = UserFactory()
    decide(other)
    assert kept(owner) == {"Account and settings": 1}


def test_it_is_kept_in_no_cache(owner):
    assert "no-store" in owner.get(URL)["Cache-Control"]


def test_other_methods_are_refused(owner):
    assert_refused_method(owner.post(URL), "GET", "HEAD")


def test_the_number_of_statements_does_not_grow(rulebook, owner, learner):
    live_with_account(learner)
    with statements() as made:
        owner.get(URL)
    assert len(made) <= len(KINDS) + 2
