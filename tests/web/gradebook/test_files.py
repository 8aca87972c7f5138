"""GET /classes/<id>/results.csv and .xlsx: the rows and numbers of the page."""

from __future__ import annotations

import csv
from datetime import timedelta
from io import BytesIO, StringIO

import pytest
from django.utils import timezone
from openpyxl import load_workbook

from tests.factories import MemberFactory
from tests.web.conftest import client_of
from tests.web.gradebook.taking import HIT, SPLIT, STAND, quiz_of, rows, students, take
from tests.web.pages import assert_refused_method, statements
from trainer.core.csv import plain

FILES = pytest.mark.parametrize("ending", ["csv", "xlsx"])


def url_of(classroom, ending: str, query: str = "") -> str:
    return f"/classes/{classroom.public_id}/results.{ending}{query}"


def read(client, classroom, ending: str, query: str = "") -> list[list[object]]:
    """The header and the rows as a spreadsheet has them."""
    response = client.get(url_of(classroom, ending, query))
    assert response.status_code == 200
    content = response.getvalue()
    if ending == "csv":
        return list(csv.reader(StringIO(content.decode("utf-8-sig"))))
    return [list(row) for row in load_workbook(BytesIO(content)).active.values]


def test_e_03_numbers_are_numbers_and_what_was_not_taken_is_empty(teacher, classroom):
    ada, bob, _cy = students(classroom, "Ada", "Bob", "Cy")
    quiz = quiz_of(classroom, HIT, STAND, SPLIT, title="One")
    take(quiz, ada, "HSS")
    take(quiz, bob, "SHS")
    header = ["Name", "Student number", "Section", "One (percent, best attempt)"]
    header += ["Mean (percent)", "Rank"]
    assert read(teacher, classroom, "xlsx") == [
        header,
        ["Ada", None, None, 66.7, 66.7, 1],
        ["Bob", None, None, 0, 0, 2],
        ["Cy", None, None, None, None, None],
    ]
    assert read(teacher, classroom, "csv") == [
        header,
        ["Ada", "", "", "66.7", "66.7", "1"],
        ["Bob", "", "", "0.0", "0.0", "2"],
        ["Cy", "", "", "", "", ""],
    ]


@FILES
def test_e_03_the_page_and_the_file_have_the_same_rows(teacher, classroom, ending):
    quiz = quiz_of(classroom, HIT, STAND, SPLIT)
    for name, section, plays in (("Ada", "A", "HSS"), ("Bob", "B", "HHS"), ("Cy", "A", "HSP")):
        take(quiz, MemberFactory(classroom=classroom, name=name, section=section), plays)
    MemberFactory(classroom=classroom, name="Dee", section="A")
    for query in ("", "?section=A", "?sort=-rank", "?section=A&sort=rank"):
        page = teacher.get(f"/classes/{classroom.public_id}/results/{query}")
        shown = [(row[0].split()[0], row[3], row[2], row[1]) for row in rows(page)]
        _header, *found = read(teacher, classroom, ending, query)
        numbers = [[f"{float(cell):g}" if cell else "" for cell in row[3:]] for row in found]
        assert [(row[0], *cells) for row, cells in zip(found, numbers, strict=True)] == shown


@pytest.mark.parametrize("name", ['=HYPERLINK("http://x","y")', "+1", "-2", "@a", "\tx", "'=1"])
def test_e_01_a_name_is_never_a_formula_and_can_be_read_back(teacher, classroom, name):
    MemberFactory(classroom=classroom, name=name, section="=A", number="=1")
    header, row = read(teacher, classroom, "csv")
    assert len(header) == len(row)
    assert not any(cell.startswith(("=", "+", "-", "@", "\t")) for cell in row)
    assert [plain(cell) for cell in row[:3]] == [name, "=1", "=A"]
    file = teacher.get(url_of(classroom, "xlsx")).getvalue()
    cell = load_workbook(BytesIO(file)).active["A2"]
    assert (cell.value, cell.data_type) == (name, "s")


def test_e_02_the_file_says_that_it_is_utf_8(teacher, classroom):
    MemberFactory(classroom=classroom, name="Zoë Ångström")
    response = teacher.get(url_of(classroom, "csv"))
    content = response.getvalue()
    assert content.startswith(b"\xef\xbb\xbf")
    assert "Zoë Ångström" in content.decode()
    assert response["Content-Type"] == "text/csv; charset=utf-8"


@FILES
def test_whoever_was_late_has_the_days_beside_the_grade(teacher, classroom, student, ending):
    MemberFactory(classroom=classroom, name="Bob")
    due = timezone.now() - timedelta(days=3)
    quiz = quiz_of(classroom, title="One", closes_at=due, grace_days=9)
    quiz_of(classroom, title="Two")
    take(quiz, student, "HS", moment=due + timedelta(hours=30))
    header, ada, bob = read(teacher, classroom, ending)
    assert header[4:6] == ["One: days late", "Two (percent, best attempt)"]
    assert [str(cell or "") for cell in (ada[4], bob[4])] == ["2", ""]


@FILES
def test_without_anybody_it_is_a_header(teacher, classroom, ending):
    assert len(read(teacher, classroom, ending)) == 1


@FILES
def test_it_is_named_after_the_class(teacher, classroom, ending):
    classroom.name = "Été 2026: §1"
    classroom.save()
    header = teacher.get(url_of(classroom, ending))["Content-Disposition"]
    assert header == f'attachment; filename="ete-2026-1-results.{ending}"'
    classroom.name = "§§"
    classroom.save()
    header = teacher.get(url_of(classroom, ending))["Content-Disposition"]
    assert header == f'attachment; filename="class-results.{ending}"'


@FILES
def test_what_cannot_be_chosen_is_refused(teacher, classroom, ending):
    assert teacher.get(url_of(classroom, ending, "?section=none")).status_code == 422


@FILES
def test_it_is_for_teachers_of_the_class(classroom, student, nobody, client, ending):
    assert client_of(student.user).get(url_of(classroom, ending)).status_code == 403
    assert nobody.get(url_of(classroom, ending)).status_code == 404
    assert client.get(url_of(classroom, ending)).status_code == 302


@FILES
def test_other_methods_are_refused(teacher, classroom, ending):
    assert_refused_method(teacher.post(url_of(classroom, ending)), "GET", "HEAD")


@FILES
def test_the_number_of_queries_does_not_grow(teacher, classroom, ending):
    for size in (1, 3):
        quiz = quiz_of(classroom)
        for member in students(classroom, *"abc"[:size]):
            take(quiz, member, "HS")
        with statements() as sent:
            teacher.get(url_of(classroom, ending)).getvalue()
        assert len(sent) == 8
