"""All that is kept of somebody as one JSON document, or as a ZIP of CSV files.

Both are made while they are sent, in constant memory, of one state of the database.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, Final

from trainer.core import csv
from trainer.core.snapshot import snapshot
from trainer.personal.archive import archive
from trainer.personal.columns import columns_of, plain, values_of
from trainer.personal.kinds import KINDS, NOTES, Kind
from trainer.personal.ownership import Owner

FORMAT: Final = 1
"""Goes up when a reader of the older form would be misled."""
_CHUNK: Final = 64 * 1024


def as_json(owner: Owner, made_at: datetime) -> Iterator[bytes]:
    """The document in pieces: the account as an object or null, every other kind as a list."""
    with snapshot():
        yield from _packed(_document(owner, made_at))


def as_zip(owner: Owner, made_at: datetime) -> Iterator[bytes]:
    """The archive in pieces: a file for each kind, and one about them all.

    ``made_at`` is in the owner's zone: archives know none.
    """
    about = f"made_at: {made_at.isoformat()}\r\nformat: {FORMAT}\r\n\r\n"
    files: list[tuple[str, Iterable[bytes]]] = [
        ("about.txt", [about.encode(), *(f"{note}\r\n".encode() for note in NOTES)])
    ]
    files += [(f"{kind.name}.csv", _packed(_table(kind, owner))) for kind in KINDS]
    with snapshot():
        yield from archive(files, made_at)


def _document(owner: Owner, made_at: datetime) -> Iterator[str]:
    head = {"made_at": made_at, "format": FORMAT, "notes": [str(note) for note in NOTES]}
    yield _dumped(head)[:-1]
    for kind in KINDS:
        names = [column.name for column in columns_of(kind)]
        rows = (_dumped(dict(zip(names, row, strict=True))) for row in values_of(kind, owner))
        yield f',\n"{kind.name}": '
        if kind.owner == "pk":
            yield next(rows, "null")
        else:
            yield from _listed(rows)
    yield "}\n"


def _listed(rows: Iterable[str]) -> Iterator[str]:
    before = "[\n"
    for row in rows:
        yield before
        yield row
        before = ",\n"
    yield "[]" if before == "[\n" else "\n]"


def _dumped(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, default=plain)


def _table(kind: Kind, owner: Owner) -> Iterator[str]:
    header = [column.name for column in columns_of(kind)]
    return csv.lines(header, (map(_cell, row) for row in values_of(kind, owner)))


def _cell(value: object) -> object:
    """A value as a cell has it: what is more than text or a number in its JSON form."""
    if isinstance(value, bool | list | dict):
        return json.dumps(value, ensure_ascii=False)
    if value is None or isinstance(value, str | int | float):
        return value
    return plain(value)


def _packed(texts: Iterable[str]) -> Iterator[bytes]:
    """The texts in UTF-8, put together to pieces worth sending."""
    waiting, size = [], 0
    for text in texts:
        waiting.append(text)
        size += len(text)
        if size >= _CHUNK:
            yield "".join(waiting).encode()
            waiting, size = [], 0
    yield "".join(waiting).encode()
