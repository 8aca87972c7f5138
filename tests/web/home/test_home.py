"""GET /: the first page."""

from __future__ import annotations

from datetime import date

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from strategy.situations import Cell
from tests.factories import (
    DeckFactory,
    DrillFactory,
    TimedTestFactory,
    answer,
    decide,
    planned,
    taught,
    teach,
)
from tests.web.pages import assert_page, assert_refused_method, page, recorded, statements, words
from trainer.accounts.access import Visitor
from trainer.accounts.models import User
from trainer.decisions.models import Mode
from trainer.drills.models import Drill
from trainer.home import steps
from trainer.timed.kinds import Kind
from trainer.timed.models import TimedTest
from trainer.timed.services import end_test


def fields(response) -> dict[str, list[str]]:
    """What the button of the page sends."""
    found: dict[str, list[str]] = {}
    for field in page(response).select_one(".hero form").select("input[name]"):
        found.setdefault(field["name"], []).append(field.get("value", ""))
    found.pop("csrfmiddlewaretoken", None)
    return found


def test_a_newcomer_drills_with_one_click(rulebook, client):
    response = client.get("/")
    assert_page(response)
    sent = fields(response)
    assert client.post(reverse("drills:start"), sent).status_code == 302
    drill = Drill.objects.get()
    assert drill.rules == taught().rule_set.current
    assert drill.categories == "hard,soft,pair"
    assert (drill.dealing, drill.longer, drill.length) == ("even", False, 20)


def test_looking_makes_no_row_and_no_session(rulebook, client):
    before = recorded()
    client.get("/")
    assert recorded() == before
    assert not User.objects.exists()
    assert "sessionid" not in client.cookies


def test_a_newcomer_is_told_nothing_of_goals_and_levels(rulebook, client):
    response = client.get("/")
    assert not page(response).find(id="today")
    assert not page(response).find(id="levels")


def test_a_drill_that_is_open_is_offered(owner, drill):
    response = owner.get("/")
    go_on = page(response).find("a", string="Go on with your drill")
    assert go_on["href"] == reverse("drills:play", args=[drill.public_id])
    assert page(response).select_one(".hero form") is None


def test_a_guests_open_drill_is_offered(guest, guest_drill):
    for _number in range(2):
        assert reverse("drills:play", args=[guest_drill.public_id]) in guest.get("/").text
        answer(guest_drill)


def test_a_drill_of_another_day_is_no_longer_what_comes_next(rulebook, owner, learner):
    learner.time_zone = "Asia/Kolkata"
    learner.save()
    with time_machine.travel("2026-03-01 18:00:00Z", tick=False) as clock:
        DrillFactory(learner=learner)
        assert head(owner.get("/")) == "Your next hand is dealt."
        clock.shift(1800)  # midnight in Kolkata
        assert head(owner.get("/")) != "Your next hand is dealt."


def test_an_open_review_waits_among_what_is_due(rulebook, owner, learner):
    DrillFactory(learner=learner, mode=Mode.REVIEW, cells=[Cell.parse("hard 16 v T")], length=1)
    assert head(owner.get("/")) != "Your next hand is dealt."


def test_no_id_is_there_twice(rulebook, client):
    ids = [tag["id"] for tag in page(client.get("/")).select("[id]")]
    assert len(ids) == len(set(ids))


def test_an_ended_drill_is_not_offered_but_its_settings_are(rulebook, owner, learner):
    drill = DrillFactory(
        learner=learner, teaching=taught("european"), dealing="table", longer=True, length=50
    )
    owner.post(reverse("drills:end", args=[drill.public_id]))
    response = owner.get("/")
    assert "Go on with your drill" not in words(response)
    sent = fields(response)
    assert sent["teaching"] == [str(taught("european").pk)]
    assert (sent["dealing"], sent["longer"], sent["length"]) == (["table"], ["yes"], ["50"])


def test_when_the_last_rules_are_no_longer_offered_the_button_still_deals(rulebook, owner, learner):
    teaching = teach("6D SP1")
    drill = DrillFactory(learner=learner, teaching=teaching)
    owner.post(reverse("drills:end", args=[drill.public_id]))
    teaching.delete()
    assert owner.post(reverse("drills:start"), fields(owner.get("/"))).status_code == 302


def test_another_persons_drill_is_not_offered(stranger, drill, guest_drill):
    shown = stranger.get("/").text
    assert str(drill.public_id) not in shown
    assert str(guest_drill.public_id) not in shown


def test_without_a_rulebook_it_is_shown(client, db):
    assert_page(client.get("/"))


def test_the_number_of_statements_is_constant(owner, drill):
    counts = []
    for more in (0, 10):
        for _number in range(more):
            DrillFactory(learner=drill.learner)
        with statements() as made:
            owner.get("/")
        counts.append(len(made))
    assert counts[0] == counts[1] <= 8


def test_it_is_kept_out_of_every_cache(rulebook):
    assert "no-store" in Client().get("/")["Cache-Control"]


def test_post_is_refused(rulebook, client):
    assert_refused_method(client.post("/"), "GET", "HEAD")


def head(response) -> str:
    return page(response).select_one(".hero h1").text


def log(learner, *results: bool, deal: str = "TS 6D v 9H") -> None:
    for right in results:
        decide(learner, deal, "H" if right else "S")


def placed(learner) -> None:
    """A placement that was begun, answered in, and ended."""
    test = TimedTestFactory(learner=learner, kind=Kind.PLACEMENT, count=40)
    TimedTest.objects.update(answered=1)
    end_test(visitor=Visitor(learner, ""), test_id=test.public_id)


