"""GET /explore/wallet/: the exact chart of some rules to be printed and carried along."""

from __future__ import annotations

import pytest

from strategy.analysis import analyse
from tests.factories import UserFactory
from tests.web.conftest import client_of
from tests.web.explorer.reading import BAD_RULES, S17, assert_refused, at, chart_cells, stored
from tests.web.pages import HTMX, assert_page, assert_refused_method, page, statements

URL = "/explore/wallet/"

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["browser", "htmx"])
def test_it_prints_the_exact_chart_and_the_rules_and_nothing_else(client, headers):
    response = client.get(at(URL, rules="ls 6d"), headers=headers)
    assert_page(response)
    assert {name: cell.text for name, cell in chart_cells(response).items()} == {
        str(cell): code.value for cell, code in analyse(S17).chart().cells.items()
    }
    read = page(response)
    assert read.select_one(".wallet__rules code").text == S17.code
    assert "page--wallet" in read.body["class"]
    assert "no-print" in read.select_one("main .page-head")["class"]
    assert read.select(".wallet a, .wallet form") == []


def test_the_explorer_leads_to_it(client):
    link = page(client.get(at("/explore/", rules=S17))).select_one(f"#explored a[href^='{URL}']")
    assert page(client.get(link["href"])).select_one(".wallet__rules").text == S17.code


def test_a_row_without_a_decision_is_printed_as_in_the_chart(client):
    cells = chart_cells(client.get(at(URL, rules="6D SP1")))
    assert cells["hard 21 v T"].text == "S"


@pytest.mark.parametrize(("code", "message"), BAD_RULES)
def test_rules_that_cannot_be_are_refused(client, code, message):
    before = stored()
    assert_refused(client.get(at(URL, rules=code)), message)
    assert stored() == before


def test_what_is_solved_costs_no_query(client):
    user = client_of(UserFactory())
    for browser, most in ((client, 0), (user, 2)):
        browser.get(at(URL, rules=S17))
        with statements() as made:
            browser.get(at(URL, rules=S17))
        assert len(made) <= most


def test_other_methods_are_refused(client):
    for method in (client.post, client.put, client.delete):
        assert_refused_method(method(URL), "GET", "HEAD")
