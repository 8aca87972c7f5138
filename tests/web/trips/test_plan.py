"""GET and POST /trip/, POST /trip/compared/: what changes between home and away."""

from __future__ import annotations

from datetime import date

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from strategy.cards import Rank
from strategy.dealing import compositions
from strategy.neighbours import neighbours
from strategy.rules import Rules
from tests.factories import UserFactory, do_check, planned, taught
from tests.web.conftest import client_of
from tests.web.pages import (
    HTMX,
    assert_page,
    assert_refused_method,
    page,
    recorded,
    statements,
    words,
)
from trainer.accounts.models import User
from trainer.trips import services
from trainer.trips.models import Trip

URL = "/trip/"
COMPARED = "/trip/compared/"
H17 = "6D H17 PEEK DOA DAS SP4 SA2 LS 3:2 INS CUT75"
CODES = {"home": "6D S17 LS", "away": "6D H17 LS"}

pytestmark = pytest.mark.usefixtures("rulebook")


def form(**others: str) -> dict[str, str]:
    return {"home": str(taught("six-deck-surrender").pk), "away": H17} | others


def trip_url(trip: Trip) -> str:
    return reverse("trips:trip", args=[trip.public_id])


def test_the_form_offers_every_chart_and_every_table(owner):
    response = owner.get(URL)
    assert_page(response)
    assert len(page(response).select("select[name=home] option")) > 5
    away = [option["value"] for option in page(response).select("select[name=away] option")]
    assert H17 in away
    assert page(response).select_one("input[name=plays_on]")["type"] == "date"


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["browser", "htmx"])
def test_a_trip_is_planned(owner, learner, headers):
    response = owner.post(URL, form(plays_on=""), headers=headers)
    trip = Trip.objects.get()
    assert (response.status_code, response["Location"]) == (302, trip_url(trip))
    assert (trip.learner, trip.plays_on) == (learner, None)
    assert {flip["cell"]: (flip["home"], flip["away"]) for flip in trip.flips} == {
        "hard 11 v A": ("H", "Dh"),
        "hard 15 v A": ("H", "Rh"),
        "hard 17 v A": ("S", "Rs"),
        "soft A7 v 2": ("S", "Ds"),
        "soft A8 v 6": ("S", "Ds"),
        "pair 88 v A": ("P", "Rp"),
    }
    costs = [flip["per_100"] for flip in trip.flips]
    assert costs == sorted(costs, reverse=True)


def test_what_stays_lies_beside_what_changes_and_can_be_dealt(learner):
    for away in ("8D H17 SP2", "1D H17"):
        trip = planned(learner, away=away)
        flips, stays = trip.flip_cells, trip.stay_cells
        assert 0 < len(stays) <= len(flips)
        assert not set(flips) & set(stays)
        dealt = compositions(Rules.parse(trip.away_rules.code), longer=False)
        assert set(flips) | set(stays) <= set(dealt)
        beside = {cell for flip in flips for cell in neighbours(flip)}
        assert set(stays) <= beside


def test_the_same_trip_again_is_one_trip_with_the_new_day(owner):
    with time_machine.travel("2026-03-01 12:00:00Z", tick=False):
        owner.post(URL, form(plays_on="2026-03-12"))
        owner.post(URL, form(plays_on="2026-03-14"))
        assert Trip.objects.get().plays_on == date(2026, 3, 14)
        owner.post(URL, form())
    assert Trip.objects.get().plays_on == date(2026, 3, 14)


def test_a_guest_plans_too_and_keeps_it(guest):
    response = guest.post(URL, form(time_zone="Asia/Kolkata"), follow=True)
    assert_page(response)
    person = User.objects.get()
    assert (person.is_guest, person.time_zone) == (True, "Asia/Kolkata")
    assert Trip.objects.get().learner == person
    assert page(guest.get(URL)).find("a", href=trip_url(Trip.objects.get()))


