"""GET /classes/<id>/results/: the grade book."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories import ClassroomFactory, MemberFactory
from tests.web.conftest import client_of
from tests.web.gradebook.taking import DOUBLE, HIT, SPLIT, STAND, quiz_of, rows, students, take
from tests.web.pages import assert_page, assert_refused_method, page, statements, words
from trainer.classroom.models import Member, Role
from trainer.quizzes.models import Extension, Policy, Question


def url_of(classroom, query: str = "") -> str:
    return f"/classes/{classroom.public_id}/results/{query}"


def test_the_book_has_each_student_and_quiz_with_mean_and_rank(teacher, classroom):
    ada, bob = students(classroom, "Ada", "Bob")
    first = quiz_of(classroom, HIT, STAND, title="First")
    second = quiz_of(classroom, HIT, STAND, SPLIT, title="Second", policy=Policy.FIRST)
    take(first, ada, "HS")
    take(first, bob, "HH")
    take(second, bob, "HSS")
    response = teacher.get(url_of(classroom))
    assert_page(response)
    assert rows(response) == [
        ["Ada", "1", "100", "100", ""],
        ["Bob", "2", "58.3", "50", "66.7"],
    ]
    assert rows(response, "tfoot tr") == [
        ["Mean", "", "79.2", "75", "66.7"],
        ["Finished", "", "", "2 of 2", "1 of 2"],
    ]
    assert [words(head) for head in page(response).select("thead th")] == [
        "Student",
        "Rank",
        "Mean",
        "First Best attempt",
        "Second First attempt",
    ]


@pytest.mark.parametrize(
    ("policy", "grade", "named"),
    [
        (Policy.BEST, "100", "Best attempt"),
        (Policy.FIRST, "100", "First attempt"),
        (Policy.LAST, "10", "Last attempt"),
        (Policy.MEAN, "55", "Mean of the attempts"),
    ],
)
def test_q_06_the_policy_grades_and_is_named(teacher, classroom, student, policy, grade, named):
    quiz = quiz_of(classroom, *[HIT] * 10, policy=policy)
    take(quiz, student, "H" * 10)
    take(quiz, student, "H" + "S" * 9, number=2)
    response = teacher.get(url_of(classroom))
    assert rows(response)[0][3] == grade
    assert named in words(response)


def test_r_11_ties_share_a_rank_and_whoever_is_gone_or_teaches_takes_none(teacher, classroom):
    members = students(classroom, "Ada", "Bob", "Cy", "Gone", "Dee")
    quiz = quiz_of(classroom, HIT, STAND)
    for member, plays in zip(members, ("HS", "HS", "HH", "HS"), strict=False):
        take(quiz, member, plays)
    take(quiz, Member.objects.get(user=classroom.owner), "HS")
    Member.objects.filter(name="Gone").update(left_at=timezone.now())
    found = rows(teacher.get(url_of(classroom)))
    assert [row[:2] for row in found] == [["Ada", "1"], ["Bob", "1"], ["Cy", "3"], ["Dee", ""]]


def test_q_14_those_who_have_not_begun_are_counted_too(teacher, classroom):
    ada, _bob = students(classroom, "Ada", "Bob")
    take(quiz_of(classroom), ada, "HS")
    assert rows(teacher.get(url_of(classroom)), "tfoot tr")[1][3] == "1 of 2"


def test_r_07_without_students_quizzes_or_attempts_it_says_so(teacher, classroom):
    assert "There are no students in this class." in words(teacher.get(url_of(classroom)))
    students(classroom, "Ada")
    assert "This class has no quiz that is published." in words(teacher.get(url_of(classroom)))
    quiz_of(classroom, title="Draft", published_at=None)
    assert "Draft" not in words(teacher.get(url_of(classroom)))
    quiz_of(classroom)
    response = teacher.get(url_of(classroom))
    assert "No data yet: nobody has finished a quiz." in words(response)
    assert rows(response) == [["Ada", "", "", ""]]
    for wrong in ("NaN", "None", "0%"):
        assert wrong not in words(response)


def test_what_is_in_progress_is_told_and_is_no_grade(teacher, classroom, student):
    quiz = quiz_of(classroom)
    take(quiz, student, "H.", over=False)
    assert rows(teacher.get(url_of(classroom)))[0][1:] == ["", "", "in progress"]


def test_what_the_clock_has_ended_is_a_grade(teacher, classroom, student):
    attempt = take(quiz_of(classroom), student, "H.", over=False)
    attempt.deadline = timezone.now() - timedelta(minutes=1)
    attempt.save()
    assert rows(teacher.get(url_of(classroom)))[0][3] == "50"


def test_a_closed_quiz_ends_attempts_but_of_those_with_an_extension(teacher, classroom):
    ada, bob = students(classroom, "Ada", "Bob")
    past, coming = (timezone.now() + timedelta(hours=hours) for hours in (-1, 1))
    quiz = quiz_of(classroom, closes_at=past, ends_at=past, over_at=coming)
    for member in (ada, bob):
        take(quiz, member, "H.", over=False, moment=past - timedelta(hours=1))
    Extension.objects.create(quiz=quiz, member=bob, until=coming)
    assert [row[3] for row in rows(teacher.get(url_of(classroom)))] == ["50", "in progress"]


def test_days_late_are_told_and_an_extension_forgives_them(teacher, classroom):
    ada, bob = students(classroom, "Ada", "Bob")
    due = timezone.now() - timedelta(days=3)
    quiz = quiz_of(classroom, closes_at=due, grace_days=5, ends_at=due + timedelta(days=5))
    for member in (ada, bob):
        take(quiz, member, "HS", moment=due + timedelta(hours=30))
    Extension.objects.create(quiz=quiz, member=bob, until=due + timedelta(days=2))
    assert [row[3] for row in rows(teacher.get(url_of(classroom)))] == ["100 2 days late", "100"]


def test_struck_questions_count_for_nobody(teacher, classroom, student):
    quiz = quiz_of(classroom, HIT, STAND, SPLIT, DOUBLE)
    Question.objects.filter(quiz=quiz, number__lte=2).update(struck=True)
    take(quiz, student, "SSPH")
    assert rows(teacher.get(url_of(classroom)))[0][3] == "50"
    Question.objects.filter(quiz=quiz).update(struck=True)
    response = teacher.get(url_of(classroom))
    assert rows(response)[0][1:] == ["", "", ""]
    assert rows(response, "tfoot tr")[1][3] == "1 of 1"


def test_sections_are_shown_alone_and_ranked_among_themselves(teacher, classroom):
    quiz = quiz_of(classroom)
    for name, section, plays in (("Ada", "A", "HS"), ("Bob", "B", "HH"), ("Cy", "", "SH")):
        take(quiz, MemberFactory(classroom=classroom, name=name, section=section), plays)
    response = teacher.get(url_of(classroom, "?section=B"))
    assert rows(response) == [["Bob", "1", "50", "50"]]
    links = page(response).select("nav[aria-label=Sections] > *")
    assert [words(link) for link in links] == ["All sections", "A", "B"]
    assert links[2].name == "strong"


def test_it_is_sorted_by_links_and_those_without_a_grade_come_last(teacher, classroom):
    quiz = quiz_of(classroom)
    for member, plays in zip(
        students(classroom, "bea", "Al", "Cy", "Dee"), ("HH", "HS"), strict=False
    ):
        take(quiz, member, plays)

    def order(query: str) -> list[str]:
        response = teacher.get(url_of(classroom, query))
        return [row[0] for row in rows(response)]

    assert order("") == order("?sort=name") == ["Al", "bea", "Cy", "Dee"]
    assert order("?sort=-name") == ["Dee", "Cy", "bea", "Al"]
    for key in ("rank", quiz.public_id):
        assert order(f"?sort={key}") == ["Al", "bea", "Cy", "Dee"]
        assert order(f"?sort=-{key}") == ["bea", "Al", "Cy", "Dee"]
    response = teacher.get(url_of(classroom, "?sort=rank"))
    head = page(response).select_one("th[aria-sort]")
    assert (words(head), head["aria-sort"]) == ("Rank", "descending")
    assert head.a["href"] == "?sort=-rank"


@pytest.mark.parametrize("query", ["?section=none", "?sort=none", "?sort=--name"])
def test_what_cannot_be_chosen_is_refused(teacher, classroom, student, query):
    quiz_of(classroom)
    response = teacher.get(url_of(classroom, query))
    assert_page(response, 422)
    assert page(response).select_one(".notice[role=alert]")
    assert not page(response).select("tbody")


def test_a_co_teacher_sees_it_a_student_and_a_stranger_do_not(classroom, student, nobody, client):
    other = MemberFactory(classroom=classroom, role=Role.TEACHER)
    assert client_of(other.user).get(url_of(classroom)).status_code == 200
    assert client_of(student.user).get(url_of(classroom)).status_code == 403
    assert nobody.get(url_of(classroom)).status_code == 404
    assert client_of(ClassroomFactory().owner).get(url_of(classroom)).status_code == 404
    assert client.get(url_of(classroom))["Location"].startswith("/account/login/")
    Member.objects.filter(pk=other.pk).update(left_at=timezone.now())
    assert client_of(other.user).get(url_of(classroom)).status_code == 404


def test_other_methods_are_refused(teacher, classroom):
    assert_refused_method(teacher.post(url_of(classroom)), "GET", "HEAD")


def test_it_is_kept_in_no_cache(teacher, classroom):
    assert "no-store" in teacher.get(url_of(classroom))["Cache-Control"]


def test_the_number_of_queries_does_not_grow(teacher, classroom):
    """Session, user, membership; students, quizzes; attempts, extensions, struck, last answers."""

    def count() -> int:
        with statements() as sent:
            teacher.get(url_of(classroom))
        return len(sent)

    for size in (1, 3):
        for _ in range(size):
            due = timezone.now() - timedelta(days=1)
            quiz = quiz_of(classroom, closes_at=due, grace_days=9)
            for member in students(classroom, *"abc"[:size]):
                take(quiz, member, "HS")
        assert count() == 9
