"""Workbooks: what is written is what is read, and nothing in them runs."""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal
from io import BytesIO

import pytest
from django.utils.translation import gettext_lazy
from openpyxl import load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from trainer.core.xlsx import WIDEST, workbook


def sheet_of(content: bytes) -> Worksheet:
    return load_workbook(BytesIO(content)).active


def written(value: object):
    """The only cell of a workbook under its header."""
    return sheet_of(workbook("Sheet", ["a"], [[value]]))["A2"]


@pytest.mark.parametrize(
    "text",
    ['=HYPERLINK("http://x","y")', "=1+1", "+1", "-2", "@a", "#N/A", "'=1", "00123", "1e5", "李"],
)
def test_a_text_stays_a_text(text):
    cell = written(text)
    assert (cell.value, cell.data_type) == (text, "s")


@pytest.mark.parametrize("number", [0, -3, 12345, 0.5, True])
def test_a_number_stays_a_number(number):
    assert written(number).value == number
    assert written(number).data_type in ("n", "b")


def test_money_dates_and_times():
    assert written(Decimal("1.25")).value == 1.25
    assert written(date(2026, 3, 1)).value == datetime(2026, 3, 1)  # noqa: DTZ001
    at = datetime(2026, 3, 1, 12, 30, tzinfo=UTC)
    assert written(at).value == at.replace(tzinfo=None)


@pytest.mark.parametrize("nothing", [None, float("nan"), float("inf")])
def test_nothing_is_an_empty_cell(nothing):
    assert sheet_of(workbook("Sheet", ["a", "b"], [[nothing, 1]]))["A2"].value is None


def test_what_is_translated_late_is_written():
    content = workbook("Sheet", [gettext_lazy("Name")], [[gettext_lazy("Teacher")]])
    assert [row[0].value for row in sheet_of(content)] == ["Name", "Teacher"]


def test_what_xml_cannot_hold_is_left_out():
    assert written("a\x00\x0bb\uffff").value == "ab"
    assert written("two\nlines\tand more").value == "two\nlines\tand more"


def test_the_header_is_bold_and_stays_in_sight():
    sheet = sheet_of(workbook("Sheet", ["a", "b"], []))
    assert sheet.freeze_panes == "A2"
    assert all(cell.font.bold for cell in sheet[1])


def test_columns_are_as_wide_as_what_they_hold_within_reason():
    sheet = sheet_of(workbook("Sheet", ["a", "b"], [["x" * 20, "y" * 500]]))
    assert sheet.column_dimensions["A"].width == 22
    assert sheet.column_dimensions["B"].width == WIDEST


@pytest.mark.parametrize(
    ("title", "shown"),
    [("Class 7", "Class 7"), ("7/8 [b]: *?", "7 8  b"), ("x" * 50, "x" * 31), ("'", "Sheet")],
)
def test_a_sheet_gets_the_name_that_it_can_have(title, shown):
    assert sheet_of(workbook(title, ["a"], [])).title == shown
