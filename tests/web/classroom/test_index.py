"""GET /classes/: what somebody teaches, attends, and what is archived."""

from __future__ import annotations

from tests.factories import ClassroomFactory, MemberFactory, UserFactory
from tests.web.classroom.reading import url
from tests.web.conftest import client_of
from tests.web.pages import (
    assert_page,
    assert_refused_method,
    page,
    statements,
    words,
)
from trainer.classroom.models import Role

URL = "/classes/"


def test_who_has_no_account_is_sent_to_log_in(anonymous):
    response = anonymous.get(URL)
    assert (response.status_code, response["Location"]) == (302, "/account/login/?next=/classes/")


def test_a_newcomer_is_told_what_to_do(owner):
    response = owner.get(URL)
    assert_page(response)
    assert "No classes yet" in words(response)
    links = {link["href"] for link in page(response).select("main a")}
    assert {url("new"), url("join_by_code")} <= links


def test_r_07_a_class_without_students_is_listed_with_none(teacher, classroom):
    text = words(teacher.get(URL))
    assert "You teach" in text
    assert "0 students" in text


def test_students_who_belong_to_it_are_counted_signed_in_or_not(teacher, classroom, waiting):
    MemberFactory(classroom=classroom, left_at=classroom.made_at)
    assert "1 student" in words(teacher.get(URL))
    MemberFactory(classroom=classroom)
    assert "2 students" in words(teacher.get(URL))


def test_a_student_sees_the_teacher_and_no_other_student(student, student_member, waiting):
    text = words(student.get(URL))
    assert "You attend" in text
    assert "Probability" in text
    assert "as Anna Smith" in text
    assert waiting.name not in text


def test_archived_classes_stand_apart(student, archived):
    text = words(student.get(URL))
    assert "Archived classes" in text
    assert "You attend" not in text


def test_classes_of_others_are_not_listed(outsider):
    assert "Probability" not in words(outsider.get(URL))


def test_the_list_costs_the_same_for_many(db):
    user = UserFactory()
    client = client_of(user)
    counts = []
    for role in (Role.STUDENT, Role.TEACHER, Role.STUDENT):
        MemberFactory(user=user, role=role, classroom=ClassroomFactory())
        with statements() as made:
            client.get(URL)
        counts.append(len(made))
    assert set(counts) == {3}  # session, user, classes


def test_other_methods_are_refused(owner):
    assert_refused_method(owner.post(URL), "GET, HEAD")
