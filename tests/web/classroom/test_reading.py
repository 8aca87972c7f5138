"""Reading rosters: bytes become rows, or one error that says what to do."""

from __future__ import annotations

from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from trainer.classroom import rosters
from trainer.classroom.rosters import RosterError, Row, read
from trainer.core.csv import lines
from trainer.core.xlsx import workbook


def rows(content: bytes) -> list[Row]:
    found, wrong = read(content)
    assert wrong == []
    return found


def refusal(content: bytes) -> str:
    with pytest.raises(RosterError) as error:
        read(content)
    return str(error.value)


def book(*cells: object) -> bytes:
    """A workbook as other programs make it: a header, and a row with these cells."""
    made = Workbook()
    made.active.append(["name", "student number", "section"])
    made.active.append(list(cells))
    file = BytesIO()
    made.save(file)
    return file.getvalue()


@pytest.mark.parametrize(
    ("encoding", "names"),
    [
        ("utf-8", ["Stéphane", "Clémentine", "Łukasz", "李"]),
        ("utf-8-sig", ["Stéphane", "Clémentine", "Łukasz", "李"]),
        ("utf-16", ["Stéphane", "Clémentine", "Łukasz", "李"]),
        ("cp1252", ["Stéphane", "Clémentine", "Zoë Ångström"]),
    ],
)
def test_i_02_names_are_whole_in_every_encoding_that_is_read(encoding, names):
    content = "\r\n".join(["name", *names]).encode(encoding)
    assert [row.name for row in rows(content)] == names


@pytest.mark.parametrize(
    "content",
    [
        "name\n李".encode("utf-16-le"),  # without its mark
        "name\n李".encode("big5") + b"\x81",
        b"name\nSt\xe9phane\x00",
        b"\xff\xfen\x00a",  # cut off
        b"name\nAnna\x9d",
    ],
)
def test_i_02_other_letters_are_refused_with_one_clear_error(content):
    assert "The letters of this file cannot be read" in refusal(content)


def test_i_03_a_mark_and_a_blank_line_at_the_end_are_no_trouble():
    content = b"\xef\xbb\xbfemail,name\r\na@school.org,Anna\r\n\r\n,,\r\n"
    assert rows(content) == [Row(2, "Anna", email="a@school.org")]


@pytest.mark.parametrize("divider", [",", ";", "\t"])
def test_i_03_whatever_divides_the_header_divides_the_rows(divider):
    content = f"Section{divider}NAME{divider}e-mail\nA{divider}Anna{divider}a@b.org\n".encode()
    assert rows(content) == [Row(2, "Anna", "a@b.org", "A")]


def test_a_divider_in_a_quoted_name_divides_nothing():
    assert rows(b'name;section\n"Smith, Anna";A\n') == [Row(2, "Smith, Anna", section="A")]
    assert rows(b'"name"\n"a;b;c"\n') == [Row(2, "a;b;c")]


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_lines_end_as_they_like_and_are_counted_with_the_blank_ones(ending):
    found = rows(ending.join(["", "name", "", "Anna", " ", "Bob"]).encode())
    assert [(row.line, row.name) for row in found] == [(4, "Anna"), (6, "Bob")]


def test_a_record_of_several_lines_is_counted_by_its_first():
    found = rows(b'name,section\n"Anna\nSmith","A\r\n\nB"\nBob,A\n')
    assert [(row.line, row.name) for row in found] == [(2, "Anna Smith"), (6, "Bob")]


@pytest.mark.parametrize(
    "header", ["First name,Last name", "surname,GIVEN NAME", "last_name,first-name"]
)
def test_first_and_last_names_are_put_together(header):
    values = "Anna,Smith" if header.lower().startswith("first") else "Smith,Anna"
    assert rows(f"{header}\n{values}\n".encode()) == [Row(2, "Anna Smith")]


def test_columns_that_mean_nothing_to_us_are_passed_over():
    content = b"No.,name,grade,Student ID,birthday\n1,Anna,7,0012,2001-01-01\n"
    assert rows(content) == [Row(2, "Anna", number="0012")]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "name the columns"),
        (b"\n\n", "name the columns"),
        (b"Anna\nBob\n", "name the columns"),
        (b"first name,section\nAnna,A\n", "name the columns"),
        (b"name\n\n", "no student in this file"),
        (b"name,e-mail,Mail\nAnna,a,b\n", "two columns for the same: e-mail, Mail"),
        (b'name\n"' + b"x" * 140_000, "no CSV file"),
        (b"PK\x03\x04 but no more", "no workbook"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "of the old kind"),
        (b"name\n" + b"Anna\n" * 1001, "more than 1,000"),
    ],
)
def test_what_is_no_roster_is_refused(content, said):
    assert said in refusal(content)


