"""The columns of an export and what is in them, read row by row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, cast
from uuid import UUID

from django.db.models import BooleanField, ExpressionWrapper, Model

from trainer.personal.kinds import READABLE, Kind
from trainer.personal.ownership import Owner, rows_of

_AT_ONCE = 2_000


@dataclass(frozen=True, slots=True)
class Column:
    """A column of an export."""

    name: str
    field: str
    """The model's own, from which it comes."""
    path: str
    """Where its value is read."""


def columns_of(kind: Kind) -> list[Column]:
    """Every column of the kind's model, in its order, references told readably.

    Left out are the row's number and its owner, and what the kind names as secret or derived.
    """
    left_out = {"id", kind.owner, *kind.secret, *kind.derived}
    columns = []
    for field in kind.model._meta.concrete_fields:
        if field.name in left_out:
            continue
        if not field.is_relation:
            columns.append(Column(field.name, field.name, field.name))
            continue
        columns += [
            Column(f"{field.name}{ending}", field.name, f"{field.name}__{path}")
            for ending, path in READABLE[cast("type[Model]", field.related_model)].items()
        ]
    return columns


def values_of(kind: Kind, owner: Owner) -> Iterator[list[Any]]:
    """The values of somebody's rows in the columns of their kind; never many rows in memory."""
    columns = columns_of(kind)
    marks = {f"untold_{number}": untold for number, untold in enumerate(kind.untold)}
    rows = (
        rows_of(kind, owner)
        .annotate(
            **{
                mark: ExpressionWrapper(untold.while_(), output_field=BooleanField())
                for mark, untold in marks.items()
            }
        )
        .order_by(*kind.order)
        .values_list(*(column.path for column in columns), *marks)
    )
    hidden = [
        [place for place, column in enumerate(columns) if column.field in untold.fields]
        for untold in kind.untold
    ]
    for row in rows.iterator(chunk_size=_AT_ONCE):
        yield _told(row, len(columns), hidden)


def _told(row: Sequence[Any], width: int, hidden: Sequence[Sequence[int]]) -> list[Any]:
    """The row without its marks, and without what they say is not to be told yet."""
    values = list(row[:width])
    for mark, places in zip(row[width:], hidden, strict=True):
        if mark:
            for place in places:
                values[place] = None
    return values


def plain(value: object) -> str:
    """A moment as ISO 8601 with its zone, a date, a key: as text."""
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, UUID):
        return str(value)
    raise TypeError(f"no text form of {type(value).__name__}")
