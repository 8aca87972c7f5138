"""Tables as workbooks of XLSX: texts are texts, whatever they begin with; numbers are numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from decimal import Decimal
from io import BytesIO
from math import isfinite
from typing import Any, Final

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from trainer.core.csv import FORMULA_STARTS

MEDIA_TYPE: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
NARROWEST, WIDEST = 8, 50
"""Widths of columns, in digits."""
_NO_XML: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
"""What XML has no way to say."""
_NO_TITLE: Final = re.compile(r"[\[\]:*?/\\\x00-\x1f]")
_LONGEST_TITLE: Final = 31


def workbook(title: str, header: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    """A workbook of one sheet, its header bold and always in sight.

    Numbers, truth values and dates stay what they are; None is an empty cell, and so is a number
    that is none. Times are written as they stand on their own clock. All else is a text.
    """
    lines = [[_stored(cell) for cell in row] for row in rows]
    heads = [_text(cell) for cell in header]
    book = Workbook(write_only=True)
    sheet: Any = book.create_sheet(_NO_TITLE.sub(" ", title).strip(" '")[:_LONGEST_TITLE] or None)
    sheet.freeze_panes = "A2"
    for number, width in enumerate(_widths([heads, *lines]), 1):
        sheet.column_dimensions[get_column_letter(number)].width = width
    sheet.append([_cell(sheet, head, font=Font(bold=True)) for head in heads])
    for line in lines:
        sheet.append([_cell(sheet, cell) for cell in line])
    file = BytesIO()
    book.save(file)
    return file.getvalue()


def _stored(cell: object) -> object:
    if isinstance(cell, datetime):
        return cell.replace(tzinfo=None)
    if isinstance(cell, float | Decimal):
        return cell if isfinite(cell) else None
    return cell if cell is None or isinstance(cell, int | date) else _text(cell)


def _text(cell: object) -> str:
    return _NO_XML.sub("", str(cell))


def _widths(lines: Sequence[Sequence[object]]) -> list[int]:
    columns = max(map(len, lines))
    return [
        min(max([NARROWEST, *(len(str(line[at])) + 2 for line in lines if at < len(line))]), WIDEST)
        for at in range(columns)
    ]


def _cell(sheet: Any, value: object, *, font: Font | None = None) -> Any:
    cell: Any = WriteOnlyCell(sheet, value=value)
    if isinstance(value, str):
        cell.data_type = "s"  # openpyxl takes "=1+1" for a formula and "#N/A" for an error
        cell.quotePrefix = value.startswith(FORMULA_STARTS)
    if font:
        cell.font = font
    return cell
