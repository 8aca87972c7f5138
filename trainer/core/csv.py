"""Tables as CSV that spreadsheets open as they are, and in which no cell is taken for a formula."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from typing import Final

BYTE_ORDER_MARK: Final = "\ufeff"
"""Tells spreadsheets that the file is UTF-8."""
FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r")
"""A text that begins so may be run by a spreadsheet: OWASP, "CSV Injection"."""


class _Echo:
    """What a writer writes to; it hands every line back."""

    def write(self, text: str) -> str:
        return text


def lines(header: Iterable[str], rows: Iterable[Iterable[object]]) -> Iterator[str]:
    """The file line by line: byte-order mark and header, then the rows, each ended by CRLF.

    Numbers stay as they are, below 0 too; None is an empty cell.
    """
    writer = csv.writer(_Echo())
    yield BYTE_ORDER_MARK + writer.writerow(map(safe, header))
    for row in rows:
        yield writer.writerow(map(safe, row))


def safe(cell: object) -> object:
    """The cell, with an apostrophe before a text that a spreadsheet might take for a formula.

    One that has such an apostrophe already gets another, so that ``plain`` gives every text back.
    """
    if isinstance(cell, str) and cell.lstrip("'").startswith(FORMULA_STARTS):
        return f"'{cell}"
    return cell


def plain(text: str) -> str:
    """What ``safe`` was given: the text without the apostrophe that it put there."""
    return text[1:] if text.startswith("'") and safe(text) != text else text
