"""GET /table/<id>/: the table as it stands."""

from __future__ import annotations

import pytest
from django.core.cache import cache

from strategy.rules import Rules
from tests.factories import TableFactory, make_move, place_bet, play_round
from tests.factories.tables import ATLANTIC_CITY, EUROPEAN, deal_from_full_shoe
from tests.web.pages import HTMX, page, statements, words
from tests.web.tables.reading import (
    FORMS,
    assert_table_page,
    assert_table_part,
    at,
    buttons,
    dealer_cards,
    hands,
    post,
    status_line,
    stored,
)
from trainer.rulebook import queries
from trainer.rulebook.wording import rules_in_words
from trainer.tables.models import DealtShoe, Training


@pytest.mark.parametrize("headers", FORMS.values(), ids=FORMS)
def test_an_empty_table_asks_for_a_bet(owner, table, headers):
    response = owner.get(at("play", table), headers=headers)
    (assert_table_part if headers else assert_table_page)(response)
    assert status_line(response) == "Place your bet."
    assert "Put chips on the circle, then deal." in words(response)
    form = page(response).select_one("form.bets")
    assert form["action"] == form["hx-post"] == at("deal", table)
    assert form.select_one("input[name=version]")["value"] == "0"
    assert form.select_one("input[name=bet]")["value"] == "5"
    assert page(response).select_one("form.actions") is None
    assert DealtShoe.objects.get().commitment in words(response)


def test_a_guest_plays_as_an_account_does(guest, guest_table):
    assert_table_page(guest.get(at("play", guest_table)))


def test_looking_changes_nothing(owner, stack, table):
    stack(table, "TS 9H 6D TC")
    place_bet(table)
    before = stored()
    for _ in range(2):
        owner.get(at("play", table))
    assert stored() == before


def test_the_sign_names_limits_and_rules(owner, table):
    sign = page(owner.get(at("play", table))).select_one(".felt-sign")
    assert "Min 5 · Max 500" in words(sign)
    told = rules_in_words(Rules.parse(table.rules.code))
    assert words(sign.select_one(".felt-sign__rules")) == " · ".join(told)


def test_the_rules_can_be_hidden(owner, learner, rulebook):
    table = TableFactory(learner=learner, shows_rules=False)
    sign = page(owner.get(at("play", table))).select_one(".felt-sign")
    assert "Min 5 · Max 500" in words(sign)
    assert sign.select_one(".felt-sign__rules") is None


def test_an_open_round_shows_cards_count_and_choices(owner, stack, table):
    stack(table, "TS 9H 6D TC")
    place_bet(table)
    response = owner.get(at("play", table))
    assert dealer_cards(response) == ["9H", "back"]
    assert hands(response) == [["TS", "6D"]]
    assert status_line(response) == "You have 16 against a 9."
    assert buttons(response) == {"H": "Hit", "S": "Stand", "D": "Double", "R": "Surrender"}
    assert page(response).select_one("form.bets") is None
    assert words(page(response).select_one(".drill-bar__score")) == "4,990 chips"


@pytest.mark.parametrize(
    ("rules", "cards", "expected"),
    [
        (ATLANTIC_CITY, "8S 9H 8D TC", {"H", "S", "D", "P"}),
        (ATLANTIC_CITY, "TS AH 6D TC", {"I", "N"}),
        (EUROPEAN, "TS AH 6D", {"I", "N", "I5"}),
        (EUROPEAN, "TS TH 6D", {"H", "S", "D"}),
    ],
)
def test_the_choices_are_the_legal_ones(owner, stack, learner, rulebook, rules, cards, expected):
    table = TableFactory(learner=learner, rules=rules)
    stack(table, cards)
    place_bet(table)
    assert set(buttons(owner.get(at("play", table)))) == expected


