"""Planning a trip and training for it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from strategy.analysis.compare import Flip, flips
from strategy.charts import Chart
from strategy.dealing import compositions
from strategy.neighbours import neighbours
from strategy.rules import Rules
from strategy.situations import Cell
from trainer.accounts.access import Visitor
from trainer.accounts.models import User
from trainer.accounts.services import learner_for
from trainer.drills.models import Dealing, Drill
from trainer.drills.services import start_drill
from trainer.rulebook.models import ChartVersion, RuleSetVersion
from trainer.rulebook.queries import chart_of, rules_of
from trainer.trips.models import Trip, TripDrill

MOST_TRIPS = 50
TIMES = 3
"""How often a practice deals each cell."""


class NothingChanges(Exception):
    """Every cell is played alike at home and away."""


class TooManyTrips(Exception):
    """The learner has planned as many trips as can be kept."""


def plan_trip(
    *,
    visitor: Visitor,
    home: tuple[RuleSetVersion, ChartVersion],
    away: tuple[RuleSetVersion, ChartVersion],
    plays_on: date | None = None,
    time_zone: str = "",
) -> Trip:
    """Find what changes and keep it; a trip planned again keeps its training, and its day where
    no other is named.

    ``away`` names the exact chart of its rules. A guest becomes a row here. Raises NothingChanges,
    TooManyTrips.
    """
    changed = _changed(chart_of(home[1]), rules_of(away[0]))
    if not changed:
        raise NothingChanges
    stays = _stays(changed, rules_of(away[0]))
    with transaction.atomic():
        learner = learner_for(visitor=visitor, time_zone=time_zone)
        User.objects.select_for_update().get(pk=learner.pk)  # one plan at a time
        same = {"home_rules": home[0], "home_chart": home[1], "away_rules": away[0]}
        earlier = Trip.objects.filter(learner=learner)
        if not earlier.filter(**same).exists() and earlier.count() >= MOST_TRIPS:
            raise TooManyTrips
        trip, _new = Trip.objects.update_or_create(
            learner=learner,
            **same,
            defaults={"plays_on": plays_on} if plays_on else {},
            create_defaults={
                "away_chart": away[1],
                "plays_on": plays_on,
                "flips": [_stored(flip) for flip in changed],
                "stays": [str(cell) for cell in stays],
                "planned_at": timezone.now(),
            },
        )
    return trip


def _changed(home: Chart, away: Rules) -> list[Flip]:
    """The cells of two-card hands that change, the costliest first."""
    dealt = compositions(away, longer=False)
    changed = [flip for flip in flips(home, away) if flip.cell in dealt]
    return sorted(changed, key=lambda flip: -flip.per_100)


def _stored(flip: Flip) -> dict[str, str | float]:
    return {
        "cell": str(flip.cell),
        "home": flip.home.value,
        "away": flip.away.value,
        "cost": flip.cost,
        "per_100": flip.per_100,
    }


def _stays(changed: Sequence[Flip], away: Rules) -> list[Cell]:
    """For each cell that changes one beside it that does not, as far as there are any."""
    dealt = compositions(away, longer=False)
    flipped = {flip.cell for flip in changed}
    found: dict[Cell, None] = {}
    for flip in changed:
        beside = (cell for cell in neighbours(flip.cell) if cell in dealt and cell not in flipped)
        free = next((cell for cell in beside if cell not in found), None)
        if free:
            found[free] = None
    return list(found)


@transaction.atomic
def set_day(*, trip: Trip, plays_on: date | None) -> None:
    """Name the day of the trip, or none."""
    trip.plays_on = plays_on
    trip.save(update_fields=["plays_on"])


def start_practice(*, visitor: Visitor, trip: Trip) -> Drill:
    """A drill of the cells that change and of those beside them, each TIMES times."""
    return _start(visitor, trip, times=TIMES, is_check=False)


def start_check(*, visitor: Visitor, trip: Trip) -> Drill:
    """A drill of every cell of the trip once, in an order of chance."""
    return _start(visitor, trip, times=1, is_check=True)


@transaction.atomic
def _start(visitor: Visitor, trip: Trip, *, times: int, is_check: bool) -> Drill:
    """Start such a drill of the trip; one that is open goes on."""
    Trip.objects.select_for_update().get(pk=trip.pk)
    same = trip.trip_drills.filter(is_check=is_check, drill__ended_at=None)
    if found := same.select_related("drill").first():
        return found.drill
    cells = [*trip.flip_cells, *trip.stay_cells]
    drill = start_drill(
        visitor=visitor,
        rules=trip.away_rules,
        chart=trip.away_chart,
        categories={cell.category for cell in cells},
        dealing=Dealing.EVEN,
        longer=False,
        length=times * len(cells),
        cells=cells,
        back=reverse("trips:trip", args=[trip.public_id]),
    )
    TripDrill.objects.create(trip=trip, drill=drill, is_check=is_check)
    return drill


@transaction.atomic
def forget_trip(*, trip: Trip) -> None:
    """Delete a plan; its drills and their answers stay."""
    trip.delete()
