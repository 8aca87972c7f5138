"""The pages of trips."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from trainer.accounts.access import known_visitor, learner_of, visitor_of
from trainer.core.http import (
    Request,
    get_only,
    get_or_post,
    never_stored,
    post_only,
    render_page,
)
from trainer.rulebook.models import ChartVersion, RuleSetVersion
from trainer.rulebook.services import keep_rules
from trainer.trips import services
from trainer.trips.access import get_trip, trips_of
from trainer.trips.forms import CodesForm, DayForm, TripForm
from trainer.trips.models import Trip
from trainer.trips.queries import trip_page


@never_stored
@get_or_post
def plan(request: Request) -> HttpResponse:
    visitor = visitor_of(request)
    learner = learner_of(visitor)
    data = request.POST if request.method == "POST" else None
    form = TripForm(data, user=visitor.user, learner=learner)
    if form.is_valid():
        home = form.cleaned_data["home"]
        trip = _planned(request, form, (home.rule_set.current, home.chart.current))
        if trip:
            return redirect("trips:trip", trip.public_id)
    context = {"form": form, "trips": trips_of(learner)}
    status = 422 if form.is_bound else 200
    return render_page(request, "trips/plan.html", context, status=status)


@post_only
def compared(request: Request) -> HttpResponse:
    """Plan a trip between two rules codes, each with its exact chart."""
    form = CodesForm(request.POST, learner=learner_of(visitor_of(request)))
    if form.is_valid():
        trip = _planned(request, form, keep_rules(form.cleaned_data["home"]))
        if trip:
            return redirect("trips:trip", trip.public_id)
    return render_page(request, "errors/422.html", {"form": form}, status=422)


def _planned(
    request: Request, form: Form, home: tuple[RuleSetVersion, ChartVersion]
) -> Trip | None:
    """Plan what a valid form asks for; where that cannot be, say so in the form."""
    try:
        return services.plan_trip(
            visitor=known_visitor(request),
            home=home,
            away=keep_rules(form.cleaned_data["away"]),
            plays_on=form.cleaned_data["plays_on"],
            time_zone=form.cleaned_data["time_zone"],
        )
    except services.NothingChanges:
        form.add_error("away", _("Nothing changes: every cell is played as at home."))
    except services.TooManyTrips:
        form.add_error(None, _("You have planned too many trips. Forget one first."))
    return None


@never_stored
@get_only
def trip(request: Request, trip_id: UUID) -> HttpResponse:
    found = get_trip(visitor_of(request), trip_id)
    form = DayForm(learner=found.learner, initial={"plays_on": found.plays_on})
    return render_page(request, "trips/trip.html", {"page": trip_page(found), "form": form})


@post_only
def set_day(request: Request, trip_id: UUID) -> HttpResponse:
    """Name the day of a trip; an empty field takes it away."""
    found = get_trip(visitor_of(request), trip_id)
    form = DayForm(request.POST, learner=found.learner)
    if not form.is_valid():
        context = {"page": trip_page(found), "form": form}
        return render_page(request, "trips/trip.html", context, status=422)
    services.set_day(trip=found, plays_on=form.cleaned_data["plays_on"])
    return redirect("trips:trip", trip_id)


@post_only
def practise(request: Request, trip_id: UUID) -> HttpResponse:
    visitor = visitor_of(request)
    drill = services.start_practice(visitor=visitor, trip=get_trip(visitor, trip_id))
    return redirect("drills:play", drill.public_id)


@post_only
def check(request: Request, trip_id: UUID) -> HttpResponse:
    visitor = visitor_of(request)
    drill = services.start_check(visitor=visitor, trip=get_trip(visitor, trip_id))
    return redirect("drills:play", drill.public_id)


@post_only
def forget(request: Request, trip_id: UUID) -> HttpResponse:
    services.forget_trip(trip=get_trip(visitor_of(request), trip_id))
    messages.success(request, _("The trip is forgotten. Your answers are kept."))
    return redirect("trips:plan")
