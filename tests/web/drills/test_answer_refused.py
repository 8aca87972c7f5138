"""Answers that are refused: a clear message, the right status, and nothing recorded."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import answer, deal_hand, play
from tests.web.pages import HTMX, assert_page, assert_part, page, recorded, words
from trainer.decisions.models import Decision, Scope, Tally
from trainer.drills.models import Question

ANSWERED = "You had answered that hand already: your first answer counts."


def url(question: Question) -> str:
    return reverse("drills:answer", args=[question.public_id])


@pytest.fixture(params=["full page", "htmx"])
def refused(request):
    """Assert that a response refuses: as a whole page, then as a part for htmx."""
    headers = HTMX if request.param == "htmx" else {}

    def post(client, question, data, status, message):
        before = recorded()
        response = client.post(url(question), data, headers=headers)
        (assert_part if headers else assert_page)(response, status)
        assert message in words(response)
        assert recorded() == before
        return response

    return post


@pytest.mark.parametrize("action", ["P", "R", "split", "I", "N", "insure"])
def test_an_action_that_the_cards_do_not_allow(refused, owner, drill, action):
    question = deal_hand(drill, "TS 6D v 9H")
    response = refused(owner, question, {"action": action}, 422, "is not allowed with these cards.")
    assert page(response).select_one("form.actions")["action"] == url(question)


def test_a_double_with_three_cards(refused, owner, drill):
    question = deal_hand(drill, "2S 3D 4H v 9H")
    refused(owner, question, {"action": "D"}, 422, "Double is not allowed with these cards.")


@pytest.mark.parametrize(
    "data",
    [
        {"action": "X"},
        {"action": "HS"},
        {"action": ""},
        {"action": "\x00"},
        {"action": "H" * 10_000},
        {"action": "♠"},
        {},
    ],
)
def test_an_action_that_is_unknown_or_missing(refused, owner, drill, data):
    question = deal_hand(drill)
    response = refused(owner, question, data, 400, "That is not a play. Choose one of the buttons.")
    assert page(response).select_one("form.actions")["action"] == url(question)


@pytest.mark.parametrize("action", ["H", "P", "X", ""])
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["full page", "htmx"])
def test_a_question_of_somebody_else_does_not_exist(stranger, drill, action, headers):
    question = deal_hand(drill)
    before = recorded()
    response = stranger.post(url(question), {"action": action}, headers=headers)
    (assert_part if headers else assert_page)(response, 404)
    assert "Nothing here" in words(response)
    assert recorded() == before


@pytest.mark.parametrize("answered", [False, True], ids=["unanswered", "answered"])
def test_a_question_of_a_guest_does_not_exist_for_others(stranger, guest_drill, answered):
    if answered:
        answer(guest_drill)
    question = deal_hand(guest_drill)
    before = recorded()
    assert stranger.post(url(question), {"action": "H"}).status_code == 404
    assert recorded() == before


@pytest.mark.parametrize("action", ["H", "X"])
def test_a_question_that_does_not_exist(refused, owner, drill, action):
    missing = Question(public_id=uuid4())
    refused(owner, missing, {"action": action}, 404, "Nothing here")


def test_an_address_that_is_no_id(owner, drill):
    response = owner.post("/drill/hand/1/answer/", {"action": "H"})
    assert_page(response, 404)


@pytest.mark.parametrize("action", ["H", "S"], ids=["the same", "another"])
def test_a_question_that_is_answered(refused, owner, drill, action):
    question = deal_hand(drill, "TS 6D v 9H")
    owner.post(url(question), {"action": "H"})
    response = refused(owner, question, {"action": action}, 409, ANSWERED)
    assert "Right: Hit with hard 16 against a 9." in words(
        page(response).select_one(".verdict--right")
    )
    assert Decision.objects.count() == 1
    assert (
        Tally.objects.get(scope=Scope.CELL).answers,
        Tally.objects.get(scope=Scope.DAY).answers,
    ) == (1, 1)
    following = drill.questions.get(number=2)
    assert page(response).select_one("form.actions")["action"] == url(following)


def test_a_question_answered_long_before(refused, owner, drill):
    question = play(drill, "TS 6D v 9H", "S").drill.questions.get(number=1)
    for _number in range(3):
        answer(drill)
    response = refused(owner, question, {"action": "H"}, 409, ANSWERED)
    assert not Decision.objects.get(key=question.public_id).correct
    first = page(response).select_one(".verdict--wrong")
    assert "Hit, not Stand, with hard 16 against a 9." in words(first)


def test_a_question_of_a_paused_drill(refused, owner, drill):
    question = deal_hand(drill)
    owner.post(reverse("drills:pause", args=[drill.public_id]))
    response = refused(
        owner, question, {"action": "H"}, 409, "The drill is paused. Resume it, then answer."
    )
    assert page(response).select_one("form.actions") is None
    assert page(response).find("button", string="Resume")


def test_a_question_of_a_drill_that_is_over(refused, owner, drill):
    question = deal_hand(drill)
    owner.post(reverse("drills:end", args=[drill.public_id]))
    refused(owner, question, {"action": "H"}, 409, "This drill is over. Your answers are kept.")


def test_an_answered_question_of_a_drill_that_is_over(refused, owner, drill):
    question = deal_hand(drill)
    owner.post(url(question), {"action": "H"})
    owner.post(reverse("drills:end", args=[drill.public_id]))
    refused(owner, question, {"action": "S"}, 409, ANSWERED)


def test_a_paused_drill_that_was_ended_is_over(refused, owner, drill):
    question = deal_hand(drill)
    owner.post(reverse("drills:pause", args=[drill.public_id]))
    owner.post(reverse("drills:end", args=[drill.public_id]))
    refused(owner, question, {"action": "H"}, 409, "This drill is over. Your answers are kept.")


def test_an_illegal_answer_can_be_mended(owner, drill):
    question = deal_hand(drill, "TS 6D v 9H")
    assert owner.post(url(question), {"action": "P"}).status_code == 422
    assert owner.post(url(question), {"action": "H"}).status_code == 302
    assert Decision.objects.get().correct


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["full page", "htmx"])
@pytest.mark.parametrize("token", [None, "", "x" * 64], ids=["none", "empty", "wrong"])
def test_a_forged_form(learner, drill, headers, token):
    client = Client(enforce_csrf_checks=True)
    client.force_login(learner)
    question = deal_hand(drill)
    before = recorded()
    data = {"action": "H"} | ({} if token is None else {"csrfmiddlewaretoken": token})
    response = client.post(url(question), data, headers=headers)
    (assert_part if headers else assert_page)(response, 403)
    assert "This form is out of date" in words(response)
    assert recorded() == before


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["full page", "htmx"])
def test_the_token_of_the_page_is_taken(learner, drill, headers):
    client = Client(enforce_csrf_checks=True)
    client.force_login(learner)
    deal_hand(drill)
    for _number in range(2):
        shown = client.get(reverse("drills:play", args=[drill.public_id]))
        form = page(shown).select_one("form.actions")
        token = form.select_one("[name=csrfmiddlewaretoken]")["value"]
        data = {"action": "S", "csrfmiddlewaretoken": token}
        assert client.post(form["action"], data, headers=headers).status_code in (200, 302)
    assert Decision.objects.count() == 2


def test_the_part_for_htmx_carries_a_token_for_the_next_answer(learner, drill):
    client = Client(enforce_csrf_checks=True)
    client.force_login(learner)
    response = client.get(reverse("drills:play", args=[drill.public_id]))
    for _number in range(3):
        form = page(response).select_one("form.actions")
        token = form.select_one("[name=csrfmiddlewaretoken]")["value"]
        data = {"action": "S", "csrfmiddlewaretoken": token}
        response = client.post(form["action"], data, headers=HTMX)
        assert_part(response)
    assert Decision.objects.count() == 3
