"""GET /classes/<id>/chart/: the chart coloured by how the class answers it."""

from __future__ import annotations

import pytest
from django.utils import timezone

from tests.factories import MemberFactory, taught
from tests.web.conftest import client_of
from tests.web.gradebook.taking import HIT, SPLIT, quiz_of, students, take
from tests.web.pages import assert_page, assert_refused_method, page, statements, words
from tests.web.reports.reading import key_of
from trainer.quizzes.models import Question


def url_of(classroom, query: str = "") -> str:
    return f"/classes/{classroom.public_id}/chart/{query}"


def cell(response, name: str):
    """The cell of the map that begins to tell itself with a name."""
    return page(response).select_one(f'td.heat a[aria-label^="{name}:"]')


def test_cells_are_coloured_from_ten_answers_on_and_say_how_many(teacher, classroom):
    quiz = quiz_of(classroom, HIT, SPLIT)
    for number, member in enumerate(students(classroom, *"abcdefghij")):
        take(quiz, member, "HP" if number else "S.")
    response = teacher.get(url_of(classroom))
    assert_page(response)
    told, few = cell(response, "hard 16 v 9"), cell(response, "8,8 v 9")
    assert told["aria-label"] == "hard 16 v 9: 90% right, 10 answers"
    assert words(told) == "90% 10"
    assert "heat--1" in told.parent["class"]
    assert words(few) == "9/9"
    assert "heat--few" in few.parent["class"]
    assert told["href"].startswith("/explore/cell/?rules=")
    assert teacher.get(told["href"]).status_code == 200
    assert "19 answers in the quizzes of the class." in words(response)


def test_struck_questions_and_those_who_have_left_are_not_counted(teacher, classroom):
    gone = MemberFactory(classroom=classroom)
    quiz = quiz_of(classroom, HIT, SPLIT)
    take(quiz, gone, "HP")
    assert "2 answers" in words(teacher.get(url_of(classroom)))
    Question.objects.filter(quiz=quiz, number=1).update(struck=True)
    assert "1 answer in" in words(teacher.get(url_of(classroom)))
    gone.left_at = timezone.now()
    gone.save()
    assert "Nobody has answered a question of a quiz yet." in words(teacher.get(url_of(classroom)))


def test_of_several_rules_and_charts_one_is_chosen(teacher, classroom, student):
    other = taught("six-deck-shoe")
    take(quiz_of(classroom, HIT), student, "H")
    rules, chart = other.rule_set.current, other.chart.current
    take(quiz_of(classroom, SPLIT, rules=rules, chart=chart), student, "P")
    response = teacher.get(url_of(classroom))
    assert words(cell(response, "8,8 v 9")) == "1/1"
    assert words(cell(response, "hard 16 v 9")) == "–"
    response = teacher.get(url_of(classroom, f"?deck={key_of()}"))
    assert words(cell(response, "hard 16 v 9")) == "1/1"
    names = page(response).select_one('nav[aria-label="Rules and chart"]')
    assert len(names.find_all(["a", "strong"])) == 2


def test_r_07_without_a_quiz_there_is_no_data_yet(teacher, classroom):
    response = teacher.get(url_of(classroom))
    assert_page(response)
    assert "No data yet" in words(response)
    assert not page(response).select("table")


@pytest.mark.parametrize("query", ["?deck=1", "?deck=none"])
def test_a_chart_that_no_quiz_has_is_refused(teacher, classroom, query):
    quiz_of(classroom)
    response = teacher.get(url_of(classroom, query))
    assert_page(response, 422)
    assert page(response).select_one(".notice[role=alert]")


def test_it_is_for_teachers_of_the_class(classroom, student, nobody, client):
    assert client_of(student.user).get(url_of(classroom)).status_code == 403
    assert nobody.get(url_of(classroom)).status_code == 404
    assert client.get(url_of(classroom)).status_code == 302


def test_other_methods_are_refused(teacher, classroom):
    assert_refused_method(teacher.post(url_of(classroom)), "GET", "HEAD")


def test_the_number_of_queries_does_not_grow(teacher, classroom):
    teacher.get(url_of(classroom))
    for names in ("a", "bcd"):
        for member in students(classroom, *names):
            take(quiz_of(classroom), member, "HS")
        teacher.get(url_of(classroom))  # what the rules come to is worked out once
        with statements() as sent:
            teacher.get(url_of(classroom))
        assert len(sent) == 7
