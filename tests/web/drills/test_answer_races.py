"""Answers at the same time: second tabs, double clicks, and a guest's first answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections
from django.http import HttpResponse
from django.urls import reverse

from tests.factories import DrillFactory, UserFactory, deal_hand
from tests.web.conftest import client_of, client_of_guest
from tests.web.pages import HTMX
from trainer.accounts.models import User
from trainer.decisions.models import Decision, Scope, Tally
from trainer.drills.models import Drill, Question

pytestmark = pytest.mark.django_db(transaction=True)

TABS = 10


def url(question: Question) -> str:
    return reverse("drills:answer", args=[question.public_id])


def together(posts: Sequence[Callable[[], HttpResponse]]) -> list[HttpResponse]:
    """Send all at once, each from a thread of its own."""
    barrier = Barrier(len(posts))

    def send(post: Callable[[], HttpResponse]) -> HttpResponse:
        try:
            barrier.wait(timeout=30)
            return post()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(posts)) as pool:
        return list(pool.map(send, posts))


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["full page", "htmx"])
@pytest.mark.parametrize("who", ["user", "guest"])
def test_the_same_question_from_ten_tabs_is_answered_once(rulebook, headers, who):
    if who == "user":
        user = UserFactory()
        drill = DrillFactory(learner=user)
        clients = [client_of(user) for _tab in range(TABS)]
    else:
        drill = DrillFactory(guest_key="the-guest")
        clients = [client_of_guest("the-guest") for _tab in range(TABS)]
    question = deal_hand(drill, "TS 6D v 9H")
    actions = ["H", "S"] * (TABS // 2)
    responses = together(
        [
            lambda client=client, action=action: client.post(
                url(question), {"action": action}, headers=headers
            )
            for client, action in zip(clients, actions, strict=True)
        ]
    )
    assert Counter(response.status_code for response in responses) == {
        200 if headers else 302: 1,
        409: TABS - 1,
    }
    decision = Decision.objects.get()
    first = next(n for n, response in enumerate(responses) if response.status_code != 409)
    assert decision.action == actions[first]
    drill.refresh_from_db()
    assert (drill.asked, drill.answered, drill.correct) == (2, 1, int(decision.correct))
    assert list(drill.questions.values_list("number", flat=True).order_by("number")) == [1, 2]
    for tally in (Tally.objects.get(scope=Scope.CELL), Tally.objects.get(scope=Scope.DAY)):
        assert (tally.answers, tally.correct) == (1, int(decision.correct))
    assert User.objects.count() == 1


def test_a_guests_first_answers_in_ten_tabs_make_one_guest_and_none_is_lost(rulebook):
    drills = [DrillFactory(guest_key="the-guest") for _tab in range(TABS)]
    questions = [deal_hand(drill, "TS 6D v 9H") for drill in drills]
    clients = [client_of_guest("the-guest") for _tab in range(TABS)]
    responses = together(
        [
            lambda client=client, question=question: client.post(url(question), {"action": "H"})
            for client, question in zip(clients, questions, strict=True)
        ]
    )
    assert {response.status_code for response in responses} == {302}
    person = User.objects.get()
    assert person.guest_key == "the-guest"
    assert Decision.objects.filter(learner=person).count() == TABS
    assert set(Drill.objects.values_list("learner", "answered")) == {(person.pk, 1)}
    for tally in (Tally.objects.get(scope=Scope.CELL), Tally.objects.get(scope=Scope.DAY)):
        assert (tally.answers, tally.correct) == (TABS, TABS)


def test_many_drills_of_one_user_at_once_all_count(rulebook):
    user = UserFactory()
    questions = [deal_hand(DrillFactory(learner=user)) for _tab in range(TABS)]
    responses = together(
        [
            lambda question=question: client_of(user).post(url(question), {"action": "S"})
            for question in questions
        ]
    )
    assert {response.status_code for response in responses} == {302}
    assert (
        Tally.objects.get(scope=Scope.CELL).answers
        == Tally.objects.get(scope=Scope.DAY).answers
        == TABS
    )


def test_ending_and_answering_at_once_leave_a_drill_that_adds_up(rulebook):
    user = UserFactory()
    drill = DrillFactory(learner=user)
    question = deal_hand(drill)
    end = reverse("drills:end", args=[drill.public_id])
    responses = together(
        [
            lambda: client_of(user).post(url(question), {"action": "H"}),
            lambda: client_of(user).post(end),
        ]
    )
    drill.refresh_from_db()
    answered = responses[0].status_code == 302
    assert responses[0].status_code in (302, 409)
    assert responses[1].status_code == 302
    assert drill.ended_at
    assert drill.answered == Decision.objects.count() == int(answered)