@pytest.mark.parametrize(
    ("rules", "cards", "chips", "expected"),
    [
        (ATLANTIC_CITY, "TS AH 6D TC", 15, {"I": "Insurance: 7.5", "N": "Pass"}),
        (ATLANTIC_CITY, "AS AH KD 5C", 15, {"I": "Even money", "N": "Pass"}),
        (
            EUROPEAN,
            "TS AH 6D",
            15,
            {"I": "Insurance: 15", "N": "Pass", "I7.5": "Half insurance: 7.5"},
        ),
        (EUROPEAN, "AS AH KD", 15, {"I": "Even money", "N": "Pass"}),
        (
            f"{EUROPEAN} FLOOR",
            "TS AH 6D",
            15,
            {"I": "Insurance: 15", "N": "Pass", "I7": "Half insurance: 7"},
        ),
        (
            f"{EUROPEAN} FLOOR",
            "TS AH 6D",
            10,
            {"I": "Insurance: 10", "N": "Pass", "I5": "Half insurance: 5"},
        ),
        (f"{EUROPEAN} FLOOR", "AS AH KD", 15, {"I": "Insurance: 7", "N": "Pass"}),
    ],
)
def test_every_insurance_that_is_offered_can_be_bought(
    owner, stack, learner, rulebook, rules, cards, chips, expected
):
    table = TableFactory(learner=learner, rules=rules)
    stack(table, cards)
    place_bet(table, chips)
    assert buttons(owner.get(at("play", table))) == expected
    for value in expected:
        another = TableFactory(learner=learner, rules=rules)
        stack(another, cards)
        place_bet(another, chips)
        response = owner.post(at("act", another), {"version": 1, "action": value}, headers=HTMX)
        assert response.status_code == 200, value


def test_half_insurance_is_offered_to_whom_the_whole_is_too_much(owner, stack, learner, rulebook):
    table = TableFactory(learner=learner, rules=EUROPEAN, bankroll=17)
    stack(table, "TS AH 6D")
    place_bet(table)
    response = owner.get(at("play", table))
    assert buttons(response) == {"N": "Pass", "I5": "Half insurance: 5"}
    assert "Insurance: You do not have the chips for it." in words(response)


def test_a_finished_round_stays_on_the_table(owner, stack, table):
    stack(table, "TS 9H 6D TC 5S")
    row = play_round(table, "H")
    response = owner.get(at("play", table))
    assert dealer_cards(response) == ["9H", "TC"]
    assert hands(response) == [["TS", "6D", "5S"]]
    assert status_line(response) == "You win 10 chips."
    assert words(page(response).select_one(".result--win")) == "Win +10"
    assert page(response).find("a", href=at("round", row))
    assert page(response).select_one("form.bets input[name=bet]")["value"] == "10"
    assert "1 mistake; its cost in bets, on average:" in words(response)


STAGED = [
    ("bet=0&add=25", 25),
    ("bet=25&add=100", 125),
    ("bet=0", 0),
    ("bet=490&add=100", 500),
    ("bet=-5&add=1", 0),
    ("bet=abc&add=5", 0),
    ("bet=7.5", 0),
    ("bet=NaN", 0),
    ("bet=" + "9" * 5000, 0),
    ("bet=99999999999999999999", 500),
    ("bet=&add=", 0),
    ("bet=\x00", 0),
    ("add=5", 5),
]
"""Addresses that the chips link to, or that somebody has written, and the bet that they lay."""


def test_without_javascript_chips_are_links(owner, table):
    for query, staged in STAGED:
        response = owner.get(f"{at('play', table)}?{query}")
        assert_table_page(response)
        field = page(response).select_one("form.bets input[name=bet]")
        first = page(response).select_one("a.stake")
        assert (query, field["value"]) == (query, str(staged))
        assert first["href"] == f"{at('play', table)}?bet={staged}&add=1"


def test_no_more_than_the_bankroll_is_staged(owner, learner, rulebook):
    table = TableFactory(learner=learner, bankroll=62)
    response = owner.get(f"{at('play', table)}?bet=50&add=25")
    assert page(response).select_one("form.bets input[name=bet]")["value"] == "62"
    assert page(response).select_one("form.bets")["data-maximum"] == "62"


def test_the_last_bet_is_staged_but_no_less_than_the_minimum(owner, stack, table):
    stack(table, "TS 9H 6D TC")
    play_round(table, "S", chips=20)
    table.minimum = 100
    table.save()
    response = owner.get(at("play", table))
    assert page(response).select_one("form.bets input[name=bet]")["value"] == "100"
    table.minimum = 5
    table.save()
    response = owner.get(at("play", table))
    assert page(response).select_one("form.bets input[name=bet]")["value"] == "20"


