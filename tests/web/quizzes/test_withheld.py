"""Right answers and coming hands: nowhere before they may be told, whichever page is asked."""

from __future__ import annotations

import json
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
import time_machine
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from tests.factories import QuizFactory, begin, hand_in, open_question, reply
from tests.web.pages import HTMX, page, words
from trainer.accounts.services import local_date
from trainer.decisions.models import Decision, Tally
from trainer.quizzes.models import Attempt, Item, Quiz, Reveal
from trainer.quizzes.settling import settle, settle_all

NOON = "2026-03-01 12:00:00Z"
DAY = timedelta(days=1)


def url(name: str, row: Quiz | Attempt) -> str:
    return reverse(f"quizzes:{name}", args=[row.public_id])


def all_of(response) -> str:
    """Headers and body of a response."""
    headers = "".join(f"{name}: {value}\n" for name, value in response.headers.items())
    return headers + response.content.decode()


def pages_of(client, attempt: Attempt) -> list[str]:
    """All that a student is shown of an attempt and of what is kept of them."""
    addresses = [
        url("play", attempt),
        url("result", attempt),
        url("quiz", attempt.quiz),
        reverse("quizzes:class", args=[attempt.quiz.classroom.public_id]),
        reverse("reports:progress"),
        reverse("reports:history"),
    ]
    return [
        all_of(client.get(address, headers=headers))
        for address in addresses
        for headers in ({}, HTMX)
    ]


def export_of(client) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(client.post(reverse("personal:json")).getvalue())
    return read


@pytest.mark.parametrize("reveal", list(Reveal))
def test_no_page_has_a_hand_that_was_not_asked_yet(student, member, classroom, reveal):
    quiz = QuizFactory(classroom=classroom, reveal=reveal, seed="the-secret-of-it")
    attempt = begin(quiz, member)
    coming = attempt.items.get(number=2)
    for shown in pages_of(student, attempt):
        assert "soft 18" not in shown
        assert str(coming.public_id) not in shown
        assert "A♠ 7♦" not in shown
        assert quiz.seed not in shown


def test_a_hand_never_shown_is_not_shown_by_the_result_either(student, member, classroom):
    attempt = begin(QuizFactory(classroom=classroom, reveal=Reveal.AT_ONCE), member)
    hand_in(attempt)
    shown = words(student.get(url("result", attempt)))
    assert "10♠ 6♦ against 9♥ not answered" in shown
    assert "A♠ 7♦" not in shown
    assert "Right:" not in shown


@pytest.mark.parametrize("reveal", [Reveal.CLOSED, Reveal.NEVER])
def test_q_09_nothing_tells_what_was_right_while_that_is_withheld(
    student, member, classroom, reveal
):
    """Three attempts, all of them failed, do not change that."""
    with time_machine.travel(NOON, tick=False) as clock:
        quiz = QuizFactory(
            classroom=classroom,
            reveal=reveal,
            most_attempts=3,
            closes_at=timezone.now() + DAY,
            deals=("TS 6D v 9H", "8S 8D v 9H"),
        )
        for _number in range(3):
            attempt = begin(quiz, member)
            reply(attempt, "S")
            reply(attempt, "S")
            clock.shift(60)
            for shown in pages_of(student, attempt):
                assert "Right:" not in shown
                assert "Split" not in shown
                assert "With a 9 up" not in shown
                assert "answers__hand--wrong" not in shown
        assert "not told" in words(student.get(url("result", attempt))) or reveal == Reveal.CLOSED
        assert not Decision.objects.exists()
        assert not Tally.objects.exists()
        clock.shift(2 * DAY)
        shown = words(student.get(url("result", attempt)))
        assert ("Right: Split." in shown) is (reveal == Reveal.CLOSED)
        assert Decision.objects.count() == (6 if reveal == Reveal.CLOSED else 0)


def test_no_export_tells_it_either(student, member, classroom):
    deals = ("TS 6D v 9H", "8S 8D v 9H", "AS 7D v 8H")
    attempt = begin(QuizFactory(classroom=classroom, reveal=Reveal.NEVER, deals=deals), member)
    reply(attempt, "S")
    told = export_of(student)
    (row,) = told["quiz_attempts"]
    assert (row["answered"], row["points"], row["cost_millionths"]) == (1, None, None)
    first, _open, coming = told["quiz_answers"]
    assert first["action"] == "S"
    assert {first["right"], first["correct"], first["cost_millionths"]} == {None}
    assert {coming["question"], coming["question_deal"]} == {None}
    assert "AS 7D" not in str(told)
    hand_in(attempt)
    (row,) = export_of(student)["quiz_attempts"]
    assert (row["points"], row["cost_millionths"]) == (0, None)


def test_where_it_is_told_at_once_it_is_told_of_what_was_answered(student, member, classroom):
    attempt = begin(QuizFactory(classroom=classroom, reveal=Reveal.AT_ONCE), member)
    reply(attempt, "S")
    hand_in(attempt)
    shown = page(student.get(url("result", attempt)))
    assert "Right: Hit." in words(shown)
    assert words(shown).count("Right:") == 1


