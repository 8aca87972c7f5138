"""/trip/<id>/ and its practise, check and forget: how far somebody is, and what to do next."""

from __future__ import annotations

from datetime import date
from uuid import uuid4

import pytest
import time_machine
from django.urls import reverse

from strategy.actions import Action
from strategy.dealing import Deal
from strategy.grading import right_play
from tests.factories import UserFactory, answer, do_check, planned
from tests.web.pages import (
    assert_page,
    assert_refused_method,
    page,
    recorded,
    statements,
    words,
)
from trainer.decisions.models import Decision
from trainer.drills.models import Drill
from trainer.rulebook.queries import chart_of, rules_of
from trainer.trips.models import Trip, TripDrill
from trainer.trips.queries import checks_of, next_trip, passed_in_a_row

pytestmark = pytest.mark.usefixtures("rulebook")

FLIPS = ["hard 11 v A", "soft A7 v 2", "soft A8 v 6"]


@pytest.fixture
def trip(learner) -> Trip:
    return planned(learner)


def url(trip: Trip, name: str = "trip") -> str:
    return reverse(f"trips:{name}", args=[trip.public_id])


def marks(response) -> dict[str, list[str]]:
    """The results of the latest checks by cell, as they are read out."""
    return {
        row.th.get_text(strip=True): [mark.text for mark in row.select(".visually-hidden")]
        for row in page(response).select("table.errors tbody tr")
    }


def test_it_shows_what_changes_and_what_stays(owner, trip):
    response = owner.get(url(trip))
    assert_page(response)
    assert sorted(marks(response)) == FLIPS
    assert set(map(tuple, marks(response).values())) == {("to come",) * 3}
    assert "Checks passed in a row: 0 of 3" in words(response)
    assert "3 cells change" in words(response)
    for cell in trip.stays:
        assert cell in words(response)


def test_practice_deals_every_cell_three_times_under_the_rules_away(owner, trip):
    response = owner.post(url(trip, "practise"))
    drill = Drill.objects.get()
    assert response["Location"] == reverse("drills:play", args=[drill.public_id])
    assert sorted(drill.cells) == sorted(FLIPS + trip.stays)
    assert drill.length == 3 * len(drill.cells)
    assert (drill.rules, drill.chart) == (trip.away_rules, trip.away_chart)
    assert not TripDrill.objects.get().is_check


def test_a_check_deals_every_cell_once(owner, learner, trip):
    owner.post(url(trip, "check"))
    drill = Drill.objects.get()
    while not drill.ended_at:
        answer(drill)
    asked = Decision.objects.values_list("cell", flat=True)
    assert sorted(asked) == sorted(FLIPS + trip.stays)


def test_the_summary_of_a_drill_leads_back(owner, trip):
    drill = do_check(trip)
    summary = owner.get(reverse("drills:summary", args=[drill.public_id]))
    assert page(summary).find("a", string="Back to where you started it")["href"] == url(trip)


def test_three_checks_in_a_row_make_one_ready_and_a_mistake_takes_it_back(owner, trip):
    for done in range(3):
        assert f"Checks passed in a row: {done} of 3" in words(owner.get(url(trip)))
        do_check(trip)
    response = owner.get(url(trip))
    assert "You are ready" in words(response)
    assert set(map(tuple, marks(response).values())) == {("right",) * 3}
    do_check(trip, wrong=["soft A8 v 6"])
    response = owner.get(url(trip))
    assert "Checks passed in a row: 0 of 3" in words(response)
    assert marks(response)["soft A8 v 6"] == ["right", "right", "wrong"]
    assert "2 of 3 that change" in words(response)


def test_what_stays_has_to_be_right_as_well(trip):
    do_check(trip, wrong=[trip.stays[0]])
    check = checks_of(trip)[0]
    assert (check.flips_right, check.stays_right, check.passed) == (3, len(trip.stays) - 1, False)


def test_a_hint_does_not_pass_a_check(owner, trip):
    do_check(trip, hint="hard 11 v A")
    assert passed_in_a_row(checks_of(trip)) == 0
    assert marks(owner.get(url(trip)))["hard 11 v A"] == ["wrong", "to come", "to come"]


def test_a_check_broken_off_without_an_error_does_not_count(owner, trip):
    owner.post(url(trip, "check"))
    drill = Drill.objects.get()
    answer(drill)
    assert "Go on" in words(owner.get(url(trip)))
    owner.post(reverse("drills:end", args=[drill.public_id]))
    response = owner.get(url(trip))
    assert "Go on" not in words(response)
    assert checks_of(trip) == []


