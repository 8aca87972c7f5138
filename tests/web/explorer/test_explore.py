"""GET /explore/: the exact chart of any rules, and what each change of a rule changes."""

from __future__ import annotations

import pytest

from strategy.analysis import analyse
from strategy.rules import Rules
from tests.factories import UserFactory
from tests.web.conftest import client_of
from tests.web.explorer.reading import (
    BAD_RULES,
    H17,
    S17,
    SIX_FLIPS,
    assert_refused,
    at,
    chart_cells,
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
from trainer.rulebook.rule_form import rules_from

URL = "/explore/"

pytestmark = pytest.mark.django_db


def figures(response) -> list[str]:
    return [words(stat) for stat in page(response).select("#explored .stat__value")]


def form_of(response) -> dict[str, list[str]]:
    """What the form of a page sends, as the browser would, hidden fields elsewhere with it."""
    read = page(response)
    chosen = read.select("form#rules select[name=rule] option[selected]")
    before = read.select("input[form=rules][name=before]")
    return {
        "rule": [option["value"] for option in chosen],
        "before": [field["value"] for field in before],
    }


def changed(response) -> dict[str, str]:
    cells = chart_cells(response).items()
    return {name: cell.text for name, cell in cells if "cell--changed" in cell["class"]}


def test_without_a_query_it_shows_the_usual_rules_with_nothing_changed(client):
    response = client.get(URL)
    assert_page(response)
    assert page(response).select_one("#explored code").text == Rules().code
    assert figures(response)[2] == "0"
    assert changed(response) == {}


def test_the_edge_is_the_published_one(client):
    response = client.get(at(URL, rules="8D S17 SP2 FRESH"))
    assert figures(response)[0] == "−0.486%"


def test_the_chart_and_what_it_is_worth_are_of_the_exact_analysis(client):
    response = client.get(at(URL, rules=S17))
    chart, edge = analyse(S17).chart(), analyse(S17).edge()
    assert {name: cell.text for name, cell in chart_cells(response).items()} == {
        str(cell): code.value for cell, code in chart.cells.items()
    }
    assert figures(response)[:2] == [
        f"−{-100 * edge.game_ev:.3f}%",
        f"−{-100 * edge.chart_ev:.3f}%",
    ]


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
def test_from_s17_to_h17_exactly_six_cells_are_marked(client, headers):
    sent = form_of(client.get(at(URL, rules=S17)))
    sent["rule"][sent["rule"].index("S17")] = "H17"
    response = client.get(URL, sent, headers=headers)
    assert changed(response) == {cell: after for cell, (_before, after) in SIX_FLIPS.items()}
    assert figures(response)[2] == "6"
    assert form_of(response)["before"] == [H17.code]


def test_htmx_gets_the_chart_alone_and_the_address_of_the_rules(client):
    response = client.get(at(URL, rules=H17, before=S17), headers=HTMX)
    assert response.status_code == 200
    assert not is_whole(response)
    assert [child["id"] for child in page(response).find_all(recursive=False)] == ["explored"]
    assert "HX-Request" in response["Vary"]
    assert response["HX-Push-Url"] == at(URL, rules=H17.code)


def test_going_back_to_pushed_rules_gives_the_whole_page(client):
    headers = {**HTMX, "HX-History-Restore-Request": "true"}
    response = client.get(at(URL, rules=H17), headers=headers)
    assert_page(response)
    assert "HX-Push-Url" not in response


def test_the_address_to_share_shows_the_same_rules_to_anybody(client):
    response = client.get(at(URL, rule=[*H17.tokens, "HSA"]))
    assert_page(response)
    assert "HX-Push-Url" not in response
    link = page(response).select_one("#explored a[href^='http://testserver/explore/?rules=']")[
        "href"
    ]
    shared = client_of(UserFactory()).get(link)
    assert page(shared).select_one("#explored code").text == H17.but(hit_split_aces=True).code
    assert form_of(shared)["rule"] == form_of(response)["rule"]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"SP4": "SP1"}, "6D SP1 LS"),
        ({"SP4": "SP2", "SA2": "SA4"}, "6D SP2 SA2 LS"),
        ({"SP4": "SP3", "SA2": "SA4"}, "6D SP3 SA3 LS"),
        ({"DOA": "D0"}, "6D D0 LS"),
        ({"SP4": "SP1", "NOHSA": "HSA", "SA2": "SA3"}, "6D SP1 LS"),
    ],
)
def test_choices_that_another_leaves_without_meaning_are_passed_over(client, change, code):
    sent = form_of(client.get(at(URL, rules=S17)))["rule"]
    chosen = [change.get(token, token) for token in sent]
    assert chosen != sent
    assert rules_from({}, chosen) == Rules.parse(code)


def test_cells_that_two_cards_bring_up_link_to_their_pages(client):
    cells = chart_cells(client.get(at(URL, rules=S17)))
    assert cells["hard 16 v T"].a["href"] == at(f"{URL}cell/", rules=S17, cell="hard 16 v T")
    assert {name for name, cell in cells.items() if cell.a is None} == {
        f"{row} v {upcard}"
        for row in ("hard 4", "hard 20", "hard 21", "soft AA", "soft AT")
        for upcard in "23456789TA"
    }


@pytest.mark.parametrize("before", ["", "9D", "SP1 DAS", "\x00", "<script>", "ß" * 300])
def test_garbage_for_the_rules_before_marks_nothing(client, before):
    response = client.get(at(URL, rules=H17, before=before, home=before))
    assert_page(response)
    assert changed(response) == {}
    assert "<script>" not in response.text


@pytest.mark.parametrize(("code", "message"), BAD_RULES)
def test_rules_that_cannot_be_are_refused(client, code, message):
    before = stored()
    assert_refused(client.get(at(URL, rules=code)), message)
    part = client.get(at(URL, rules=code), headers=HTMX)
    assert part.status_code == 422
    assert not is_whole(part)
    assert message in words(part)
    assert "HX-Push-Url" not in part
    assert stored() == before


@pytest.mark.parametrize(
    ("tokens", "message"),
    [
        (["6D", "8D"], "8D contradicts 6D"),
        (["SP1", "SAX"], "unknown rule 'SAX'"),
        (["SP2", "SANE"], "unknown rule 'SANE'"),
        (["SP9", "SA2"], "unknown rule 'SP9'"),
        (["6D", "\x00"], "unknown rule"),
    ],
)
def test_choices_that_are_none_of_the_form_are_refused(client, tokens, message):
    before = stored()
    assert_refused(client.get(at(URL, rule=tokens)), message)
    assert stored() == before


def test_a_guest_who_explores_is_no_row_and_has_no_session(client):
    client.get(at(URL, rules=S17))
    assert not stored()["accounts.User"]
    assert not client.cookies.get("sessionid")


@pytest.mark.parametrize(("signed_in", "most"), [(False, 0), (True, 2)])
def test_rules_once_solved_cost_no_query(client, signed_in, most):
    if signed_in:
        client.force_login(UserFactory())
    client.get(at(URL, rules=H17, before=S17))
    with statements() as made:
        client.get(at(URL, rules=H17, before=S17))
    assert len(made) <= most


def test_other_methods_are_refused(client):
    for method in (client.post, client.put, client.delete):
        assert_refused_method(method(URL), "GET", "HEAD")
