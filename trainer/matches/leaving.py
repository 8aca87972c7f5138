"""Leaving a table, coming back, and playing on for somebody who has gone."""

from __future__ import annotations

from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from trainer.accounts.access import Visitor
from trainer.accounts.services import learner_for
from trainer.matches.access import Sitting, locked_sitting, locked_table, sitting_at
from trainer.matches.models import MatchTable, Participant, PlayerKind, Seat, Stage
from trainer.matches.moving import moved_on, news, solve_for
from trainer.matches.refusals import NotDone, Refused
from trainer.matches.requirements import (
    arrived,
    is_taken,
    led,
    names_taken,
    persons_seat,
    played,
    require_few_tables,
    require_playing,
    seats_of,
)
from trainer.matches.wording import numbered

MOST_ASKERS = 10
"""So many can ask at the same time to be let in."""


def leave(*, visitor: Visitor, table_id: UUID) -> Sitting:
    """Leave the table; by the chart, computer players play on for the seats of who leaves."""
    solve_for(table_id)
    with transaction.atomic():
        sitting = locked_sitting(visitor, table_id)
        if not sitting.me.at_table:
            return sitting
        sitting.me.at_table = False
        sitting.me.save(update_fields=["at_table"])
        for seat in seats_of(sitting, sitting.me):
            if sitting.table.stage is Stage.GATHERING:
                seat.participant, seat.name = None, ""
            elif sitting.table.stage is Stage.PLAYING:
                seat.stand_in, seat.back = PlayerKind.CHART, False
            seat.save(update_fields=["participant", "name", "stand_in", "back"])
        moved_on(sitting)
    return sitting


def stand_in(*, visitor: Visitor, table_id: UUID, number: int, kind: PlayerKind) -> Sitting:
    """Let a computer player play for a person: one's own seat, or that of somebody who has gone.

    For one's own it is the chart's; nobody has a better player play for them. Raises Http404,
    NotDone.
    """
    solve_for(table_id)
    with transaction.atomic():
        sitting = played(locked_sitting(visitor, table_id))
        seat = persons_seat(sitting, number)
        own = seat.participant_id == sitting.me.pk
        if kind is PlayerKind.PERSON or not (own or sitting.has_gone(seat)):
            raise NotDone(Refused.NOT_GONE)
        seat.stand_in, seat.back = PlayerKind.CHART if own else kind, False
        seat.save(update_fields=["stand_in", "back"])
        moved_on(sitting)
    return sitting


@transaction.atomic
def take_back(*, visitor: Visitor, table_id: UUID, number: int) -> Sitting:
    """Play one's own seat again, for which a computer player stood in: now, or from the next round.

    Raises Http404, NotDone.
    """
    sitting = locked_sitting(visitor, table_id)
    require_playing(sitting)
    seat = persons_seat(sitting, number)
    if seat.participant_id != sitting.me.pk:
        raise NotDone(Refused.NOT_YOUR_SEAT)
    sitting.me.at_table = True
    sitting.me.save(update_fields=["at_table"])
    if seat.stand_in:
        _give_back(sitting, seat)
    else:
        news(sitting.table)
    return sitting


@transaction.atomic
def ask(*, visitor: Visitor, code: str, number: int, name: str, time_zone: str = "") -> Participant:
    """Ask to play on for somebody who has gone; raise Http404, NotDone.

    Whoever has a seat, though they have left it, keeps the name that the others know.
    """
    table = locked_table(code)
    user = learner_for(visitor=visitor, time_zone=time_zone)
    if table.stage is not Stage.PLAYING:
        raise NotDone(Refused.OVER if table.ended_at else Refused.NOT_BEGUN)
    me = table.participants.filter(user=user).first()
    if me is None or not me.at_table:
        require_few_tables(user)
        has_seat = me is not None and me.seats.exists()
        me = arrived(table, user, me.name if me and has_seat else name, at_table=False)
    sitting = sitting_at(table, me)
    if not sitting.belongs(me) and is_taken(sitting, me.name, but=me):
        raise NotDone(Refused.NAME_TAKEN)
    _ask_for(sitting, _gone_seat(sitting, number))
    return sitting.me


