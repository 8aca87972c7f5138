"""Answers at the same time: second tabs, double clicks, and a hand's time running out."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest
from django.db.models import Sum
from django.urls import reverse
from django.utils import timezone

from tests.factories import TimedTestFactory, UserFactory, open_item, taught
from tests.web.conftest import client_of, client_of_guest
from tests.web.drills.test_answer_races import TABS, together
from tests.web.pages import HTMX
from trainer.accounts.access import Visitor
from trainer.accounts.models import User
from trainer.decisions.models import Decision, Scope, Tally
from trainer.timed.kinds import Kind
from trainer.timed.models import Item, TimedTest
from trainer.timed.services import end_test

pytestmark = pytest.mark.django_db(transaction=True)


def url(item: Item, name: str = "answer") -> str:
    return reverse(f"timed:{name}", args=[item.public_id])


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["full page", "htmx"])
@pytest.mark.parametrize("who", ["user", "guest"])
def test_the_same_hand_from_ten_tabs_is_answered_once(rulebook, headers, who):
    if who == "user":
        user = UserFactory()
        test = TimedTestFactory(learner=user)
        clients = [client_of(user) for _tab in range(TABS)]
    else:
        test = TimedTestFactory(guest_key="the-guest")
        clients = [client_of_guest("the-guest") for _tab in range(TABS)]
    item = open_item(test, "TS 6D v 9H")
    actions = ["H", "S"] * (TABS // 2)
    responses = together(
        [
            lambda client=client, action=action: client.post(
                url(item), {"action": action}, headers=headers
            )
            for client, action in zip(clients, actions, strict=True)
        ]
    )
    done = 200 if headers else 302
    assert Counter(response.status_code for response in responses) == {done: 1, 409: TABS - 1}
    decision = Decision.objects.get()
    first = next(n for n, response in enumerate(responses) if response.status_code != 409)
    assert decision.action == actions[first]
    test.refresh_from_db()
    assert (test.asked, test.answered, test.correct) == (2, 1, int(decision.correct))
    assert test.score == int(decision.correct)
    assert list(test.items.values_list("number", flat=True).order_by("number")) == [1, 2]
    assert {tally.answers for tally in Tally.objects.all()} == {1}
    assert User.objects.count() == 1


def test_a_hand_is_answered_or_passed_over_and_never_both(rulebook):
    user = UserFactory()
    test = TimedTestFactory(learner=user, hand_seconds=5)
    item = open_item(test, "TS 6D v 9H")
    item.asked_at = timezone.now() - timedelta(seconds=5)
    item.save()
    answered, passed = together(
        [
            lambda: client_of(user).post(url(item), {"action": "H"}),
            lambda: client_of(user).post(url(item, "passed")),
        ]
    )
    assert sorted([answered.status_code, passed.status_code]) == [302, 409]
    test.refresh_from_db()
    item.refresh_from_db()
    assert (test.answered, test.late) == ((1, 0) if answered.status_code == 302 else (0, 1))
    assert item.late == (test.late == 1)
    assert Decision.objects.count() == test.answered
    assert test.items.count() == test.asked == 2


def test_ending_and_answering_at_once_leave_a_test_that_adds_up(rulebook):
    user = UserFactory()
    test = TimedTestFactory(learner=user)
    item = open_item(test)
    end = reverse("timed:end", args=[test.public_id])
    responses = together(
        [
            lambda: client_of(user).post(url(item), {"action": "S"}),
            lambda: client_of(user).post(end),
        ]
    )
    assert responses[0].status_code in (302, 409)
    assert responses[1].status_code == 302
    test.refresh_from_db()
    assert test.ended_at
    assert test.answered == Decision.objects.count() == int(responses[0].status_code == 302)


def test_two_tests_of_one_learner_run_side_by_side(rulebook):
    user = UserFactory()
    items = [open_item(TimedTestFactory(learner=user)) for _tab in range(4)]
    responses = together(
        [lambda item=item: client_of(user).post(url(item), {"action": "S"}) for item in items]
    )
    assert {response.status_code for response in responses} == {302}
    assert set(TimedTest.objects.values_list("answered", flat=True)) == {1}
    right = Decision.objects.filter(correct=True).count()
    for scope in Scope:
        sums = Tally.objects.filter(scope=scope).aggregate(
            answers=Sum("answers"), correct=Sum("correct")
        )
        assert sums == {"answers": 4, "correct": right}


@pytest.mark.parametrize("address", ["start", "again"])
def test_two_clicks_at_once_start_one_test(rulebook, address):
    user = UserFactory()
    if address == "again":
        over = TimedTestFactory(learner=user, kind=Kind.SPRINT, count=None, seconds=60)
        end_test(visitor=Visitor(user, ""), test_id=over.public_id)
        posted = reverse("timed:again", args=[over.public_id])
    else:
        posted = reverse("timed:start")
    data = {"teaching": taught().pk, "kind": "sprint"}
    before = TimedTest.objects.count()
    responses = together([lambda: client_of(user).post(posted, data)] * 4)
    assert len({response["Location"] for response in responses}) == 1
    assert TimedTest.objects.count() == before + 1
