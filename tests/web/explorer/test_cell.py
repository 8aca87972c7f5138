"""GET /explore/cell/: all that is known of one cell under some rules."""

from __future__ import annotations

import pytest
from django.urls import reverse

from strategy.analysis import analyse
from strategy.dealing import compositions
from strategy.hands import Hand
from strategy.rules import Rules
from strategy.situations import Cell
from tests.factories import DrillFactory, UserFactory, decide, play
from tests.web.conftest import client_of_guest
from tests.web.explorer.reading import (
    BAD_CELLS,
    BAD_RULES,
    S17,
    assert_refused,
    at,
    stored,
    table_rows,
)
from tests.web.pages import HTMX, assert_page, assert_refused_method, page, statements, words
from trainer.drills.models import Drill

URL = "/explore/cell/"
SIXTEEN = at(URL, rules=S17, cell="hard 16 v T")

pytestmark = pytest.mark.django_db


def stats(response) -> list[str]:
    """How often the cell comes up in 1,000 deals, and the record of who looks."""
    return [words(value) for value in page(response).select(".stat__value")]


def bars(response) -> list[dict[str, float]]:
    """How the dealer ends, and what a hit leads to, in per cent."""
    return [
        {row.th.text: float(row.select("td")[1].text.rstrip("%")) for row in table.select("tr")}
        for table in page(response).select(".bars")
    ]


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["browser", "htmx"])
def test_the_page_of_a_cell_says_its_code_and_leads_to_its_rules(client, headers):
    response = client.get(SIXTEEN, headers=headers)
    assert_page(response)
    assert words(page(response).h1) == "hard 16 v T: Rh"
    assert page(response).select_one(".page-head a")["href"] == at("/explore/", rules=S17)


def test_each_hand_is_there_with_what_each_play_is_worth(client):
    response = client.get(SIXTEEN)
    heads = [head.text for head in page(response).select("main .table thead th")]
    assert heads == ["Hand", "Hit", "Stand", "Double", "Surrender", "Best", "In 1,000 deals"]
    rows = table_rows(response)
    assert list(rows) == ["T6", "97"]
    for hand, (*values, best, _often) in rows.items():
        evaluation = analyse(S17).ev(Hand.parse(hand), Cell.parse("hard 16 v T").upcard)
        exact = {action.word: f"{value:+.3f}" for action, value in evaluation.items()}
        named = zip(heads[1:5], values, strict=True)
        assert {name.lower(): value.replace("−", "-") for name, value in named} == exact
        assert best == "Surrender"
    assert "Given that the dealer has no natural" in words(response)


@pytest.mark.parametrize(
    ("code", "cell", "hands"),
    [
        ("6D LS", "soft A7 v 9", {"A7": 4 / 13 * 2}),
        ("6D LS", "pair 88 v T", {"88": 1 / 13}),
        ("2D RANK", "pair TT v 6", {"TT": 4 / 13}),
        ("2D RANK", "hard 20 v 6", {"KT": 12 / 13}),
    ],
)
def test_it_says_how_often_a_cell_comes_up(client, code, cell, hands):
    """Of 1,000 deals, as cards of a full shoe come, worked out anew from single cards."""
    rules, asked = Rules.parse(code), Cell.parse(cell)
    cards = 52 * rules.decks
    upcards = rules.decks * (16 if asked.upcard.value == "T" else 4)
    four = 4 * rules.decks
    ways = {"A7": 2 * four * four, "88": four * (four - 1)}
    ways |= {"TT": 4 * four * (four - 1), "KT": 4 * four * 3 * four}
    (hand,) = hands
    chance = upcards / cards * ways[hand] / (cards - 1) / (cards - 2)
    response = client.get(at(URL, rules=rules, cell=cell))
    assert stats(response)[0] == f"{1000 * chance:.1f}"
    assert {name: row[-1] for name, row in table_rows(response).items()} == {
        hand: f"{1000 * chance:.2f}"
    }


