"""At the same moment: starts, answers, closing, and the first start while a teacher edits."""

from __future__ import annotations

from collections import Counter
from threading import Event

import pytest
from django.db import connection, transaction
from django.urls import reverse

from strategy.actions import Action
from tests.factories import MemberFactory, QuizFactory, begin, open_question, reply
from tests.web.conftest import client_of
from tests.web.drills.test_answer_races import TABS, together
from tests.web.pages import HTMX
from tests.web.quizzes.builder import filled
from trainer.decisions.models import Decision
from trainer.quizzes.models import Attempt, Item, Question, Quiz, Reveal
from trainer.quizzes.settling import settle
from trainer.quizzes.taking import answer_item

pytestmark = pytest.mark.django_db(transaction=True)


def url(name: str, row: Quiz | Attempt | Item) -> str:
    return reverse(f"quizzes:{name}", args=[row.public_id])


def test_q_01_ten_starts_at_once_are_one_attempt(rulebook):
    quiz = QuizFactory()
    member = MemberFactory(classroom=quiz.classroom)
    clients = [client_of(member.user) for _tab in range(TABS)]
    responses = together([lambda tab=tab: tab.post(url("start", quiz)) for tab in clients])
    attempt = Attempt.objects.get()
    assert {response["Location"] for response in responses} == {url("play", attempt)}
    assert attempt.items.count() == 2


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["full page", "htmx"])
@pytest.mark.parametrize("reveal", [Reveal.AT_ONCE, Reveal.NEVER])
def test_q_01_ten_submits_at_once_are_one_answer(rulebook, headers, reveal):
    attempt = begin(QuizFactory(reveal=reveal))
    item = open_question(attempt)
    clients = [client_of(attempt.learner) for _tab in range(TABS)]
    actions = ["H", "S"] * (TABS // 2)
    responses = together(
        [
            lambda tab=tab, action=action: tab.post(
                url("answer", item), {"action": action}, headers=headers
            )
            for tab, action in zip(clients, actions, strict=True)
        ]
    )
    done = 200 if headers else 302
    assert Counter(response.status_code for response in responses) == {done: 1, 409: TABS - 1}
    first = next(n for n, response in enumerate(responses) if response.status_code == done)
    item.refresh_from_db()
    attempt.refresh_from_db()
    assert item.action == actions[first]
    assert (attempt.answered, attempt.points) == (1, int(item.action == "H"))
    assert Decision.objects.count() == (1 if reveal == Reveal.AT_ONCE else 0)


def test_q_01_the_last_answer_and_handing_in_at_once_are_one_result(rulebook):
    attempt = begin(QuizFactory())
    reply(attempt)
    item = open_question(attempt)
    student = attempt.learner
    posts = [lambda: client_of(student).post(url("answer", item), {"action": "S"})] * 3
    posts += [lambda: client_of(student).post(url("end", attempt))] * 3
    responses = together(posts)
    assert {response.status_code for response in responses} <= {302, 409}
    attempt.refresh_from_db()
    assert attempt.ended_at
    answered = attempt.items.filter(answered_at__isnull=False).count()
    assert attempt.answered == answered == Decision.objects.count()


def test_a_class_that_starts_together_has_one_attempt_each(rulebook):
    quiz = QuizFactory()
    members = MemberFactory.create_batch(8, classroom=quiz.classroom)
    together([lambda who=who: client_of(who.user).post(url("start", quiz)) for who in members])
    assert Attempt.objects.count() == 8
    assert Item.objects.count() == 16


@pytest.mark.parametrize("attempt_", range(3))
def test_q_13_the_first_start_and_an_edit_come_one_after_the_other(rulebook, attempt_):
    quiz = QuizFactory()
    member = MemberFactory(classroom=quiz.classroom)
    teacher, student = client_of(quiz.classroom.owner), client_of(member.user)
    edited, started = together(
        [
            lambda: teacher.post(url("edit", quiz), filled(count=5)),
            lambda: student.post(url("start", quiz)),
        ]
    )
    assert (edited.status_code, started.status_code) == (302, 302)
    quiz.refresh_from_db()
    assert quiz.count in (2, 5)
    attempt = Attempt.objects.get()
    assert attempt.items.count() == quiz.questions.count() == quiz.count


def test_closing_and_answering_at_once_leave_an_attempt_that_adds_up(rulebook):
    attempt = begin(QuizFactory(reveal=Reveal.CLOSED))
    item = open_question(attempt)
    teacher = client_of(attempt.quiz.classroom.owner)
    answered, closed = together(
        [
            lambda: client_of(attempt.learner).post(url("answer", item), {"action": "S"}),
            lambda: teacher.post(url("close", attempt.quiz)),
        ]
    )
    assert answered.status_code in (302, 409)
    assert closed.status_code == 302
    attempt.refresh_from_db()
    assert attempt.answered == int(answered.status_code == 302)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one writer at a time")
def test_an_answer_that_waits_for_a_regrade_is_graded_by_the_new_key(rulebook):
    attempt = begin(QuizFactory(reveal=Reveal.CLOSED))
    item, locked = open_question(attempt), Event()

    def answering() -> None:
        assert locked.wait(10)
        answer_item(user=attempt.learner, item_id=item.public_id, action=Action.STAND)

    def regrading() -> None:
        with transaction.atomic():
            list(Attempt.objects.select_for_update())
            locked.set()
            for _time in range(1000):
                with connection.cursor() as cursor:
                    cursor.execute("SELECT 1 FROM pg_locks WHERE NOT granted")
                    if cursor.fetchone():
                        break
            Question.objects.filter(pk=item.question_id).update(struck=True)

    together([answering, regrading])
    attempt.refresh_from_db()
    assert (attempt.answered, attempt.cost_millionths) == (1, 0)


def test_looking_at_a_closed_quiz_in_many_tabs_logs_it_once(rulebook):
    quiz = QuizFactory(reveal=Reveal.CLOSED)
    attempt = begin(quiz)
    reply(attempt)
    reply(attempt)
    long_ago = attempt.started_at.replace(year=2020)
    Quiz.objects.filter(pk=quiz.pk).update(closed_at=long_ago, ends_at=long_ago, over_at=long_ago)
    together([lambda: settle(attempt.learner)] * 4)
    assert Decision.objects.count() == 2
    assert Attempt.objects.get().logged