@transaction.atomic
def take_over(*, visitor: Visitor, table_id: UUID, number: int) -> Sitting:
    """Play on, beside one's own seat, for somebody who has gone; who does not lead asks for that.

    Raises Http404, NotDone.
    """
    sitting = played(locked_sitting(visitor, table_id))
    seat = _gone_seat(sitting, number)
    if not sitting.leads:
        _ask_for(sitting, seat)
        return sitting
    seat.name = sitting.name_of(seat) or numbered(sitting.me.name, names_taken(sitting))
    seat.participant = sitting.me
    _give_back(sitting, seat)
    return sitting


def _gone_seat(sitting: Sitting, number: int) -> Seat:
    """The seat of somebody else who has gone; raise NotDone."""
    seat = persons_seat(sitting, number)
    if seat.participant_id == sitting.me.pk or not sitting.has_gone(seat):
        raise NotDone(Refused.NOT_GONE)
    return seat


def _ask_for(sitting: Sitting, seat: Seat) -> None:
    if len(sitting.askers) >= MOST_ASKERS and sitting.me.asks_for is None:
        raise NotDone(Refused.ASKED_BY_MANY)
    sitting.me.asks_for = seat.number
    sitting.me.save(update_fields=["asks_for"])
    news(sitting.table)


@transaction.atomic
def decide(*, visitor: Visitor, table_id: UUID, asker_id: UUID, let_in: bool) -> Sitting:
    """Let somebody in who asks to play on for another, or do not; raise Http404, NotDone.

    Whoever has come back meanwhile keeps the seat.
    """
    sitting = led(locked_sitting(visitor, table_id))
    require_playing(sitting)
    asker = next((each for each in sitting.askers if each.public_id == asker_id), None)
    if asker is None or asker.asks_for is None:
        raise NotDone(Refused.NOT_ASKED)
    if let_in:
        seat = persons_seat(sitting, asker.asks_for)
        if not sitting.has_gone(seat):
            raise NotDone(Refused.NOT_GONE)
        if not asker.at_table:
            require_few_tables(asker.user, Refused.THEIRS_ENOUGH)
        if any(other.is_own for other in seats_of(sitting, asker)):
            seat.name = numbered(asker.name, names_taken(sitting))
        else:
            # Since they asked, somebody else may have come to be called so.
            seat.name, asker.name = "", numbered(asker.name, names_taken(sitting, but=asker))
        seat.participant = asker
        _give_back(sitting, seat)
        asker.at_table, asker.seen_at = True, sitting.moment
        # Whoever leads has read the one by which their page will say that they are there.
        asker.public_id = uuid4()
    else:
        news(sitting.table)
    asker.asks_for = None
    asker.save(update_fields=["asks_for", "at_table", "seen_at", "name", "public_id"])
    return sitting


def _give_back(sitting: Sitting, seat: Seat) -> None:
    """Have a seat's participant play it.

    A stand-in that has moved plays a round that is dealt to its end, so that nobody has it make
    one hard decision for them. Where the seat is at turn, its person is asked from now on.
    """
    match = sitting.match
    if seat.stand_in_moved and match.playing and seat.number in match.dealt_to:
        seat.back = True
    else:
        seat.stand_in, seat.stand_in_moved, seat.back = "", False, False
    seat.save(update_fields=["participant", "name", "stand_in", "stand_in_moved", "back"])
    if match.turn == seat.number:
        sitting.table.asked_at = sitting.moment
    news(sitting.table, "asked_at")


@transaction.atomic
def close_lost(*, table_id: UUID) -> None:
    """End a match that the engine cannot play on; what it had come to is not known any more."""
    open_tables = MatchTable.objects.filter(public_id=table_id, ended_at=None)
    open_tables.update(ended_at=timezone.now(), version=F("version") + 1)
