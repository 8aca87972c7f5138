"""Charts as comma-separated values, the form in which printed charts are collected.

    section,row,2,3,4,5,6,7,8,9,T,A
    hard,16,S,S,S,S,S,H,H,Rh,Rh,Rh
    soft,A7,Ds,D,D,D,D,S,S,H,H,H
    pair,66,Pn,P,P,P,P,N,N,N,N,N

Sections are hard, soft and pair, rows are those of a chart file, or ranges of them: ``5-8``,
``17+``, ``A9-AT``. The cells hold the codes of a chart, ``.`` where the source says nothing, and
four codes that only print has:

* ``D``: double; where that is not allowed, what is usual: stand on soft 18 and hard 17 or more,
  else hit
* ``R``: surrender; where that is not allowed, what is usual: split eights, stand on soft 18 and
  hard 17 or more, else hit
* ``N``: do not split: ``-``
* ``Pn``: split where a split hand may be doubled, else do not split

Such a file names no rules; who reads it says which they are.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from strategy.actions import Code, UnknownAction
from strategy.cards import UPCARDS
from strategy.charts import NOT_STATED, Chart, ChartError
from strategy.hands import Hand
from strategy.rules import Rules
from strategy.situations import ROWS, Category, Cell

MOST_BYTES: Final = 64 * 1024
"""No chart file is larger."""
HEAD: Final = ("section", "row", *map(str, UPCARDS))
_LEFT_OUT: Final = ("55", "TT")
"""Pairs that many charts leave out: they are played as their totals."""


def decoded(data: bytes) -> str:
    """The text of a chart file of any form; raise ChartError for what cannot be one."""
    if len(data) > MOST_BYTES:
        raise ChartError(f"too large for a chart: more than {MOST_BYTES // 1024} KiB")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ChartError(f"not a text in UTF-8: {error.reason} at byte {error.start}") from None
    if "\0" in text:
        raise ChartError("not a text: it has NUL bytes")
    return text


def looks_like_csv(text: str) -> bool:
    """Whether a text begins as a chart of comma-separated values does."""
    return text.lstrip().lower().startswith(HEAD[0] + ",")


def read_csv(text: str, rules: Rules, *, name: str, source: str, complete: bool = False) -> Chart:
    """Read a printed chart for rules; it is partial where rows or cells are not stated.

    A row that is missing between two others is a hole, not a row that the chart ends before.
    Raises ChartError that names the first fault; with ``complete`` for any missing cell, too.
    """
    cells: dict[Cell, Code] = {}
    rows: dict[Category, set[str]] = {category: set() for category in Category}
    for line, (section, label, *words) in _lines(text):
        category = _category(section, line)
        for row in _rows(category, label, line):
            if row in rows[category]:
                raise ChartError(f"line {line}: {category} {row} is written twice")
            rows[category].add(row)
            for upcard, word in zip(UPCARDS, words, strict=True):
                cell = Cell(category, row, upcard)
                code = _code(cell, word.strip(), rules)
                if code:
                    cells[cell] = code
    if not cells:
        raise ChartError("a chart without a single cell")
    _check_holes(rows)
    partial = not complete and len(cells) < sum(map(len, ROWS.values())) * len(UPCARDS)
    return Chart(name, rules, source, "printed", cells, partial)


def write_csv(chart: Chart) -> str:
    """The cells of a chart as a file that ``read_csv`` reads to the same cells."""
    lines = [",".join(HEAD)]
    for category, rows in ROWS.items():
        for row in rows:
            codes = chart.row(category, row)
            if any(codes):
                words = [code.value if code else NOT_STATED for code in codes]
                lines.append(",".join((category.value, row, *words)))
    return "\n".join([*lines, ""])


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """The rows under the head with the number of their line, each of twelve fields."""
    reader = csv.reader(text.splitlines(), strict=True)
    try:
        rows = (fields for fields in reader if any(map(str.strip, fields)))
        head = next(rows, [])
        if tuple(field.strip().lower() for field in head) != tuple(map(str.lower, HEAD)):
            raise ChartError(f"a chart in CSV begins with the line {','.join(HEAD)}")
        for fields in rows:
            if len(fields) != len(HEAD):
                raise ChartError(
                    f"line {reader.line_num}: a section, a row and ten codes are {len(HEAD)} "
                    f"fields, not {len(fields)}"
                )
            yield reader.line_num, fields
    except csv.Error as error:
        raise ChartError(f"line {reader.line_num}: not readable as CSV: {error}") from None


def _category(section: str, line: int) -> Category:
    try:
        return Category(section.strip().lower())
    except ValueError:
        known = ", ".join(map(str, Category))
        raise ChartError(f"line {line}: {section!r} is not a section ({known})") from None


def _rows(category: Category, label: str, line: int) -> list[str]:
    """The rows that a label stands for: one, or a range."""
    known = ROWS[category]
    match = re.fullmatch(r"(\w+?)(\+|-(\w+))?", label.strip().upper(), re.ASCII)
    if match:
        ends = [match[1], match[3] or (known[-1] if match[2] else match[1])]
        if category is not Category.HARD:
            ends = [end.replace("10", "T") for end in ends]
        if all(end in known for end in ends):
            first, last = map(known.index, ends)
            if first <= last:
                return list(known[first : last + 1])
    raise ChartError(f"line {line}: {category} {label}: there is no such row")


def _code(cell: Cell, word: str, rules: Rules) -> Code | None:
    if word == NOT_STATED:
        return None
    if not word:
        raise ChartError(f"{cell} is empty: write a code, or {NOT_STATED} where nothing is stated")
    if word in ("N", "Pn") and cell.category is Category.PAIR:
        return Code.P if word == "Pn" and rules.double_after_split else Code.TOTAL
    if word in ("D", "R"):
        return Code(word + _usual_fallback(cell, word))
    try:
        return Code.parse(word)
    except UnknownAction as error:
        raise ChartError(f"{cell}: {error}") from None


def _usual_fallback(cell: Cell, word: str) -> str:
    if cell.category is Category.HARD:
        return "s" if int(cell.row) >= 17 else "h"
    if word == "R" and cell.row == "88":
        return "p"
    hand = Hand.parse(cell.row)
    return "s" if hand.total >= (18 if hand.soft else 17) else "h"


def _check_holes(rows: dict[Category, set[str]]) -> None:
    for category, found in rows.items():
        there = [number for number, row in enumerate(ROWS[category]) if row in found]
        for before, after in pairwise(there):
            for row in ROWS[category][before + 1 : after]:
                if category is not Category.PAIR or row not in _LEFT_OUT:
                    raise ChartError(f"{category} {row} is missing between other rows")
