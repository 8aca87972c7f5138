"""GET /explore/cell/moved/: what a cell says when one rule is another."""

from __future__ import annotations

import pytest

from strategy.rules import Rules
from tests.web.explorer.reading import (
    BAD_CELLS,
    BAD_RULES,
    H17,
    S17,
    SIX_FLIPS,
    assert_refused,
    at,
    stored,
)
from tests.web.pages import (
    HTMX,
    assert_page,
    assert_refused_method,
    is_whole,
    page,
    statements,
    words,
)
from trainer.explorer import queries

URL = "/explore/cell/moved/"
EIGHTS = at(URL, rules=S17, cell="pair 88 v A")

OTHER_RULES = queries._OTHER_RULES

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def few_rules(monkeypatch):
    """Two rules to change, of which one changes something: each costs an analysis."""
    monkeypatch.setattr(queries, "_OTHER_RULES", ("6D", "S17", "H17", "LS", "NS"))


def moves(response) -> dict[str, tuple[str, bool]]:
    """What each rule makes of the cell, and whether it is marked as another play."""
    return {
        item.a.text: (item.strong.text, "moves__differs" in item.get("class", []))
        for item in page(response).select("#moves li")
    }


@pytest.mark.parametrize("cell", SIX_FLIPS)
def test_the_six_cells_change_with_soft_17_and_are_marked(client, cell):
    found = moves(client.get(at(URL, rules=S17, cell=cell)))
    assert found["Dealer hits soft 17"] == (SIX_FLIPS[cell][1], True)
    assert list(found) == ["Dealer hits soft 17", "No surrender"]


def test_what_stays_the_same_is_not_marked(client):
    found = moves(client.get(at(URL, rules=S17, cell="hard 16 v T")))
    assert found == {"Dealer hits soft 17": ("Rh", False), "No surrender": ("H", True)}


def test_each_rule_leads_to_the_cell_under_it(client):
    response = client.get(EIGHTS)
    links = [link["href"] for link in page(response).select("#moves a")]
    assert links[0] == at("/explore/cell/", rules=H17, cell="pair 88 v A")
    for link in links:
        assert_page(client.get(link))


def test_htmx_gets_the_list_alone_and_a_browser_a_page(client):
    assert_page(client.get(EIGHTS))
    part = client.get(EIGHTS, headers=HTMX)
    assert not is_whole(part)
    assert [child["id"] for child in page(part).find_all(recursive=False)] == ["moves"]
    assert moves(part) == moves(client.get(EIGHTS))
    assert "HX-Request" in part["Vary"]


def test_the_page_of_the_cell_asks_for_it(client):
    link = page(client.get(at("/explore/cell/", rules=S17, cell="pair 88 v A"))).select_one(
        "#moves a"
    )
    assert link["href"] == link["hx-get"]
    assert moves(client.get(link["href"])) == moves(client.get(EIGHTS))


def test_changes_that_would_contradict_are_left_out(client, monkeypatch):
    monkeypatch.setattr(queries, "_OTHER_RULES", ("DAS", "SP4", "SP2"))
    response = client.get(at(URL, rules="6D SP1", cell="hard 4 v T"))
    assert_page(response)
    assert moves(response) == {}


@pytest.mark.parametrize("token", OTHER_RULES)
def test_every_rule_that_is_changed_is_one_of_the_code(token):
    """The fixture's few stand for these; a token misspelt would be left out without a word."""
    assert token in Rules.parse(token).tokens


@pytest.mark.parametrize(("code", "message"), BAD_RULES)
def test_rules_that_cannot_be_are_refused(client, code, message):
    before = stored()
    assert_refused(client.get(at(URL, rules=code, cell="hard 16 v T")), message)
    assert stored() == before


@pytest.mark.parametrize(("cell", "message"), BAD_CELLS)
def test_cells_that_cannot_be_are_refused(client, cell, message):
    before = stored()
    address = at(URL, rules=S17, cell=cell)
    assert_refused(client.get(address), message)
    part = client.get(address, headers=HTMX)
    assert part.status_code == 422
    assert not is_whole(part)
    assert message in words(part)
    assert stored() == before


def test_what_is_solved_costs_no_query(client):
    client.get(EIGHTS)
    with statements() as made:
        client.get(EIGHTS)
    assert made == []


def test_other_methods_are_refused(client):
    for method in (client.post, client.put, client.delete):
        assert_refused_method(method(EIGHTS), "GET", "HEAD")
