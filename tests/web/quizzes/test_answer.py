"""POST /quiz/item/<id>/: grading and keeping an answer."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import QuizFactory, begin, hand_in, open_question, reply
from tests.web.pages import HTMX, assert_page, assert_part, page, recorded, statements, words
from trainer.decisions.models import Decision, Mode
from trainer.quizzes.models import Attempt, Item, Question, Reveal

NOON = "2026-03-01 12:00:00Z"


def url(item: Item) -> str:
    return reverse("quizzes:answer", args=[item.public_id])


@pytest.fixture
def attempt(quiz, member) -> Attempt:
    return begin(quiz, member)


def test_an_answer_is_graded_kept_and_brings_the_next_hand(student, attempt):
    item = open_question(attempt)
    response = student.post(url(item), {"action": "S", "browser_ms": "700"})
    assert response["Location"] == reverse("quizzes:play", args=[attempt.public_id])
    item.refresh_from_db()
    assert (item.action, item.right, item.correct, item.browser_ms) == ("S", "H", False, 700)
    assert item.cost_millionths > 0
    assert item.answered_at
    attempt.refresh_from_db()
    assert (attempt.answered, attempt.points) == (1, 0)
    assert attempt.cost_millionths == item.cost_millionths
    assert open_question(attempt).asked_at


def test_a_right_answer_is_a_point_and_costs_nothing(student, attempt):
    student.post(url(open_question(attempt)), {"action": "H"})
    attempt.refresh_from_db()
    assert (attempt.points, attempt.cost_millionths) == (1, 0)


def test_one_request_brings_verdict_and_next_hand(student, attempt):
    response = student.post(url(open_question(attempt)), {"action": "S"}, headers=HTMX)
    assert_part(response)
    shown = page(response)
    assert words(shown.select_one(".last-mark--wrong")) == "Wrong"
    assert words(shown.select_one(".told__head")) == "Hit, not Stand, with hard 16 against a 9."
    form = shown.select_one("form.actions")
    assert form["action"] == form["hx-post"] == url(open_question(attempt))
    spoken = shown.find(attrs={"hx-swap-oob": "innerHTML:#announcer"})
    assert "soft 18" in words(spoken)
    assert "no-store" in response["Cache-Control"]
    reloaded = student.get(reverse("quizzes:play", args=[attempt.public_id]))
    assert "Hit, not Stand, with hard 16 against a 9." in words(reloaded)


@pytest.mark.parametrize("reveal", [Reveal.CLOSED, Reveal.NEVER])
def test_a_quiz_that_tells_later_says_only_that_the_answer_is_kept(
    student, member, classroom, reveal
):
    attempt = begin(QuizFactory(classroom=classroom, reveal=reveal), member)
    response = student.post(url(open_question(attempt)), {"action": "S"}, headers=HTMX)
    assert words(page(response).select_one(".last-mark--given")) == "Answer kept"
    assert not Decision.objects.exists()


def test_the_last_answer_ends_the_attempt(student, attempt):
    reply(attempt)
    response = student.post(url(open_question(attempt)), {"action": "S"}, headers=HTMX)
    result = reverse("quizzes:result", args=[attempt.public_id])
    assert page(response).select_one("[data-focus]")["href"] == result
    attempt.refresh_from_db()
    assert attempt.ended_at


@pytest.mark.parametrize("limits", [{}, {"seconds": 600, "hand_seconds": 20}], ids=str)
@pytest.mark.parametrize("reveal", list(Reveal))
def test_an_answer_costs_at_most_eight_statements(student, member, classroom, limits, reveal):
    """And a ninth where it goes into the log with its answer.

    The lock and what is read under it are two of them: on PostgreSQL one alone would read a key
    that a regrade has changed while it waited.
    """
    deals = ("TS 6D v 9H", "AS 7D v 8H", "8S 8D v 9H")
    closes_at = timezone.now() + timedelta(days=1)
    quiz = QuizFactory(
        classroom=classroom, deals=deals, reveal=reveal, closes_at=closes_at, **limits
    )
    attempt = begin(quiz, member)
    reply(attempt)
    item = open_question(attempt)
    with statements() as made:
        response = student.post(url(item), {"action": "S"}, headers=HTMX)
    assert response.status_code == 200
    assert 1 <= len(made) <= (9 if reveal == Reveal.AT_ONCE else 8), made


def test_a_struck_hand_gives_no_points(student, attempt):
    Question.objects.filter(number=1).update(struck=True)
    student.post(url(open_question(attempt)), {"action": "H"})
    attempt.refresh_from_db()
    assert (attempt.answered, attempt.points, attempt.cost_millionths) == (1, 0, 0)


def test_answers_go_into_the_learners_log_as_answers_of_a_quiz(student, member, attempt):
    item = open_question(attempt)
    student.post(url(item), {"action": "S"})
    decision = Decision.objects.get()
    assert (decision.key, decision.sitting) == (item.public_id, attempt.public_id)
    assert (decision.learner, decision.mode) == (member.user, Mode.QUIZ)
    item.refresh_from_db()
    assert decision.decided_at == item.answered_at
    assert (decision.action, decision.right) == (item.action, item.right)
    assert decision.thinking_ms == item.thinking_ms
    assert decision.cost_millionths == item.cost_millionths


@pytest.fixture(params=["full page", "htmx"])
def refused(request):
    headers = HTMX if request.param == "htmx" else {}

    def post(client, item, data, status, message):
        before = recorded()
        response = client.post(url(item), data, headers=headers)
        (assert_part if headers else assert_page)(response, status)
        assert message in words(response)
        assert recorded() == before
        return response

    return post


@pytest.mark.parametrize("data", [{"action": "X"}, {"action": ""}, {"action": "\x00"}, {}])
def test_an_action_that_is_unknown_or_missing(refused, student, attempt, data):
    item = open_question(attempt)
    response = refused(student, item, data, 400, "That is not a play.")
    assert page(response).select_one("form.actions")["action"] == url(item)


def test_an_action_that_the_cards_do_not_allow(refused, student, attempt):
    refused(
        student, open_question(attempt), {"action": "P"}, 422, "is not allowed with these cards"
    )


def test_a_hand_that_does_not_exist_or_was_not_shown_yet(refused, student, attempt):
    refused(student, Item(public_id=uuid4()), {"action": "H"}, 404, "Nothing here")
    coming = attempt.items.get(number=2)
    refused(student, coming, {"action": "H"}, 404, "Nothing here")


@pytest.mark.parametrize("action", ["H", "S"])
def test_a_hand_that_is_answered(refused, student, attempt, action):
    item = open_question(attempt)
    reply(attempt, "H")
    response = refused(student, item, {"action": action}, 409, "your first answer counts")
    assert page(response).select_one("form.actions")["action"] == url(open_question(attempt))


def test_a_hand_of_an_attempt_that_was_handed_in(refused, student, attempt):
    item = open_question(attempt)
    hand_in(attempt)
    refused(student, item, {"action": "H"}, 409, "This attempt is over. Your answers are kept.")


@pytest.mark.parametrize(
    ("seconds", "counts"), [(59.9, True), (60, True), (61.5, True), (61.6, False)]
)
def test_what_was_on_its_way_when_the_time_ended_counts(
    student, member, classroom, seconds, counts
):
    with time_machine.travel(NOON, tick=False) as clock:
        attempt = begin(QuizFactory(classroom=classroom, seconds=60), member)
        item = open_question(attempt)
        clock.shift(seconds)
        response = student.post(url(item), {"action": "H"}, headers=HTMX)
        assert response.status_code == (200 if counts else 409)
        attempt.refresh_from_db()
        assert attempt.answered == int(counts)
        going_on = page(response).select_one("form.actions") is not None
        assert going_on is (seconds < 60)
        assert attempt.items.filter(asked_at__isnull=False).count() == (2 if going_on else 1)


def test_an_answer_after_the_hands_own_time_is_a_miss(student, member, classroom):
    with time_machine.travel(NOON, tick=False) as clock:
        attempt = begin(QuizFactory(classroom=classroom, hand_seconds=10), member)
        item = open_question(attempt)
        clock.shift(11.6)
        response = student.post(url(item), {"action": "H"}, headers=HTMX)
        assert_part(response, 409)
        assert "The time for that hand was up" in words(response)
        attempt.refresh_from_db()
        assert (attempt.answered, attempt.missed, attempt.points) == (0, 1, 0)
        assert not Decision.objects.exists()


def test_a_forged_form(member, attempt):
    client = Client(enforce_csrf_checks=True)
    client.force_login(member.user)
    before = recorded()
    assert_page(client.post(url(open_question(attempt)), {"action": "H"}), 403)
    assert recorded() == before
