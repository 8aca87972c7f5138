"""GET /quiz/attempt/<id>/result/: what was answered, the grade, and why it ended."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from tests.factories import QuizFactory, begin, hand_in, open_question, reply
from tests.web.pages import page, statements, words
from trainer.core.numbers import in_percent
from trainer.quizzes.models import Question, Reveal

NOON = "2026-03-02 11:00:00Z"


def shown(client, attempt) -> str:
    return words(client.get(reverse("quizzes:result", args=[attempt.public_id])))


@pytest.mark.parametrize(
    ("limits", "seconds", "sentence"),
    [
        ({"seconds": 60}, 61, "The time was up at 12:01 CET; your 1 answer is kept."),
        ({"closes_at": 90}, 100, "The quiz closed at 12:01 CET; your 1 answer is kept."),
        ({"seconds": 600, "closes_at": 90}, 100, "The quiz closed at 12:01 CET"),
        ({"seconds": 60, "closes_at": 90}, 100_000, "The time was up at March 2, 2026, 12:01 CET"),
    ],
    ids=str,
)
def test_it_says_why_the_clock_ended_it(student, member, classroom, limits, seconds, sentence):
    with time_machine.travel(NOON, tick=False) as clock:
        if "closes_at" in limits:
            limits = limits | {"closes_at": timezone.now() + timedelta(seconds=limits["closes_at"])}
        attempt = begin(QuizFactory(classroom=classroom, **limits), member)
        reply(attempt)
        clock.shift(seconds)
        assert sentence in shown(student, attempt)


def test_it_says_that_it_was_finished_or_handed_in(student, member, classroom):
    with time_machine.travel(NOON, tick=False):
        quiz = QuizFactory(classroom=classroom)
        finished = begin(quiz, member)
        reply(finished)
        reply(finished)
        assert "Finished at 12:00 CET." in shown(student, finished)
        handed_in = begin(quiz, member)
        hand_in(handed_in)
        assert "Handed in at 12:00 CET; your 0 answers are kept." in shown(student, handed_in)


def test_a_hand_missed_by_time_is_told_as_too_late(student, member, classroom):
    with time_machine.travel(NOON, tick=False) as clock:
        attempt = begin(QuizFactory(classroom=classroom, hand_seconds=10), member)
        item = open_question(attempt)
        clock.shift(10)
        student.post(reverse("quizzes:passed", args=[item.public_id]))
        reply(attempt)
        text = shown(student, attempt)
        assert "10♠ 6♦ against 9♥ too late" in text
        assert "Right: Hit." in text


def test_a_struck_hand_is_not_in_the_grade(student, member, quiz):
    attempt = begin(quiz, member)
    reply(attempt, "S")
    reply(attempt)
    Question.objects.filter(number=1).update(struck=True)
    text = shown(student, attempt)
    assert "1 of 1 right" in text
    assert "struck: it counts for nobody" in text
    assert "100%" in text


@pytest.mark.parametrize(
    ("percent", "told"),
    [
        (None, "–"),
        (0, "0%"),
        (0.02, "0.1%"),
        (6.25, "6.3%"),
        (200 / 3, "66.7%"),
        (99.99, "99.9%"),
        (100, "100%"),
    ],
)
def test_a_grade_is_rounded_in_one_way(percent, told):
    assert in_percent(percent) == told


def test_the_student_is_told_the_same_grade_here_and_among_all_results(student, member, classroom):
    quiz = QuizFactory(classroom=classroom, deals=("TS 6D v 9H",) * 3)
    attempt = begin(quiz, member)
    for action in "HHS":
        reply(attempt, action)
    assert "66.7%" in shown(student, attempt)
    for name in ("quizzes:class", "gradebook:mine"):
        assert "66.7%" in words(student.get(reverse(name, args=[classroom.public_id])))


@pytest.mark.parametrize("reveal", list(Reveal))
def test_a_result_costs_as_many_queries_however_many_hands(student, member, classroom, reveal):
    def asked(deals: int) -> int:
        attempt = begin(
            QuizFactory(classroom=classroom, reveal=reveal, deals=("TS 6D v 9H",) * deals), member
        )
        for _number in range(deals):
            reply(attempt)
        with statements() as made:
            student.get(reverse("quizzes:result", args=[attempt.public_id]))
        return len(made)

    assert asked(12) == asked(2) <= 8


def test_without_a_misstep_nothing_is_explained(student, member, quiz):
    attempt = begin(quiz, member)
    reply(attempt)
    reply(attempt)
    response = student.get(reverse("quizzes:result", args=[attempt.public_id]))
    assert len(page(response).select(".answers__hand--right")) == 2
    assert "Right:" not in words(page(response).select_one(".answers"))
