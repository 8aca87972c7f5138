"""GET /quiz/<id>/results/<attempt>/: one attempt, hand by hand."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django.utils import timezone

from tests.web.conftest import client_of
from tests.web.gradebook.taking import HIT, SPLIT, STAND, quiz_of, rows, take
from tests.web.pages import assert_page, assert_refused_method, statements, words
from trainer.quizzes.models import Question, Regrade


def url_of(attempt) -> str:
    return f"/quiz/{attempt.quiz.public_id}/results/{attempt.public_id}/"


def test_it_tells_each_hand_with_what_was_right_and_what_it_cost(teacher, classroom, student):
    quiz = quiz_of(classroom, HIT, STAND, SPLIT)
    attempt = take(quiz, student, "SS.")
    attempt.items.filter(number=3).update(missed=True)
    Question.objects.filter(quiz=quiz, number=2).update(struck=True)
    response = teacher.get(url_of(attempt))
    assert_page(response)
    wrong, right, missed = rows(response)
    assert wrong[:2] == ["10♠ 6♦ v 9♥", "Stand, not Hit"]
    assert float(wrong[2]) > 0
    assert wrong[3] == "3.0 s"
    assert right[1:3] == ["Stand Struck", "–"]
    assert missed[1:] == ["time ran out", "–", "–"]
    assert "Ada, attempt 1" in words(response)


def test_it_tells_where_an_open_one_stands(teacher, classroom, student):
    attempt = take(quiz_of(classroom), student, "H.", over=False)
    text = words(teacher.get(url_of(attempt)))
    assert "In progress 1 of 2" in text
    assert "not answered" in text


def test_it_tells_how_late_it_was(teacher, classroom, student):
    due = timezone.now() - timedelta(days=2)
    quiz = quiz_of(classroom, closes_at=due, grace_days=9)
    attempt = take(quiz, student, "HS", moment=due + timedelta(hours=2))
    assert "2 right of 2 · one day late" in words(teacher.get(url_of(attempt)))


def test_moments_are_told_with_their_zone(teacher, classroom, student):
    moment = datetime(2026, 3, 2, 9, tzinfo=UTC)
    attempt = take(quiz_of(classroom), student, "HS", moment=moment)
    assert "March 2, 2026, 10:00 CET" in words(teacher.get(url_of(attempt)))
    chart, quiz = attempt.quiz.chart, attempt.quiz
    Regrade.objects.create(quiz=quiz, at=moment, chart_before=chart, chart_after=chart)
    for page in ("results", "regrade"):
        trail = words(teacher.get(f"/quiz/{quiz.public_id}/{page}/"))
        assert "March 2, 2026, 10:00 CET" in trail


def test_an_attempt_at_another_quiz_is_not_found(teacher, classroom, student):
    attempt = take(quiz_of(classroom), student, "HS")
    other = quiz_of(classroom)
    address = f"/quiz/{other.public_id}/results/{attempt.public_id}/"
    assert teacher.get(address).status_code == 404


def test_it_is_for_teachers_of_the_class(classroom, student, nobody, client):
    attempt = take(quiz_of(classroom), student, "HS")
    assert client_of(student.user).get(url_of(attempt)).status_code == 403
    assert nobody.get(url_of(attempt)).status_code == 404
    assert client.get(url_of(attempt)).status_code == 302


def test_other_methods_are_refused(teacher, classroom, student):
    attempt = take(quiz_of(classroom), student, "HS")
    assert_refused_method(teacher.post(url_of(attempt)), "GET", "HEAD")


def test_the_number_of_queries_does_not_grow(teacher, classroom, student):
    for hands in (1, 4):
        attempt = take(quiz_of(classroom, *[HIT] * hands), student, "H" * hands)
        with statements() as sent:
            teacher.get(url_of(attempt))
        assert len(sent) == 9
