"""GET …/roster.csv and …/roster.xlsx: the roster out of the house."""

from __future__ import annotations

import csv
from io import BytesIO, StringIO

import pytest
from openpyxl import load_workbook

from tests.factories import MemberFactory
from tests.web.classroom.reading import url
from tests.web.pages import assert_refused_method, statements, words

KINDS = ["csv", "xlsx"]
HEADER = ["name", "e-mail", "section", "student number", "upcard id"]


def rows(client, classroom, kind: str) -> list[list[str]]:
    response = client.get(url(f"roster_{kind}", classroom))
    assert response.status_code == 200
    if kind == "csv":
        return list(csv.reader(StringIO(response.content.decode("utf-8-sig"), newline="")))
    sheet = load_workbook(BytesIO(response.content)).active
    assert {cell.data_type for row in sheet.iter_rows() for cell in row if cell.value} == {"s"}
    return [[cell or "" for cell in row] for row in sheet.iter_rows(values_only=True)]


@pytest.mark.parametrize("kind", KINDS)
def test_students_who_belong_to_the_class_are_in_it_and_nobody_else(
    teacher, classroom, student_member, waiting, co_member, kind
):
    MemberFactory(classroom=classroom, left_at=classroom.made_at, name="Gone")
    assert rows(teacher, classroom, kind) == [
        HEADER,
        ["Anna Smith", "a@school.org", "", "17", str(student_member.public_id)],
        ["Zoë Ångström", "zoe@school.org", "", "", str(waiting.public_id)],
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_r_07_without_students_there_is_the_header(teacher, classroom, kind):
    assert rows(teacher, classroom, kind) == [HEADER]


def test_e_02_it_opens_right_in_spreadsheets(teacher, classroom, waiting):
    response = teacher.get(url("roster_csv", classroom))
    assert response.content.startswith(b"\xef\xbb\xbfname,")
    assert "Zoë Ångström".encode() in response.content
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert response["Content-Disposition"] == 'attachment; filename="roster-probability.csv"'
    assert response["Cache-Control"] == "no-store"


@pytest.mark.parametrize("name", ['=HYPERLINK("http://x","y")', "+1", "-2", "@a", "\tx"])
def test_e_01_nothing_in_it_runs(teacher, classroom, waiting, name):
    waiting.name = name
    waiting.save()
    assert rows(teacher, classroom, "csv")[1][0] == f"'{name}"
    assert rows(teacher, classroom, "xlsx")[1][0] == name


@pytest.mark.parametrize("kind", KINDS)
def test_only_teachers_get_it(outsider, student, anonymous, co_teacher, classroom, kind):
    address = url(f"roster_{kind}", classroom)
    for client, status in ((outsider, 404), (student, 403), (anonymous, 302), (co_teacher, 200)):
        response = client.get(address)
        assert response.status_code == status
        assert status == 200 or "Anna Smith" not in words(response)


@pytest.mark.parametrize("kind", KINDS)
def test_an_archived_class_is_read_still(teacher, archived, kind):
    assert len(rows(teacher, archived, kind)) == 3


@pytest.mark.parametrize("kind", KINDS)
def test_it_costs_the_same_for_many(teacher, classroom, kind):
    counts = []
    for _time in range(3):
        MemberFactory(classroom=classroom)
        with statements() as made:
            rows(teacher, classroom, kind)
        counts.append(len(made))
    assert set(counts) == {4}  # session, user, membership, students


@pytest.mark.parametrize("kind", KINDS)
def test_other_methods_are_refused(teacher, classroom, kind):
    assert_refused_method(teacher.post(url(f"roster_{kind}", classroom)), "GET, HEAD")
