"""A table as whoever has its link or code sees it from outside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import timezone

from trainer.accounts.models import User
from trainer.matches.access import Sitting
from trainer.matches.models import MatchTable, PlayerKind
from trainer.matches.queries import GoneSeat, agreed_in_words, gone_seats, names_of_seats


@dataclass(frozen=True, slots=True)
class Door:
    """A table as its link shows it to somebody who may not be at it."""

    table: MatchTable
    agreed: Sequence[str]
    seats: Sequence[tuple[str, str]]
    """Names, empty where a seat is to be had, and styles of computer players."""
    open_seats: int
    leads_in: bool
    """Whether whoever asks is at the table already."""
    asks: bool
    """Whether they ask to play on for somebody."""
    gone: Sequence[GoneSeat]


def door_of(table: MatchTable, user: User | None) -> Door:
    participants, seats = list(table.participants.all()), list(table.seats.all())
    me = next((person for person in participants if user and person.user_id == user.pk), None)
    sitting = Sitting(table, participants, seats, me or participants[0], timezone.now())
    names = names_of_seats(sitting)
    return Door(
        table=table,
        agreed=agreed_in_words(table, hits_soft_17="H17" in table.rules.code.split()),
        seats=[
            (
                "" if seat.is_open else names[seat.number],
                "" if seat.kind == PlayerKind.PERSON else str(PlayerKind(seat.kind).label),
            )
            for seat in seats
        ],
        open_seats=sum(seat.is_open for seat in seats),
        leads_in=me is not None and me.at_table,
        asks=me is not None and me.asks_for is not None,
        gone=[] if table.begun_at is None else gone_seats(sitting, names),
    )
