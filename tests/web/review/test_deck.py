"""GET /review/<deck>/: what is due, the figures, the plan, the days to come."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from bs4 import BeautifulSoup, Tag
from django.http import HttpResponse
from django.urls import reverse

from tests.factories import DeckFactory, GuestFactory, day, decide_on, on_day
from tests.web.conftest import client_of_guest
from tests.web.pages import assert_page, assert_refused_method, page, statements, words
from tests.web.review.answers import answer_all
from trainer.accounts.models import User
from trainer.decisions.models import Mode
from trainer.review.folding import deck_lessons
from trainer.review.models import Deck, ReviewCard
from trainer.review.plan import FORECAST_DAYS, NEW_A_DAY

ORDINARY = timedelta(seconds=4)


def url(deck: Deck) -> str:
    return reverse("review:deck", args=[deck.public_id])


@pytest.fixture
def deck(rulebook, learner: User) -> Deck:
    with on_day(0):
        return DeckFactory(learner=learner)


def part(response: HttpResponse, selector: str) -> Tag:
    found = page(response).select_one(selector)
    assert found, selector
    return found


def figure(response: HttpResponse, label: str) -> str:
    """The text of one of the figures."""
    return next(words(stat) for stat in page(response).select(".stat") if label in words(stat))


def test_a_fresh_deck_offers_the_days_new_hands(owner, deck):
    with on_day(0):
        response = owner.get(url(deck))
    assert_page(response)
    assert words(part(response, ".due-today button")) == f"Review {NEW_A_DAY} hands"
    assert f"{NEW_A_DAY} new hands" in words(part(response, ".due-today"))
    cells = len(deck_lessons(deck))
    assert figure(response, "New").startswith(f"New {cells} ")
    assert figure(response, "Known").startswith("Known 0 ")
    assert "0 of 0" in figure(response, "Retention")


def test_it_lists_what_is_due_with_its_past_and_not_with_its_answer(owner, deck, learner):
    decide_on(0, learner, "TS 6D v 9H", "S")
    decide_on(0, learner, "TS 6D v 9H", "H")
    decide_on(0, learner, "8S 8D v TH", "P")
    decide_on(1, learner, "AS 7D v 9H", "S")
    with on_day(2):
        response = owner.get(url(deck))
    cells = {
        words(cell.select_one(".due-cell__hand")): words(cell.select_one(".due-cell__past"))
        for cell in page(response).select(".due-cell")
    }
    assert cells["16 against 9"] == "2 days ago · 1 of 2 wrong"
    assert cells["8,8 against 10"] == "2 days ago"
    assert cells["A,7 against 9"] == "missed yesterday · 1 of 1 wrong"
    assert list(cells.values()).count("new") == NEW_A_DAY
    text = words(part(response, ".due-lists"))
    assert not any(play in text for play in ("Hit", "Stand", "Split", "stand", "hit"))


@pytest.mark.parametrize("mode", [Mode.DRILL, Mode.TABLE, Mode.TIMED])
def test_a_miss_of_any_mode_is_due_at_once(owner, deck, learner, mode):
    decide_on(0, learner, action="S", mode=mode)
    with on_day(0):
        response = owner.get(url(deck))
    assert "16 against 9 missed today · 1 of 1 wrong" in words(part(response, ".due-lists"))


def test_with_nothing_due_it_says_when_something_is(owner, deck):
    answer_all(deck, 0, NEW_A_DAY, ORDINARY)
    with on_day(0):
        response = owner.get(url(deck))
    today = words(part(response, ".due-today"))
    assert f"Nothing is due {NEW_A_DAY} hands done today." in today
    assert "Next: 20 hands on Tuesday, 3 March." in today
    assert page(response).select(".due-today form") == []
    assert page(response).select(".due-lists") == []


def test_what_was_done_today_is_told_beside_what_is_left(owner, deck):
    answer_all(deck, 0, 5)
    with on_day(0):
        response = owner.get(url(deck))
    assert f"{NEW_A_DAY - 5} new hands · 5 done today" in words(part(response, ".due-today"))


def test_retention_is_claimed_from_ten_first_tries_on(owner, deck):
    answer_all(deck, 0, 12)
    answer_all(deck, 1, 9)
    with on_day(1):
        figured = figure(owner.get(url(deck)), "Retention")
    assert "9 of 9" in figured
    assert "too few for a rate" in figured
    assert "%" not in figured
    decide_on(2, deck.learner, "TS 6D v TH", "S")
    with on_day(2):
        figured = figure(owner.get(url(deck)), "Retention")
    assert "90%" in figured
    assert "9 right of 10 first tries after a day or more · 95% interval 60 to 98%" in figured


def test_retention_of_long_ago_is_told_apart(owner, deck):
    answer_all(deck, 0, 12)
    answer_all(deck, 1, 12)
    with on_day(90):
        figured = figure(owner.get(url(deck)), "Retention")
    assert "0 of 0" in figured
    assert "Since the start: 12 of 12" in figured


def test_known_are_those_that_keep_for_three_weeks(owner, deck):
    answer_all(deck, 0, 12)
    answer_all(deck, 8, 7)
    with on_day(8):
        response = owner.get(url(deck))
    assert figure(response, "Known").startswith("Known 7 ")
    assert figure(response, "Learning").startswith("Learning 5 ")


def bars(response: HttpResponse) -> list[Tag]:
    svg = BeautifulSoup(str(part(response, ".bar-chart svg")), "html.parser")
    return svg.select(".series rect")


def test_the_forecast_is_a_bar_a_day_and_the_same_as_a_table(owner, deck):
    answer_all(deck, 0, NEW_A_DAY, ORDINARY)
    with on_day(1):
        response = owner.get(url(deck))
    rows = [words(row) for row in page(response).select("[aria-labelledby=forecast] tbody tr")]
    assert len(bars(response)) == len(rows) == FORECAST_DAYS
    assert rows[:3] == ["Today 0 20 20", "Wed 4 Mar 20 20 40", "Thu 5 Mar 20 20 40"]
    heights = [float(bar["height"]) for bar in bars(response)]
    assert heights[1] == heights[2] == pytest.approx(2 * heights[0])


def test_todays_bar_is_marked(owner, deck):
    with on_day(0):
        colours = [bar["fill"] for bar in bars(owner.get(url(deck)))]
    assert colours.count(colours[0]) == 1
    assert len(set(colours)) == 2


def test_a_whole_chart_known_forecasts_nothing(owner, deck):
    answer_all(deck, 0, 400)
    ReviewCard.objects.all().delete()
    deck.refresh_from_db()
    ReviewCard.objects.bulk_create(
        ReviewCard(
            deck=deck,
            cell=cell,
            right=right,
            stability=300,
            difficulty=2,
            met_on=day(-9),
            last_day=day(-9),
            due=day(291),
            lengthened=True,
            shortened=False,
            missed=False,
            answers=3,
            misses=0,
        )
        for cell, right in deck_lessons(deck).items()
    )
    deck.folded = 10**9
    deck.save()
    with on_day(0):
        response = owner.get(url(deck))
    assert "Nothing comes up in the next days." in words(response)
    assert "Nothing comes in the days shown below either." in words(response)
    assert page(response).select(".bar-chart") == []


def test_the_plan_is_told(owner, deck):
    deck.plays_on = day(10)
    deck.save()
    with on_day(0):
        told = words(part(owner.get(url(deck)), "[aria-labelledby=date]"))
    assert "You play on 12 March 2026, in 10 days." in told
    assert "Every hand will have been met by 8 March." in told
    with on_day(10):
        assert "You play today." in words(owner.get(url(deck)))


def test_a_date_that_is_past_plans_nothing_and_is_asked_for_anew(owner, deck):
    deck.plays_on = day(10)
    deck.save()
    with on_day(11):
        response = owner.get(url(deck))
    assert "12 March 2026 is past. Choose the next day, or clear it." in words(response)
    assert len(bars(response)) == FORECAST_DAYS
    assert words(part(response, ".due-today button")) == f"Review {NEW_A_DAY} hands"


def test_a_guest_sees_their_own(rulebook):
    deck = DeckFactory(learner=GuestFactory(guest_key="the-guest"))
    response = client_of_guest("the-guest").get(url(deck))
    assert_page(response)
    assert "You are a guest" in words(response)


def test_it_does_not_exist_for_a_stranger(stranger, deck):
    assert_page(stranger.get(url(deck)), 404)


def test_a_deck_that_does_not_exist(owner, rulebook):
    assert_page(owner.get(url(Deck(public_id=uuid4()))), 404)


def test_post_is_refused(owner, deck):
    assert_refused_method(owner.post(url(deck)), "GET", "HEAD")


def test_it_is_never_stored(owner, deck):
    assert "no-store" in owner.get(url(deck))["Cache-Control"]


def test_its_queries_do_not_grow(owner, deck, learner):
    counts = []
    for number, count in enumerate((2, 30)):
        answer_all(deck, number, count)
        with on_day(number):
            owner.get(url(deck))
            with statements() as found:
                owner.get(url(deck))
        counts.append(len(found))
    assert counts == [9, 9]
