"""GET and POST /table/<id>/settings/, and the sound button: a table changed while it is used."""

from __future__ import annotations

import pytest

from strategy.rules import Rules
from tests.factories import TableFactory, place_bet, play_round
from tests.factories.tables import ATLANTIC_CITY, EUROPEAN, SIX_DECKS, visitor_at
from tests.web.pages import HTMX, assert_page, page, words
from tests.web.tables.reading import (
    FORMS,
    assert_refused,
    assert_table_part,
    at,
    choices,
    post,
    stored,
)
from trainer.tables.services import leave_table

LEFT = "You have left this table. Its history is kept."


def sent(code: str = SIX_DECKS, **others: str) -> dict[str, object]:
    fields = {"limits": "5-500", "training": "none", "shows_rules": "on", "version": "0", **others}
    return {"rule": Rules.parse(code).tokens, **fields}


@pytest.mark.parametrize("code", [SIX_DECKS, ATLANTIC_CITY, EUROPEAN])
def test_the_form_has_the_present_settings(owner, learner, rulebook, code):
    table = TableFactory(learner=learner, rules=code, training="test", minimum=25, maximum=1000)
    response = owner.get(at("settings", table))
    assert_page(response)
    assert set(choices(response).values()) == set(Rules.parse(code).tokens)
    form = page(response).select_one("main form")
    assert form.select_one("input[name=training][checked]")["value"] == "test"
    assert form.select_one("select[name=limits] option[selected]")["value"] == "25-1000"
    assert form.select_one("input[name=shows_rules]").has_attr("checked")
    assert not form.select_one("button").has_attr("disabled")


def test_looking_changes_nothing(owner, table):
    before = stored()
    owner.get(at("settings", table))
    assert stored() == before


def test_the_form_as_it_stands_changes_nothing_but_the_version(owner, table):
    before = stored()
    table_before = before.pop("Table")
    response = owner.post(at("settings", table), sent())
    assert response["Location"] == at("play", table)
    after = stored()
    assert len(after.pop("Table")) == len(table_before)
    assert after == before
    table.refresh_from_db()
    assert (table.version, table.rules.code) == (1, SIX_DECKS)


def test_everything_can_be_changed_between_rounds(owner, stack, table):
    stack(table, "TS 9H 6D TC")
    play_round(table, "S")
    held = table.bankroll
    old = table.shoes.get()
    fields = {"limits": "1-100", "training": "hint", "shows_rules": "", "sound": "on"}
    fields["version"] = str(table.version)
    owner.post(at("settings", table), sent(ATLANTIC_CITY, **fields))
    table.refresh_from_db()
    assert (table.minimum, table.maximum, table.training) == (1, 100, "hint")
    assert (table.shows_rules, table.sound) == (False, True)
    assert table.rules.code == ATLANTIC_CITY
    assert table.chart.chart.slug == "exact-atlantic-city"
    assert table.bankroll == held
    old.refresh_from_db()
    new = table.shoes.get(ended_at=None)
    assert old.ended_at
    assert (new.number, new.code, new.dealt) == (2, ATLANTIC_CITY, 0)
    place_bet(table, 1)
    assert table.rounds.latest("number").rules.code == ATLANTIC_CITY
    assert table.rounds.earliest("number").rules.code == SIX_DECKS


def test_other_settings_leave_the_shoe(owner, stack, table):
    stack(table, "TS 9H 6D TC")
    play_round(table, "S")
    owner.post(at("settings", table), sent(limits="1-100", version=str(table.version)))
    table.refresh_from_db()
    assert table.maximum == 100
    shoe = table.shoes.get()
    assert (shoe.dealt, shoe.ended_at) == (4, None)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (sent(limits="3-7"), "3-7 is not one of the available choices"),
        (sent(training="x"), "x is not one of the available choices"),
        (
            {**sent(), "rule": ["6D", "SP1", "DAS"]},
            "Double after a split / No splitting.",
        ),
        (
            {**sent(), "rule": ["6D", "SP2", "SA3"]},
            "Aces are split to three hands / One split.",
        ),
        ({**sent(), "rule": []}, "Choose the rules of the table."),
        ({}, "Choose the rules of the table."),
    ],
)
def test_bad_input_is_refused_with_its_reason(owner, table, data, message):
    before = stored()
    response = owner.post(at("settings", table), data)
    assert_page(response, 422)
    assert message in words(response)
    chosen = set(choices(response).values())
    assert set(data.get("rule") or Rules.parse(SIX_DECKS).tokens) <= chosen
    assert stored() == before


@pytest.mark.parametrize("headers", FORMS.values(), ids=FORMS)
def test_while_a_round_is_open_nothing_is_changed(owner, stack, table, headers):
    stack(table, "TS 9H 6D TC")
    place_bet(table)
    shown = owner.get(at("settings", table))
    assert "A round is open: finish it before you change the table." in words(shown)
    assert page(shown).select_one("main form button").has_attr("disabled")
    before = stored()
    sending = sent(ATLANTIC_CITY, version=str(table.version))
    response = owner.post(at("settings", table), sending, headers=headers)
    assert_refused(response, 409, "Finish the round first.")
    assert stored() == before


def test_a_table_that_was_left_is_not_changed(owner, table):
    leave_table(visitor=visitor_at(table), table_id=table.public_id)
    before = stored()
    assert_refused(owner.post(at("settings", table), sent(ATLANTIC_CITY)), 409, LEFT)
    assert stored() == before


def test_a_page_from_before_the_change_deals_nothing(owner, table):
    owner.post(at("settings", table), sent(ATLANTIC_CITY))
    assert post(owner, "deal", table, version=0, bet="10").status_code == 409
    assert not table.rounds.exists()


def test_the_sound_is_turned_on_and_off_at_any_time(owner, stack, table):
    stack(table, "TS 9H 6D TC")
    place_bet(table)
    response = owner.post(at("sound", table), {"on": "yes"}, headers=HTMX)
    assert_table_part(response)
    assert page(response).find(id="sound")["aria-pressed"] == "true"
    assert page(response).find(id="table").has_attr("data-sound")
    table.refresh_from_db()
    assert (table.sound, table.version) == (True, 1)
    response = owner.post(at("sound", table), {"on": "no"})
    assert response["Location"] == at("play", table)
    table.refresh_from_db()
    assert not table.sound


@pytest.mark.parametrize("data", [{}, {"on": ""}, {"on": "maybe"}, {"on": "\x00"}])
def test_anything_but_yes_turns_the_sound_off(owner, table, data):
    owner.post(at("sound", table), {"on": "yes"})
    assert owner.post(at("sound", table), data).status_code == 302
    table.refresh_from_db()
    assert not table.sound