def test_what_is_in_the_log_is_in_the_history_with_a_link_to_the_result(student, member, classroom):
    attempt = begin(QuizFactory(classroom=classroom, reveal=Reveal.AT_ONCE), member)
    reply(attempt, "S")
    assert page(student.get(reverse("reports:history"))).select_one(".history tbody tr")
    detail = student.get(reverse("reports:decision", args=[Decision.objects.get().key]))
    assert page(detail).select_one(f"a[href='{url('result', attempt)}']")


def test_answers_come_into_the_log_when_the_quiz_has_closed_as_given_then(member, classroom):
    member.user.time_zone = "America/New_York"
    member.user.save()
    with time_machine.travel("2026-03-01 23:30:00Z", tick=False) as clock:
        quiz = QuizFactory(
            classroom=classroom, reveal=Reveal.CLOSED, closes_at=timezone.now() + DAY
        )
        attempt = begin(quiz, member)
        clock.shift(5)
        answered_at = timezone.now()
        reply(attempt, "S")
        assert settle(member.user) == 0
        clock.shift(DAY)
        assert settle(member.user) == 1
        assert settle(member.user) == 0
    decision = Decision.objects.get()
    assert decision.decided_at == answered_at
    assert decision.day == local_date(member.user, answered_at)
    assert decision.thinking_ms == 5000
    assert not decision.correct


def test_tidy_logs_what_nobody_looked_at(member, classroom):
    with time_machine.travel(NOON, tick=False) as clock:
        quiz = QuizFactory(
            classroom=classroom, reveal=Reveal.CLOSED, closes_at=timezone.now() + DAY
        )
        reply(begin(quiz, member))
        clock.shift(2 * DAY)
        output = StringIO()
        call_command("tidy", stdout=output)
        assert "logged: 1 attempts at quizzes" in output.getvalue()
        call_command("tidy", stdout=output)
    assert output.getvalue().count("logged") == 1
    assert Decision.objects.count() == 1


@pytest.mark.parametrize("how", ["extend", "reopen", "edit"])
def test_an_attempt_that_goes_on_after_it_was_logged_is_logged_to_its_end(
    teacher, student, member, classroom, how
):
    with time_machine.travel(NOON, tick=False) as clock:
        end = timezone.now() + timedelta(seconds=30)
        quiz = QuizFactory(classroom=classroom, reveal=Reveal.CLOSED, closes_at=end)
        attempt = begin(quiz, member)
        reply(attempt)
        clock.shift(60)
        student.get(url("quiz", quiz))
        assert Decision.objects.count() == 1
        dates = {"until": "2026-03-02T10:00", "closes_at": "2026-03-02T10:00"}
        teacher.post(url(how, quiz), {"title": "Quiz", "member": member.public_id, **dates})
        student.post(url("start", quiz))
        assert open_question(attempt).number == 2
        reply(attempt)
        assert settle(member.user) == 0
        clock.shift(2 * DAY)
        assert settle(member.user) == 1
    assert Decision.objects.count() == 2


def test_a_01_the_next_student_at_the_computer_sees_nothing_of_the_one_before(
    client, member, other, classroom, quiz
):
    attempt = begin(quiz, member)
    reply(attempt)
    client.force_login(member.user)
    assert client.get(url("play", attempt)).status_code == 200
    client.post(reverse("account_logout"))
    for name, row in (("play", attempt), ("result", attempt), ("quiz", quiz)):
        response = client.get(url(name, row))
        assert response.status_code == 302
        assert response["Location"].startswith(reverse("account_login"))
    for name in ("play", "result"):
        assert other.get(url(name, attempt)).status_code == 404
    shown = words(other.get(url("quiz", quiz)))
    assert "Your attempts" not in shown
    assert "under way" not in shown


def test_an_attempt_that_cannot_be_logged_keeps_nobody_elses(classroom, caplog):
    with time_machine.travel("2026-03-02 11:00:00Z", tick=False) as clock:
        quizzes = QuizFactory.create_batch(2, classroom=classroom, reveal=Reveal.CLOSED)
        bad, good = (begin(quiz) for quiz in quizzes)
        for attempt in (bad, good):
            reply(attempt)
        Item.objects.filter(attempt=bad, number=1).update(action="?")
        Quiz.objects.update(over_at=timezone.now())
        clock.shift(60)
        assert settle_all() == 1
    assert [each.learner for each in Decision.objects.all()] == [good.learner]
    assert f"attempt {bad.pk} could not be logged" in caplog.text


def test_nothing_is_told_as_long_as_an_answer_on_its_way_is_taken(student, member, classroom):
    with time_machine.travel(NOON, tick=False) as clock:
        end = timezone.now() + DAY
        quiz = QuizFactory(classroom=classroom, reveal=Reveal.CLOSED, closes_at=end)
        attempt = begin(quiz, member)
        item = open_question(attempt)
        mine = reverse("gradebook:mine", args=[classroom.public_id])

        def told() -> list[bool]:
            shown = words(student.get(url("result", attempt)))
            return ["Right: " in shown, "16 v 9" in words(student.get(mine))]

        clock.shift(DAY + timedelta(seconds=1.5))
        assert told() == [False, False]
        answer = reverse("quizzes:answer", args=[item.public_id])
        assert student.post(answer, {"action": "S"}).status_code == 302
        clock.shift(0.1)
        assert told() == [True, True]
