"""The result of a match: piles after each round, and each seat's play beside its luck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from django.utils.safestring import SafeString

from trainer.matches.access import Sitting
from trainer.matches.charts import DASHES, piles_chart
from trainer.matches.models import PlayerKind
from trainer.matches.people import names_of_seats
from trainer.tables.luck import STANDARD_DEVIATION, Luck


@dataclass(frozen=True, slots=True)
class SeatResult:
    """How a seat has played and fared."""

    rank: int
    name: str
    style: str
    """Of the computer player that was agreed for it; empty for a person."""
    own: bool
    pile: int
    luck: Luck
    decisions: int
    mistakes: int
    mistakes_cost: float
    stood_in: int
    """Rounds that somebody else played for the seat; no figure but the pile counts them."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    seats: Sequence[SeatResult]
    """The biggest pile first."""
    names: Sequence[str]
    piles: Sequence[Sequence[int]]
    """After each round, the last first, each in seating order."""
    chart: SafeString | None
    """The piles as lines."""
    key: Sequence[tuple[str, str]]
    """The names of the seats in seating order, with the dashes of their lines."""


def result_of(sitting: Sitting) -> MatchResult:
    """Of a match that has begun."""
    match, names = sitting.match, names_of_seats(sitting)
    own = {seat.number for seat in sitting.seats if seat.participant_id == sitting.me.pk}
    return MatchResult(
        seats=[_seat_result(sitting, names, place.seat, place.rank) for place in match.standings],
        names=names,
        piles=match.history[:0:-1],
        chart=piles_chart(match.history, own),
        key=list(zip(names, DASHES, strict=False)),
    )


def _seat_result(sitting: Sitting, names: Sequence[str], number: int, rank: int) -> SeatResult:
    seat, match = sitting.seats[number], sitting.match
    return SeatResult(
        rank=rank,
        name=names[number],
        style="" if seat.kind == PlayerKind.PERSON else str(PlayerKind(seat.kind).label),
        own=seat.participant_id == sitting.me.pk,
        pile=match.piles[number],
        luck=Luck(
            rounds=seat.played,
            result=seat.won,
            perfect=seat.expected,
            expected=seat.expected - seat.given_up,
            spread=STANDARD_DEVIATION * sqrt(seat.squared_bets),
        ),
        decisions=seat.decisions,
        mistakes=seat.mistakes,
        mistakes_cost=seat.mistakes_cost,
        stood_in=seat.stood_in,
    )
