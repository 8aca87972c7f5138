"""GET and POST /goal/: how many hands a day."""

from __future__ import annotations

import pytest
import time_machine
from django.test import Client

from tests.factories import decide
from tests.web.pages import assert_page, assert_refused_method, page, recorded, words
from trainer.accounts.models import User
from trainer.decisions.streaks import today_of

URL = "/goal/"


def test_it_shows_the_goal(owner, learner):
    learner.daily_goal = 35
    learner.save()
    response = owner.get(URL)
    assert_page(response)
    assert page(response).select_one("input[name=hands]")["value"] == "35"


def test_a_newcomer_is_shown_the_usual_goal_and_becomes_no_row(client, db):
    assert page(client.get(URL)).select_one("input[name=hands]")["value"] == "20"
    assert not User.objects.exists()


def test_a_goal_is_saved_and_said_so(owner, learner):
    response = owner.post(URL, {"hands": "35"}, follow=True)
    assert_page(response)
    assert "Saved." in words(response)
    learner.refresh_from_db()
    assert learner.daily_goal == 35


def test_a_day_that_has_begun_keeps_its_goal(rulebook, owner, learner):
    with time_machine.travel("2026-03-01 12:00:00Z", tick=False):
        decide(learner)
        owner.post(URL, {"hands": "35"})
        learner.refresh_from_db()
        assert today_of(learner).practice.goal == 20
    with time_machine.travel("2026-03-02 12:00:00Z", tick=False):
        assert today_of(learner).practice.goal == 35


def test_a_guest_has_a_goal_too(guest):
    assert guest.post(URL, {"hands": "5", "time_zone": "Asia/Kolkata"}).status_code == 302
    person = User.objects.get()
    assert (person.is_guest, person.daily_goal, person.time_zone) == (True, 5, "Asia/Kolkata")


@pytest.mark.parametrize("hands", ["0", "-1", "1001", "1.5", "many", "", "9" * 30])
def test_r_02_a_goal_out_of_range_is_refused_and_nothing_lost(owner, learner, hands):
    before = recorded()
    response = owner.post(URL, {"hands": hands})
    assert_page(response, 422)
    assert page(response).select_one(".invalid-feedback")
    assert recorded() == before
    learner.refresh_from_db()
    assert learner.daily_goal == 20


@pytest.mark.parametrize("hands", ["1", "1000"])
def test_the_least_and_the_most_are_taken(owner, learner, hands):
    assert owner.post(URL, {"hands": hands}).status_code == 302
    learner.refresh_from_db()
    assert str(learner.daily_goal) == hands


def test_other_methods_are_refused(owner):
    assert_refused_method(owner.put(URL), "GET, HEAD, POST")


def test_a_forged_form_saves_nothing(learner):
    client = Client(enforce_csrf_checks=True)
    client.force_login(learner)
    assert_page(client.post(URL, {"hands": "5"}), 403)
    learner.refresh_from_db()
    assert learner.daily_goal == 20
