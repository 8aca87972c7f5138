"""Answers that are refused: a clear message, the right status, and nothing recorded."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import TimedTestFactory, give, open_item
from tests.web.pages import HTMX, assert_page, assert_part, page, recorded, words
from trainer.decisions.models import Decision
from trainer.timed.models import Item

ANSWERED = "You had answered that hand already: your first answer counts."
OVER = "This test is over. Your answers are kept."


def url(item: Item) -> str:
    return reverse("timed:answer", args=[item.public_id])


@pytest.fixture(params=["full page", "htmx"])
def refused(request):
    """Assert that a response refuses: as a whole page, then as a part for htmx."""
    headers = HTMX if request.param == "htmx" else {}

    def post(client, item, data, status, message):
        before = recorded()
        response = client.post(url(item), data, headers=headers)
        (assert_part if headers else assert_page)(response, status)
        assert message in words(response)
        assert recorded() == before
        return response

    return post


@pytest.mark.parametrize("action", ["P", "R", "split"])
def test_an_action_that_the_cards_do_not_allow(refused, owner, timed_test, action):
    item = open_item(timed_test, "TS 6D v 9H")
    response = refused(owner, item, {"action": action}, 422, "is not allowed with these cards.")
    assert page(response).select_one("form.actions")["action"] == url(item)


@pytest.mark.parametrize(
    "data", [{"action": "X"}, {"action": ""}, {"action": "\x00"}, {"action": "H" * 10_000}, {}]
)
def test_an_action_that_is_unknown_or_missing(refused, owner, timed_test, data):
    item = open_item(timed_test)
    response = refused(owner, item, data, 400, "That is not a play. Choose one of the buttons.")
    assert page(response).select_one("form.actions")["action"] == url(item)


@pytest.mark.parametrize("action", ["H", "X"])
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["full page", "htmx"])
def test_a_hand_of_somebody_else_does_not_exist(stranger, timed_test, guest_test, action, headers):
    for test in (timed_test, guest_test):
        item = open_item(test)
        before = recorded()
        response = stranger.post(url(item), {"action": action}, headers=headers)
        (assert_part if headers else assert_page)(response, 404)
        assert recorded() == before


def test_a_hand_that_does_not_exist(refused, owner, timed_test):
    refused(owner, Item(public_id=uuid4()), {"action": "H"}, 404, "Nothing here")
    assert owner.post("/test/hand/1/answer/", {"action": "H"}).status_code == 404


@pytest.mark.parametrize("action", ["H", "S"], ids=["the same", "another"])
def test_a_hand_that_is_answered(refused, owner, timed_test, action):
    item = open_item(timed_test, "TS 6D v 9H")
    owner.post(url(item), {"action": "H"})
    response = refused(owner, item, {"action": action}, 409, ANSWERED)
    assert Decision.objects.get().action == "H"
    following = timed_test.items.get(number=2)
    assert page(response).select_one("form.actions")["action"] == url(following)


def test_hands_answered_out_of_order(refused, owner, timed_test):
    """The next hand does not exist before the open one is answered; an earlier one is over."""
    first = open_item(timed_test)
    for _number in range(3):
        give(timed_test)
    refused(owner, first, {"action": "S"}, 409, ANSWERED)


def test_a_hand_of_a_test_that_was_ended(refused, owner, timed_test):
    item = open_item(timed_test)
    give(timed_test)
    left = open_item(timed_test)
    owner.post(reverse("timed:end", args=[timed_test.public_id]))
    response = refused(owner, left, {"action": "H"}, 409, OVER)
    assert page(response).select_one("form.actions") is None
    refused(owner, item, {"action": "H"}, 409, ANSWERED)


def test_the_last_hand_answered_twice_brings_the_result(refused, rulebook, owner, learner):
    test = TimedTestFactory(learner=learner, count=1)
    item = open_item(test, "TS 6D v 9H")
    owner.post(url(item), {"action": "H"})
    response = refused(owner, item, {"action": "S"}, 409, ANSWERED)
    result = reverse("timed:result", args=[test.public_id])
    link = page(response).select_one(f"a[href='{result}']")
    assert link or "1 of 1" in words(response)


@pytest.mark.parametrize("token", [None, "x" * 64], ids=["none", "wrong"])
def test_a_forged_form(learner, timed_test, token):
    client = Client(enforce_csrf_checks=True)
    client.force_login(learner)
    before = recorded()
    data = {"action": "H"} | ({} if token is None else {"csrfmiddlewaretoken": token})
    response = client.post(url(open_item(timed_test)), data)
    assert_page(response, 403)
    assert recorded() == before
