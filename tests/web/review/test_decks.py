"""GET /review/ and GET, POST /review/decks/: which charts are kept in mind."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from strategy.charts import stock_chart
from tests.factories import (
    DeckFactory,
    GuestFactory,
    UserFactory,
    decide,
    decide_on,
    on_day,
    taught,
)
from tests.web.conftest import client_of_guest
from tests.web.pages import assert_page, assert_refused_method, page, statements, words
from trainer.accounts.models import User
from trainer.decisions.models import Mode
from trainer.review import services
from trainer.review.models import Deck
from trainer.rulebook.models import Teaching
from trainer.rulebook.services import keep_own_chart

INDEX, DECKS = "/review/", "/review/decks/"
SETS = ("atlantic-city", "six-deck-h17", "european")


def deck_url(deck: Deck) -> str:
    return reverse("review:deck", args=[deck.public_id])


@pytest.mark.parametrize("mode", Mode)
def test_the_first_visit_makes_the_deck_of_the_chart_answered_last(rulebook, owner, learner, mode):
    decide_on(0, learner, teaching=taught("six-deck-h17"))
    decide_on(1, learner, action="S", mode=mode)
    response = owner.get(INDEX)
    deck = Deck.objects.get()
    assert response["Location"] == deck_url(deck)
    assert deck.learner == learner
    assert (deck.rule_set, deck.chart) == (taught().rule_set, taught().chart)
    assert "16 against 9" in words(owner.get(deck_url(deck)))


def test_the_second_visit_makes_no_other(rulebook, owner, learner):
    decide_on(0, learner)
    owner.get(INDEX)
    decide_on(1, learner, teaching=taught("six-deck-h17"))
    owner.get(INDEX)
    assert Deck.objects.count() == 1


def test_the_one_deck_is_shown(rulebook, owner, learner):
    deck = DeckFactory(learner=learner)
    assert owner.get(INDEX)["Location"] == deck_url(deck)


def test_several_are_offered_with_what_is_due_in_each(rulebook, owner, learner):
    with on_day(0):
        first = DeckFactory(learner=learner)
    with on_day(1):
        second = DeckFactory(learner=learner, teaching=taught("six-deck-h17"))
        decide(learner, action="S")
        assert owner.get(INDEX)["Location"] == DECKS
        response = owner.get(DECKS)
    rows = page(response).select(".deck")
    assert [row.select_one("a")["href"] for row in rows] == [deck_url(second), deck_url(first)]
    assert [words(row.select_one(".deck__due")) for row in rows] == ["20 hands due"] * 2


def test_a_guest_with_answers_has_a_deck(rulebook):
    guest = GuestFactory(guest_key="the-guest")
    decide(guest)
    client_of_guest("the-guest").get(INDEX)
    assert Deck.objects.get().learner == guest


@pytest.mark.parametrize("who", ["a newcomer", "a guest", "a user"])
def test_who_has_answered_nothing_is_told_what_to_do_or_can_choose_a_chart(rulebook, who, owner):
    clients = {"a newcomer": Client(), "a guest": client_of_guest("the-guest"), "a user": owner}
    response = clients[who].get(INDEX, follow=True)
    assert_page(response)
    assert "Answer some hands and come back, or choose below" in words(response)
    assert page(response).select_one(".empty a")["href"] == reverse("drills:start")
    assert page(response).select_one("select[name=teaching]")
    assert not Deck.objects.exists()
    assert not User.objects.exclude(pk=owner.session["_auth_user_id"]).exists()


def test_a_chart_is_added(rulebook, owner, learner):
    teaching = taught("six-deck-h17")
    response = owner.post(DECKS, {"teaching": teaching.pk})
    deck = Deck.objects.get()
    assert response["Location"] == deck_url(deck)
    assert (deck.learner, deck.rule_set, deck.chart) == (
        learner,
        teaching.rule_set,
        teaching.chart,
    )


def test_a_chart_that_is_there_is_shown_with_all_that_is_in_it(rulebook, owner, learner):
    deck = DeckFactory(learner=learner)
    response = owner.post(DECKS, {"teaching": taught().pk})
    assert response["Location"] == deck_url(deck)
    assert Deck.objects.count() == 1


@pytest.mark.parametrize("sent", [{}, {"teaching": ""}, {"teaching": "0"}, {"teaching": "x' --"}])
def test_an_unknown_chart_is_refused(rulebook, owner, sent: dict[str, Any]):
    response = owner.post(DECKS, sent)
    assert_page(response, 422)
    assert page(response).select_one(".invalid-feedback")
    assert not Deck.objects.exists()


def test_the_chart_of_another_is_refused(rulebook, owner):
    own = keep_own_chart(owner=UserFactory(), chart=stock_chart("6d-s17-das"))
    response = owner.post(DECKS, {"teaching": Teaching.objects.get(chart=own).pk})
    assert_page(response, 422)
    assert not Deck.objects.exists()


@pytest.mark.parametrize("who", ["a newcomer", "a guest"])
def test_a_guest_becomes_a_row_with_a_deck(rulebook, who):
    client = Client() if who == "a newcomer" else client_of_guest("the-guest")
    response = client.post(DECKS, {"teaching": taught().pk, "time_zone": "Asia/Kolkata"})
    deck = Deck.objects.get()
    assert response["Location"] == deck_url(deck)
    assert (deck.learner.is_guest, deck.learner.time_zone) == (True, "Asia/Kolkata")
    assert_page(client.get(deck_url(deck)))


def test_a_guest_who_chooses_nothing_becomes_no_row(rulebook):
    assert_page(Client().post(DECKS, {"time_zone": "Asia/Kolkata"}), 422)
    assert not User.objects.exists()


def test_so_many_decks_are_kept_and_no_more(rulebook, owner, learner, monkeypatch):
    monkeypatch.setattr(services, "MOST_DECKS", 1)
    deck = DeckFactory(learner=learner)
    DeckFactory()
    response = owner.post(DECKS, {"teaching": taught("six-deck-h17").pk})
    assert_page(response, 422)
    refused = words(page(response).select_one(".invalid-feedback"))
    assert refused == "You keep 1 chart in mind already, and no more fit."
    assert len(page(response).select(".deck")) == 1
    assert learner.decks.count() == 1
    assert owner.post(DECKS, {"teaching": taught().pk})["Location"] == deck_url(deck)


def test_the_decks_of_others_are_not_shown(rulebook, owner):
    DeckFactory()
    assert page(owner.get(DECKS)).select(".deck") == []


def test_other_methods_are_refused(rulebook, owner):
    assert_refused_method(owner.post(INDEX), "GET", "HEAD")
    assert_refused_method(owner.delete(DECKS), "GET", "HEAD", "POST")


def test_a_forged_form_adds_nothing(rulebook, learner):
    client = Client(enforce_csrf_checks=True)
    client.force_login(learner)
    assert_page(client.post(DECKS, {"teaching": taught().pk}), 403)
    assert not Deck.objects.exists()


def test_its_queries_do_not_grow_with_the_decks(rulebook, owner, learner):
    counts = []
    for rule_set in SETS:
        DeckFactory(learner=learner, teaching=taught(rule_set))
        with statements() as found:
            owner.get(DECKS)
        counts.append(len(found))
    assert counts == [8, 8, 8]


def test_what_waits_is_taken_into_its_own_deck(rulebook, owner, learner):
    with on_day(0):
        DeckFactory(learner=learner)
        DeckFactory(learner=learner, teaching=taught("six-deck-h17"))
        DeckFactory(learner=learner, teaching=taught("european"))
        for rule_set, action in (("six-deck-h17", "S"), ("european", "H")):
            decide(learner, action=action, teaching=taught(rule_set))
        response = owner.get(DECKS)
    told = {words(row.select_one("h2")): words(row) for row in page(response).select(".deck")}
    due = [re.search(r"(\d+) hands? due", told[taught(r).rule_set.current.name])[1] for r in SETS]
    assert due == ["20", "20", "19"]
    assert [deck.cards.count() for deck in Deck.objects.order_by("pk")] == [0, 1, 1]
