"""Reading a trip: what changes, and how far the learner is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from uuid import UUID

from django.utils import timezone

from strategy.analysis import NEAR_TIE
from strategy.situations import Cell
from trainer.accounts.models import User
from trainer.accounts.services import local_date
from trainer.decisions.models import Decision
from trainer.drills.models import Drill
from trainer.explorer.queries import cell_addresses
from trainer.rulebook.queries import rules_of
from trainer.trips.access import trips_of
from trainer.trips.models import Trip

CHECKS_IN_A_ROW = 3
"""Who plays every cell right in so many checks in a row is ready."""
MOST_CHECKS = 10
"""So many of the latest checks are shown."""
NEXT_TRIPS = 3


@dataclass(frozen=True, slots=True)
class Check:
    """A check that is decided: how many of its cells were right at once, without a hint.

    One with an error is, also where it was broken off.
    """

    day: date
    """The learner's date of its last answer."""
    right: frozenset[Cell]
    flips: int
    flips_right: int
    stays: int
    stays_right: int

    @property
    def passed(self) -> bool:
        return self.flips_right == self.flips and self.stays_right == self.stays


@dataclass(frozen=True, slots=True)
class FlipLine:
    """A cell that changes, and how it went in the latest checks, the latest last."""

    cell: Cell
    address: str
    home: str
    away: str
    cost: float
    results: Sequence[bool | None]
    """CHECKS_IN_A_ROW of them; None for a check still to come."""

    @property
    def near_tie(self) -> bool:
        return self.cost < NEAR_TIE


@dataclass(frozen=True, slots=True)
class TripPage:
    """All that the page of a trip shows."""

    trip: Trip
    lines: Sequence[FlipLine]
    checks: Sequence[Check]
    """Latest first."""
    passed: int
    """How many of the latest checks in a row were passed, CHECKS_IN_A_ROW at most."""
    open_drill: Drill | None
    days_left: int | None
    """Until the day of the trip: 0 on it, None without one or after it."""

    @property
    def ready(self) -> bool:
        return self.passed == CHECKS_IN_A_ROW

    @property
    def needed(self) -> int:
        return CHECKS_IN_A_ROW


def trip_page(trip: Trip) -> TripPage:
    """The page of a trip; three queries."""
    open_drills = trip.trip_drills.filter(drill__ended_at=None).select_related("drill")
    open_one = open_drills.order_by("-pk").first()
    checks = checks_of(trip)
    latest = [check.right for check in reversed(checks[:CHECKS_IN_A_ROW])]
    address = cell_addresses(rules_of(trip.away_rules))
    lines = []
    for flip in trip.flips:
        cell = Cell.parse(flip["cell"])
        done: list[bool | None] = [cell in right for right in latest]
        results = done + [None] * (CHECKS_IN_A_ROW - len(done))
        lines.append(
            FlipLine(cell, address(cell), flip["home"], flip["away"], flip["cost"], results)
        )
    return TripPage(
        trip=trip,
        lines=lines,
        checks=checks,
        passed=passed_in_a_row(checks),
        open_drill=open_one.drill if open_one else None,
        days_left=days_left(trip),
    )


def checks_of(trip: Trip) -> list[Check]:
    """The checks of a trip that are decided, latest first, of the last MOST_CHECKS begun; two
    queries."""
    begun = trip.trip_drills.filter(is_check=True, drill__answered__gt=0).order_by("-pk")
    sittings = list(begun.values_list("drill__public_id", flat=True)[:MOST_CHECKS])
    answers: dict[UUID, list[Decision]] = defaultdict(list)
    for decision in Decision.objects.filter(sitting__in=sittings).order_by("pk"):
        answers[decision.sitting].append(decision)
    checks = (_check(trip, answers[sitting]) for sitting in sittings)
    return [check for check in checks if check]


def _check(trip: Trip, answers: Sequence[Decision]) -> Check | None:
    """What the answers of a check come to; None while there is neither an error nor an end."""
    flips, stays = frozenset(trip.flip_cells), frozenset(trip.stay_cells)
    right = frozenset(
        answer.chart_cell for answer in answers if answer.correct and not answer.assisted
    )
    if len(right) == len(answers) < len(flips | stays):
        return None
    return Check(
        day=answers[-1].day,
        right=right,
        flips=len(flips),
        flips_right=len(flips & right),
        stays=len(stays),
        stays_right=len(stays & right),
    )


def passed_in_a_row(checks: Sequence[Check]) -> int:
    """How many of the latest checks were passed with none failed since, CHECKS_IN_A_ROW at most."""
    passed = 0
    for check in checks[:CHECKS_IN_A_ROW]:
        if not check.passed:
            break
        passed += 1
    return passed


def days_left(trip: Trip) -> int | None:
    """Days until the trip: 0 on its day, None without a day or after it."""
    today = local_date(trip.learner, timezone.now())
    if trip.plays_on is None or trip.plays_on < today:
        return None
    return (trip.plays_on - today).days


def next_trip(learner: User, *, within_days: int) -> Trip | None:
    """The trip that comes next, within so many days, and that the learner is not ready for.

    Of more than NEXT_TRIPS in that time the later ones are not looked at.
    """
    today = local_date(learner, timezone.now())
    soon = trips_of(learner).filter(plays_on__range=(today, today + timedelta(days=within_days)))
    for trip in soon[:NEXT_TRIPS]:
        if passed_in_a_row(checks_of(trip)) < CHECKS_IN_A_ROW:
            return trip
    return None
