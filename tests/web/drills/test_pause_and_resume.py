"""POST /drill/<id>/pause/ and /resume/: the hand is hidden, and the time does not count."""

from __future__ import annotations

from uuid import uuid4

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from tests.factories import DrillFactory, answer, deal_hand
from tests.web.pages import (
    HTMX,
    assert_page,
    assert_part,
    assert_refused_method,
    page,
    recorded,
    words,
)
from trainer.decisions.models import Decision, Scope, Tally
from trainer.drills.models import Drill


def url(drill: Drill, name: str) -> str:
    return reverse(f"drills:{name}", args=[drill.public_id])


def test_a_paused_drill_hides_the_hand(owner, drill):
    response = owner.post(url(drill, "pause"), headers=HTMX)
    assert_part(response)
    shown = page(response)
    assert shown.select_one("form.actions") is None
    assert shown.select(".card") == []
    resume = shown.find("button", string="Resume").find_parent("form")
    assert resume["action"] == resume["hx-post"] == url(drill, "resume")
    assert "Paused." in words(response)


def test_without_htmx_it_leads_back_to_the_page(owner, drill):
    for name in ("pause", "resume"):
        response = owner.post(url(drill, name))
        assert response.status_code == 302
        assert response["Location"] == url(drill, "play")


def test_a_resumed_drill_shows_the_same_hand(owner, drill):
    question = deal_hand(drill, "TS 6D v 9H")
    owner.post(url(drill, "pause"))
    response = owner.post(url(drill, "resume"), headers=HTMX)
    assert_part(response)
    form = page(response).select_one("form.actions")
    assert form["action"] == reverse("drills:answer", args=[question.public_id])
    assert "hard 16" in words(response)


def test_the_pause_is_not_thinking_time(owner, drill):
    with time_machine.travel("2026-03-01 12:00:00Z", tick=False) as clock:
        question = deal_hand(drill)
        for _pause in range(2):
            clock.shift(2)
            owner.post(url(drill, "pause"))
            clock.shift(600)
            owner.post(url(drill, "resume"))
        clock.shift(3)
        owner.post(reverse("drills:answer", args=[question.public_id]), {"action": "H"})
    assert Decision.objects.get().thinking_ms == 7000
    assert Tally.objects.get(scope=Scope.DAY).timed == 1


def test_pausing_twice_counts_from_the_first(owner, drill):
    with time_machine.travel("2026-03-01 12:00:00Z", tick=False) as clock:
        question = deal_hand(drill)
        owner.post(url(drill, "pause"))
        clock.shift(60)
        assert owner.post(url(drill, "pause")).status_code == 302
        clock.shift(60)
        owner.post(url(drill, "resume"))
        clock.shift(1)
        owner.post(reverse("drills:answer", args=[question.public_id]), {"action": "H"})
    assert Decision.objects.get().thinking_ms == 1000


def test_resuming_twice_takes_the_pause_off_once(owner, drill):
    with time_machine.travel("2026-03-01 12:00:00Z", tick=False) as clock:
        question = deal_hand(drill)
        clock.shift(5)
        owner.post(url(drill, "pause"))
        clock.shift(60)
        owner.post(url(drill, "resume"))
        owner.post(url(drill, "resume"))
        owner.post(reverse("drills:answer", args=[question.public_id]), {"action": "H"})
    assert Decision.objects.get().thinking_ms == 5000


@pytest.mark.parametrize("name", ["pause", "resume"])
def test_a_drill_that_is_over_stays_as_it_is(owner, drill, name):
    owner.post(url(drill, "pause" if name == "resume" else "end"))
    owner.post(url(drill, "end"))
    before = recorded()
    assert owner.post(url(drill, name)).status_code == 302
    response = owner.post(url(drill, name), headers=HTMX)
    assert_part(response)
    assert "That was the last hand." in words(response)
    assert recorded() == before


def test_a_drill_that_is_not_paused_is_not_changed_by_resuming(owner, drill):
    before = recorded()
    assert owner.post(url(drill, "resume")).status_code == 302
    assert recorded() == before


def test_a_guest_pauses_before_and_after_the_first_answer(guest, guest_drill):
    for _number in range(2):
        for name, paused in (("pause", True), ("resume", False)):
            guest.post(url(guest_drill, name))
            guest_drill.refresh_from_db()
            assert bool(guest_drill.paused_at) is paused
        answer(guest_drill)


@pytest.mark.parametrize("name", ["pause", "resume"])
def test_it_does_not_exist_for_a_stranger(stranger, drill, guest_drill, name):
    for one in (drill, guest_drill):
        before = recorded()
        assert_page(stranger.post(url(one, name)), 404)
        assert_part(stranger.post(url(one, name), headers=HTMX), 404)
        assert recorded() == before


@pytest.mark.parametrize("name", ["pause", "resume"])
def test_a_drill_that_does_not_exist(owner, rulebook, name):
    assert_page(owner.post(url(Drill(public_id=uuid4()), name)), 404)


@pytest.mark.parametrize("name", ["pause", "resume"])
def test_get_is_refused(owner, drill, name):
    before = recorded()
    assert_refused_method(owner.get(url(drill, name)), "POST")
    assert recorded() == before


def test_a_forged_form_does_not_pause(learner, rulebook):
    drill = DrillFactory(learner=learner)
    client = Client(enforce_csrf_checks=True)
    client.force_login(learner)
    assert_part(client.post(url(drill, "pause"), headers=HTMX), 403)
    drill.refresh_from_db()
    assert drill.paused_at is None
