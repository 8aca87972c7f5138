"""POST /review/<deck>/date/: the day on which the chart should be known."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import DeckFactory, UserFactory, day, on_day
from tests.web.conftest import client_of
from tests.web.pages import assert_page, assert_refused_method, page, words
from trainer.accounts.models import User
from trainer.review.models import Deck


def url(deck: Deck) -> str:
    return reverse("review:date", args=[deck.public_id])


@pytest.fixture
def deck(rulebook, learner: User) -> Deck:
    return DeckFactory(learner=learner, plays_on=day(30))


def date_of(deck: Deck) -> date | None:
    deck.refresh_from_db()
    return deck.plays_on


@pytest.mark.parametrize("ahead", [0, 1, 10, 366])
def test_a_date_from_today_to_a_year_ahead_is_taken(owner, deck, ahead):
    with on_day(0):
        response = owner.post(url(deck), {"plays_on": day(ahead).isoformat()})
        assert response["Location"] == reverse("review:deck", args=[deck.public_id])
        shown = owner.get(response["Location"])
    assert date_of(deck) == day(ahead)
    assert page(shown).select_one("input[name=plays_on]")["value"] == day(ahead).isoformat()


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({"plays_on": day(-1).isoformat()}, "That day is past."),
        ({"plays_on": "1926-03-12"}, "That day is past."),
        ({"plays_on": day(367).isoformat()}, "That is too far ahead."),
        ({"plays_on": "9999-12-31"}, "That is too far ahead."),
        ({"plays_on": "99999-12-31"}, "That is no date."),
        ({"plays_on": "2026-02-30"}, "That is no date."),
        ({"plays_on": "soon"}, "That is no date."),
        ({"plays_on": ""}, "Choose a date, or clear it."),
        ({}, "Choose a date, or clear it."),
    ],
)
def test_another_is_refused_and_the_one_before_is_kept(owner, deck, sent: dict[str, Any], told):
    with on_day(0):
        response = owner.post(url(deck), sent)
    assert_page(response, 422)
    assert told in words(page(response).select_one(".invalid-feedback"))
    assert page(response).select_one(".due-today")
    assert date_of(deck) == day(30)


def test_today_is_where_the_learner_is(rulebook):
    learner = UserFactory(time_zone="Pacific/Auckland")
    deck = DeckFactory(learner=learner)
    with on_day(0, "23:00:00"):  # tomorrow in Auckland
        assert client_of(learner).post(url(deck), {"plays_on": str(day(0))}).status_code == 422
        assert client_of(learner).post(url(deck), {"plays_on": str(day(1))}).status_code == 302


def test_it_is_cleared(owner, deck):
    with on_day(0):
        response = owner.post(url(deck), {"plays_on": "whatever", "clear": "1"})
    assert response.status_code == 302
    assert date_of(deck) is None


def test_a_past_date_can_be_cleared_and_set_anew(owner, deck):
    with on_day(40):
        assert page(owner.get(reverse("review:deck", args=[deck.public_id]))).select_one(
            "button[name=clear]"
        )
        owner.post(url(deck), {"plays_on": day(50).isoformat()})
    assert date_of(deck) == day(50)


def test_it_does_not_exist_for_a_stranger(stranger, deck):
    with on_day(0):
        for sent in ({"plays_on": day(1).isoformat()}, {"plays_on": "x"}, {"clear": "1"}):
            assert_page(stranger.post(url(deck), sent), 404)
    assert date_of(deck) == day(30)


def test_a_deck_that_does_not_exist(owner, rulebook):
    assert_page(owner.post(url(Deck(public_id=uuid4())), {"clear": "1"}), 404)


def test_get_is_refused(owner, deck):
    assert_refused_method(owner.get(url(deck)), "POST")


def test_a_forged_form_sets_nothing(learner, deck):
    client = Client(enforce_csrf_checks=True)
    client.force_login(learner)
    assert_page(client.post(url(deck), {"clear": "1"}), 403)
    assert date_of(deck) == day(30)


def test_the_farthest_date_is_told_to_the_browser(owner, deck):
    with on_day(0):
        field = page(owner.get(reverse("review:deck", args=[deck.public_id]))).select_one(
            "input[name=plays_on]"
        )
    assert (field["min"], field["max"]) == (str(day(0)), str(day(0) + timedelta(days=366)))
