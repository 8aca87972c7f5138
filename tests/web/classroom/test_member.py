"""…/members/<id>/ and what a teacher does there: edit, new code, remove, bring back, role."""

from __future__ import annotations

import pytest

from tests.factories import MemberFactory
from tests.web.classroom.reading import about, kept, trail, url
from tests.web.conftest import client_of
from tests.web.pages import HTMX, assert_page, page, statements, words
from trainer.classroom import joining, people
from trainer.classroom.models import Role

LONG_ADDRESS = f"a@{'.'.join(['b' * 60] * 4)}.school.org"
"""One that could exist, were it a little shorter."""


def form(**others: str) -> dict[str, str]:
    return {"name": "Anna Smith", "email": "a@school.org", "section": "", "number": "17"} | others


def test_the_page_shows_what_is_known(teacher, student_member):
    response = teacher.get(about("member", student_member))
    assert_page(response)
    values = {field["name"]: field.get("value") for field in page(response).select("input[id]")}
    assert (values["name"], values["number"]) == ("Anna Smith", "17")
    assert "Student" in words(response)
    assert student_member.user.username in words(response)


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["browser", "htmx"])
def test_what_is_known_is_changed(co_teacher, student_member, headers):
    sent = form(name="Anna  Lee", section="B", number="0018", email="lee@school.org")
    response = co_teacher.post(about("member", student_member), sent, headers=headers)
    assert response["Location"] == url("members", student_member.classroom)
    student_member.refresh_from_db()
    assert (student_member.name, student_member.section) == ("Anna Lee", "B")
    assert (student_member.number, student_member.email) == ("0018", "lee@school.org")
    assert trail(student_member.classroom) == ["Mr. Cole changed what the class knows of Anna Lee."]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"name": ""}, "This field is required"),
        ({"name": "x" * 101}, "at most 100"),
        ({"section": "x" * 51}, "at most 50"),
        ({"number": "x" * 51}, "at most 50"),
        ({"email": "anna"}, "valid email"),
        ({"email": LONG_ADDRESS}, "at most 254"),
        ({"email": "ZOE@school.org"}, "Zoë Ångström has it already"),
        ({"number": "a1"}, "Zoë Ångström has it already"),
    ],
)
def test_what_cannot_be_is_refused(teacher, student_member, waiting, change, said):
    waiting.number = "A1"
    waiting.save()
    before = kept(student_member.classroom)
    response = teacher.post(about("member", student_member), form(**change))
    assert_page(response, 422)
    assert said in words(response)
    assert kept(student_member.classroom) == before


def test_a_new_first_code_makes_the_old_one_worthless(teacher, waiting):
    assert "ABCD-EFGH-2345" in words(teacher.get(about("member", waiting)))
    teacher.post(about("first_code", waiting))
    waiting.refresh_from_db()
    assert waiting.first_code != "ABCDEFGH2345"
    assert len(waiting.first_code) == 12


def test_who_has_signed_in_needs_no_code(teacher, student_member):
    assert "Not signed in yet" not in words(teacher.get(about("member", student_member)))
    response = teacher.post(about("first_code", student_member))
    assert_page(response, 403)
    student_member.refresh_from_db()
    assert student_member.first_code is None


def test_who_is_removed_sees_nothing_any_more_and_is_brought_back(teacher, student, student_member):
    classroom = student_member.classroom
    teacher.post(about("remove", student_member))
    assert student.get(url("leave", classroom)).status_code == 404
    assert "Probability" not in words(student.get("/classes/"))
    assert "Bring back" in words(teacher.get(about("member", student_member)))
    teacher.post(about("bring_back", student_member))
    assert student.get(url("leave", classroom)).status_code == 200
    owner_name = classroom.members.get(user=classroom.owner).name
    assert trail(classroom) == [
        f"{owner_name} removed Anna Smith.",
        f"{owner_name} brought Anna Smith back.",
    ]


def test_who_had_not_signed_in_comes_back_with_a_new_code(teacher, waiting):
    teacher.post(about("remove", waiting))
    waiting.refresh_from_db()
    assert waiting.first_code is None
    teacher.post(about("bring_back", waiting))
    waiting.refresh_from_db()
    assert waiting.first_code not in (None, "ABCDEFGH2345")


def test_twice_is_once(teacher, student_member):
    for name in ("remove", "remove", "bring_back", "bring_back"):
        assert teacher.post(about(name, student_member)).status_code == 302
    assert len(trail(student_member.classroom)) == 2


def test_nobody_comes_back_to_a_full_class(teacher, student_member, waiting, monkeypatch):
    teacher.post(about("remove", waiting))
    monkeypatch.setattr(people, "MOST_STUDENTS", 1)
    response = teacher.post(about("bring_back", waiting), follow=True)
    assert "This class is full." in words(response)
    waiting.refresh_from_db()
    assert waiting.left_at
    assert joining.MOST_STUDENTS == 1_000


def test_a_student_becomes_a_co_teacher_and_a_student_again(teacher, student, student_member):
    classroom = student_member.classroom
    teacher.post(about("role", student_member), {"role": "teacher"})
    assert student.get(url("members", classroom)).status_code == 200
    teacher.post(about("role", student_member), {"role": "student"})
    assert student.get(url("members", classroom)).status_code == 403
    assert [sentence.split(" made ")[1] for sentence in trail(classroom)] == [
        "Anna Smith a teacher of the class.",
        "Anna Smith a student again.",
    ]


def test_a_co_teacher_makes_teachers_but_unmakes_none(co_teacher, classroom, student_member):
    co_teacher.post(about("role", student_member), {"role": "teacher"})
    student_member.refresh_from_db()
    assert student_member.role == Role.TEACHER
    for name, sent in (("role", {"role": "student"}), ("remove", {})):
        response = co_teacher.post(about(name, student_member), sent)
        assert_page(response, 403)
        assert "Only the owner" in words(response)
    student_member.refresh_from_db()
    assert (student_member.role, student_member.left_at) == (Role.TEACHER, None)
    assert "Remove from the class" not in words(co_teacher.get(about("member", student_member)))


def test_nobody_touches_the_owner(teacher, co_teacher, owner_member):
    for client in (teacher, co_teacher):
        for name in ("role", "remove"):
            assert_page(client.post(about(name, owner_member)), 403)
    owner_member.refresh_from_db()
    assert (owner_member.role, owner_member.left_at) == (Role.TEACHER, None)


@pytest.mark.parametrize("who", ["waiting", "left"])
def test_who_is_not_there_with_an_account_is_no_teacher(teacher, classroom, waiting, who):
    about_whom = (
        waiting
        if who == "waiting"
        else MemberFactory(classroom=classroom, left_at=classroom.made_at)
    )
    assert_page(teacher.post(about("role", about_whom), {"role": "teacher"}), 403)


def test_the_owner_unmakes_a_co_teacher(teacher, co_member):
    client = client_of(co_member.user)
    teacher.post(about("remove", co_member))
    assert client.get(url("members", co_member.classroom)).status_code == 404


def test_the_page_costs_what_it_costs(teacher, student_member):
    with statements() as made:
        teacher.get(about("member", student_member))
    assert len(made) == 4  # session, user, membership, member
