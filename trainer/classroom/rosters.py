"""Reading a roster: a CSV or XLSX file becomes rows, or one error that says what to do.

Nothing here knows of a class. Headers may come in any order, case and spelling known to COLUMNS.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from io import BytesIO, StringIO
from typing import Final
from zipfile import BadZipFile, ZipFile

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from openpyxl import load_workbook

from trainer.classroom.texts import tidy
from trainer.core.csv import plain

MOST_BYTES: Final = 2 * 1024 * 1024
"""Of a file that is uploaded."""
MOST_ROWS: Final = 1_000
MOST_COLUMNS: Final = 50
MOST_UNPACKED: Final = 20 * 1024 * 1024
"""A workbook is packed; one that unpacks to more is no roster."""

HEADERS: Final[dict[str, Promise]] = {
    "name": gettext_lazy("name"),
    "email": gettext_lazy("e-mail"),
    "section": gettext_lazy("section"),
    "number": gettext_lazy("student number"),
    "key": gettext_lazy("upcard id"),
}
"""The columns of our own export, in their order."""
_SPELLINGS: Final = {
    "name": ("name", "full name", "student", "student name", "display name"),
    "first": ("first name", "given name", "forename"),
    "last": ("last name", "surname", "family name"),
    "email": ("e-mail", "e-mail address", "mail"),
    "section": ("section", "group"),
    "number": ("student number", "number", "student id", "student no", "id number"),
    "key": ("upcard id",),
}
LONGEST: Final = {"name": 100, "email": 254, "section": 50, "number": 50}


class RosterError(Exception):
    """A file that cannot be read as a roster; the text says why."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a roster. What its file has no column for is empty."""

    line: int
    name: str
    email: str = ""
    section: str = ""
    number: str = ""
    key: str = ""
    """The id by which our export knows somebody."""


@dataclass(frozen=True, slots=True)
class Rejected:
    """A line that is not taken, and why."""

    line: int
    name: str
    reason: str


Cells = Sequence[str]
Line = tuple[int, Cells]


def read(content: bytes) -> tuple[list[Row], list[Rejected]]:
    """The rows of a file, and the lines in which something is wrong; raise RosterError."""
    if content.startswith(b"PK\x03\x04"):
        lines = _workbook(content)
    elif content.startswith(b"\xd0\xcf\x11\xe0"):
        raise RosterError(
            _(
                "This workbook is of the old kind, or locked. "
                "Save it as XLSX without a password, or as CSV."
            )
        )
    else:
        lines = _table(_decoded(content))
    return _rows(lines)


