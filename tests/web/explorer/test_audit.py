"""GET and POST /explore/audit/: where a printed chart errs, and what each error costs."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from strategy.actions import Code
from strategy.analysis import analyse
from strategy.analysis.audit import audit
from strategy.chart_csv import HEAD, write_csv
from strategy.charts import Chart
from strategy.printed_charts import printed_chart, stock_printed_charts
from strategy.situations import Cell
from tests.factories import UserFactory
from tests.web.conftest import client_of
from tests.web.explorer.reading import BAD_RULES, H17, S17, at, stored, table_rows
from tests.web.pages import HTMX, assert_page, assert_refused_method, page, statements, words

URL = "/explore/audit/"
STORED = "wizard-4to8d-s17"
TOP = ",".join(HEAD)

pytestmark = pytest.mark.django_db


def printed(**codes: str) -> Chart:
    """The exact chart as if printed, but for some cells, such as hard_16_v_T="S"."""
    wrong = {Cell.parse(name.replace("_", " ")): Code(code) for name, code in codes.items()}
    exact = analyse(S17).chart()
    cells = {**exact.cells, **wrong}
    return replace(exact, name="On a card", source="A shop", kind="printed", cells=cells)


TWO_WRONG = {"hard_16_v_T": "S", "soft_A7_v_9": "S"}


def sent(content: str | bytes = "", *, name: str = "card.toml", **fields: str) -> dict[str, object]:
    """What the form sends with a file."""
    data = content.encode() if isinstance(content, str) else content
    return {"stored": "", "rules": "", "file": SimpleUploadedFile(name, data), **fields}


def figures(response) -> list[str]:
    return [words(stat) for stat in page(response).select(".stat__value")]


def wrong_cells(response) -> dict[str, tuple[str, ...]]:
    return {cell: tuple(row[:2]) for cell, row in table_rows(response).items()}


def assert_one_message(response, message: str) -> None:
    """422, and the form says one thing."""
    assert_page(response, 422)
    found = page(response).select("main form .invalid-feedback, main form .alert li")
    assert [words(each) for each in found] == [words(found[0])]
    assert message in words(found[0])
    assert figures(response) == []


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["browser", "htmx"])
def test_the_form_offers_the_printed_charts(client, headers):
    response = client.get(URL, headers=headers)
    assert_page(response)
    options = page(response).select("select[name=stored] option")
    assert [option["value"] for option in options] == ["", *stock_printed_charts()]
    assert page(response).select(".stat") == []


def test_a_stored_chart_is_audited_under_its_own_rules(client):
    response = client.post(URL, {"stored": STORED})
    assert_page(response)
    chart = printed_chart(STORED)
    found = audit(chart)
    assert page(response).find(id="result").text == chart.name
    assert page(response).select_one("section[aria-labelledby=result] code").text == S17.code
    assert chart.source in words(response)
    assert figures(response)[0] == str(len(chart.cells) - len(chart.unprinted))
    assert wrong_cells(response) == {
        str(wrong.cell): (wrong.printed.value, wrong.exact.value) for wrong in found.wrong
    }


def test_other_rules_may_be_given_and_the_six_cells_of_h17_are_wrong(client):
    response = client.post(URL, sent(printed().dumps(), rules="6D H17 LS"))
    assert set(wrong_cells(response)) == {
        *("hard 11 v A", "hard 15 v A", "hard 17 v A"),
        *("soft A7 v 2", "soft A8 v 6", "pair 88 v A"),
    }
    assert page(response).select_one("section[aria-labelledby=result] code").text == H17.code


@pytest.mark.parametrize("form", ["toml", "csv"])
def test_the_wrong_cells_of_a_file_are_listed_with_what_they_cost(client, form):
    chart = printed(**TWO_WRONG)
    if form == "toml":
        response = client.post(URL, sent(chart.dumps()))
    else:
        response = client.post(URL, sent(write_csv(chart), name="a card.csv", rules=S17.code))
        assert page(response).find(id="result").text == "a card"
    assert_page(response)
    assert wrong_cells(response) == {"hard 16 v T": ("S", "Rh"), "soft A7 v 9": ("S", "H")}
    rows = table_rows(response)
    found = audit(chart)
    for wrong in found.wrong:
        cost, per_100 = rows[str(wrong.cell)][2:]
        assert cost.partition(" ")[0] == f"{wrong.cost:.3f}"
        assert per_100 == f"{wrong.per_100:.3f}"
    lost = 100 * (found.chart_ev - found.printed_ev)
    assert lost > 0.01
    assert figures(response) == ["380", f"−{-100 * found.printed_ev:.3f}%", f"{lost:.3f}"]


def test_a_wrong_cell_leads_to_its_page_under_the_rules(client):
    response = client.post(URL, sent(printed(hard_16_v_T="S").dumps()))
    (link,) = page(response).select("main .table tbody a")
    assert link["href"] == at("/explore/cell/", rules=S17, cell="hard 16 v T")


def test_a_chart_without_errors_says_so(client):
    response = client.post(URL, sent(printed().dumps()))
    assert "Every cell is right under these rules." in words(response)
    assert figures(response)[2] == "0.000"


@pytest.mark.parametrize("mark", ["﻿", "\r\n \r\n"], ids=["byte order mark", "blank lines"])
def test_a_file_as_a_spreadsheet_saves_it_is_read(client, mark):
    text = mark + write_csv(printed()).replace("\n", "\r\n")
    assert_page(client.post(URL, sent(text, name=".csv", rules="6D LS")), 200)


def test_a_chart_of_a_few_cells_is_compared_in_those_alone(client):
    response = client.post(URL, sent(f"{TOP}\nhard,16{',S' * 9},.\n , \n", rules="6D LS"))
    assert figures(response)[0] == "9"
    assert set(wrong_cells(response)) == {f"hard 16 v {upcard}" for upcard in "789T"}


def test_what_a_file_says_is_text_and_not_html(client):
    chart = replace(printed(), name="<b>bold</b>", source='"><script>alert(1)</script>')
    response = client.post(URL, sent(chart.dumps()))
    assert_page(response)
    assert "<b>bold" not in response.text
    assert "<script>alert" not in response.text


ROW = ",H" * 10
HEAD_OF_TOML = 'name = "A"\nrules = "6D LS"\nsource = "S"\nkind = "printed"\n'


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "The file is empty."),
        (" \r\n", "The file is empty."),
        (b"\xef\xbb\xbf", "The file is empty."),
        (b"\x89PNG\r\n\x1a\n\x00\x00\xff", "not a text in UTF-8"),
        (bytes(range(256)), "not a text in UTF-8"),
        (b"\x00" * 100, "not a text: it has NUL bytes"),
        (f"{TOP}\nhard,16{ROW}\n".encode("utf-16"), "not a text in UTF-8"),
        (f"{TOP}\nhard,16{ROW}\n".encode("utf-16-le"), "not a text: it has NUL bytes"),
        ("#" * (64 * 1024 + 1), "too large for a chart: more than 64 KiB"),
        (b"\xff" * 3_000_000, "too large for a chart: more than 64 KiB"),
        ("hello", "not readable as TOML"),
        ("a = " + "[" * 5_000, "not readable as TOML"),
        ("x = 1" + "0" * 5_000, "not readable as TOML"),
        ('name = "A"\nname = "B"', "not readable as TOML"),
        ("name = 1", "'name' is missing or is not a text"),
        ('name = "A"\nrules = "9D"\nsource = ""\nkind = "printed"', "unknown rule '9D'"),
        (HEAD_OF_TOML, "cells are missing: hard 4 v 2"),
        (HEAD_OF_TOML + "partial = true", "The chart states no cell."),
        (
            HEAD_OF_TOML.replace('"A"', '" "')
            + f'partial = true\n[hard]\n16="{ROW}"'.replace(",", " "),
            "A chart's name has 1 to 100 characters.",
        ),
        (HEAD_OF_TOML + '[hard]\n16 = "H H"', "hard 16: a row has ten codes, not 2"),
        (HEAD_OF_TOML + "[hard]\n16 = 16", "hard 16: a row is a text of ten codes"),
        (
            HEAD_OF_TOML + f'[hard]\n16 = "X{ROW[2:]}"'.replace(",", " "),
            "hard 16 v 2: 'X' is not a code",
        ),
        (
            HEAD_OF_TOML + f'[pair]\n1010 = "{ROW}"\nTT = "{ROW}"'.replace(",", " "),
            "pair TT: the row is written twice",
        ),
    ],
)
def test_a_file_that_is_no_chart_is_refused_with_one_message(client, content, message):
    before = stored()
    assert_one_message(client.post(URL, sent(content)), message)
    assert stored() == before


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], "a chart without a single cell"),
        ([f"hard,14{ROW}", f"hard,16{ROW}"], "hard 15 is missing between other rows"),
        ([f"hard,16{ROW}", f"hard,16{ROW}"], "line 3: hard 16 is written twice"),
        (["hard,16,S,S,S,,S,H,H,H,H,H"], "hard 16 v 5 is empty"),
        (["hard,16,S,S,S,X,S,H,H,H,H,H"], "hard 16 v 5: 'X' is not a code of a chart"),
        (["hard,16,S"], "a section, a row and ten codes are 12 fields, not 3"),
        (["hard,16,P,S,S,S,S,H,H,H,H,H"], "hard 16 v 2 cannot be P"),
        (['hard,"16' + ROW], "not readable as CSV"),
    ],
)
def test_a_table_with_a_fault_is_refused_with_one_message(client, lines, message):
    before = stored()
    content = "\n".join([TOP, *lines])
    assert_one_message(client.post(URL, sent(content, name="card.csv", rules="6D LS")), message)
    assert stored() == before


def test_a_table_needs_rules_and_a_chart_file_does_not(client):
    table = sent(write_csv(printed()), name="card.csv")
    assert_one_message(client.post(URL, table), "A CSV file names no rules: add their code.")


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({}, "Choose a chart, or send a file."),
        ({"stored": ""}, "Choose a chart, or send a file."),
        ({"rules": "6D"}, "Choose a chart, or send a file."),
        ({"stored": "nothing"}, "Select a valid choice."),
        ({"stored": "../charts/6d-s17-das"}, "Select a valid choice."),
        ({"stored": "\x00"}, "Select a valid choice."),
        ({"stored": STORED, "rules": "6D " * 100}, "at most 200 characters"),
        *(({"stored": STORED, "rules": code}, message) for code, message in BAD_RULES[:3]),
        *(({"stored": STORED, "rules": code}, message) for code, message in BAD_RULES[4:]),
        ({"stored": STORED, "rules": "6D\x00"}, "Null characters are not allowed."),
    ],
)
def test_a_form_that_names_no_chart_or_no_rules_is_refused(client, fields, message):
    before = stored()
    assert_one_message(client.post(URL, fields), message)
    assert stored() == before


def test_a_chart_and_a_file_at_once_are_refused(client):
    before = stored()
    response = client.post(URL, sent(printed().dumps(), stored=STORED))
    assert_one_message(response, "Choose a chart or send a file, not both.")
    assert stored() == before


def test_auditing_stores_nothing_and_makes_no_guest(client):
    before = stored()
    client.post(URL, {"stored": STORED})
    assert stored() == before
    assert not stored()["accounts.User"]


def test_a_user_may_keep_the_chart_and_a_guest_may_sign_up(client):
    guest = page(client.post(URL, {"stored": STORED}))
    keep = f"form[action='{reverse('explorer:keep')}']"
    assert guest.select(keep) == []
    assert guest.select(f"section a[href='{reverse('account_signup')}']")
    user = page(client_of(UserFactory()).post(URL, {"stored": STORED}))
    text = user.select_one(f"{keep} [name=chart]")["value"]
    assert Chart.loads(text) == printed_chart(STORED)


def test_the_number_of_queries(client):
    for browser, most in ((client, 0), (client_of(UserFactory()), 2)):
        with statements() as made:
            browser.post(URL, {"stored": STORED})
        assert len(made) <= most


def test_a_forged_form_audits_nothing():
    client = Client(enforce_csrf_checks=True)
    assert_page(client.post(URL, {"stored": STORED}), 403)


def test_other_methods_are_refused(client):
    for method in (client.put, client.delete):
        assert_refused_method(method(URL), "GET", "HEAD", "POST")
