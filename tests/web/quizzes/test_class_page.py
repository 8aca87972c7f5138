"""GET /classes/<id>/: the quizzes of a class."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from tests.factories import MemberFactory, QuizFactory, begin, hand_in, reply
from tests.web.pages import page, statements, words
from trainer.quizzes.models import Policy


def url(classroom) -> str:
    return reverse("quizzes:class", args=[classroom.public_id])


def titles(response) -> list[str]:
    return [words(link) for link in page(response).select(".quiz-row__title a")]


def test_a_class_without_a_quiz_says_what_to_do(teacher, student, classroom):
    assert "No quiz yet" in words(teacher.get(url(classroom)))
    new = reverse("quizzes:new", args=[classroom.public_id])
    assert page(teacher.get(url(classroom))).select_one(f"a[href='{new}']")
    shown = student.get(url(classroom))
    assert "No quiz yet" in words(shown)
    assert "New quiz" not in words(shown)


def test_q_14_it_tells_how_many_of_the_students_have_finished(teacher, classroom, quiz):
    first, _second = MemberFactory.create_batch(2, classroom=classroom)
    assert "0 of 2 finished" in words(teacher.get(url(classroom)))
    attempt = begin(quiz, first)
    assert "0 of 2 finished" in words(teacher.get(url(classroom)))
    reply(attempt)
    hand_in(attempt)
    assert "1 of 2 finished" in words(teacher.get(url(classroom)))


def test_whoever_left_is_not_among_them(teacher, classroom, quiz):
    gone, _stays = MemberFactory.create_batch(2, classroom=classroom)
    hand_in(begin(quiz, gone))
    gone.left_at = timezone.now()
    gone.save()
    assert "0 of 1 finished" in words(teacher.get(url(classroom)))


def test_students_see_no_draft_and_what_is_due_first_comes_first(teacher, student, classroom):
    now = timezone.now()
    day = timedelta(days=1)
    QuizFactory(classroom=classroom, title="Closed", closes_at=now - day)
    QuizFactory(classroom=classroom, title="Endless")
    QuizFactory(classroom=classroom, title="In two days", closes_at=now + 2 * day)
    QuizFactory(classroom=classroom, title="Tomorrow", closes_at=now + day)
    QuizFactory(classroom=classroom, title="Not yet", opens_at=now + day)
    QuizFactory(classroom=classroom, title="Draft", published_at=None)
    seen = ["Tomorrow", "In two days", "Endless", "Not yet", "Closed"]
    assert titles(student.get(url(classroom))) == seen
    assert titles(teacher.get(url(classroom))) == [*seen[:4], "Draft", "Closed"]


@pytest.mark.parametrize(
    ("policy", "grade"),
    [(Policy.BEST, "100%"), (Policy.FIRST, "50%"), (Policy.LAST, "100%"), (Policy.MEAN, "75%")],
)
def test_a_student_sees_the_own_grade_by_the_policy(
    student, member, other, classroom, policy, grade
):
    quiz = QuizFactory(classroom=classroom, policy=policy)
    assert "not taken yet" in words(student.get(url(classroom)))
    attempt = begin(quiz, member)
    reply(attempt)
    assert "under way" in words(student.get(url(classroom)))
    reply(attempt, "H")
    second = begin(quiz, member)
    reply(second)
    reply(second)
    assert words(page(student.get(url(classroom))).select_one(".quiz-row__figure")) == grade
    assert grade not in words(other.get(url(classroom)))


def test_t_03_the_due_time_is_shown_where_the_reader_is(student, member, teacher, classroom):
    classroom.time_zone = "Asia/Taipei"
    classroom.save()
    QuizFactory(classroom=classroom, closes_at=datetime(2026, 7, 1, 8, tzinfo=UTC))
    with time_machine.travel("2026-06-30 12:00:00Z", tick=False):
        assert "July 1, 2026, 16:00 CST" in words(teacher.get(url(classroom)))
        member.user.time_zone = "Europe/Berlin"
        member.user.save()
        assert "July 1, 2026, 10:00 CEST" in words(student.get(url(classroom)))


@pytest.mark.parametrize("who", ["teacher", "student"])
def test_the_number_of_queries_does_not_grow(request, who, classroom, member):
    client = request.getfixturevalue(who)

    def asked() -> int:
        with statements() as made:
            assert client.get(url(classroom)).status_code == 200
        return len(made)

    reply(begin(QuizFactory(classroom=classroom), member))
    few = asked()
    for _number in range(4):
        attempt = begin(QuizFactory(classroom=classroom), member)
        reply(attempt)
        hand_in(attempt)
        MemberFactory(classroom=classroom)
    assert asked() == few <= 8
