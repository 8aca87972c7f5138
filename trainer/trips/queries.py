"""Reading a trip: what changes, and how far the learner is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
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


@dataclass(frozen=True, slots=True)
class Check:
    """A finished check: how many of its cells were right at once, without a hint."""

    day: date
    """Where the learner was when it ended."""
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
    """The page of a trip; two queries."""
    drills = [row.drill for row in trip.trip_drills.select_related("drill").order_by("-pk")]
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
        open_drill=next((drill for drill in drills if not drill.ended_at), None),
        days_left=days_left(trip),
    )


def checks_of(trip: Trip) -> list[Check]:
    """The finished checks of a trip, latest first, MOST_CHECKS at most; two queries."""
    cells = {*trip.flip_cells, *trip.stay_cells}
    drills = Drill.objects.filter(
        trip_drill__trip=trip, trip_drill__is_check=True, answered=len(cells)
    ).exclude(ended_at=None)
    latest = list(drills.order_by("-pk")[:MOST_CHECKS])
    right = _right_cells([drill.public_id for drill in latest])
    flips, stays = frozenset(trip.flip_cells), frozenset(trip.stay_cells)
    return [
        Check(
            day=local_date(trip.learner, drill.ended_at),
            right=frozenset(right[drill.public_id]),
            flips=len(flips),
            flips_right=len(flips & right[drill.public_id]),
            stays=len(stays),
            stays_right=len(stays & right[drill.public_id]),
        )
        for drill in latest
        if drill.ended_at
    ]


def _right_cells(sittings: Sequence[UUID]) -> dict[UUID, set[Cell]]:
    """The cells answered right without a hint in each of some drills."""
    found: dict[UUID, set[Cell]] = defaultdict(set)
    rows = Decision.objects.filter(sitting__in=sittings, correct=True, assisted=False)
    for sitting, cell in rows.values_list("sitting", "cell"):
        found[sitting].add(Cell.parse(cell))
    return found


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
    """The trip that comes next, within so many days, and that the learner is not ready for."""
    for trip in trips_of(learner).exclude(plays_on=None):
        left = days_left(trip)
        soon = left is not None and left <= within_days
        if soon and passed_in_a_row(checks_of(trip)) < CHECKS_IN_A_ROW:
            return trip
    return None