def _decoded(content: bytes) -> str:
    """The text of a file: UTF-8, UTF-16 with its mark, or Windows-1252."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        encodings = ["utf-16"]
    else:
        encodings = ["utf-8-sig", "cp1252"]
    for encoding in encodings:
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if not any(_is_control(sign) for sign in text):
            return text
        break
    raise RosterError(
        _("The letters of this file cannot be read. Save it as “CSV UTF-8” or as XLSX.")
    )


def _is_control(sign: str) -> bool:
    return (sign < " " and sign not in "\t\r\n") or "\x7f" <= sign <= "\x9f"


def _table(text: str) -> Iterator[Line]:
    """The records of a CSV file, each by its first line; divided as its header is."""
    divider = max(",;\t", key=lambda sign: _known_in(text, sign))
    reader = csv.reader(StringIO(text, newline=""), delimiter=divider)
    number = 1
    try:
        for cells in reader:
            yield number, [plain(cell) for cell in cells]
            number = reader.line_num + 1
    except csv.Error:
        raise RosterError(_("This is no CSV file that can be read.")) from None


def _known_in(text: str, divider: str) -> int:
    """How many columns of the header are known if it is divided so."""
    reader = csv.reader(StringIO(text, newline=""), delimiter=divider)
    try:
        header = next((cells for cells in reader if any(map(tidy, cells))), [])
    except csv.Error:
        return 0
    return sum(_column(cell) is not None for cell in header)


def _workbook(content: bytes) -> Iterator[Line]:
    """The lines of the first sheet of a workbook, each value as a text."""
    try:
        with ZipFile(BytesIO(content)) as packed:
            unpacked = sum(entry.file_size for entry in packed.infolist())
    except BadZipFile:
        raise RosterError(_("This is no workbook that can be read.")) from None
    if unpacked > MOST_UNPACKED:
        raise RosterError(_("This workbook is too large for a roster."))
    try:
        sheet = load_workbook(BytesIO(content), read_only=True, data_only=True).worksheets[0]
        sheet.reset_dimensions()  # what a file says of its own size need not be so
        rows = sheet.iter_rows(max_col=MOST_COLUMNS, values_only=True)
        for number, values in enumerate(rows, 1):
            if values.count(None) < len(values):
                yield number, [_as_text(value) for value in values]
    except Exception:  # whatever a broken file makes its reader do, it is the file's fault
        raise RosterError(_("This is no workbook that can be read.")) from None


def _as_text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime):
        return (value.date() if value.time() == datetime.min.time() else value).isoformat()
    return value.isoformat() if isinstance(value, date) else str(value)


def _column(header: str) -> str | None:
    """Which column a header means."""
    return _MEANINGS.get(_letters(header)) or next(
        (name for name, title in HEADERS.items() if _letters(str(title)) == _letters(header)), None
    )


def _letters(text: str) -> str:
    return "".join(sign for sign in tidy(text).casefold() if sign.isalnum())


_MEANINGS: Final = {
    _letters(spelling): column for column, spellings in _SPELLINGS.items() for spelling in spellings
}


def _rows(lines: Iterable[Line]) -> tuple[list[Row], list[Rejected]]:
    """Header and rows; blank lines are passed over, and counted."""
    filled = ((number, cells) for number, cells in lines if any(map(tidy, cells)))
    columns = _columns(next(filled, (0, []))[1])
    rows: list[Row] = []
    rejected: list[Rejected] = []
    for number, cells in filled:
        row = _row(number, columns, cells)
        reason = _wrong(row, cells[len(columns) :])
        if reason:
            rejected.append(Rejected(number, row.name, reason))
        else:
            rows.append(row)
        if len(rows) + len(rejected) > MOST_ROWS:
            raise RosterError(_("The file has more than 1,000 students."))
    if not rows and not rejected:
        raise RosterError(_("There is no student in this file."))
    return rows, rejected


def _columns(header: Cells) -> list[str | None]:
    columns = [_column(cell) for cell in header]
    known = [column for column in columns if column]
    for column in known:
        if known.count(column) > 1:
            raise RosterError(
                _("The file has two columns for the same: %(column)s.")
                % {"column": ", ".join(tidy(c) for c in header if _column(c) == column)}
            )
    if "name" not in known and not {"first", "last"} <= set(known):
        raise RosterError(
            _(
                "The first row has to name the columns: name (or first name and last name), "
                "and if you like e-mail, section, student number."
            )
        )
    return columns


def _row(number: int, columns: Sequence[str | None], cells: Cells) -> Row:
    found = {column: tidy(cell) for column, cell in zip(columns, cells, strict=False) if column}
    first, last = found.pop("first", ""), found.pop("last", "")
    name = found.pop("name", "") or f"{first} {last}".strip()
    return Row(number, name, **found)


def _wrong(row: Row, beyond: Cells) -> str:
    """What is wrong with a row; nothing where nothing is."""
    if any(map(tidy, beyond)):
        return _("There are more cells than columns.")
    if not row.name:
        return _("The name is missing.")
    for column, most in LONGEST.items():
        if len(getattr(row, column)) > most:
            return _("Too long: %(column)s, %(most)d characters at most.") % {
                "column": HEADERS[column],
                "most": most,
            }
    try:
        if row.email:
            validate_email(row.email)
    except ValidationError:
        return _("“%(email)s” is no e-mail address.") % {"email": row.email}
    return ""
