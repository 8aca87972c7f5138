"""POST /drill/<id>/end/: the drill is over, with what was answered."""

from __future__ import annotations

from uuid import uuid4

import time_machine
from django.test import Client
from django.urls import reverse

from tests.factories import answer
from tests.web.pages import assert_page, assert_refused_method, page, recorded, words
from trainer.drills.models import Drill


def url(drill: Drill, name: str = "end") -> str:
    return reverse(f"drills:{name}", args=[drill.public_id])


def test_it_leads_to_the_summary(owner, drill):
    answer(drill)
    response = owner.post(url(drill))
    assert response.status_code == 302
    assert response["Location"] == url(drill, "summary")
    drill.refresh_from_db()
    assert drill.ended_at
    assert (drill.answered, drill.asked) == (1, 2)


def test_the_page_of_an_ended_drill_points_to_the_summary(owner, drill):
    owner.post(url(drill))
    response = owner.get(url(drill, "play"))
    assert_page(response)
    assert page(response).find("a", string="See your summary")["href"] == url(drill, "summary")
    assert page(response).select_one(".drill-bar form") is None


def test_ending_twice_keeps_the_first_end(owner, drill):
    with time_machine.travel("2026-03-01 12:00:00Z", tick=False) as clock:
        owner.post(url(drill))
        before = recorded()
        clock.shift(60)
        assert owner.post(url(drill))["Location"] == url(drill, "summary")
    assert recorded() == before


def test_ending_without_an_answer_says_so(owner, drill):
    response = owner.post(url(drill), follow=True)
    assert_page(response)
    assert "Nothing answered yet" in words(response)


def test_a_guest_ends_a_drill_and_is_no_row_for_that(guest, guest_drill):
    assert guest.post(url(guest_drill)).status_code == 302
    guest_drill.refresh_from_db()
    assert guest_drill.ended_at
    assert guest_drill.learner is None


def test_it_does_not_exist_for_a_stranger(stranger, drill, guest_drill):
    for one in (drill, guest_drill):
        before = recorded()
        assert_page(stranger.post(url(one)), 404)
        assert recorded() == before


def test_a_drill_that_does_not_exist(owner, rulebook):
    assert_page(owner.post(url(Drill(public_id=uuid4()))), 404)


def test_get_is_refused(owner, drill):
    assert_refused_method(owner.get(url(drill)), "POST")
    drill.refresh_from_db()
    assert drill.ended_at is None


def test_a_forged_form_does_not_end(learner, drill):
    client = Client(enforce_csrf_checks=True)
    client.force_login(learner)
    assert_page(client.post(url(drill)), 403)
    drill.refresh_from_db()
    assert drill.ended_at is None
