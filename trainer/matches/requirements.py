"""What must be so for something to be done at a table: NotDone or IllegalMove says what is not."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone

from strategy.agreements import Kind
from strategy.match import IllegalMove, MatchRefusal
from trainer.accounts.access import Visitor
from trainer.accounts.models import User
from trainer.matches.access import Sitting, locked_sitting, tables_of
from trainer.matches.models import MatchTable, Participant, PlayerKind, Seat, Stage
from trainer.matches.refusals import NotDone, Refused

MOST_TABLES = 20
"""So many tables that are not over somebody can be at."""


def to_move(visitor: Visitor, table_id: UUID, seen: int) -> tuple[Sitting, Seat]:
    """The table, locked, and the seat whose turn it is; raise NotDone where that is another's."""
    sitting = played(locked_sitting(visitor, table_id))
    require_seen(sitting, seen)
    if sitting.match.turn is None:
        raise IllegalMove(MatchRefusal.OVER)
    seat = sitting.seats[sitting.match.turn]
    if seat.participant_id != sitting.me.pk or seat.player is not Kind.PERSON:
        raise NotDone(Refused.NOT_YOUR_SEAT)
    return sitting, seat


def require_seen(sitting: Sitting, seen: int) -> None:
    if sitting.table.moves_made != seen:
        raise NotDone(Refused.STALE)


def played(sitting: Sitting) -> Sitting:
    """The same, of a match that is being played, for somebody who is at the table."""
    require_playing(sitting)
    if not sitting.me.at_table:
        raise NotDone(Refused.NOT_YOUR_SEAT)
    return sitting


def require_playing(sitting: Sitting) -> None:
    if sitting.table.stage is Stage.GATHERING:
        raise NotDone(Refused.NOT_BEGUN)
    if sitting.table.stage is Stage.OVER:
        raise IllegalMove(MatchRefusal.OVER)


def require_gathering(sitting: Sitting) -> None:
    if sitting.table.stage is not Stage.GATHERING:
        raise NotDone(Refused.OVER if sitting.table.ended_at else Refused.BEGUN)


def require_few_tables(user: User, refused: Refused = Refused.TABLES_ENOUGH) -> None:
    if tables_of(user).filter(ended_at=None).count() >= MOST_TABLES:
        raise NotDone(refused)


def led(sitting: Sitting) -> Sitting:
    """The same, where who came decides for the table."""
    if not sitting.leads:
        raise NotDone(Refused.NOT_LEADER)
    return sitting


def persons_seat(sitting: Sitting, number: int) -> Seat:
    for seat in sitting.seats:
        if seat.number == number and seat.kind == PlayerKind.PERSON:
            return seat
    raise NotDone(Refused.NOT_YOUR_SEAT)


def seats_of(sitting: Sitting, person: Participant) -> list[Seat]:
    return [seat for seat in sitting.seats if seat.participant_id == person.pk]


def names_taken(sitting: Sitting, *, but: Participant | None = None) -> set[str]:
    """What is called something at the table: seats, and people who are there or ask to be.

    ``but`` is somebody whose own name does not count.
    """
    seats = (seat for seat in sitting.seats if not (seat.is_own and sitting.person_of(seat) == but))
    people = (each for each in sitting.participants if each.at_table or each.asks_for is not None)
    names = {*map(sitting.name_of, seats), *(each.name for each in people if each != but)}
    return names - {""}


def is_taken(sitting: Sitting, name: str, *, but: Participant | None) -> bool:
    """Whether the table could not tell the name from one that it knows."""
    return name.casefold() in {other.casefold() for other in names_taken(sitting, but=but)}


def arrived(table: MatchTable, user: User, name: str, *, at_table: bool = True) -> Participant:
    """Somebody as they come to the table: for the first time, or again."""
    now = timezone.now()
    person, _made = Participant.objects.update_or_create(
        table=table,
        user=user,
        defaults={"name": name, "seen_at": now, "at_table": at_table},
        create_defaults={
            "name": name,
            "joined_at": now,
            "seen_at": now,
            "at_table": at_table,
        },
    )
    return person