def test_a_thousand_students_are_not_too_many():
    assert len(read(b"name\n" + b"Anna\n" * 1000)[0]) == 1000


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (",a@b.org,,", "The name is missing."),
        ("x" * 101 + ",,,", "Too long: name, 100 characters at most."),
        ("Anna,,,", ""),
        ("Anna,anna,,", "“anna” is no e-mail address."),
        ("Anna,," + "x" * 51 + ",", "Too long: section, 50 characters at most."),
        ("Anna,,," + "x" * 51, "Too long: student number, 50 characters at most."),
        (
            f"Anna,a@{'.'.join(['b' * 60] * 4)}.school.org,,",
            "Too long: e-mail, 254 characters at most.",
        ),
        ("Anna,,,,Smith", "There are more cells than columns."),
        ("Anna,,,,,", ""),
    ],
)
def test_what_is_wrong_with_a_line_is_told(line, said):
    _found, wrong = read(f"name,e-mail,section,student number\nBob\n{line}\n".encode())
    assert [(one.line, one.reason) for one in wrong] == ([(3, said)] if said else [])


@pytest.mark.parametrize(
    ("cell", "number"),
    [
        (12345, "12345"),
        (12345.0, "12345"),
        ("00123", "00123"),
        (1.5, "1.5"),
        (None, ""),
        (True, "True"),
    ],
)
def test_a_number_in_a_workbook_is_as_it_looks(cell, number):
    assert rows(book("Anna", cell)) == [Row(2, "Anna", number=number)]


def test_a_date_in_a_workbook_is_a_date():
    from datetime import UTC, date, datetime

    assert rows(book("Anna", "1", date(2026, 3, 1)))[0].section == "2026-03-01"
    at = datetime(2026, 3, 1, 8, 30, tzinfo=UTC).replace(tzinfo=None)
    assert rows(book("Anna", "1", at))[0].section == "2026-03-01T08:30:00"


def test_a_formula_in_a_workbook_is_never_worked_out():
    assert rows(book("Anna", "=1+1")) == [Row(2, "Anna")]


def test_a_workbook_that_unpacks_to_too_much_is_refused_before_it_is_unpacked():
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as packed:
        packed.writestr("xl/worksheets/sheet1.xml", b"0" * (rosters.MOST_UNPACKED + 1))
    assert len(file.getvalue()) < 100_000
    assert "too large" in refusal(file.getvalue())


def test_a_workbook_with_entities_is_refused():
    whole, made = BytesIO(book("Anna", "1")), BytesIO()
    with ZipFile(whole) as source, ZipFile(made, "w") as target:
        for entry in source.infolist():
            text = source.read(entry)
            if entry.filename == "xl/workbook.xml":
                text = b'<!DOCTYPE x [<!ENTITY a "b">]>' + text
            target.writestr(entry.filename, text)
    assert "no workbook" in refusal(made.getvalue())


def test_a_zip_that_is_no_workbook_is_refused():
    file = BytesIO()
    with ZipFile(file, "w") as packed:
        packed.writestr("readme.txt", "hello")
    assert "no workbook" in refusal(file.getvalue())


NASTY = [
    '=HYPERLINK("http://x","y")',
    "+1",
    "-2",
    "@a",
    "'=1",
    "''",
    "a;b,c",
    'say "hit"',
    "two\nlines",
    "tab\tx",
    "Zoë Ångström",
    "李",
    "  spaces  ",
]


@pytest.mark.parametrize("name", NASTY)
def test_e_01_what_is_written_is_what_is_read(name):
    expected = rosters.tidy(name)
    header, cells = ["name", "section"], [[name, "A"]]
    assert rows("".join(lines(header, cells)).encode())[0].name == expected
    assert rows(workbook("Roster", header, cells))[0].name == expected


@given(
    st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc", "Cn"]), max_size=40), min_size=1)
)
def test_every_name_survives_csv_and_xlsx(names):
    kept = [name for name in map(rosters.tidy, names) if name and "�" not in name]
    header = ["name", "section"]
    cells = [[name, "x"] for name in kept]
    if not kept:
        return
    for content in ("".join(lines(header, cells)).encode(), workbook("Roster", header, cells)):
        found, wrong = read(content)
        assert [row.name for row in found] == [name for name in kept if len(name) <= 100]
        assert len(wrong) == len(kept) - len(found)
