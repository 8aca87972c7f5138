"""GET and POST /table/rules/: a table by rules of one's own."""

from __future__ import annotations

import pytest

from strategy.rules import Rules
from tests.factories.tables import ATLANTIC_CITY, NO_SURRENDER, SIX_DECKS
from tests.web.pages import HTMX, assert_page, assert_refused_method, page, words
from tests.web.tables.reading import at, choices, stored
from trainer.rulebook.rule_form import TABLE_CHOICES, USUAL
from trainer.tables.models import Table

URL = "/table/rules/"
TOKENS = [
    *("6D", "S17", "PEEK", "DOA", "DAS", "SP4", "SA2", "NOHSA", "LS"),
    *("3:2", "VALUE", "INS", "EXACT", "CUT75"),
]
"""Those of SIX_DECKS, one of each choice."""
OTHERS = {"limits": "5-500", "training": "none"}


def sent(*tokens: str, **fields: str) -> dict[str, object]:
    """The form with some of its choices replaced."""
    chosen = list(TOKENS)
    for token in tokens:
        choice = next(options for options in TABLE_CHOICES.values() if token in options)
        chosen[list(TABLE_CHOICES.values()).index(choice)] = token
    return {"rule": chosen, **OTHERS, **fields}


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["full page", "htmx"])
def test_it_starts_from_six_decks(rulebook, client, headers):
    response = client.get(URL, headers=headers)
    assert_page(response)
    chosen = choices(response)
    assert {*Rules.parse(NO_SURRENDER).tokens} - {"CUT75", "INS"} <= set(chosen.values())
    assert chosen["Shuffling"] == USUAL
    assert len(page(response).select(".rule-form__rule")) == len(TABLE_CHOICES)


def test_looking_stores_nothing(rulebook, client):
    before = stored()
    client.get(URL)
    assert stored() == before


@pytest.mark.parametrize("code", [SIX_DECKS, ATLANTIC_CITY, NO_SURRENDER])
def test_rules_that_are_offered_are_the_offered_ones(owner, rulebook, learner, code):
    response = owner.post(URL, sent(*Rules.parse(code).tokens))
    table = Table.objects.get()
    assert response["Location"] == at("play", table)
    assert (table.learner, table.rules.code) == (learner, code)
    assert table.rules.name != code
    assert not table.rules.rule_set.slug.startswith("rules-")


def test_rules_that_are_not_offered_are_named_by_their_code(owner, rulebook):
    owner.post(URL, sent("CUT50", "6:5"))
    code = "6D S17 PEEK DOA DAS SP4 SA2 LS 6:5 INS CUT50"
    table = Table.objects.get()
    assert table.rules.code == table.rules.name == code
    assert owner.get(at("play", table)).status_code == 200


def test_a_guest_can_set_rules(rulebook, client):
    response = client.post(URL, sent())
    table = Table.objects.get()
    assert response["Location"] == at("play", table)
    assert table.guest_key == client.session["guest"]


@pytest.mark.parametrize(
    ("tokens", "message"),
    [
        (["SP1", "DAS"], "Double after a split / No splitting."),
        (["SP1", "NDAS", "HSA"], "Split aces may be hit / No splitting."),
        (["SP2", "SA3"], "Aces are split to three hands / One split."),
        (["SP3", "SA4"], "Aces are split to four hands / Split to three hands."),
        (["D0", "DAS"], "Double after a split / No doubling."),
    ],
)
def test_contradictions_are_refused_and_the_choices_kept(owner, rulebook, tokens, message):
    before = stored()
    response = owner.post(URL, sent(*tokens, training="test", limits="25-1000", sound="on"))
    assert_page(response, 422)
    alert = words(page(response).select_one("form .alert"))
    assert alert == f"These rules contradict each other: {message}"
    assert words(response).count(message) == 1
    assert set(choices(response).values()) == set(sent(*tokens)["rule"])
    form = page(response).select_one("main form")
    assert form.select_one("input[name=training][checked]")["value"] == "test"
    assert form.select_one("select[name=limits] option[selected]")["value"] == "25-1000"
    assert form.select_one("input[name=sound]").has_attr("checked")
    assert stored() == before


def test_without_splitting_the_aces_choice_is_passed_over(owner, rulebook):
    owner.post(URL, sent("SP1", "NDAS", "SA4"))
    assert Rules.parse(Table.objects.get().rules.code).max_hands == 1


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"rule": ["6D", "8D"]}, "8D contradicts 6D"),
        ({"rule": ["6D", "6D"]}, "6D is said twice"),
        ({"rule": ["XYZ"]}, "unknown rule 'XYZ'"),
        ({"rule": ["<script>"]}, "unknown rule '<SCRIPT>'"),
        ({"rule": ["6D\x00"]}, "unknown rule '6D\\x00'"),
        ({"rule": ["9D"]}, "unknown rule '9D'"),
        ({}, "Choose the rules of the table."),
        ({"rule": TOKENS, "limits": "1-2"}, "1-2 is not one of the available choices"),
    ],
)
def test_bad_input_is_refused_with_its_reason(owner, rulebook, data, message):
    before = stored()
    response = owner.post(URL, {**OTHERS, **data})
    assert_page(response, 422)
    assert message in words(response)
    assert stored() == before


@pytest.mark.parametrize("method", ["put", "delete", "patch"])
def test_other_methods_are_refused(owner, rulebook, method):
    assert_refused_method(getattr(owner, method)(URL), "GET", "HEAD", "POST")