@pytest.mark.parametrize("ended", [True, False], ids=["broken off", "left open"])
def test_a_check_with_an_error_is_failed_however_it_ends(owner, trip, ended):
    for _time in range(3):
        do_check(trip)
    owner.post(url(trip, "check"))
    drill = Drill.objects.latest("pk")
    answer(drill)
    question = drill.questions.get(number=drill.asked)
    situation = Deal.parse(question.deal).situation(rules_of(drill.rules))
    right = right_play(situation, chart_of(drill.chart)).right
    answer(drill, "H" if right is Action.STAND else "S")
    if ended:
        owner.post(reverse("drills:end", args=[drill.public_id]))
    check = checks_of(trip)[0]
    assert (len(check.right), check.passed) == (1, False)
    assert "Checks passed in a row: 0 of 3" in words(owner.get(url(trip)))


@pytest.mark.parametrize("name", ["check", "practise"])
def test_what_is_open_goes_on(owner, trip, name):
    first = owner.post(url(trip, name))
    assert owner.post(url(trip, name))["Location"] == first["Location"]
    assert Drill.objects.count() == TripDrill.objects.count() == 1


def test_a_day_is_named_and_taken_away(owner, trip):
    with time_machine.travel("2026-03-01 12:00:00Z", tick=False):
        assert owner.post(url(trip, "day"), {"plays_on": "2026-03-12"})["Location"] == url(trip)
        shown = owner.get(url(trip))
        assert "in 11 days" in words(shown)
        assert page(shown).select_one("[name=plays_on]")["value"] == "2026-03-12"
        owner.post(url(trip, "day"), {"plays_on": ""})
    trip.refresh_from_db()
    assert trip.plays_on is None


@pytest.mark.parametrize("day", ["2026-02-28", "2027-03-03", "someday"])
def test_a_day_that_makes_no_sense_is_refused(owner, learner, day):
    trip = planned(learner, plays_on=date(2026, 3, 12))
    with time_machine.travel("2026-03-01 12:00:00Z", tick=False):
        response = owner.post(url(trip, "day"), {"plays_on": day})
    assert_page(response, 422)
    assert page(response).select_one(".invalid-feedback")
    trip.refresh_from_db()
    assert trip.plays_on == date(2026, 3, 12)


def test_practice_is_no_check(owner, trip):
    owner.post(url(trip, "practise"))
    drill = Drill.objects.get()
    while not drill.ended_at:
        answer(drill)
    assert checks_of(trip) == []


@pytest.mark.parametrize(
    ("plays_on", "said"),
    [
        (date(2026, 3, 12), "in 11 days"),
        (date(2026, 3, 2), "in 1 day."),
        (date(2026, 3, 1), "You play today."),
        (date(2026, 2, 28), "You played on"),
    ],
)
def test_the_day_of_the_trip_is_told(owner, learner, plays_on, said):
    trip = planned(learner, plays_on=plays_on)
    with time_machine.travel("2026-03-01 12:00:00Z", tick=False):
        assert said in words(owner.get(url(trip)))


def test_the_home_page_can_ask_for_the_next_trip(learner):
    late = planned(learner, plays_on=date(2026, 3, 9), away="1D H17")
    soon = planned(learner, plays_on=date(2026, 3, 7))
    planned(learner, away="8D H17")
    with time_machine.travel("2026-03-01 12:00:00Z", tick=False):
        assert next_trip(learner, within_days=5) is None
        assert next_trip(learner, within_days=7) == soon
        for _time in range(3):
            do_check(soon)
        assert next_trip(learner, within_days=7) is None
        assert next_trip(learner, within_days=8) == late
        assert next_trip(UserFactory(), within_days=7) is None


def test_a_forgotten_trip_leaves_the_answers(owner, trip):
    do_check(trip)
    answers = Decision.objects.count()
    response = owner.post(url(trip, "forget"), follow=True)
    assert "The trip is forgotten." in words(response)
    assert not Trip.objects.exists()
    assert Decision.objects.count() == answers > 0
    assert_page(owner.post(url(trip, "forget")), 404)


@pytest.mark.parametrize("name", ["trip", "day", "practise", "check", "forget"])
def test_it_does_not_exist_for_a_stranger(stranger, trip, name):
    before = recorded()
    send = stranger.get if name == "trip" else stranger.post
    assert_page(send(url(trip, name)), 404)
    assert recorded() == before
    assert Trip.objects.exists()


def test_a_trip_that_does_not_exist(owner):
    assert_page(owner.get(reverse("trips:trip", args=[uuid4()])), 404)


def test_other_methods_are_refused(owner, trip):
    assert_refused_method(owner.post(url(trip)), "GET, HEAD")
    for name in ("day", "practise", "check", "forget"):
        assert_refused_method(owner.get(url(trip, name)), "POST")


def test_the_page_costs_the_same_after_many_checks(owner, trip):
    counts = []
    for _time in range(3):
        do_check(trip)
        with statements() as made:
            owner.get(url(trip))
        counts.append(len(made))
    assert len(set(counts)) == 1
    assert counts[0] <= 6