def test_sounds_are_named_only_where_they_are_on(owner, stack, table):
    stack(table, "TS 9H 6D TC 5S")
    play_round(table, "H")
    assert "data-sound" not in page(owner.get(at("play", table))).find(id="table").attrs
    table.sound = True
    table.save()
    assert page(owner.get(at("play", table))).find(id="table")["data-sound"] == "card win"


@pytest.mark.parametrize("moves", ["", "H", "P", "P H", "P H S S"])
def test_reload_and_another_process_show_the_same(owner, stack, table, moves):
    stack(table, "8S 6H 8D TC 3S 2S 2H 9D TD")
    play_round(table, moves)
    first = owner.get(at("play", table), headers=HTMX)
    for read in (deal_from_full_shoe, queries._parsed_chart, queries._parsed_rules):
        read.cache_clear()
    cache.clear()
    second = owner.get(at("play", table), headers=HTMX)
    assert words(second) == words(first)
    assert hands(second) == hands(first)
    assert dealer_cards(second) == dealer_cards(first)
    assert buttons(second) == buttons(first)


def test_split_hands_are_told_apart_and_the_active_one_marked(owner, stack, table):
    stack(table, "8S 6H 8D TC 3S 2S")
    place_bet(table)
    make_move(table, "P")
    response = owner.get(at("play", table))
    assert hands(response) == [["8S", "3S"], ["8D", "2S"]]
    active = page(response).select(".seat--active")
    assert len(active) == 1
    assert "Hand 1" in words(active[0])
    assert status_line(response) == "Hand 1 has 11 against a 6."
    assert words(page(response).select_one(".drill-bar__score")) == "4,980 chips"


@pytest.mark.parametrize("training", Training.values)
def test_the_page_costs_few_statements(owner, stack, table, training):
    table.training = training
    table.save()
    stack(table, "TS 9H 6D TC")
    for go_on in (lambda: None, lambda: place_bet(table), lambda: make_move(table, "S")):
        go_on()
        with statements() as made:
            assert_table_page(owner.get(at("play", table)))
        assert 1 <= len(made) <= 6, made


def spoken(response) -> str:
    return words(page(response).select_one("[hx-swap-oob]"))


def moving(response) -> int:
    """How many cards are dealt in, as the page shows it."""
    return len(page(response).select("svg.card:not(.card--still)"))


def test_only_new_cards_are_dealt_in(owner, stack, learner, rulebook):
    table = TableFactory(learner=learner, training="advise")
    stack(table, "2S 9H 3D TC 4S")
    dealt = post(owner, "deal", table, headers=HTMX, bet="10")
    assert moving(dealt) == 4
    assert moving(post(owner, "advise", table, headers=HTMX)) == 0
    assert moving(post(owner, "act", table, headers=HTMX, action="P")) == 0
    assert moving(post(owner, "act", table, headers=HTMX, action="H")) == 1


def test_a_screen_reader_is_told_what_is_new(owner, stack, learner, rulebook):
    table = TableFactory(learner=learner, training="advise")
    stack(table, "TS 9H 6D TC")
    assert "You get the 10 of spades." in spoken(post(owner, "deal", table, headers=HTMX, bet="10"))
    advised = spoken(post(owner, "advise", table, headers=HTMX))
    assert advised.startswith("Best: Surrender, else hit.")
    assert "10 of spades" not in advised
    ended = spoken(post(owner, "act", table, headers=HTMX, action="S"))
    assert "hard 16 against a 9 Stand; Surrender was right" in ended


def test_a_guess_is_told_right_or_wrong(owner, stack, learner, rulebook):
    table = TableFactory(learner=learner, training="test")
    stack(table, "TS 9H 6D TC")
    place_bet(table)
    wrong = spoken(post(owner, "guess", table, headers=HTMX, code="S"))
    assert wrong.startswith("Stand: wrong. Try again.")
    right = spoken(post(owner, "guess", table, headers=HTMX, code="Rh"))
    assert right.startswith("Surrender, else hit: right.")


def test_a_refused_bet_stays_in_its_field(owner, table):
    response = post(owner, "deal", table, bet="7000")
    field = page(response).select_one("input[name=bet]")
    assert (field["value"], field["aria-invalid"]) == ("7000", "true")
    assert page(response).find(id=field["aria-describedby"])
