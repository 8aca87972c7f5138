"""Every address of quizzes: who may not, and by which method."""

from __future__ import annotations

from uuid import UUID

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.factories import QuizFactory, begin, open_question
from tests.web.pages import HTMX, assert_page, assert_refused_method, recorded, words
from trainer.classroom.models import Classroom, Member, Role
from trainer.quizzes.models import Quiz

TEACHERS = ("new", "preview_new", "edit", "preview", "publish", "close", "reopen", "extend")
TEACHERS += ("copy", "delete")
STUDENTS = ("play", "end", "result", "answer", "passed")
POSTS = {"preview_new", "preview", "publish", "close", "reopen", "extend", "copy", "delete"}
POSTS |= {"start", "end", "answer", "passed"}
FORMS = {"new", "edit"}
ALL = ("class", "quiz", *TEACHERS, "start", *STUDENTS)


@pytest.fixture
def address(classroom: Classroom, quiz: Quiz, member: Member):
    """The address of each name, of one class, quiz, attempt and hand."""
    attempt = begin(quiz, member)
    item = open_question(attempt)

    def found(name: str) -> str:
        key: UUID = quiz.public_id
        if name in ("class", "new", "preview_new"):
            key = classroom.public_id
        elif name in ("play", "end", "result"):
            key = attempt.public_id
        elif name in ("answer", "passed"):
            key = item.public_id
        return reverse(f"quizzes:{name}", args=[key])

    return found


def knock(client, address, name, **headers):
    if name in POSTS:
        return client.post(address(name), {"action": "H"}, headers=headers)
    return client.get(address(name), headers=headers)


def test_to_whom_it_does_not_concern_nothing_exists(outsider, address):
    before = recorded()
    for name in ALL:
        assert_page(knock(outsider, address, name), 404)
    assert recorded() == before


def test_whoever_has_no_account_is_sent_to_the_login_and_back(unknown, address):
    before = recorded()
    for name in ALL:
        response = knock(unknown, address, name)
        assert response.status_code == 302
        assert response["Location"] == f"{reverse('account_login')}?next={address(name)}"
        part = knock(unknown, address, name, **HTMX)
        assert part.status_code == 200
        assert part["HX-Redirect"].startswith(reverse("account_login"))
    assert recorded() == before


def test_what_teachers_do_students_may_not(student, address):
    before = recorded()
    for name in TEACHERS:
        assert_page(knock(student, address, name), 403)
    assert recorded() == before


def test_a_draft_does_not_exist_for_students(student, classroom):
    draft = QuizFactory(classroom=classroom, published_at=None)
    for name in ("quiz", "start"):
        url = reverse(f"quizzes:{name}", args=[draft.public_id])
        response = student.post(url) if name == "start" else student.get(url)
        assert_page(response, 404)


def test_what_a_student_does_is_nobody_elses(teacher, other, address):
    before = recorded()
    for name in STUDENTS:
        for client in (teacher, other):
            assert_page(knock(client, address, name), 404)
    assert_page(knock(teacher, address, "start"), 403)
    assert recorded() == before


def test_other_methods_are_refused(teacher, student, address):
    before = recorded()
    for name in ALL:
        client = teacher if name in TEACHERS else student
        allowed = (
            ["POST"] if name in POSTS else ["GET", "HEAD", *(["POST"] if name in FORMS else [])]
        )
        assert_refused_method(client.put(address(name)), *allowed)
        if name in POSTS:
            assert_refused_method(client.get(address(name)), *allowed)
        elif name not in FORMS:
            assert_refused_method(client.post(address(name)), *allowed)
    assert recorded() == before


def test_a_class_put_away_is_read_and_not_changed(teacher, student, address, classroom):
    classroom.archived_at = timezone.now()
    classroom.save()
    before = recorded()
    for name in TEACHERS:
        if name in ("preview_new", "preview"):
            continue
        response = knock(teacher, address, name)
        assert response.status_code in (403, 422), name
    assert_page(knock(student, address, "start"), 403)
    for name in ("answer", "passed", "end"):
        response = knock(student, address, name)
        assert_page(response, 409)
        assert "The class is archived: its quizzes are closed." in words(response)
    shown = words(student.get(address("quiz")))
    assert "The class is archived: its quizzes are closed." in shown
    assert "Go on" not in shown
    assert student.get(address("play"))["Location"] == address("quiz")
    for name in ("class", "quiz"):
        assert_page(teacher.get(address(name)))
        assert_page(student.get(address(name)))
    assert recorded() == before


def test_a_student_who_teaches_by_now_answers_no_more(student, address, member):
    member.role = Role.TEACHER
    member.save()
    before = recorded()
    for name in ("answer", "passed", "end"):
        assert_page(knock(student, address, name), 404)
    assert recorded() == before
