"""Cases met in other trainers, through the web. Each test is named after the case's id."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse

from strategy.situations import Category
from tests.factories import DrillFactory, answer, deal_hand, play, taught
from tests.web.pages import HTMX, page, recorded, words
from trainer.decisions.models import Decision, Scope, Tally
from trainer.drills.models import Question


def url(question: Question) -> str:
    return reverse("drills:answer", args=[question.public_id])


def test_g_01_a_key_after_a_change_of_category_stores_nothing_for_the_old_hand(
    rulebook, owner, learner
):
    pairs = DrillFactory(learner=learner, categories=(Category.PAIR,))
    deal_hand(pairs, "8S 8D v 6H")
    hards = DrillFactory(learner=learner, categories=(Category.HARD,))
    shown = page(owner.get(reverse("drills:play", args=[hards.public_id])))
    assert shown.select_one("button[value=P]") is None
    before = recorded()
    response = owner.post(shown.select_one("form.actions")["action"], {"action": "P"})
    assert response.status_code == 422
    assert recorded() == before


def test_g_02_two_presses_store_one_answer_and_leave_the_next_hand_open(owner, drill):
    question = deal_hand(drill, "TS 6D v 9H")
    first = owner.post(url(question), {"action": "H"}, headers=HTMX)
    second = owner.post(url(question), {"action": "H"}, headers=HTMX)
    assert (first.status_code, second.status_code) == (200, 409)
    assert Decision.objects.get().key == question.public_id
    drill.refresh_from_db()
    assert (drill.answered, drill.asked) == (1, 2)
    following = drill.questions.get(number=2)
    for response in (first, second):
        assert page(response).select_one("form.actions")["action"] == url(following)


def test_g_02_a_second_press_is_dropped_while_the_first_is_on_its_way(owner, drill):
    forms = page(owner.get(reverse("drills:play", args=[drill.public_id]))).select("[hx-post]")
    answering = [form for form in forms if "actions" in form.get("class", [])]
    assert [form["hx-sync"] for form in answering] == ["this:drop"]


@pytest.mark.parametrize("deal", ["TS 5D v TH", "TS 6D v TH"])
def test_l_07_where_surrender_is_not_offered_hitting_is_right(rulebook, owner, learner, deal):
    drill = DrillFactory(learner=learner, teaching=taught("six-deck-shoe"))
    question = deal_hand(drill, deal)
    shown = page(owner.get(reverse("drills:play", args=[drill.public_id])))
    assert shown.select_one("button[value=R]") is None
    response = owner.post(url(question), {"action": "H"}, headers=HTMX)
    assert page(response).select_one(".verdict--right")
    assert Decision.objects.get().correct


def test_l_07_where_it_is_offered_surrender_is_right(rulebook, owner, learner):
    drill = DrillFactory(learner=learner, teaching=taught("six-deck-surrender"))
    play(drill, "TS 6D v TH", "R")
    assert Decision.objects.get().correct


@pytest.mark.parametrize(
    ("rule_set", "deal", "status"),
    [
        ("six-deck-shoe", "TS 6D v TH", 422),
        ("six-deck-surrender", "TS 4D 2H v TH", 422),
        ("six-deck-surrender", "TS 6D v TH", 302),
    ],
)
def test_l_06_surrender_is_taken_only_as_a_first_decision(
    rulebook, owner, learner, rule_set, deal, status
):
    drill = DrillFactory(learner=learner, teaching=taught(rule_set))
    assert owner.post(url(deal_hand(drill, deal)), {"action": "R"}).status_code == status
    assert Decision.objects.count() == (status == 302)


def test_l_01_a_forged_split_of_three_cards_is_refused(owner, drill):
    for deal in ("6S 6D AH v 9H", "4S 4D KH v 9H"):
        question = deal_hand(drill, deal)
        assert owner.post(url(question), {"action": "P"}).status_code == 422
    assert not Decision.objects.exists()


def test_g_09_a_reload_in_the_middle_keeps_hands_order_and_answers(owner, drill):
    for _number in range(2):
        answer(drill)
    before = recorded()
    for _number in range(3):
        owner.get(reverse("drills:play", args=[drill.public_id]))
    assert recorded() == before
    assert Decision.objects.count() == 2


def test_g_10_an_answer_that_was_saved_unseen_is_not_saved_twice_when_sent_again(owner, drill):
    question = deal_hand(drill, "TS 6D v 9H")
    owner.post(url(question), {"action": "H"}, headers=HTMX)
    before = recorded()
    again = owner.post(url(question), {"action": "H"}, headers=HTMX)
    assert again.status_code == 409
    assert "Right: Hit with hard 16 against a 9." in words(page(again).select_one(".verdict"))
    assert recorded() == before


def test_g_11_a_quick_answer_is_a_normal_one_and_an_idle_one_is_left_out_of_the_pace(drill):
    with time_machine.travel("2026-03-01 12:00:00Z", tick=False):
        play(drill, "TS 6D v 9H", "H", thought=timedelta(seconds=0.3))
        play(drill, "TS 6D v 9H", "H", thought=timedelta(minutes=10))
    assert list(Decision.objects.order_by("pk").values_list("thinking_ms", flat=True)) == [
        300,
        600_000,
    ]
    tally = Tally.objects.get(scope=Scope.DAY)
    assert (tally.answers, tally.timed, tally.thinking_ms) == (2, 1, 300)


def test_g_12_an_answer_after_a_hint_is_not_in_unaided_accuracy(owner, drill):
    question = deal_hand(drill)
    owner.post(reverse("drills:hint", args=[question.public_id]))
    owner.post(url(question), {"action": "H"})
    tally = Tally.objects.get(scope=Scope.CELL)
    assert (tally.answers, tally.correct, tally.assisted) == (0, 0, 1)


def test_g_13_a_decision_keeps_the_cards_that_were_shown(owner, drill):
    question = deal_hand(drill, "4S 3D v 6H")
    owner.post(url(question), {"action": "S"})
    play(drill, "4S 3D AH v 6H", "S")
    first, second = Decision.objects.order_by("pk")
    assert (first.deal, first.situation) == ("4S 3D v 6H", "43 v 6")
    assert second.deal == "4S 3D AH v 6H"
    response = owner.get(reverse("drills:summary", args=[drill.public_id]))
    hand = page(response).select(".missed")[0].select_one(".hand")
    assert len(hand.select(".card")) == 2
