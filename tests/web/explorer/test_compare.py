"""GET /explore/compare/: what changes between the rules at home and those away."""

from __future__ import annotations

import pytest
from django.urls import reverse

from strategy.analysis import analyse
from strategy.analysis.compare import flips
from strategy.rule_sets import stock_rule_sets
from tests.factories import UserFactory, teach
from tests.web.conftest import client_of
from tests.web.explorer.reading import (
    BAD_RULES,
    H17,
    S17,
    SIX_FLIPS,
    assert_refused,
    at,
    stored,
    table_rows,
)
from tests.web.pages import HTMX, assert_page, assert_refused_method, page, statements, words
from trainer.drills.models import Drill

URL = "/explore/compare/"
BOTH = at(URL, home=S17, away=H17)

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["browser", "htmx"])
@pytest.mark.parametrize("address", [URL, BOTH, at(URL, home="", away="")])
def test_the_six_cells_are_listed_with_their_cost(client, address, headers):
    response = client.get(address, headers=headers)
    assert_page(response)
    assert page(response).find(id="flips").text == "6 cells are played differently"
    rows = table_rows(response)
    assert {cell: tuple(row[:2]) for cell, row in rows.items()} == SIX_FLIPS
    for flip in flips(analyse(S17).chart(), H17):
        cost, per_100 = rows[str(flip.cell)][2:]
        assert cost == f"{flip.cost:.3f}" + (" · close call" if flip.near_tie else "")
        assert per_100 == f"{flip.per_100:.3f}"


def test_each_cell_leads_to_its_page_under_the_rules_away(client):
    links = page(client.get(BOTH)).select("main .table tbody th a")
    assert [link["href"] for link in links] == [
        at("/explore/cell/", rules=H17, cell=flip.cell) for flip in flips(analyse(S17).chart(), H17)
    ]


def test_it_drills_just_these_under_the_rules_away(owner):
    form = page(owner.get(BOTH)).select_one(f"form[action='{reverse('drills:cells')}']")
    cells = [field["value"] for field in form.select("[name=cells]")]
    rules = form.select_one("[name=rules]")["value"]
    assert owner.post(form["action"], {"rules": rules, "cells": cells}).status_code == 302
    drill = Drill.objects.get()
    assert (set(drill.cells), drill.rules.code) == (set(SIX_FLIPS), H17.code)


def test_the_other_way_round_what_cannot_be_done_counts_as_its_fallback(client):
    rows = table_rows(client.get(at(URL, home=H17, away="6D S17")))
    assert set(rows) == {"hard 11 v A", "soft A7 v 2", "soft A8 v 6"}


def test_between_rules_that_are_played_alike_nothing_changes(client):
    response = client.get(at(URL, home=S17, away="LS 6D 6:5"))
    assert "Every cell is played alike under both rules." in words(response)
    assert page(response).select("main form[method=post], main .table") == []


def test_the_form_keeps_both_rules_and_offers_the_rule_sets(rulebook, client):
    read = page(client.get(at(URL, home="h17 6d LS", away=S17)))
    values = [read.select_one(f"input[name={name}]")["value"] for name in ("home", "away")]
    assert values == [H17.code, S17.code]
    for stock in stock_rule_sets():
        assert stock.name in words(read)


@pytest.mark.parametrize("side", ["home", "away"])
@pytest.mark.parametrize(("code", "message"), BAD_RULES)
def test_rules_that_cannot_be_are_refused_on_either_side(client, side, code, message):
    before = stored()
    assert_refused(client.get(at(URL, **{side: code})), message)
    assert stored() == before


def test_comparing_stores_nothing_and_makes_no_guest(client):
    before = stored()
    client.get(BOTH)
    assert stored() == before
    assert not client.cookies.get("sessionid")


def test_the_number_of_queries_does_not_grow(rulebook, client):
    counts = []
    for more in (0, 5):
        for number in range(more):
            teach("6D", slug=f"more-{number}")
        with statements() as made:
            client.get(BOTH)
        counts.append(len(made))
    assert counts[0] == counts[1] <= 2
    with statements() as made:
        client_of(UserFactory()).get(BOTH)
    assert len(made) >= counts[0]


def test_other_methods_are_refused(client):
    for method in (client.post, client.put, client.delete):
        assert_refused_method(method(BOTH), "GET", "HEAD")
