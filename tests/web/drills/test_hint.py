"""POST /drill/hand/<id>/hint/: what the chart says, at the price that the answer is not counted."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.urls import reverse

from tests.factories import answer, deal_hand
from tests.web.pages import (
    HTMX,
    assert_page,
    assert_part,
    assert_refused_method,
    page,
    recorded,
    words,
)
from trainer.drills.models import Question


def url(question: Question) -> str:
    return reverse("drills:hint", args=[question.public_id])


def test_it_tells_the_play_and_the_reason_and_leaves_the_hand_open(owner, drill):
    question = deal_hand(drill, "TS 6D v 9H")
    response = owner.post(url(question), headers=HTMX)
    assert_part(response)
    hint = page(response).select_one(".verdict--hint")
    assert "Hint: Hit." in words(hint)
    assert "With a 9 up" in words(hint)
    form = page(response).select_one("form.actions")
    assert form["action"] == reverse("drills:answer", args=[question.public_id])
    assert form.select_one(".actions__hint") is None
    question.refresh_from_db()
    assert question.assisted
    drill.refresh_from_db()
    assert drill.answered == 0


def test_without_htmx_the_page_shows_it_and_a_reload_too(owner, drill):
    question = deal_hand(drill, "TS 6D v 9H")
    play = reverse("drills:play", args=[drill.public_id])
    assert owner.post(url(question))["Location"] == play
    for _number in range(2):
        response = owner.get(play)
        assert_page(response)
        assert "Hint: Hit." in words(page(response).select_one(".verdict--hint"))


def test_the_next_hand_has_no_hint(owner, drill):
    owner.post(url(deal_hand(drill)))
    answer(drill)
    response = owner.get(reverse("drills:play", args=[drill.public_id]))
    assert page(response).select_one(".verdict--hint") is None
    assert page(response).select_one(".actions__hint")
    assert not drill.questions.get(number=2).assisted


def test_a_second_hint_changes_nothing(owner, drill):
    question = deal_hand(drill)
    owner.post(url(question))
    before = recorded()
    assert owner.post(url(question)).status_code == 302
    assert recorded() == before


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["full page", "htmx"])
@pytest.mark.parametrize(
    ("closed_by", "message"),
    [
        ("answer", "You had answered that hand already"),
        ("pause", "The drill is paused."),
        ("end", "This drill is over."),
    ],
)
def test_a_closed_question_gives_no_hint(owner, drill, headers, closed_by, message):
    question = deal_hand(drill)
    if closed_by == "answer":
        answer(drill)
    else:
        owner.post(reverse(f"drills:{closed_by}", args=[drill.public_id]))
    before = recorded()
    response = owner.post(url(question), headers=headers)
    (assert_part if headers else assert_page)(response, 409)
    assert message in words(response)
    assert page(response).select_one(".verdict--hint") is None
    assert recorded() == before


def test_a_strangers_question_gives_no_hint(stranger, drill, guest_drill):
    for one in (drill, guest_drill):
        question = deal_hand(one)
        before = recorded()
        assert_page(stranger.post(url(question)), 404)
        assert_part(stranger.post(url(question), headers=HTMX), 404)
        assert recorded() == before


def test_a_question_that_does_not_exist(owner, rulebook):
    assert_page(owner.post(url(Question(public_id=uuid4()))), 404)


def test_get_is_refused(owner, drill):
    question = deal_hand(drill)
    assert_refused_method(owner.get(url(question)), "POST")
    question.refresh_from_db()
    assert not question.assisted
