"""A ZIP archive made while it is sent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from io import RawIOBase
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo


class _Outbox(RawIOBase):
    """What an archive is written to: it cannot go back, and gives away what it has."""

    def __init__(self) -> None:
        super().__init__()
        self._pieces: list[bytes] = []

    def write(self, piece: Any) -> int:
        self._pieces.append(bytes(piece))
        return len(piece)

    def taken(self) -> bytes:
        """All that was written since the last time."""
        pieces, self._pieces = self._pieces, []
        return b"".join(pieces)


def archive(files: Iterable[tuple[str, Iterable[bytes]]], made_at: datetime) -> Iterator[bytes]:
    """The archive of named files, in pieces. No file may be larger than 2 GiB."""
    outbox = _Outbox()
    with ZipFile(outbox, "w", ZIP_DEFLATED) as packed:
        for name, pieces in files:
            info = ZipInfo(name, made_at.timetuple()[:6])
            info.compress_type = ZIP_DEFLATED
            with packed.open(info, "w") as file:
                for piece in pieces:
                    file.write(piece)
                    if written := outbox.taken():
                        yield written
    yield outbox.taken()
