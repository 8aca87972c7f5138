"""/quiz/<id>/edit/ and copying: all of a quiz, or title and dates once somebody has started."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.urls import reverse

from tests.factories import QuizFactory, begin
from tests.web.pages import page, recorded, words
from tests.web.quizzes.builder import filled
from trainer.classroom.models import Deed
from trainer.quizzes.models import Question, Quiz


def url(quiz: Quiz, name: str = "edit") -> str:
    return reverse(f"quizzes:{name}", args=[quiz.public_id])


def test_q_13_before_a_student_starts_all_of_it_changes(teacher, quiz):
    assert page(teacher.get(url(quiz))).select_one("[name=count]")
    assert teacher.post(url(quiz), filled(title="No typo", count=5)).status_code == 302
    quiz.refresh_from_db()
    assert (quiz.title, quiz.count, quiz.questions.count()) == ("No typo", 5, 5)
    assert quiz.published_at
    assert Deed.objects.get().kind == "quiz changed"


def test_q_13_afterwards_only_title_and_dates(teacher, quiz, member):
    begin(quiz, member)
    questions = list(Question.objects.values_list())
    shown = page(teacher.get(url(quiz)))
    assert "Students have started" in words(shown)
    assert shown.select_one("[name=count]") is None
    assert "2 hands" in words(shown)
    data = {"title": "No typo", "closes_at": "2099-01-01T10:00", "grace_days": "1"}
    response = teacher.post(url(quiz), data, follow=True)
    assert "only the title and the dates can change now" not in words(response)
    quiz.refresh_from_db()
    assert quiz.title == "No typo"
    assert quiz.closes_at == datetime(2099, 1, 1, 9, tzinfo=UTC)
    assert quiz.ends_at == datetime(2099, 1, 2, 9, tzinfo=UTC)
    assert list(Question.objects.values_list()) == questions


def test_q_13_what_else_is_sent_is_left_out_and_said_so(teacher, quiz, member):
    """The form was open before the first student started."""
    begin(quiz, member)
    response = teacher.post(url(quiz), filled(title="New", count=9, policy="last"), follow=True)
    assert "only the title and the dates can change now" in words(response)
    quiz.refresh_from_db()
    assert (quiz.title, quiz.count, quiz.policy, quiz.questions.count()) == ("New", 2, "best", 2)


@pytest.mark.parametrize("begun", [False, True])
def test_an_invalid_form_changes_nothing(teacher, quiz, member, begun):
    if begun:
        begin(quiz, member)
    before = recorded()
    response = teacher.post(url(quiz), filled(title="", closes_at="never"))
    assert response.status_code == 422
    assert "That is no time." in words(response)
    assert recorded() == before


def test_the_preview_of_a_quiz_saves_nothing(teacher, quiz):
    before = recorded()
    assert teacher.post(url(quiz, "preview"), filled(count=7)).status_code == 200
    assert recorded() == before


def test_copy_and_edit_makes_a_draft_with_other_hands(teacher, classroom):
    quiz = QuizFactory(
        classroom=classroom, title="T" * 100, closes_at=datetime(2026, 7, 1, tzinfo=UTC)
    )
    begun = begin(QuizFactory(classroom=classroom)).quiz
    for each in (quiz, begun):
        response = teacher.post(url(each, "copy"))
        copied = Quiz.objects.latest("pk")
        assert response["Location"] == url(copied)
        assert copied.title == f"Copy of {each.title}"[:100]
        assert (copied.published_at, copied.closes_at, copied.ends_at) == (None, None, None)
        assert copied.seed != each.seed
        assert copied.questions.count() == each.count
        assert page(teacher.get(url(copied))).select_one("[name=count]")
    assert set(Deed.objects.values_list("kind", flat=True)) == {"quiz copied"}
