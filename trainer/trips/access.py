"""The one door to trips: what is not the visitor's does not exist for them."""

from __future__ import annotations

from uuid import UUID

from django.db.models import QuerySet
from django.http import Http404

from trainer.accounts.access import Visitor
from trainer.accounts.models import User
from trainer.trips.models import Trip


def get_trip(visitor: Visitor, trip_id: UUID) -> Trip:
    """A trip of the visitor; raise Http404."""
    trip = _trips().filter(public_id=trip_id).first()
    if trip is None or not visitor.is_learner(trip.learner):
        raise Http404
    return trip


def trips_of(learner: User | None) -> QuerySet[Trip]:
    """The learner's trips, the next to come first, then those without a day."""
    trips = _trips().filter(learner=learner) if learner else Trip.objects.none()
    return trips.order_by("plays_on", "-planned_at")


def _trips() -> QuerySet[Trip]:
    return Trip.objects.select_related(
        "learner", "home_rules", "home_chart", "away_rules", "away_chart"
    )
