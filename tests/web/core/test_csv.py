"""CSV for spreadsheets: a mark, CRLF, and no cell that runs."""

from __future__ import annotations

import csv

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainer.core.csv import lines, plain, safe


def test_it_begins_with_a_mark_and_ends_every_line_with_crlf():
    assert list(lines(["a", "b"], [[1, None], ["x", "ü"]])) == [
        "\ufeffa,b\r\n",
        "1,\r\n",
        "x,ü\r\n",
    ]


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_a_text_that_looks_like_a_formula_gets_an_apostrophe(start):
    assert safe(f"{start}1+1") == f"'{start}1+1"


@pytest.mark.parametrize("cell", ["", "1-1", " =1", "'n", "a@b", -1, -0.5, None, True])
def test_every_other_cell_stays_as_it_is(cell):
    assert safe(cell) is cell


def test_an_apostrophe_that_was_there_gets_another():
    assert safe("'=1") == "''=1"
    assert plain("''=1") == "'=1"


@given(st.text(alphabet="'=+-@\t\rab ", max_size=6))
def test_every_text_comes_back(text):
    assert plain(str(safe(text))) == text


def test_what_a_text_holds_comes_back():
    rows = [['say "hit", then', "two\nlines"], ["a;b", "'"]]
    text = "".join(lines(["a", "b"], rows)).removeprefix("\ufeff")
    read = list(csv.reader(text.splitlines(keepends=True)))
    assert read == [["a", "b"], *rows]
