"""GET /quiz/<id>/results/: each question of a quiz, the grades, and who has finished it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories import ClassroomFactory, QuizFactory
from tests.web.conftest import client_of
from tests.web.gradebook.taking import DOUBLE, HIT, SPLIT, STAND, quiz_of, rows, students, take
from tests.web.pages import assert_page, assert_refused_method, page, statements, words
from trainer.classroom.models import Member
from trainer.quizzes.models import Policy, Question, Regrade

pytestmark = pytest.mark.usefixtures("rulebook")


def url_of(quiz) -> str:
    return f"/quiz/{quiz.public_id}/results/"


def questions(response) -> list[list[str]]:
    return rows(response, ".questions tbody tr")


def stats(response) -> dict[str, str]:
    return {
        words(stat.select_one(".stat__label")): words(stat.select_one(".stat__value"))
        for stat in page(response).select(".stat")
    }


def takers(response) -> list[list[str]]:
    return rows(response, "[aria-labelledby=students] tbody tr")


def test_q_14_finished_is_told_of_the_students_of_the_class(teacher, classroom):
    ada, _bob = students(classroom, "Ada", "Bob")
    quiz = quiz_of(classroom)
    take(quiz, ada, "HH")
    response = teacher.get(url_of(quiz))
    assert_page(response)
    assert stats(response) == {"Finished": "1 of 2", "Mean": "50%", "Reliability": "–"}
    assert takers(response) == [
        ["Ada", "1", "50%", "50%"],
        ["Bob", "", "", "not started"],
    ]


def test_r_07_without_students_or_attempts_there_is_no_data_yet(teacher, classroom):
    quiz = quiz_of(classroom)
    assert "There are no students in this class." in words(teacher.get(url_of(quiz)))
    (ada,) = students(classroom, "Ada")
    take(quiz, ada, "..", over=False)
    response = teacher.get(url_of(quiz))
    assert "No data yet: nobody has finished this quiz." in words(response)
    assert stats(response) == {"Finished": "0 of 1"}
    assert takers(response) == [["Ada", "", "", "in progress"]]
    for wrong in ("NaN", "None", "0%"):
        assert wrong not in words(response)


def test_a_question_tells_the_typical_error_beside_the_gap_and_the_cost(teacher, classroom):
    quiz = quiz_of(classroom, HIT, SPLIT)
    for member, plays in zip(students(classroom, *"abcd"), ("HP", "SH", "SH", "H."), strict=True):
        take(quiz, member, plays)
    hit, split = questions(teacher.get(url_of(quiz)))
    assert hit[0] == "1 10♠ 6♦ v 9♥ hard 16 v 9"
    assert hit[1:4] == ["Hit", "50% 2 of 4", "Stand 2 of 2 wrong"]
    assert float(hit[4]) > 0
    assert hit[5] == hit[4]
    assert split[1:4] == ["Split", "25% 1 of 4", "Hit 2 of 2 wrong 1 not answered"]


def test_only_first_attempts_tell_of_questions(teacher, classroom, student):
    quiz = quiz_of(classroom, policy=Policy.LAST)
    take(quiz, student, "SH")
    take(quiz, student, "HS", number=2)
    response = teacher.get(url_of(quiz))
    assert [row[2] for row in questions(response)] == ["0% 0 of 1", "0% 0 of 1"]
    assert takers(response) == [["Ada", "1", "100%", "0% · 100%"]]
    assert stats(response)["Mean"] == "100%"


def test_what_a_question_says_is_told_from_ten_students_on(teacher, classroom):
    quiz = quiz_of(classroom, SPLIT, HIT)
    Question.objects.filter(quiz=quiz, number=1).update(gap_millionths=90_000)
    for number, member in enumerate(students(classroom, *"abcdefghij")):
        assert not any(row[-1] for row in questions(teacher.get(url_of(quiz))))
        take(quiz, member, "PH" if number < 4 else "HS" if number < 6 else "HH")
    response = teacher.get(url_of(quiz))
    split, hit = questions(response)
    assert split[-1] == "Taught wrong?"
    assert hit[-1] == ""
    # 4 right in both, 4 in the second alone, 2 in none: .08 / root(.24 x .16), 2 x (1 - .4 / .56)
    assert split[6] == hit[6] == "0.41"
    assert stats(response)["Reliability"] == "0.57"


def test_close_plays_that_many_miss_are_hard(teacher, classroom):
    quiz = quiz_of(classroom, HIT, STAND)
    for number, member in enumerate(students(classroom, *"abcdefghij")):
        take(quiz, member, "HS" if number % 2 else "SH")
    assert questions(teacher.get(url_of(quiz)))[0][-1] == "Hard"


def test_grades_are_put_in_bands(teacher, classroom):
    quiz = quiz_of(classroom, *[HIT] * 10)
    for member, right in zip(students(classroom, *"abcd"), (10, 9, 5, 0), strict=True):
        take(quiz, member, "H" * right + "S" * (10 - right))
    bands = {row[0]: row[2] for row in rows(teacher.get(url_of(quiz)), ".grades tr")}
    assert {name: count for name, count in bands.items() if count != "0"} == {
        "90 to 100%": "2",
        "50 to below 60%": "1",
        "0 to below 10%": "1",
    }
    assert len(bands) == 10


def test_students_are_ranked_by_their_grade_and_lateness_is_told(teacher, classroom):
    due = timezone.now() - timedelta(days=2)
    quiz = quiz_of(classroom, closes_at=due, grace_days=9)
    for member, plays in zip(students(classroom, *"ABC"), ("HS", "HS", "HH"), strict=True):
        take(quiz, member, plays, moment=due + timedelta(hours=1 if member.name == "B" else -1))
    Member.objects.filter(name="A").update(left_at=timezone.now())
    assert [row[:3] for row in takers(teacher.get(url_of(quiz)))] == [
        ["B", "1", "100% one day late"],
        ["C", "2", "50%"],
    ]


def test_struck_questions_stay_in_sight_and_count_for_nobody(teacher, classroom):
    quiz = quiz_of(classroom, HIT, STAND, DOUBLE)
    Question.objects.filter(quiz=quiz, number=1).update(struck=True)
    for number, member in enumerate(students(classroom, *"abcdef")):
        take(quiz, member, "HSD" if number % 2 else "SHH")
    response = teacher.get(url_of(quiz))
    first, second, third = questions(response)
    assert (first[6], first[-1]) == ("–", "Struck")
    assert second[6] == third[6] == "1.00"
    assert stats(response)["Reliability"] == "1.00"


def test_the_trail_of_regrades_is_told_with_names(teacher, classroom, student):
    quiz = quiz_of(classroom)
    take(quiz, student, "HS")
    common = {"quiz": quiz, "chart_before": quiz.chart, "chart_after": quiz.chart}
    for who in (classroom.owner, None):
        Regrade.objects.create(**common, who=who, at=timezone.now(), struck_after=[1, 2], changed=1)
    Member.objects.filter(user=classroom.owner).update(name="Dr. Bea")
    text = words(teacher.get(url_of(quiz)))
    assert "Dr. Bea regraded the quiz. Struck: questions 1, 2." in text
    assert "Somebody who is gone regraded the quiz." in text
    assert "It changed the results of 1 student." in text


def test_an_archived_class_is_read_and_not_regraded(teacher, classroom, student):
    quiz = quiz_of(classroom)
    classroom.archived_at = timezone.now()
    classroom.save()
    response = teacher.get(url_of(quiz))
    assert response.status_code == 200
    assert not page(response).find("a", string="Regrade")


def test_a_draft_has_no_results(teacher, classroom):
    assert teacher.get(url_of(quiz_of(classroom, published_at=None))).status_code == 404


def test_it_is_for_teachers_of_the_class(classroom, student, nobody, client):
    quiz = quiz_of(classroom)
    assert client_of(student.user).get(url_of(quiz)).status_code == 403
    assert nobody.get(url_of(quiz)).status_code == 404
    assert client_of(ClassroomFactory().owner).get(url_of(quiz)).status_code == 404
    assert client.get(url_of(quiz))["Location"].startswith("/account/login/")
    assert nobody.get(url_of(QuizFactory())).status_code == 404


def test_other_methods_are_refused(teacher, classroom):
    assert_refused_method(teacher.post(url_of(quiz_of(classroom))), "GET", "HEAD")


def test_the_number_of_queries_does_not_grow(teacher, classroom):
    quiz = quiz_of(classroom)
    counts = []
    for names in ("a", "bcdef"):
        for member in students(classroom, *names):
            take(quiz, member, "HS")
        with statements() as sent:
            teacher.get(url_of(quiz))
        counts.append(len(sent))
    assert counts == [11, 11]