def test_a_newcomer_may_be_placed_at_once(rulebook, client):
    form = page(client.get("/")).select_one(".hero form[action='/test/']")
    assert form.button.text.strip() == "Find my level"
    sent = {field["name"]: field.get("value", "") for field in form.select("input[name]")}
    assert client.post(form["action"], sent).status_code == 302
    test = TimedTest.objects.get()
    assert (test.kind, test.count) == ("placement", 40)


def test_whose_levels_are_not_known_is_asked_to_be_placed_once(rulebook, owner, learner):
    log(learner, True)
    response = owner.get("/")
    assert head(response) == "Find your level."
    assert owner.post("/test/", fields(response)).status_code == 302
    test = TimedTest.objects.get()
    assert (test.kind, test.learner) == ("placement", learner)
    end_test(visitor=Visitor(learner, ""), test_id=test.public_id)
    assert head(owner.get("/")) == "Find your level."
    TimedTest.objects.update(answered=1)
    assert head(owner.get("/")) == "19 hands to today's goal."


def test_a_running_test_comes_before_everything(rulebook, owner, learner, drill):
    test = TimedTestFactory(learner=learner, seconds=60)
    response = owner.get("/")
    assert head(response) == "Your test is running."
    go_on = page(response).find("a", string="Go on with your test")
    assert go_on["href"] == reverse("timed:play", args=[test.public_id])


@pytest.mark.parametrize(
    ("daily", "said"),
    [(1, "1 hand is due for review."), (2, "2 hands are due for review.")],
)
def test_what_is_due_comes_before_the_goal(rulebook, owner, learner, monkeypatch, daily, said):
    placed(learner)
    deck = DeckFactory(learner=learner)
    log(learner, *[False] * 2, deal="TS 6D v 9H")
    log(learner, False, deal="AS 7D v 9H")
    monkeypatch.setattr(steps, "due_today", lambda learner: (deck, daily))
    response = owner.get("/")
    assert head(response) == said
    form = page(response).select_one(".hero form")
    assert owner.post(form["action"]).status_code == 302
    assert Drill.objects.get().mode == "review"


def test_when_nothing_is_due_and_the_goal_is_met_a_sprint_is_offered(rulebook, owner, learner):
    placed(learner)
    learner.daily_goal = 1
    learner.save()
    log(learner, True)
    response = owner.get("/")
    assert head(response) == "The goal of today is met."
    assert owner.post("/test/", fields(response)).status_code == 302
    assert TimedTest.objects.latest("pk").kind == "sprint"


def test_the_goal_of_the_day_comes_next_and_is_drilled_at_the_weak_spots(rulebook, owner, learner):
    placed(learner)
    log(learner, True, False)
    response = owner.get("/")
    assert head(response) == "18 hands to today's goal."
    sent = fields(response)
    assert (sent["dealing"], sent["length"]) == (["weak"], ["20"])
    assert sent["categories"] == ["hard", "soft", "pair"]
    assert owner.post(reverse("drills:start"), sent).status_code == 302
    assert Drill.objects.get().dealing == "weak"


def test_one_hand_to_the_goal_is_told_in_the_singular(rulebook, owner, learner):
    placed(learner)
    learner.daily_goal = 3
    learner.save()
    log(learner, True, True)
    assert head(owner.get("/")) == "1 hand to today's goal."


def test_the_day_and_the_streak_are_told(rulebook, owner, learner):
    learner.daily_goal = 2
    learner.save()
    for day in (1, 2):
        with time_machine.travel(f"2026-03-0{day} 12:00:00Z", tick=False):
            log(learner, True, True)
            shown = words(page(owner.get("/")).find(id="today").parent)
    assert shown == (
        "Today Hands 2 of 2 goal met · Change the goal Streak 2 days in a row with the goal met"
    )
    with time_machine.travel("2026-03-03 12:00:00Z", tick=False):
        assert "meet today's goal to keep it" in words(owner.get("/"))
    with time_machine.travel("2026-03-04 12:00:00Z", tick=False):
        assert "0 days meet a day's goal to begin one" in words(owner.get("/"))


def test_levels_are_told_with_what_they_are_told_from(rulebook, owner, learner):
    log(learner, *[True] * 9, False)
    decide(learner, "AS 7D v 9H", "S")
    levels = [words(stat) for stat in page(owner.get("/")).find(id="levels").parent.select(".stat")]
    assert levels == [
        "Hard totals Player 9 right of the last 10 answers",
        "Soft totals Not known yet 0 right of the last answer",
        "Pairs Not known yet no answers yet",
    ]


def test_the_trip_of_this_week_comes_first(rulebook, owner, learner):
    trip = planned(learner, plays_on=date(2026, 3, 8))
    with time_machine.travel("2026-03-01 11:00:00Z", tick=False):
        log(learner, True)
        response = owner.get("/")
    assert head(response) == "Get ready for your trip."
    to_trip = page(response).select_one(".hero a.btn-primary")
    assert to_trip["href"] == reverse("trips:trip", args=[trip.public_id])
    with time_machine.travel("2026-02-28 11:00:00Z", tick=False):
        assert head(owner.get("/")) != "Get ready for your trip."


def test_a_guest_with_answers_has_a_day_and_levels_too(guest, guest_drill):
    answer(guest_drill)
    guest.post(reverse("drills:end", args=[guest_drill.public_id]))
    response = guest.get("/")
    assert head(response) == "Find your level."
    assert page(response).find(id="levels")
