"""POST /test/hand/<id>/answer/: grading and recording an answer."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse

from tests.factories import TimedTestFactory, give, miss, open_item
from tests.web.pages import (
    HTMX,
    assert_part,
    assert_refused_method,
    page,
    recorded,
    statements,
    words,
)
from trainer.accounts.models import User
from trainer.decisions.models import Decision, Mode, Scope, Tally
from trainer.timed.kinds import Kind
from trainer.timed.models import Item, TimedTest


def url(item: Item) -> str:
    return reverse("timed:answer", args=[item.public_id])


def test_a_right_answer_is_recorded_and_the_next_hand_dealt(owner, timed_test):
    item = open_item(timed_test, "TS 6D v 9H")
    response = owner.post(url(item), {"action": "H", "browser_ms": "700"})
    assert response.status_code == 302
    assert response["Location"] == reverse("timed:play", args=[timed_test.public_id])
    decision = Decision.objects.get()
    assert (decision.key, decision.sitting) == (item.public_id, timed_test.public_id)
    assert (decision.mode, decision.assisted, decision.browser_ms) == (Mode.TIMED, False, 700)
    timed_test.refresh_from_db()
    assert (timed_test.asked, timed_test.answered, timed_test.correct) == (2, 1, 1)
    assert timed_test.score == 1
    assert list(timed_test.items.values_list("number", flat=True).order_by("number")) == [1, 2]
    assert Tally.objects.get(scope=Scope.DAY).mode == Mode.TIMED
    assert Tally.objects.get(scope=Scope.CELL).answers == 1


def test_a_wrong_answer_is_not_explained(owner, timed_test):
    item = open_item(timed_test, "TS 6D v 9H")
    response = owner.post(url(item), {"action": "S"}, headers=HTMX)
    assert_part(response)
    mark = page(response).select_one(".last-mark--wrong")
    assert words(mark) == "Wrong"
    assert "With a 9 up" not in words(response)
    timed_test.refresh_from_db()
    assert (timed_test.answered, timed_test.correct, timed_test.score) == (1, 0, 0)
    assert timed_test.cost_millionths == Decision.objects.get().cost_millionths > 0


def test_one_request_brings_the_mark_the_next_hand_and_what_is_spoken(owner, timed_test):
    item = open_item(timed_test, "TS 6D v 9H")
    response = owner.post(url(item), {"action": "H"}, headers=HTMX)
    following = timed_test.items.get(number=2)
    form = page(response).select_one("form.actions")
    assert form["action"] == form["hx-post"] == url(following)
    spoken = page(response).find(attrs={"hx-swap-oob": "innerHTML:#announcer"})
    assert words(spoken).startswith("Right. Your hand:")
    assert "no-store" in response["Cache-Control"]


def test_the_last_answer_ends_the_test(rulebook, owner, learner):
    test = TimedTestFactory(learner=learner, count=2)
    give(test)
    response = owner.post(url(open_item(test)), {"action": "S"}, headers=HTMX)
    assert_part(response)
    assert page(response).select_one("form.actions") is None
    result = reverse("timed:result", args=[test.public_id])
    assert page(response).select_one("a[data-go]")["href"] == result
    test.refresh_from_db()
    assert (test.asked, test.done, test.items.count()) == (2, 2, 2)
    assert test.ended_at is not None


def test_a_streak_ends_with_the_first_error(rulebook, learner):
    test = TimedTestFactory(learner=learner, kind=Kind.STREAK, count=None)
    for _number in range(5):
        assert give(test).next_item
    assert miss(test).next_item is None
    assert (test.correct, test.answered) == (5, 6)
    assert test.ended_at


def test_a_test_of_a_minute_goes_on_after_errors(sprint):
    for _number in range(3):
        assert miss(sprint).next_item
    assert sprint.score == -3


def test_the_sums_on_the_test_are_those_of_its_answers(timed_test):
    for thought in (1, 3, 119, 120, 500):
        miss(timed_test) if thought == 3 else give(timed_test, thought=timedelta(seconds=thought))
    decisions = Decision.objects.filter(sitting=timed_test.public_id)
    assert timed_test.answered == decisions.count() == 5
    assert timed_test.correct == decisions.filter(correct=True).count() == 4
    assert timed_test.cost_millionths == sum(each.cost_millionths for each in decisions)
    awake = [each.thinking_ms for each in decisions if each.thinking_ms < 120_000]
    assert (timed_test.timed, timed_test.thinking_ms) == (len(awake), sum(awake)) == (3, sum(awake))


def test_a_guests_first_answer_makes_the_guest(guest, guest_test):
    assert not User.objects.exists()
    response = guest.post(url(open_item(guest_test)), {"action": "S"}, headers=HTMX)
    assert_part(response)
    person = User.objects.get()
    guest_test.refresh_from_db()
    assert person.is_guest
    assert guest_test.learner == Decision.objects.get().learner == person


@pytest.mark.parametrize("limits", [{}, {"seconds": 60}, {"hand_seconds": 5}], ids=str)
def test_an_answer_of_a_user_costs_at_most_eight_statements(rulebook, owner, learner, limits):
    test = TimedTestFactory(learner=learner, **limits)
    give(test)
    item = open_item(test)
    with statements() as made:
        owner.post(url(item), {"action": "S"}, headers=HTMX)
    assert Decision.objects.count() == 2
    assert 1 <= len(made) <= 8, made


def test_other_methods_are_refused(owner, timed_test):
    item = open_item(timed_test)
    before = recorded()
    assert_refused_method(owner.get(url(item)), "POST")
    assert_refused_method(owner.put(url(item)), "POST")
    assert recorded() == before


def test_there_is_no_hint(owner, timed_test):
    shown = owner.get(reverse("timed:play", args=[timed_test.public_id]))
    assert "Hint" not in words(shown)
    item = open_item(timed_test)
    assert owner.post(f"/test/hand/{item.public_id}/hint/").status_code == 404
    assert owner.post(reverse("drills:hint", args=[item.public_id])).status_code == 404
    assert not TimedTest.objects.exclude(answered=0).exists()
