"""Another match of those who were at one that is over."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from trainer.accounts.access import Visitor
from trainer.matches.access import Sitting, get_sitting, locked_sitting
from trainer.matches.models import MatchTable, PlayerKind, Seat, Stage
from trainer.matches.moving import solved_for
from trainer.matches.refusals import NotDone, Refused
from trainer.matches.services import Place, Terms, make_table
from trainer.rulebook.queries import rules_of


def play_again(*, visitor: Visitor, table_id: UUID) -> MatchTable:
    """The table that follows one whose match is over; whoever asks first makes it.

    It has agreed the same. Computer players, and those who played on this device, have their seats
    again; the others take theirs by its code. Raises Http404, NotDone.
    """
    terms = terms_of(get_sitting(visitor, table_id))
    solved_for(terms.hits_soft_17)
    with transaction.atomic():
        sitting = locked_sitting(visitor, table_id)
        table = sitting.table
        if table.stage is not Stage.OVER or table.begun_at is None:
            raise NotDone(Refused.NOT_OVER)
        if table.followed_by is None:
            table.followed_by = make_table(
                visitor=visitor, name=sitting.me.name, terms=terms, anew=True
            )
            table.save(update_fields=["followed_by"])
    return table.followed_by


def terms_of(sitting: Sitting) -> Terms:
    """What a table has agreed, as one of those at it would agree it again."""
    table = sitting.table
    return Terms(
        name=table.name,
        chips=table.chips,
        sizes=tuple(map(int, table.sizes.split())),
        rounds=table.rounds,
        hits_soft_17=rules_of(table.rules).hits_soft_17,
        places=tuple(_place(seat, sitting) for seat in sitting.seats),
    )


def _place(seat: Seat, sitting: Sitting) -> Place:
    here = seat.participant_id == sitting.me.pk
    named = here or seat.kind != PlayerKind.PERSON
    return Place(PlayerKind(seat.kind), seat.name if named else "", here=here, hints=seat.hints)
