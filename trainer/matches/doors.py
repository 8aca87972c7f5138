"""A table as whoever has its link or code sees it from outside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from trainer.accounts.models import User
from trainer.matches.access import Company, company_at
from trainer.matches.agreed import agreed_in_words, hits_soft_17
from trainer.matches.models import MatchTable, Participant, PlayerKind, Stage
from trainer.matches.people import GoneSeat, gone_seats, names_of_seats


@dataclass(frozen=True, slots=True)
class Door:
    """A table as its link shows it to somebody who may not be at it."""

    table: MatchTable
    agreed: Sequence[str]
    seats: Sequence[tuple[str, str]]
    """Names, empty where a seat is to be had, and styles of computer players."""
    open_seats: int
    leads_in: bool
    """Whether whoever asks is at the table already, or could come back to it."""
    asker: Participant | None
    """Whoever asks, where they wait to play on for somebody."""
    refused: bool
    """Whether whoever asks has asked to play on before, and was not let in."""
    gone: Sequence[GoneSeat]

    @property
    def hits_soft_17(self) -> bool:
        return hits_soft_17(self.table)


def door_of(table: MatchTable, user: User | None) -> Door:
    """How the table looks to somebody with its code, known or not."""
    company = company_at(table)
    me, names = company.own(user), names_of_seats(company)
    return Door(
        table=table,
        agreed=agreed_in_words(table, company.seats, names),
        seats=[
            (
                "" if seat.is_open else names[seat.number],
                "" if seat.kind == PlayerKind.PERSON else str(PlayerKind(seat.kind).label),
            )
            for seat in company.seats
        ],
        open_seats=sum(seat.is_open for seat in company.seats),
        leads_in=me is not None and company.belongs(me),
        asker=me if me is not None and me.asks_for is not None else None,
        refused=me is not None and _is_refused(company, me),
        gone=gone_seats(company, names, me),
    )


def _is_refused(company: Company, me: Participant) -> bool:
    """Who came before the start has been at the table, and has left it without a seat."""
    begun = company.table.begun_at if company.table.stage is Stage.PLAYING else None
    came_later = begun is not None and me.joined_at > begun
    return came_later and me.asks_for is None and not company.belongs(me)
