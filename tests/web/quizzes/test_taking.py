"""Starting, the play page, letting a hand pass, handing in."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from tests.factories import QuizFactory, begin, hand_in, open_question, reply
from tests.web.pages import HTMX, assert_part, page, recorded, statements, words
from trainer.quizzes.models import Attempt, Item, Order, Quiz, Reveal

NOON = "2026-03-01 12:00:00Z"
DAY = timedelta(days=1)


def url(name: str, row: Quiz | Attempt | Item) -> str:
    return reverse(f"quizzes:{name}", args=[row.public_id])


def test_the_page_before_the_start_tells_what_it_is(student, classroom):
    quiz = QuizFactory(
        classroom=classroom, seconds=600, hand_seconds=15, most_attempts=2, reveal=Reveal.NEVER
    )
    shown = words(student.get(url("quiz", quiz)))
    for part in (
        "2 hands · 10 minutes · 15 seconds a hand",
        f"{quiz.rules.name} · {quiz.chart.name}",
        "2 attempts. The best attempt counts.",
        "The right answers are not told.",
        "2 attempts left.",
    ):
        assert part in shown


def test_a_start_makes_the_attempt_with_all_its_hands(student, member, classroom):
    with time_machine.travel(NOON, tick=False):
        quiz = QuizFactory(classroom=classroom, seconds=600)
        response = student.post(url("start", quiz))
        attempt = Attempt.objects.get()
        assert response["Location"] == url("play", attempt)
        assert (attempt.member, attempt.learner, attempt.number) == (member, member.user, 1)
        assert attempt.deadline == attempt.started_at + timedelta(minutes=10)
        asked = [item.asked_at for item in attempt.items.order_by("number")]
        assert asked == [timezone.now(), None]


@pytest.mark.parametrize(
    ("state", "message"),
    [
        ({"opens_at": DAY}, "The quiz is not open yet."),
        ({"closes_at": -DAY}, "The quiz is closed."),
        ({"closed_at": -DAY}, "The quiz is closed."),
    ],
    ids=str,
)
def test_a_quiz_that_is_not_open_is_not_started(student, classroom, state, message):
    dates = {name: timezone.now() + away for name, away in state.items()}
    quiz = QuizFactory(classroom=classroom, **dates)
    before = recorded()
    assert (
        page(student.get(url("quiz", quiz))).select_one(f"form[action='{url('start', quiz)}']")
        is None
    )
    response = student.post(url("start", quiz))
    assert response.status_code == 409
    assert message in words(response)
    assert recorded() == before


def test_no_more_attempts_than_are_allowed(student, member, classroom):
    quiz = QuizFactory(classroom=classroom, most_attempts=2)
    for _number in range(2):
        hand_in(begin(quiz, member))
    assert "You have made all your attempts." in words(student.get(url("quiz", quiz)))
    response = student.post(url("start", quiz))
    assert response.status_code == 409
    assert "all the attempts that this quiz allows" in words(response)
    assert Attempt.objects.count() == 2


def test_an_open_attempt_goes_on_with_the_same_hand_and_clock(student, member, classroom):
    with time_machine.travel(NOON, tick=False) as clock:
        quiz = QuizFactory(classroom=classroom, seconds=600)
        attempt = begin(quiz, member)
        reply(attempt)
        item = open_question(attempt)
        clock.shift(60)
        assert student.post(url("start", quiz))["Location"] == url("play", attempt)
        for _time in range(2):
            shown = page(student.get(url("play", attempt)))
            assert shown.select_one("form.actions")["action"] == url("answer", item)
            assert shown.select_one("[data-timer]")["data-remaining-ms"] == "540000"
            assert "1 of 2" in words(shown.select_one(".drill-bar"))


def test_after_its_time_the_next_attempt_begins(member, classroom):
    with time_machine.travel(NOON, tick=False) as clock:
        quiz = QuizFactory(classroom=classroom, seconds=60)
        first = begin(quiz, member)
        clock.shift(61)
        second = begin(quiz, member)
        first.refresh_from_db()
        assert first.ended_at == first.deadline
        assert (second.number, second.ended_at) == (2, None)


def test_all_are_asked_the_same_in_the_same_order(classroom):
    quiz = QuizFactory(classroom=classroom, order=Order.SAME, deals=DEALS)
    assert asked_in(begin(quiz)) == asked_in(begin(quiz)) == list(DEALS)


def test_all_are_asked_the_same_each_in_an_order_of_their_own(classroom):
    quiz = QuizFactory(classroom=classroom, order=Order.SHUFFLED, deals=DEALS)
    orders = [asked_in(begin(quiz)) for _student in range(3)]
    assert {tuple(sorted(order)) for order in orders} == {tuple(sorted(DEALS))}
    assert len({tuple(order) for order in orders}) > 1


DEALS = ("TS 6D v 9H", "AS 7D v 8H", "8S 8D v 9H", "TS 2D v 5H", "5S 5D v 9H", "6S 5D v 4H")


def asked_in(attempt: Attempt) -> list[str]:
    return [item.question.deal for item in attempt.items.select_related("question")]


def test_a_page_is_kept_by_no_cache(student, member, quiz):
    attempt = begin(quiz, member)
    assert "no-store" in student.get(url("play", attempt))["Cache-Control"]
    assert "no-store" in student.get(url("quiz", quiz))["Cache-Control"]
    hand_in(attempt)
    assert "no-store" in student.get(url("result", attempt))["Cache-Control"]


def test_there_is_no_hint_and_no_chart(student, member, quiz):
    attempt = begin(quiz, member)
    shown = page(student.get(url("play", attempt)))
    assert "Hint" not in words(shown)
    assert not shown.select("#drill a, #drill table")
    item = open_question(attempt)
    assert student.post(reverse("drills:hint", args=[item.public_id])).status_code == 404


def test_an_htmx_request_gets_the_part(student, member, quiz):
    attempt = begin(quiz, member)
    assert_part(student.get(url("play", attempt), headers=HTMX))
    hand_in(attempt)
    over = student.get(url("play", attempt), headers=HTMX)
    assert_part(over)
    assert page(over).select_one("a[data-go]")["href"] == url("result", attempt)


def test_the_play_page_costs_few_queries(student, member, quiz):
    attempt = begin(quiz, member)
    reply(attempt)
    with statements() as made:
        student.get(url("play", attempt))
    assert len(made) <= 4


def test_a_result_before_the_end_leads_back_to_the_hand(student, member, quiz):
    attempt = begin(quiz, member)
    assert student.get(url("result", attempt))["Location"] == url("play", attempt)
    reply(attempt)
    reply(attempt)
    assert student.get(url("play", attempt))["Location"] == url("result", attempt)


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["full page", "htmx"])
def test_a_hand_whose_time_is_up_is_passed_over(student, member, classroom, headers):
    with time_machine.travel(NOON, tick=False) as clock:
        quiz = QuizFactory(classroom=classroom, hand_seconds=10)
        attempt = begin(quiz, member)
        item = open_question(attempt)
        clock.shift(9)
        student.post(url("passed", item), headers=headers)
        assert open_question(attempt) == item
        clock.shift(1)
        assert "The time for this hand is up" in words(student.get(url("play", attempt)))
        response = student.post(url("passed", item), headers=headers)
        assert response.status_code == (200 if headers else 302)
        following = open_question(attempt)
        assert (following.number, following.asked_at) == (2, timezone.now())
        again = student.post(url("passed", item), headers=headers)
        assert again.status_code == 409
        assert "it counts as not answered" in words(again)
        attempt.refresh_from_db()
        assert (attempt.answered, attempt.missed) == (0, 1)


def test_handing_in_ends_it_and_twice_is_once(student, member, quiz):
    attempt = begin(quiz, member)
    reply(attempt)
    for _click in range(3):
        assert student.post(url("end", attempt))["Location"] == url("result", attempt)
        attempt.refresh_from_db()
    before = recorded()
    student.post(url("end", attempt))
    assert recorded() == before
    shown = words(student.get(url("result", attempt)))
    assert "Handed in at" in shown
    assert "your 1 answer is kept." in shown
