"""GET /classes/<id>/my-results/: one's own results, with no more than each quiz reveals."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories import MemberFactory
from tests.web.conftest import client_of
from tests.web.gradebook.taking import HIT, SPLIT, quiz_of, rows, take
from tests.web.pages import assert_page, assert_refused_method, statements, words
from trainer.quizzes.models import Order, Policy, Question, Quiz, Reveal

HOUR = timedelta(hours=1)


def url_of(member) -> str:
    return f"/classes/{member.classroom.public_id}/my-results/"


@pytest.fixture
def browser(student):
    return client_of(student.user)


def test_it_tells_ones_own_grades_by_the_policy_and_nobody_elses(browser, classroom, student):
    quiz = quiz_of(classroom, title="One", policy=Policy.LAST)
    quiz_of(classroom, title="Draft", published_at=None)
    take(quiz, student, "HS")
    take(quiz, student, "HH", number=2)
    take(quiz, MemberFactory(classroom=classroom, name="Bob"), "HS")
    response = browser.get(url_of(student))
    assert_page(response)
    assert rows(response)[0] == ["One", "50% Last attempt", "2 of 2 · 1 of 2"]
    for other in ("Bob", "Draft", "Rank"):
        assert other not in words(response)


@pytest.mark.parametrize(
    ("reveal", "closed", "told"),
    [
        (Reveal.AT_ONCE, False, True),
        (Reveal.AT_ONCE, True, True),
        (Reveal.CLOSED, False, False),
        (Reveal.CLOSED, True, True),
        (Reveal.NEVER, True, False),
    ],
)
def test_what_was_right_is_told_as_the_quiz_reveals_it(
    browser, classroom, student, reveal, closed, told
):
    end = timezone.now() + (-HOUR if closed else HOUR)
    quiz = quiz_of(classroom, HIT, SPLIT, reveal=reveal, closes_at=end, ends_at=end, over_at=end)
    take(quiz, student, "HH", moment=end - 2 * HOUR)
    text = words(browser.get(url_of(student)))
    assert "50%" in text
    assert ("8,8 v 9" in text) is told
    assert ("Hard totals" in text) is told
    assert ("What was right in 1 quiz is not told, or not yet" in text) is not told


def test_it_waits_for_the_last_extension(browser, classroom, student):
    now = timezone.now()
    quiz = quiz_of(classroom, SPLIT, reveal=Reveal.CLOSED, ends_at=now - HOUR, over_at=now + HOUR)
    take(quiz, student, "H", moment=now - 2 * HOUR)
    assert "8,8 v 9" not in words(browser.get(url_of(student)))
    Quiz.objects.update(over_at=now - HOUR)
    assert "8,8 v 9" in words(browser.get(url_of(student)))


def test_what_is_in_progress_tells_nothing(browser, classroom, student):
    take(quiz_of(classroom, SPLIT, HIT), student, "H.", over=False)
    response = browser.get(url_of(student))
    assert rows(response)[0][1:] == ["", "in progress"]
    assert "No data yet" in words(response)
    assert "8,8 v 9" not in words(response)


def test_r_07_without_a_quiz_there_is_no_data_yet(browser, student):
    text = words(browser.get(url_of(student)))
    assert "No data yet" in text
    assert "NaN" not in text


def test_it_is_for_members_of_the_class(student, nobody, client):
    assert nobody.get(url_of(student)).status_code == 404
    assert client.get(url_of(student))["Location"].startswith("/account/login/")
    student.left_at = timezone.now()
    student.save()
    assert client_of(student.user).get(url_of(student)).status_code == 404


def test_other_methods_are_refused(browser, student):
    assert_refused_method(browser.post(url_of(student)), "GET", "HEAD")


def test_the_number_of_queries_does_not_grow(browser, classroom, student):
    for count in (1, 3):
        for _ in range(count):
            take(quiz_of(classroom), student, "HS")
        with statements() as sent:
            browser.get(url_of(student))
        assert len(sent) == 8


@pytest.mark.parametrize("policy", [Policy.FIRST, Policy.LAST])
def test_an_attempt_all_of_whose_hands_are_struck_counts_nowhere(
    browser, classroom, student, policy
):
    """Neither here nor where the student takes the quiz; each attempt asks another hand."""
    quiz = quiz_of(classroom, HIT, SPLIT, policy=policy, order=Order.LEVELLED)
    Quiz.objects.update(count=1)
    for number, plays in enumerate(("S.", ".P"), start=1):
        attempt = take(quiz, student, plays, number=number)
        attempt.items.exclude(number=number).delete()
    Question.objects.filter(number=1 if policy == Policy.FIRST else 2).update(struck=True)
    grade = "100%" if policy == Policy.FIRST else "0%"
    assert rows(browser.get(url_of(student)))[0][1] == f"{grade} {policy.label}"
    taken = browser.get(f"/quiz/{quiz.public_id}/")
    assert f"Your grade: {grade}" in words(taken)
    results = {row[0]: row[1] for row in rows(taken)}
    counted, struck = ("2", "1") if policy == Policy.FIRST else ("1", "2")
    assert results == {counted: f"{grade} counts", struck: "–"}


def test_the_mean_is_as_late_as_its_latest_attempt(browser, classroom, student):
    due = timezone.now() - 25 * HOUR
    quiz = quiz_of(classroom, closes_at=due, grace_days=7, policy=Policy.MEAN)
    take(quiz, student, "HS", moment=due - HOUR)
    take(quiz, student, "HH", number=2, moment=due + HOUR)
    assert "one day late" in rows(browser.get(url_of(student)))[0][1]
    assert "It is one day late" in words(browser.get(f"/quiz/{quiz.public_id}/"))
