"""Cases met in other trainers, in quizzes. Each test is named after the case's id.

Q-01 is in test_races, Q-06, T-01 in test_grades, Q-09 and A-01 in test_withheld, Q-13 in test_edit,
Q-14 and T-03 in test_class_page too.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from tests.factories import MemberFactory, QuizFactory, begin, hand_in, open_question, reply
from tests.web.pages import HTMX, assert_part, page, recorded, words
from trainer.classroom.models import Member
from trainer.quizzes.grades import counting, days_late, finished_of, scored
from trainer.quizzes.models import Attempt, Item, Policy, Quiz, Reveal

NOON = datetime(2026, 3, 2, 9, tzinfo=UTC)
TEN = ("TS 6D v 9H",) * 10


@pytest.fixture
def clock():
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


def url(name: str, row: Quiz | Attempt | Item) -> str:
    return reverse(f"quizzes:{name}", args=[row.public_id])


def answer(client, item: Item, action: str = "H", **headers: str):
    return client.post(url("answer", item), {"action": action}, headers=headers)


def finish(attempt: Attempt, right: int) -> Attempt:
    """Answer all hands, so many of them right."""
    for number in range(attempt.quiz.count):
        reply(attempt, "H" if number < right else "S")
    return attempt


def test_q_02_going_back_and_answering_again_counts_once(student, member, classroom):
    attempt = begin(QuizFactory(classroom=classroom, deals=TEN), member)
    first = open_question(attempt)
    answer(student, first)
    for _time in range(5):
        assert answer(student, first).status_code == 409
    for _number in range(9):
        reply(attempt)
    attempt.refresh_from_db()
    assert (attempt.answered, attempt.points) == (10, 10)
    assert "10 of 10 right" in words(student.get(url("result", attempt)))


def test_q_03_a_finished_quiz_is_not_opened_by_going_back(student, member, quiz):
    attempt = begin(quiz, member)
    last = None
    for _number in range(2):
        last = open_question(attempt)
        answer(student, last)
    before = recorded()
    play = student.get(url("play", attempt))
    assert play["Location"] == url("result", attempt)
    assert "no-store" in play["Cache-Control"]
    again = answer(student, last, "S")
    assert again.status_code == 409
    assert "your result" in words(again)
    assert recorded() == before


@pytest.mark.parametrize(
    ("policy", "grade", "name"),
    [
        (Policy.BEST, "100%", "The best attempt counts."),
        (Policy.FIRST, "100%", "The first attempt counts."),
        (Policy.LAST, "10%", "The last attempt counts."),
        (Policy.MEAN, "55%", "The mean of the attempts counts."),
    ],
)
def test_q_06_student_and_teacher_are_told_the_policy(
    student, teacher, member, classroom, policy, grade, name
):
    quiz = QuizFactory(classroom=classroom, deals=TEN, policy=policy)
    finish(begin(quiz, member), 10)
    attempt = finish(begin(quiz, member), 1)
    for shown in (student.get(url("quiz", quiz)), student.get(url("result", attempt))):
        assert grade in words(shown)
        assert name in words(shown)
    assert name in words(teacher.get(url("quiz", quiz)))


def test_q_07_what_was_answered_before_the_time_ended_is_graded(student, member, classroom, clock):
    attempt = begin(QuizFactory(classroom=classroom, deals=TEN, seconds=600), member)
    for _number in range(7):
        reply(attempt)
    clock.shift(600)
    assert student.get(url("play", attempt))["Location"] == url("result", attempt)
    response = student.get(url("result", attempt))
    assert response.status_code == 200
    shown = page(response)
    assert "7 of 10 right" in words(shown)
    assert "3 hands not answered" in words(shown)
    assert "The time was up at 10:10 CET; your 7 answers are kept." in words(shown)
    assert len(shown.select(".answers__hand--right")) == 7
    assert len(shown.select(".answers__hand--none")) == 3
    part = student.get(url("play", attempt), headers=HTMX)
    assert_part(part)
    assert page(part).select_one("a[data-go]")


def test_q_08_a_quiz_closed_by_the_teacher_says_so(student, teacher, member, classroom, clock):
    attempt = begin(QuizFactory(classroom=classroom, deals=TEN), member)
    for _number in range(4):
        reply(attempt)
    item = open_question(attempt)
    clock.shift(5 * 60)
    teacher.post(url("close", attempt.quiz))
    clock.shift(2)
    response = answer(student, item)
    assert response.status_code == 409
    assert "Closed by the teacher at 10:05 CET; your 4 answers are kept." in words(response)
    part = answer(student, item, **HTMX)
    assert_part(part, 409)
    assert "The quiz is closed." in words(part)
    attempt.refresh_from_db()
    assert (attempt.answered, attempt.points) == (4, 4)
    data = {"member": member.public_id, "until": "2026-03-02T12:00"}
    assert teacher.post(url("extend", attempt.quiz), data).status_code == 302
    assert "Go on" in words(student.get(url("quiz", attempt.quiz)))
    student.post(url("start", attempt.quiz))
    assert answer(student, item).status_code == 302
    attempt.refresh_from_db()
    assert attempt.answered == 5


def again(teacher, quiz: Quiz, member: Member, how: str) -> None:
    """Open a closed quiz again until noon of the day, in one of three ways."""
    data = {
        "extend": {"member": member.public_id, "until": "2026-03-02T12:00"},
        "reopen": {"closes_at": "2026-03-02T12:00"},
        "edit": {"title": "Quiz", "closes_at": "2026-03-02T12:00"},
    }
    assert teacher.post(url(how, quiz), data[how]).status_code == 302


@pytest.mark.parametrize("how", ["extend", "reopen", "edit"])
def test_q_08_an_attempt_that_was_cut_short_has_the_time_that_it_had_left(
    student, teacher, member, classroom, clock, how
):
    end = NOON + timedelta(minutes=5)
    quiz = QuizFactory(
        classroom=classroom, closes_at=end, seconds=600, hand_seconds=60, most_attempts=1
    )
    clock.move_to(end - timedelta(seconds=20), tick=False)
    attempt = begin(quiz, member)
    clock.shift(3600)
    again(teacher, quiz, member, how)
    assert "Go on" in words(student.get(url("quiz", quiz)))
    assert student.post(url("start", quiz))["Location"] == url("play", attempt)
    item = open_question(attempt)
    assert attempt.deadline == timezone.now() + timedelta(seconds=580)
    assert item.asked_at == timezone.now() - timedelta(seconds=20)
    clock.shift(39)
    assert answer(student, item).status_code == 302
    clock.shift(550)
    assert answer(student, open_question(attempt)).status_code == 409


@pytest.mark.parametrize("how", ["extend", "reopen", "edit"])
def test_q_08_time_of_its_own_that_was_up_before_the_closing_stays_up(
    student, teacher, member, classroom, clock, how
):
    closes_at = NOON + timedelta(minutes=5)
    quiz = QuizFactory(classroom=classroom, closes_at=closes_at, seconds=60, most_attempts=1)
    attempt = begin(quiz, member)
    clock.shift(3600)
    again(teacher, quiz, member, how)
    assert student.post(url("start", quiz)).status_code == 409
    attempt.refresh_from_db()
    assert attempt.deadline == NOON + timedelta(seconds=60)


def test_q_10_a_later_attempt_neither_lowers_the_grade_nor_makes_it_late(
    student, member, classroom, clock
):
    quiz = QuizFactory(
        classroom=classroom, deals=TEN, closes_at=NOON + timedelta(hours=1), grace_days=3
    )
    first = finish(begin(quiz, member), 10)
    clock.shift(timedelta(days=1))
    for right in (10, 6):
        finish(begin(quiz, member), right)
    attempts = list(scored(Attempt.objects.all()))
    assert counting(Policy.BEST, attempts) == first
    assert [days_late(each, quiz) for each in attempts] == [0, 1, 1]
    shown = words(page(student.get(url("quiz", quiz))).select_one("main p + .table-responsive"))
    assert "1 100% counts" in shown
    grade = words(page(student.get(reverse("quizzes:class", args=[classroom.public_id]))))
    assert "100%" in grade
    assert "late" not in grade.replace("Open, late", "")


def test_q_12_an_answer_is_kept_though_the_student_logs_out_at_once(client, member, quiz):
    attempt = begin(quiz, member)
    client.force_login(member.user)
    item = open_question(attempt)
    answer(client, item)
    client.post(reverse("account_logout"))
    item.refresh_from_db()
    assert item.action == "H"


def test_q_14_the_students_of_the_class_are_what_is_counted_against(teacher, classroom, quiz):
    first, _second = MemberFactory.create_batch(2, classroom=classroom)
    MemberFactory(classroom=classroom, user=None, left_at=timezone.now())
    hand_in(begin(quiz, first))
    assert finished_of(quiz) == (1, 2)
    assert "1 of 2 finished" in words(teacher.get(url("quiz", quiz)))


def test_t_01_one_day_late_within_grace_is_told(student, member, classroom, clock):
    classroom.time_zone = "America/New_York"
    classroom.save()
    due = datetime(2017, 11, 4, 20, tzinfo=ZoneInfo("America/New_York"))
    quiz = QuizFactory(classroom=classroom, closes_at=due, grace_days=1)
    clock.move_to(datetime(2017, 11, 6, 0, 30, tzinfo=UTC), tick=False)  # Sunday 19:30 there
    attempt = finish(begin(quiz, member), 1)
    assert "one day late, within grace" in words(student.get(url("result", attempt)))
    clock.move_to(datetime(2017, 11, 6, 1, tzinfo=UTC), tick=False)
    assert student.post(url("start", quiz)).status_code == 409


def test_t_02_a_due_time_keeps_the_clock_of_its_own_day(student, teacher, classroom, clock):
    classroom.time_zone = "America/New_York"
    classroom.save()
    due = datetime(2025, 2, 24, 23, 59, tzinfo=ZoneInfo("America/New_York"))
    quiz = QuizFactory(classroom=classroom, closes_at=due)
    clock.move_to(datetime(2025, 3, 11, 12, tzinfo=UTC), tick=False)
    for client in (student, teacher):
        for address in (url("quiz", quiz), reverse("quizzes:class", args=[classroom.public_id])):
            assert "Feb. 24, 2025, 23:59 EST" in words(client.get(address))


@pytest.mark.parametrize(
    ("zone", "told"),
    [("Europe/Berlin", "July 1, 2026, 10:00 CEST"), ("Asia/Taipei", "July 1, 2026, 16:00 CST")],
)
def test_t_03_what_a_teacher_sets_is_shown_in_the_readers_zone(
    student, teacher, member, classroom, quiz, zone, told
):
    classroom.time_zone = "Asia/Taipei"
    classroom.save()
    begin(quiz, MemberFactory(classroom=classroom))
    teacher.post(url("edit", quiz), {"title": "Due", "closes_at": "2026-07-01T16:00"})
    quiz.refresh_from_db()
    assert quiz.closes_at == datetime(2026, 7, 1, 8, tzinfo=UTC)
    member.user.time_zone = zone
    member.user.save()
    assert told in words(student.get(url("quiz", quiz)))


def no_data(response) -> None:
    assert response.status_code == 200
    text = words(page(response).select_one("main"))
    assert "o data yet" in text
    assert "NaN" not in text
    assert " 0%" not in text


@pytest.mark.parametrize("reveal", list(Reveal))
def test_r_07_without_an_answer_there_is_no_data_and_no_figure(
    student, teacher, member, classroom, clock, reveal
):
    quiz = QuizFactory(classroom=classroom, reveal=reveal, seconds=60)
    no_data(teacher.get(url("quiz", quiz)))
    assert "0 of 1 finished" in words(teacher.get(url("quiz", quiz)))
    attempt = begin(quiz, member)
    assert student.get(url("play", attempt)).status_code == 200
    clock.shift(61)
    no_data(student.get(url("result", attempt)))
    assert "no students yet" in words(
        teacher_of_empty(quiz.classroom, teacher).get(url("quiz", quiz))
    )


def teacher_of_empty(classroom, teacher):
    Member.objects.filter(classroom=classroom, role="student").update(left_at=timezone.now())
    return teacher