@pytest.mark.parametrize("cell", ["hard 16 v T", "pair AA v A", "soft A7 v 2"])
def test_the_ends_of_the_dealer_and_of_a_hit_are_all_there_is(client, cell):
    response = client.get(at(URL, rules=S17, cell=cell))
    ends, hits = bars(response)
    assert list(ends) == ["17", "18", "19", "20", "21", "bust", "natural"]
    assert sum(ends.values()) == pytest.approx(100, abs=0.4)
    assert sum(hits.values()) == pytest.approx(100, abs=0.6)
    assert all(float(bar["width"]) <= 100 for bar in page(response).select(".bar rect"))


def test_sixteen_breaks_with_a_six_or_more(client):
    _ends, hits = bars(client.get(SIXTEEN))
    assert list(hits) == ["17", "18", "19", "20", "21", "bust"]
    assert hits["bust"] == pytest.approx(100 * 8 / 13, abs=0.5)


def test_hands_that_are_hit_to_soft_totals_are_told_apart(client):
    _ends, hits = bars(client.get(at(URL, rules=S17, cell="hard 5 v 6")))
    assert list(hits)[-1] == "soft 16"
    assert "bust" not in hits


def test_every_cell_that_can_be_drilled_has_a_page(client):
    """Those of one upcard stand for all."""
    rules = Rules.parse("2D RANK")
    for cell in map(str, compositions(rules, longer=False)):
        if cell.endswith("v T"):
            assert client.get(at(URL, rules=rules, cell=cell)).status_code == 200, cell


def test_it_drills_just_this(owner):
    form = page(owner.get(SIXTEEN)).select_one(f"form[action='{reverse('drills:cells')}']")
    sent = {field["name"]: field["value"] for field in form.select("input[name]")}
    assert owner.post(form["action"], sent).status_code == 302
    drill = Drill.objects.get()
    assert (drill.cells, drill.rules.code) == (["hard 16 v T"], S17.code)


def test_my_record_is_mine_alone_and_without_hints(rulebook, owner, learner, stranger):
    for action in ("H", "S", "S"):
        decide(learner, "TS 6D v TH", action)
    decide(learner, "TS 6D v TH", "H", assisted=True)
    decide(learner, "TS 6D v 9H", "H")
    decide(UserFactory(), "TS 6D v TH", "H")
    assert stats(owner.get(SIXTEEN))[1] == "1 of 3"
    assert stats(stranger.get(SIXTEEN))[1] == "–"


def test_a_guest_with_answers_has_a_record_too(rulebook):
    drill = DrillFactory(guest_key="the-guest")
    play(drill, "TS 6D v TH", "S")
    assert stats(client_of_guest("the-guest").get(SIXTEEN))[1] == "0 of 1"


def test_no_cache_keeps_a_page_with_somebodys_record(client):
    assert "no-store" in client.get(SIXTEEN)["Cache-Control"]


def test_looking_stores_nothing_but_the_solution(client):
    client.get(SIXTEEN)
    before = stored()
    client.get(SIXTEEN)
    assert stored() == before
    assert not before["accounts.User"]


@pytest.mark.parametrize(("code", "message"), BAD_RULES)
def test_rules_that_cannot_be_are_refused(client, code, message):
    before = stored()
    assert_refused(client.get(at(URL, rules=code, cell="hard 16 v T")), message)
    assert stored() == before


@pytest.mark.parametrize(("cell", "message"), BAD_CELLS)
def test_cells_that_cannot_be_are_refused(client, cell, message):
    before = stored()
    assert_refused(client.get(at(URL, rules=S17, cell=cell)), message)
    assert stored() == before


def test_a_pair_is_no_cell_where_nothing_is_split(client):
    for cell, status in (("pair 22 v T", 422), ("hard 4 v T", 200)):
        assert client.get(at(URL, rules="6D SP1", cell=cell)).status_code == status


def test_the_number_of_queries(rulebook, owner, learner, client):
    counts = []
    for more in (0, 5):
        for _number in range(more):
            decide(learner, "TS 6D v TH", "H")
        owner.get(SIXTEEN)
        with statements() as made:
            owner.get(SIXTEEN)
        counts.append(len(made))
    assert counts[0] == counts[1] <= 3
    with statements() as made:
        client.get(SIXTEEN)
    assert made == []


def test_other_methods_are_refused(client):
    for method in (client.post, client.put, client.delete):
        assert_refused_method(method(SIXTEEN), "GET", "HEAD")
