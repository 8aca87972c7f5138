"""GET …/members/ and …/wall/: who is in a class, and how others come in."""

from __future__ import annotations

import pytest

from tests.factories import MemberFactory
from tests.web.classroom.reading import about, url
from tests.web.pages import assert_page, page, statements, words


def test_r_07_a_class_without_students_says_so(teacher, classroom):
    response = teacher.get(url("members", classroom))
    assert_page(response)
    assert "No students yet" in words(response)
    assert "%" not in words(response)


def test_everybody_is_told_with_what_is_known(teacher, classroom, student_member, waiting):
    response = teacher.get(url("members", classroom))
    text = words(response)
    assert "2 students" in text
    assert "1 has not signed in yet" in text
    for known in ("Anna Smith", "17", "a@school.org", student_member.user.username):
        assert known in text
    assert "Zoë Ångström" in text
    assert page(response).find("a", href=about("member", waiting))


def test_who_left_stands_apart(teacher, classroom, student_member):
    student_member.left_at = classroom.made_at
    student_member.save()
    text = words(teacher.get(url("members", classroom)))
    assert "No students yet" in text
    assert "1 who was in the class" in text


def test_the_owner_is_the_first_of_the_teachers(teacher, classroom, co_member, owner_member):
    co_member.name = "Aaron"
    co_member.save()
    listed = page(teacher.get(url("members", classroom))).select(
        "section[aria-labelledby=teachers] li"
    )
    assert [words(one).split(" · ")[0] for one in listed] == [owner_member.name, "Aaron"]


@pytest.mark.parametrize("name", ["members", "wall"])
def test_the_code_is_shown_with_its_link_and_drawn(teacher, classroom, name):
    response = teacher.get(url(name, classroom))
    assert "ABCD-2345" in words(response)
    drawn = page(response).select_one("[aria-hidden=true] svg.qr")
    assert drawn.find("path")
    assert not drawn.find_all(style=True)


def test_the_link_is_whole_and_the_wall_says_where_to_type_the_code(teacher, classroom):
    link = "http://testserver/classes/join/ABCD2345/"
    assert page(teacher.get(url("members", classroom))).find("a", href=link)
    assert "testserver/classes/join/" in words(teacher.get(url("wall", classroom)))


@pytest.mark.parametrize("name", ["members", "wall"])
def test_without_a_code_none_is_shown(teacher, classroom, name):
    classroom.join_code = None
    classroom.save()
    response = teacher.get(url(name, classroom))
    assert "Nobody can join by a code" in words(response)
    assert page(response).select_one(".qr") is None


def test_nobody_is_named_on_the_wall(teacher, classroom, student_member, owner_member):
    text = words(teacher.get(url("wall", classroom)))
    assert student_member.name not in text
    assert owner_member.name not in text


def test_the_page_costs_the_same_for_many(teacher, classroom):
    counts = []
    for _round in range(3):
        MemberFactory(classroom=classroom)
        MemberFactory(classroom=classroom, left_at=classroom.made_at)
        with statements() as made:
            teacher.get(url("members", classroom))
        counts.append(len(made))
    assert set(counts) == {6}  # session, user, membership, teachers, students, who left


def test_the_tabs_are_those_of_the_role(teacher, student, classroom):
    shown = page(teacher.get(url("members", classroom))).select(".tabs__link")
    addresses = {tab["href"]: tab.get("aria-current") for tab in shown}
    assert addresses[url("members", classroom)] == "page"
    assert addresses[url("settings", classroom)] is None
    shown = page(student.get(url("leave", classroom))).select(".tabs__link")
    addresses = {tab["href"]: tab.get("aria-current") for tab in shown}
    assert addresses[url("leave", classroom)] == "page"
    assert url("members", classroom) not in addresses


def test_every_tab_leads_somewhere(teacher, student, classroom):
    for client, first in ((teacher, "members"), (student, "leave")):
        for tab in page(client.get(url(first, classroom))).select(".tabs__link"):
            assert client.get(tab["href"]).status_code == 200