def test_somebody_new_gets_a_session_with_the_plan_and_not_before(client):
    assert client.get(URL).status_code == 200
    assert not User.objects.exists()
    assert client.post(URL, form()).status_code == 302
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"home": "0"}, "Select a valid choice"),
        ({"home": ""}, "This field is required"),
        ({"away": "6D S17 MARS"}, "Select a valid choice"),
        ({"plays_on": "someday"}, "Enter a valid date"),
        ({"plays_on": "2026-02-28"}, "from today on"),
        ({"plays_on": "2027-03-03"}, "from today on"),
        ({"plays_on": "9999-12-31"}, "from today on"),
        ({"away": "6D S17 PEEK DOA DAS SP4 SA2 LS 3:2 INS CUT75"}, "Nothing changes"),
    ],
)
def test_what_cannot_be_planned_is_refused(owner, change, said):
    with time_machine.travel("2026-03-01 12:00:00Z", tick=False):
        response = owner.post(URL, form(**change))
    assert_page(response, 422)
    assert said in words(response)
    assert not Trip.objects.exists()


def test_a_day_that_has_begun_somewhere_can_be_named(owner, learner):
    learner.time_zone = "Pacific/Kiritimati"
    learner.save()
    with time_machine.travel("2026-03-01 12:00:00Z", tick=False):  # there it is the second
        assert owner.post(URL, form(plays_on="2026-03-02")).status_code == 302


@pytest.mark.parametrize(("zone", "status"), [("Pacific/Honolulu", 302), ("", 422)])
def test_a_newcomers_day_is_that_of_the_browser(client, zone, status):
    with time_machine.travel("2026-03-02 03:00:00Z", tick=False):  # in Hawaii still the first
        sent = form(plays_on="2026-03-01", time_zone=zone)
        assert client.post(URL, sent).status_code == status


def test_a_zone_that_does_not_exist_is_passed_over(guest):
    assert guest.post(URL, form(time_zone="Mars/Olympus")).status_code == 302
    assert User.objects.get().time_zone == ""


def test_there_is_an_end_to_trips(owner, learner, monkeypatch):
    monkeypatch.setattr(services, "MOST_TRIPS", 1)
    planned(learner)
    response = owner.post(URL, form())
    assert_page(response, 422)
    assert "too many trips" in words(response)
    planned(learner)  # the same again is none more
    assert Trip.objects.count() == 1


def test_only_ones_own_trips_are_listed(owner):
    planned(UserFactory())
    assert "Your trips" not in words(owner.get(URL))


def test_the_list_costs_the_same_for_many(owner, learner):
    owner.get(URL)
    counts = []
    for away in ("8D H17 SP2", "1D H17", "8D H17"):
        planned(learner, away=away)
        with statements() as made:
            owner.get(URL)
        counts.append(len(made))
    assert len(set(counts)) == 1


def test_other_methods_are_refused(owner):
    assert_refused_method(owner.put(URL), "GET, HEAD, POST")
    assert_refused_method(owner.get(COMPARED), "POST")


def test_a_forged_form_plans_nothing(learner):
    client = Client(enforce_csrf_checks=True)
    client.force_login(learner)
    for address in (URL, COMPARED):
        assert_page(client.post(address, form()), 403)
    assert not Trip.objects.exists()


def test_a_trip_between_any_rules_is_planned_from_their_comparison(owner, learner):
    shown = page(owner.get("/explore/compare/", CODES))
    sent = {
        field["name"]: field["value"] for field in shown.select(f"form[action='{COMPARED}'] input")
    }
    response = owner.post(COMPARED, sent)
    trip = Trip.objects.get()
    assert response["Location"] == trip_url(trip)
    assert len(trip.flips) == 6
    assert Rank.ACE in {cell.upcard for cell in trip.flip_cells}


@pytest.mark.parametrize(
    "change",
    [
        {"home": "nonsense"},
        {"away": "6D S17 H17"},
        {"home": ""},
        {"away": "6D S17 LS"},
        {"plays_on": "yesterday"},
    ],
)
def test_codes_that_make_no_trip_are_refused(owner, change):
    before = recorded()
    assert_page(owner.post(COMPARED, CODES | change), 422)
    assert recorded() == before
    assert not Trip.objects.exists()


def test_a_trip_planned_again_keeps_its_checks(owner, learner):
    trip = planned(learner)
    do_check(trip)
    again = planned(learner)
    assert again.pk == trip.pk
    assert again.trip_drills.count() == 1
    assert "Checks passed in a row: 1 of 3" in words(client_of(learner).get(trip_url(trip)))
