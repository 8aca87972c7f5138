"""POST /review/<deck>/start/: what is due, dealt as a drill."""

from __future__ import annotations

from dataclasses import replace
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import (
    DeckFactory,
    GuestFactory,
    answer,
    decide_on,
    on_day,
)
from tests.web.conftest import client_of_guest
from tests.web.pages import assert_page, assert_refused_method, page, words
from tests.web.review.answers import answer_all
from trainer.accounts.models import User
from trainer.decisions.models import Decision, Mode
from trainer.drills.models import Drill
from trainer.review.models import Deck, RetentionDay
from trainer.review.plan import NEW_A_DAY
from trainer.review.queries import MOST_HANDS, due_today
from trainer.rulebook.queries import chart_of
from trainer.rulebook.services import save_chart


def url(deck: Deck, name: str = "start") -> str:
    return reverse(f"review:{name}", args=[deck.public_id])


@pytest.fixture
def deck(rulebook, learner: User) -> Deck:
    with on_day(0):
        return DeckFactory(learner=learner)


def finish(drill: Drill) -> None:
    while not drill.ended_at:
        answer(drill)


def test_each_due_cell_is_dealt_once(owner, deck, learner):
    decide_on(0, learner, action="S")
    decide_on(0, learner, "8S 8D v TH", "S")
    with on_day(1):
        response = owner.post(url(deck))
        drill = Drill.objects.get()
        assert response["Location"] == reverse("drills:play", args=[drill.public_id])
        assert (drill.mode, drill.length) == (Mode.REVIEW, 2 + NEW_A_DAY)
        finish(drill)
        cells = Decision.objects.filter(mode=Mode.REVIEW).values_list("cell", flat=True)
        assert len(set(cells)) == len(cells) == 2 + NEW_A_DAY
        assert {"hard 16 v 9", "pair 88 v T"} <= set(cells)
        assert due_today(learner) == (deck, 0)


def test_a_miss_stays_due_and_its_comeback_settles_it(owner, deck, learner):
    with on_day(0):
        owner.post(url(deck))
        drill = Drill.objects.get()
        question = drill.questions.get(number=1)
        question.deal = "TS 6D v 9H"
        question.save()
        answer(drill, "S")
        shown = owner.get(url(deck, "deck"))
        assert "16 against 9 missed today" in words(shown)
        finish(drill)
        assert drill.answered == drill.length == NEW_A_DAY + 1
        assert "missed today" not in words(owner.get(url(deck, "deck")))


def test_more_than_fit_are_left_for_the_next_review(owner, deck, learner):
    answer_all(deck, 0, MOST_HANDS + 5)
    with on_day(30):
        page_before = words(owner.get(url(deck, "deck")))
        assert f"Review {MOST_HANDS} hands {5 + NEW_A_DAY} more after these" in page_before
        owner.post(url(deck))
        drill = Drill.objects.get()
        assert drill.length == MOST_HANDS
        finish(drill)
        assert RetentionDay.objects.count() == 0
        owner.post(url(deck))
        assert Drill.objects.latest("pk").length == 5 + NEW_A_DAY
        assert RetentionDay.objects.get().tries == MOST_HANDS


def test_a_review_of_today_goes_on(owner, deck):
    with on_day(0):
        first = owner.post(url(deck))
        answer(Drill.objects.get())
        shown = owner.get(url(deck, "deck"))
        assert "A review of today is still open." in words(shown)
        assert page(shown).select_one(".due-today a")["href"] == first["Location"]
        assert page(shown).select(".due-today form") == []
        assert owner.post(url(deck))["Location"] == first["Location"]
    assert Drill.objects.count() == 1


def test_one_of_yesterday_is_ended_and_a_new_one_begun(owner, deck):
    with on_day(0):
        owner.post(url(deck))
        old = Drill.objects.get()
    with on_day(1):
        assert "still open" not in words(owner.get(url(deck, "deck")))
        owner.post(url(deck))
    old.refresh_from_db()
    assert old.ended_at
    new = Drill.objects.latest("pk")
    assert new != old
    assert not new.ended_at


def test_one_of_a_chart_that_has_changed_since_is_ended_too(owner, deck):
    with on_day(0):
        owner.post(url(deck))
        old = Drill.objects.get()
        changed = replace(chart_of(old.chart), name="Changed")
        save_chart(slug=deck.chart.slug, chart=changed)
        owner.post(url(deck))
    old.refresh_from_db()
    assert old.ended_at
    assert Drill.objects.latest("pk").chart.name == "Changed"


def test_an_open_drill_of_another_kind_is_left_alone(owner, deck, drill):
    with on_day(0):
        owner.post(url(deck))
    drill.refresh_from_db()
    assert not drill.ended_at
    assert Drill.objects.count() == 2


def test_with_nothing_due_nothing_starts(owner, deck):
    answer_all(deck, 0, NEW_A_DAY)
    with on_day(0):
        response = owner.post(url(deck), follow=True)
    assert "Nothing is due now." in words(response)
    assert not Drill.objects.exists()


def test_a_guest_reviews_and_stays_the_same_guest(rulebook):
    guest = GuestFactory(guest_key="the-guest")
    deck = DeckFactory(learner=guest)
    client_of_guest("the-guest").post(url(deck))
    drill = Drill.objects.get()
    answer(drill)
    assert Decision.objects.get().learner == guest
    assert User.objects.get() == guest


def test_the_play_page_and_the_summary_are_those_of_a_review(owner, deck):
    with on_day(0):
        play = owner.post(url(deck))["Location"]
        drill = Drill.objects.get()
        assert page(owner.get(play)).title.get_text() == "Review · Upcard"
        back = url(deck, "deck")
        finish(drill)
        assert page(owner.get(play)).select_one("[data-focus]")["href"] == back
        summary = owner.get(reverse("drills:summary", args=[drill.public_id]))
    assert "Your review" in words(page(summary).h1)
    assert page(summary).select_one(".page-head a")["href"] == back


def test_it_does_not_exist_for_a_stranger(stranger, deck):
    assert_page(stranger.post(url(deck)), 404)
    assert not Drill.objects.filter(mode=Mode.REVIEW).exists()


def test_a_deck_that_does_not_exist(owner, rulebook):
    assert_page(owner.post(url(Deck(public_id=uuid4()))), 404)


def test_get_is_refused(owner, deck):
    assert_refused_method(owner.get(url(deck)), "POST")
    assert not Drill.objects.exists()


def test_a_forged_form_starts_nothing(learner, deck):
    client = Client(enforce_csrf_checks=True)
    client.force_login(learner)
    assert_page(client.post(url(deck)), 403)
    assert not Drill.objects.exists()
