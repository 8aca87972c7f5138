"""The one door to tables and rounds: what is not the visitor's does not exist for them."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Q, QuerySet
from django.http import Http404

from trainer.accounts.access import Visitor
from trainer.tables.models import PlayedRound, Table


def get_table(visitor: Visitor, table_id: UUID) -> Table:
    """A table of the visitor; raise Http404."""
    return _own(visitor, _tables(), table_id)


def locked_table(visitor: Visitor, table_id: UUID) -> Table:
    """The same, locked until the transaction ends."""
    return _own(visitor, _tables().select_for_update(of=("self",)), table_id)


def get_round(visitor: Visitor, round_id: UUID) -> PlayedRound:
    """A finished round that the visitor played, or that its player has shared; raise Http404."""
    row = _rounds().filter(public_id=round_id).exclude(ended_at=None).first()
    if row is None or not (row.shared_at or is_own(visitor, row.table)):
        raise Http404
    return row


def own_round(visitor: Visitor, round_id: UUID) -> PlayedRound:
    """A finished round that the visitor played; raise Http404."""
    row = get_round(visitor, round_id)
    if not is_own(visitor, row.table):
        raise Http404
    return row


def is_own(visitor: Visitor, table: Table) -> bool:
    """Whether the table is the visitor's."""
    return visitor.owns(table.learner, table.guest_key)


def tables_of(visitor: Visitor) -> QuerySet[Table]:
    """The visitor's tables, latest first."""
    tables = Table.objects.select_related("rules").order_by("-opened_at")
    mine = Q(learner=visitor.user) if visitor.user else Q(learner__guest_key=visitor.guest_key)
    if visitor.guest_key:
        mine |= Q(learner=None, guest_key=visitor.guest_key)
    elif not visitor.user:
        return tables.none()
    return tables.filter(mine)


def _tables() -> QuerySet[Table]:
    return Table.objects.select_related("rules", "chart", "learner")


def _rounds() -> QuerySet[PlayedRound]:
    return PlayedRound.objects.select_related("table__learner", "rules", "chart", "shoe")


def _own(visitor: Visitor, tables: QuerySet[Table], table_id: UUID) -> Table:
    table = tables.filter(public_id=table_id).first()
    if table is None or not is_own(visitor, table):
        raise Http404
    return table
