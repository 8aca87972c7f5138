"""GET /charts/ and /charts/<slug>/: rules and charts to read."""

from __future__ import annotations

import pytest
from django.urls import reverse

from strategy.charts import stock_chart, stock_chart_names
from strategy.rule_sets import stock_rule_sets
from strategy.situations import ALL_CELLS
from tests.factories import UserFactory, teach
from tests.web.conftest import client_of
from tests.web.pages import assert_page, assert_refused_method, page, statements, words


def url(slug: str) -> str:
    return reverse("rulebook:chart", args=[slug])


@pytest.fixture(params=["guest", "user"])
def reader(request, client, rulebook):
    return client if request.param == "guest" else client_of(UserFactory())


def test_every_rule_set_is_there_with_its_charts_and_rules(reader):
    response = reader.get("/charts/")
    assert_page(response)
    sections = page(response).select("section.rule-set")
    assert [section.h2.text for section in sections] == [s.name for s in stock_rule_sets()]
    for section, stock in zip(sections, stock_rule_sets(), strict=True):
        links = [link["href"] for link in section.select(".rule-set__charts a")]
        assert links == [url(slug) for slug in (f"exact-{stock.slug}", *stock.charts)]
        assert section.code.text == stock.rules.code
        assert len(section.select("details li")) == len(stock.rules.tokens)


def test_without_a_rulebook_it_says_what_to_do(db, client):
    response = client.get("/charts/")
    assert_page(response)
    assert "Run manage.py load_rulebook" in words(response)


@pytest.mark.parametrize("slug", stock_chart_names())
def test_a_chart_shows_every_cell_as_the_file_has_it(rulebook, client, slug):
    response = client.get(url(slug))
    assert_page(response)
    chart = stock_chart(slug)
    assert page(response).h1.text == chart.name
    cells = [cell.text for cell in page(response).select(".chart-set td.cell")]
    stated = sorted(cell for cell in cells if cell)
    assert stated == sorted(code.value for code in chart.cells.values())
    assert len(cells) == len(ALL_CELLS) or chart.partial


def test_rows_are_named_and_in_place(rulebook, client):
    tables = page(client.get(url("atlantic-city-printed"))).select(".chart-set table")
    assert [table.caption.text for table in tables] == ["Hard totals", "Soft totals", "Pairs"]
    for table in tables:
        columns = [heading.text for heading in table.select("thead th")][1:]
        assert columns == ["2", "3", "4", "5", "6", "7", "8", "9", "10", "A"]
    pairs = {
        row.th.text: [cell.text for cell in row.select("td")]
        for row in tables[2].select("tbody tr")
    }
    assert pairs["A,A"] == ["P"] * 10
    assert "10,10" in pairs


def test_a_partial_chart_says_that_it_is_one(rulebook, client):
    said = "This chart states only some cells"
    assert said in words(client.get(url("match-table-advice")))
    assert said not in words(client.get(url("atlantic-city-printed")))


def test_cells_that_are_not_in_the_source_are_marked(rulebook, client):
    for slug in stock_chart_names():
        response = client.get(url(slug))
        marked = page(response).select(".cell--unprinted")
        assert len(marked) == len(stock_chart(slug).unprinted)
        assert ("Codes in italics" in words(response)) == bool(marked)


@pytest.mark.parametrize("slug", ["nothing", "atlantic-city", "1"])
def test_a_chart_that_does_not_exist(rulebook, client, slug):
    assert_page(client.get(url(slug)), 404)


@pytest.mark.parametrize("address", ["/charts/../etc/", "/charts/a b/", "/charts/%00/"])
def test_an_address_that_is_no_name(rulebook, client, address):
    assert_page(client.get(address), 404)


@pytest.mark.parametrize("address", ["/charts/", "/charts/atlantic-city-printed/"])
def test_post_is_refused(rulebook, client, address):
    assert_refused_method(client.post(address), "GET", "HEAD")


def test_the_number_of_statements_is_constant(rulebook, client):
    counts = []
    for more in (0, 10):
        for number in range(more):
            teach("6D", slug=f"more-{number}")
        with statements() as made:
            client.get("/charts/")
        counts.append(len(made))
    assert counts[0] == counts[1] <= 3
    with statements() as made:
        client.get(url("atlantic-city-printed"))
    assert len(made) <= 2
