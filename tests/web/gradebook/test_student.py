"""GET /classes/<id>/results/<member>/: one student of the class, for its teachers."""

from __future__ import annotations

from django.utils import timezone

from tests.factories import MemberFactory, decide
from tests.web.conftest import client_of
from tests.web.gradebook.taking import HIT, SPLIT, STAND, quiz_of, rows, students, take
from tests.web.pages import assert_page, assert_refused_method, page, statements, words
from trainer.quizzes.models import Question, Reveal


def url_of(member) -> str:
    return f"/classes/{member.classroom.public_id}/results/{member.public_id}/"


def stats(response) -> dict[str, list[str]]:
    return {
        words(stat.select_one(".stat__label")): [
            words(part) for part in stat.select(".stat__value, .stat__note")
        ]
        for stat in page(response).select(".stat")
    }


def table(response, name: str) -> list[list[str]]:
    return rows(response, f"[aria-labelledby={name}] tbody tr")


def test_it_tells_all_quizzes_with_mean_and_rank(teacher, classroom):
    ada, bob = students(classroom, "Ada", "Bob")
    first = quiz_of(classroom, HIT, STAND, title="First")
    quiz_of(classroom, title="Second")
    take(first, ada, "HH")
    take(first, ada, "HS", number=2)
    take(first, bob, "HS")
    response = teacher.get(url_of(ada))
    assert_page(response)
    figures = stats(response)
    assert figures["Mean"] == ["100%", "1 of 2 quizzes taken"]
    assert figures["Rank"] == ["1", "of 2 students with a grade"]
    assert table(response, "quizzes") == [
        ["Second", "", "not started"],
        ["First", "100% Best attempt", "50% · 100%"],
    ]


def test_it_tells_kinds_of_hands_and_the_costliest_cells(teacher, classroom, student):
    quiz = quiz_of(classroom, *[HIT] * 10, SPLIT, SPLIT, STAND, reveal=Reveal.NEVER)
    Question.objects.filter(quiz=quiz, number=13).update(struck=True)
    take(quiz, student, "S" + "H" * 9 + "HHH")
    response = teacher.get(url_of(student))
    figures = stats(response)
    assert figures["Hard totals"] == ["90%", "9 right of 10"]
    assert figures["Pairs"] == ["0 of 2", "too few for a rate"]
    assert "Soft totals" not in figures
    pair, hard = table(response, "errors")
    assert pair[:3] == ["8,8 v 9", "2 of 2", "Hit, not Split: 2 times"]
    assert hard[:3] == ["hard 16 v 9", "1 of 10", "Stand, not Hit"]
    assert float(pair[3]) > float(hard[3]) > 0


def test_nothing_from_elsewhere_is_told(teacher, classroom, student):
    """Neither the learner's own practice nor another class of theirs."""
    decide(student.user, SPLIT, "H")
    other = MemberFactory(user=student.user)
    take(quiz_of(other.classroom, SPLIT, title="Elsewhere"), other, "H")
    text = words(teacher.get(url_of(student)))
    assert "No data yet" in text
    assert "Elsewhere" not in text
    assert "8,8" not in text


def test_r_07_without_a_finished_quiz_there_is_no_data_yet(teacher, classroom, student):
    take(quiz_of(classroom), student, "H.", over=False)
    response = teacher.get(url_of(student))
    assert "No data yet No quiz is finished." in words(response)
    assert stats(response) == {}
    assert table(response, "quizzes")[0][1:] == ["", "in progress"]


def test_whoever_has_left_is_told_of_without_a_rank(teacher, classroom, student):
    take(quiz_of(classroom), student, "HS")
    student.left_at = timezone.now()
    student.save()
    response = teacher.get(url_of(student))
    assert "has left the class" in words(response)
    assert "Rank" not in stats(response)
    assert stats(response)["Mean"][0] == "100%"


def test_somebody_of_another_class_is_not_found(teacher, classroom):
    other = MemberFactory()
    address = f"/classes/{classroom.public_id}/results/{other.public_id}/"
    assert teacher.get(address).status_code == 404


def test_it_is_for_teachers_of_the_class(student, nobody, client):
    assert client_of(student.user).get(url_of(student)).status_code == 403
    assert nobody.get(url_of(student)).status_code == 404
    assert client.get(url_of(student)).status_code == 302


def test_other_methods_are_refused(teacher, student):
    assert_refused_method(teacher.post(url_of(student)), "GET", "HEAD")


def test_the_number_of_queries_does_not_grow(teacher, classroom, student):
    for count in (1, 3):
        for _ in range(count):
            take(quiz_of(classroom), student, "HS")
        for member in students(classroom, *"abc"[:count]):
            take(quiz_of(classroom), member, "HS")
        with statements() as sent:
            teacher.get(url_of(student))
        assert len(sent) == 14
