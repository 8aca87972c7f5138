"""GET /drill/<id>/: the hand in play."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.urls import reverse

from strategy.actions import Action
from strategy.dealing import Deal
from strategy.situations import CHOICES
from tests.factories import DrillFactory, answer, deal_hand, play, taught
from tests.web.pages import (
    HTMX,
    assert_page,
    assert_part,
    assert_refused_method,
    page,
    recorded,
    statements,
    words,
)
from trainer.drills.models import Drill
from trainer.rulebook.queries import rules_of


def url(drill: Drill) -> str:
    return reverse("drills:play", args=[drill.public_id])


def test_it_shows_the_cards_the_upcard_and_the_total(owner, drill):
    deal_hand(drill, "TS 6D v AH")
    response = owner.get(url(drill))
    assert_page(response)
    shown = page(response)
    mine = [card["aria-label"] for card in shown.select(".seat--player .card")]
    dealers = [card["aria-label"] for card in shown.select(".seat--dealer .card")]
    assert mine == ["10 of spades", "6 of diamonds"]
    assert dealers == ["ace of hearts", "Hole card, face down"]
    assert "hard 16" in words(shown.select_one(".seat--player"))
    assert "shows ace" in words(shown.select_one(".seat--dealer"))


def test_without_a_hole_card_none_is_shown(rulebook, owner, learner):
    drill = DrillFactory(learner=learner, teaching=taught("european"))
    deal_hand(drill, "TS 6D v AH")
    cards = page(owner.get(url(drill))).select(".seat--dealer .card")
    assert [card["aria-label"] for card in cards] == ["ace of hearts"]


@pytest.mark.parametrize(
    ("rule_set", "deal", "keys"),
    [
        ("atlantic-city", "TS 6D v 9H", "HSD"),
        ("atlantic-city", "8S 8D v 9H", "HSDP"),
        ("atlantic-city", "TS KD v 9H", "HSDP"),
        ("atlantic-city", "2S 3D 4H v 9H", "HS"),
        ("six-deck-surrender", "TS 6D v 9H", "HSDR"),
        ("six-deck-surrender", "8S 8D v 9H", "HSDPR"),
        ("six-deck-surrender", "2S 3D 4H v 9H", "HS"),
    ],
)
def test_the_buttons_are_what_is_legal(rulebook, owner, learner, rule_set, deal, keys):
    drill = DrillFactory(learner=learner, teaching=taught(rule_set))
    deal_hand(drill, deal)
    buttons = page(owner.get(url(drill))).select("form.actions button[name=action]")
    assert "".join(button["value"] for button in buttons) == keys
    situation = Deal.parse(deal).situation(rules_of(drill.rules))
    assert [Action(button["value"]) for button in buttons] == list(situation.allowed)
    for button in buttons:
        assert int(button["data-digit"]) == CHOICES.index(Action(button["value"])) + 1


def test_a_reload_shows_the_same_hand_and_changes_nothing(owner, drill):
    before = recorded()
    first, second = owner.get(url(drill)), owner.get(url(drill))
    hands = [words(page(response).select_one(".felt")) for response in (first, second)]
    labels = [
        [card["aria-label"] for card in page(response).select(".felt .card")]
        for response in (first, second)
    ]
    assert hands[0] == hands[1]
    assert labels[0] == labels[1]
    assert recorded() == before


def test_a_reload_after_an_answer_shows_the_verdict_again(owner, drill):
    play(drill, "TS 6D v 9H", "S")
    for _number in range(2):
        assert "Hit, not Stand, with hard 16 against a 9." in words(owner.get(url(drill)))


def test_htmx_gets_the_part_alone(owner, drill):
    assert_part(owner.get(url(drill), headers=HTMX))


def test_it_counts_hands_and_right_ones(owner, drill):
    for action in ("H", "S", "H"):
        play(drill, "TS 6D v 9H", action)
    bar = page(owner.get(url(drill))).select_one(".drill-bar")
    assert "3 of 20" in words(bar)
    assert "2 right" in words(bar)
    assert (bar.progress["value"], bar.progress["max"]) == ("3", "20")


@pytest.mark.parametrize(("answers", "counted"), [(0, "0 hands"), (1, "1 hand"), (2, "2 hands")])
def test_an_endless_drill_counts_what_was_answered(rulebook, owner, learner, answers, counted):
    drill = DrillFactory(learner=learner, length=None)
    for _number in range(answers):
        answer(drill)
    bar = page(owner.get(url(drill))).select_one(".drill-bar")
    assert words(bar.select_one(".drill-bar__count")) == counted
    assert bar.progress is None


def test_the_guest_sees_the_drill_before_and_after_the_first_answer(guest, guest_drill):
    assert_page(guest.get(url(guest_drill)))
    answer(guest_drill)
    assert_page(guest.get(url(guest_drill)))


def test_an_older_drill_can_still_be_played(owner, drill):
    DrillFactory(learner=drill.learner)
    assert page(owner.get(url(drill))).select_one("form.actions")


def test_it_does_not_exist_for_a_stranger(stranger, drill, guest_drill):
    for one in (drill, guest_drill):
        assert_page(stranger.get(url(one)), 404)
        assert_part(stranger.get(url(one), headers=HTMX), 404)
        answer(one)
        assert_page(stranger.get(url(one)), 404)


def test_a_drill_that_does_not_exist(owner, rulebook):
    assert_page(owner.get(reverse("drills:play", args=[uuid4()])), 404)
    assert_page(owner.get("/drill/1/"), 404)


def test_post_is_refused(owner, drill):
    assert_refused_method(owner.post(url(drill)), "GET", "HEAD")


def test_it_is_kept_out_of_every_cache(owner, drill):
    assert "no-store" in owner.get(url(drill))["Cache-Control"]


def test_the_number_of_statements_is_constant(rulebook, owner, learner):
    drill = DrillFactory(learner=learner, length=None)
    counts = []
    for more in (1, 20):
        for _number in range(more):
            answer(drill)
        with statements() as made:
            owner.get(url(drill))
        counts.append(len(made))
    assert counts[0] == counts[1] <= 5
