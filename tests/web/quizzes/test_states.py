"""Publishing, closing, opening again, longer for one student, deleting a draft."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from tests.factories import MemberFactory, QuizFactory, begin, open_question, reply
from tests.web.conftest import client_of
from tests.web.pages import recorded, statements, words
from trainer.classroom.models import Deed
from trainer.quizzes.models import Extension, Quiz, State

DAY = timedelta(days=1)


def url(quiz: Quiz, name: str) -> str:
    return reverse(f"quizzes:{name}", args=[quiz.public_id])


def refused(client, quiz: Quiz, name: str, message: str, data=None, status: int = 409) -> None:
    before, deeds = recorded(), Deed.objects.count()
    response = client.post(url(quiz, name), data or {})
    assert response.status_code == status
    assert message in words(response)
    assert recorded() == before
    assert Deed.objects.count() == deeds


def state(quiz: Quiz) -> State:
    quiz.refresh_from_db()
    return quiz.state(timezone.now())


def test_a_draft_is_published(teacher, student, classroom):
    draft = QuizFactory(classroom=classroom, published_at=None)
    assert teacher.post(url(draft, "publish")).status_code == 302
    assert state(draft) is State.OPEN
    assert student.get(url(draft, "quiz")).status_code == 200
    refused(teacher, draft, "publish", "it is no draft any more")
    deed = Deed.objects.get()
    assert (deed.kind, deed.who, deed.subject) == (
        "quiz published",
        classroom.owner,
        draft.public_id,
    )


def test_a_quiz_whose_time_is_past_is_not_published(teacher, classroom):
    draft = QuizFactory(classroom=classroom, published_at=None, closes_at=timezone.now() - DAY)
    refused(teacher, draft, "publish", "That time is past.")


def test_it_is_closed_to_all_and_opened_again(teacher, quiz, member):
    attempt = begin(quiz, member)
    assert teacher.post(url(quiz, "close")).status_code == 302
    assert state(quiz) is State.CLOSED
    assert quiz.over_at == quiz.ends_at == quiz.closed_at
    refused(teacher, quiz, "close", "closed already")
    assert teacher.post(url(quiz, "reopen")).status_code == 302
    assert state(quiz) is State.OPEN
    assert quiz.over_at is None
    assert begin(quiz, member) == attempt
    refused(teacher, quiz, "reopen", "This quiz is not closed.")


def test_opening_again_after_the_closing_time_asks_for_a_new_one(teacher, classroom):
    quiz = QuizFactory(classroom=classroom, closes_at=timezone.now() - DAY)
    refused(teacher, quiz, "reopen", "This field is required.", status=422)
    refused(teacher, quiz, "reopen", "That time is past.", {"closes_at": "2020-01-01T10:00"})
    assert teacher.post(url(quiz, "reopen"), {"closes_at": "2099-01-01T10:00"}).status_code == 302
    assert state(quiz) is State.OPEN
    assert quiz.closes_at == datetime(2099, 1, 1, 9, tzinfo=UTC)


@pytest.mark.parametrize("name", ["close", "reopen", "extend"])
def test_a_draft_has_to_be_published_first(teacher, classroom, member, name):
    draft = QuizFactory(classroom=classroom, published_at=None)
    data = {"member": member.public_id, "until": "2099-01-01T10:00"}
    refused(teacher, draft, name, "Publish it first.", data)


def test_one_student_has_longer(teacher, student, other, quiz, member):
    teacher.post(url(quiz, "close"))
    for client in (student, other):
        assert client.post(url(quiz, "start")).status_code == 409
    data = {"member": member.public_id, "until": "2099-01-01T10:00"}
    assert teacher.post(url(quiz, "extend"), data).status_code == 302
    quiz.refresh_from_db()
    assert quiz.over_at == Extension.objects.get().until == datetime(2099, 1, 1, 9, tzinfo=UTC)
    assert "Jan. 1, 2099, 10:00 CET" in words(student.get(url(quiz, "quiz")))
    assert student.post(url(quiz, "start")).status_code == 302
    assert other.post(url(quiz, "start")).status_code == 409
    item = open_question(begin(quiz, member))
    answer = reverse("quizzes:answer", args=[item.public_id])
    assert student.post(answer, {"action": "H"}).status_code == 302
    assert Deed.objects.filter(kind="quiz extended").get().details["name"] == member.name


def test_closing_ends_what_was_longer(teacher, student, classroom, member):
    quiz = QuizFactory(classroom=classroom, closes_at=timezone.now() - DAY)
    data = {"member": member.public_id, "until": "2099-01-01T10:00"}
    teacher.post(url(quiz, "extend"), data)
    assert teacher.post(url(quiz, "close")).status_code == 302
    assert student.post(url(quiz, "start")).status_code == 409
    quiz.refresh_from_db()
    assert quiz.over_at <= timezone.now()


def test_an_attempt_goes_on_though_the_opening_is_moved_behind_it(
    teacher, student, other, quiz, member
):
    attempt = begin(quiz, member)
    teacher.post(url(quiz, "edit"), {"title": "Later", "opens_at": "2099-01-01T10:00"})
    assert state(quiz) is State.SCHEDULED
    assert "Go on" in words(student.get(url(quiz, "quiz")))
    play = reverse("quizzes:play", args=[attempt.public_id])
    assert student.post(url(quiz, "start"))["Location"] == play
    assert "It opens Jan. 1, 2099" in words(other.get(url(quiz, "quiz")))
    assert other.post(url(quiz, "start")).status_code == 409


@pytest.mark.parametrize(
    ("reveal", "minutes", "warned"),
    [("closed", 1, True), ("closed", -1, False), ("never", 1, False), ("at_once", 1, False)],
)
def test_a_teacher_is_warned_that_the_answers_are_told_already(
    teacher, classroom, reveal, minutes, warned
):
    closes_at = timezone.now() - timedelta(minutes=minutes)
    quiz = QuizFactory(classroom=classroom, reveal=reveal, closes_at=closes_at)
    shown = words(teacher.get(url(quiz, "quiz")))
    assert ("The right answers have been told since it closed" in shown) is warned
    assert "Longer for one student" in shown


def test_longer_for_nobody_or_until_a_time_that_is_past(teacher, classroom, quiz, member):
    closing = QuizFactory(classroom=classroom, closes_at=timezone.now() + DAY)
    until = "2099-01-01T10:00"
    stranger = MemberFactory()
    for wrong in ({"until": until}, {"member": member.public_id}, {"member": "x", "until": until}):
        assert teacher.post(url(closing, "extend"), wrong).status_code == 422
    other = {"member": stranger.public_id, "until": until}
    assert teacher.post(url(closing, "extend"), other).status_code == 422
    past = {"member": member.public_id, "until": "2020-01-01T10:00"}
    refused(teacher, closing, "extend", "That time is past.", past)
    endless = {"member": member.public_id, "until": until}
    refused(teacher, quiz, "extend", "nobody needs longer", endless)


def test_only_a_draft_is_deleted(teacher, classroom, quiz):
    draft = QuizFactory(classroom=classroom, published_at=None)
    response = teacher.post(url(draft, "delete"))
    assert response["Location"] == reverse("quizzes:class", args=[classroom.public_id])
    assert list(Quiz.objects.all()) == [quiz]
    refused(teacher, quiz, "delete", "it is no draft any more")


def test_grace_goes_on_after_the_closing_time(student, classroom):
    with time_machine.travel("2026-03-28 12:00:00Z", tick=False) as clock:
        quiz = QuizFactory(classroom=classroom, closes_at=timezone.now(), grace_days=1)
        assert state(quiz) is State.LATE
        assert "late, but still taken, until March 29, 2026, 13:00 CEST" in words(
            student.get(url(quiz, "quiz"))
        )
        clock.move_to("2026-03-29 11:00:00Z", tick=False)  # one hour less, the clocks went forward
        assert state(quiz) is State.CLOSED


def test_what_a_teacher_sees_of_a_quiz(teacher, quiz, member):
    other = MemberFactory(classroom=quiz.classroom, name="Zoe")
    shown = words(teacher.get(url(quiz, "quiz")))
    assert "No data yet: nobody has started." in shown
    assert "0 of 2 finished" in shown
    attempt = begin(quiz, member)
    reply(attempt)
    reply(attempt)
    begin(quiz, other)
    shown = words(teacher.get(url(quiz, "quiz")))
    assert "Ada finished" in shown
    assert "Zoe under way" in shown
    assert "1 of 2 finished" in shown
    assert "10♠ 6♦ against 9♥ hard 16 v 9 Hit" in shown
    assert "The best attempt counts." in shown


def test_the_teachers_page_costs_as_many_queries_however_many_students(teacher, quiz):
    def asked() -> int:
        with statements() as made:
            assert teacher.get(url(quiz, "quiz")).status_code == 200
        return len(made)

    few = asked()
    for _number in range(3):
        reply(begin(quiz))
    assert asked() == few <= 12


def test_another_teacher_may_do_all_of_it(classroom, quiz):
    co_teacher = client_of(MemberFactory(classroom=classroom, role="teacher").user)
    assert co_teacher.post(url(quiz, "close")).status_code == 302
