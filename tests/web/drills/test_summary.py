"""GET /drill/<id>/summary/: how a drill went."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from django.urls import reverse

from tests.factories import DrillFactory, answer, deal_hand, play
from tests.web.pages import (
    assert_page,
    assert_refused_method,
    page,
    recorded,
    statements,
    words,
)
from trainer.drills.models import Drill

RIGHT, WRONG = ("TS 6D v 9H", "H"), ("TS 6D v 9H", "S")
"""Hard 16 against a 9."""


def url(drill: Drill) -> str:
    return reverse("drills:summary", args=[drill.public_id])


def figures(response) -> dict[str, tuple[str, str]]:
    """Value and note of each figure, by its label."""
    return {
        words(stat.select_one(".stat__label")): (
            words(stat.select_one(".stat__value")),
            words(stat.select_one(".stat__note")),
        )
        for stat in page(response).select(".stat")
    }


def hint(drill: Drill, deal: str) -> None:
    question = deal_hand(drill, deal)
    question.assisted = True
    question.save()


def test_accuracy_and_pace_by_category(owner, drill):
    for number in range(10):
        play(drill, *(RIGHT if number < 7 else WRONG), thought=timedelta(seconds=2))
    for number in range(2):
        play(drill, "8S 8D v 9H", "P" if number else "S", thought=timedelta(seconds=5))
    response = owner.get(url(drill))
    assert_page(response)
    assert figures(response) == {
        "All hands": ("67%", "8 right of 12 · 2.5 s a hand · loses 2.05 bets per 100 such hands"),
        "Hard totals": ("70%", "7 right of 10 · 2.0 s a hand · loses 1.11 bets per 100 such hands"),
        "Pairs": ("1 of 2", "5.0 s a hand · too few for a rate"),
    }


@pytest.mark.parametrize(
    ("seconds", "note"),
    [
        (119.5, "60.8 s a hand · too few for a rate"),
        (120, "2.0 s a hand · too few for a rate"),
        (3600, "2.0 s a hand · too few for a rate"),
    ],
)
@time_machine.travel("2026-03-01 12:00:00Z", tick=False)
def test_a_hand_left_lying_counts_as_an_answer_and_not_for_the_pace(owner, drill, seconds, note):
    play(drill, *RIGHT, thought=timedelta(seconds=2))
    play(drill, *RIGHT, thought=timedelta(seconds=seconds))
    assert figures(owner.get(url(drill)))["All hands"] == ("2 of 2", note)


def test_without_a_timed_answer_no_pace_is_claimed(owner, drill):
    play(drill, *RIGHT, thought=timedelta(hours=1))
    assert figures(owner.get(url(drill)))["All hands"] == ("1 of 1", "too few for a rate")


def test_answers_after_a_hint_are_told_apart(owner, drill):
    play(drill, *WRONG, thought=timedelta(seconds=2))
    hint(drill, RIGHT[0])
    answer(drill, "H", thought=timedelta(seconds=60))
    response = owner.get(url(drill))
    assert figures(response)["All hands"] == ("0 of 1", "2.0 s a hand · too few for a rate")
    assert "1 answer came after a hint and is not counted." in words(response)
    hint(drill, RIGHT[0])
    answer(drill, "H")
    assert "2 answers came after a hint and are not counted." in words(owner.get(url(drill)))


@pytest.mark.parametrize(("answers", "value"), [(9, "9 of 9"), (10, "100%")])
def test_a_rate_is_claimed_from_ten_answers_on(owner, drill, answers, value):
    for _number in range(answers):
        play(drill, *RIGHT)
    assert figures(owner.get(url(drill)))["All hands"][0] == value


def test_missed_hands_are_listed_once_each_most_missed_first(owner, drill):
    play(drill, "AS 7D v 9H", "S")
    for _number in range(2):
        play(drill, *WRONG)
    play(drill, *RIGHT)
    play(drill, "8S 8D v 9H", "P")
    missed = [words(miss) for miss in page(owner.get(url(drill))).select(".missed")]
    assert len(missed) == 2
    assert "Right: Hit · You: Stand · missed 2 times" in missed[0]
    assert "Right: Hit · You: Stand" in missed[1]
    assert "missed" not in missed[1]
    cards = page(owner.get(url(drill))).select(".missed")[1].select(".card")
    assert [card["aria-label"] for card in cards] == [
        "ace of spades",
        "7 of diamonds",
        "9 of hearts",
    ]


def test_a_missed_hand_is_in_the_list_only_of_its_drill(owner, drill):
    play(drill, *WRONG)
    other = DrillFactory(learner=drill.learner)
    play(other, *RIGHT)
    assert "No mistake" in words(owner.get(url(other)))


def test_missed_hands_can_be_drilled_again(owner, drill):
    play(drill, *WRONG)
    form = page(owner.get(url(drill))).find("button", string="Drill these again").parent.parent
    assert form["action"] == reverse("drills:again", args=[drill.public_id])
    assert form["method"] == "post"


def test_without_a_mistake_it_says_so(owner, drill):
    play(drill, *RIGHT)
    response = owner.get(url(drill))
    assert "No mistake" in words(response)
    assert "Drill these again" not in words(response)


def test_before_the_first_answer_it_says_what_to_do(owner, drill):
    response = owner.get(url(drill))
    assert_page(response)
    assert "Answer a hand, and your result is here." in words(response)
    assert page(response).find("a", string="Go on with your drill")


def test_a_drill_that_is_open_can_go_on(owner, drill):
    answer(drill)
    assert "Your drill so far" in words(owner.get(url(drill)))
    assert page(owner.get(url(drill))).find("a", string="Go on with your drill")
    owner.post(reverse("drills:end", args=[drill.public_id]))
    assert page(owner.get(url(drill))).find("a", string="Go on with your drill") is None


def test_a_guest_is_told_how_to_keep_it_and_a_user_is_not(guest, guest_drill, owner, drill):
    for one in (guest_drill, drill):
        answer(one)
    invitation = "Sign up and take them along"
    assert invitation in words(guest.get(url(guest_drill)))
    assert invitation not in words(owner.get(url(drill)))


def test_looking_changes_nothing(owner, drill):
    play(drill, *WRONG)
    before = recorded()
    owner.get(url(drill))
    assert recorded() == before


def test_it_does_not_exist_for_a_stranger(stranger, drill, guest_drill):
    for one in (drill, guest_drill):
        assert_page(stranger.get(url(one)), 404)
        answer(one)
        assert_page(stranger.get(url(one)), 404)


def test_a_drill_that_does_not_exist(owner, rulebook):
    assert_page(owner.get(url(Drill(public_id=uuid4()))), 404)


def test_post_is_refused(owner, drill):
    assert_refused_method(owner.post(url(drill)), "GET", "HEAD")


def test_the_number_of_statements_is_constant(rulebook, owner, learner):
    drill = DrillFactory(learner=learner, length=None)
    counts = []
    for more in (1, 20):
        for _number in range(more):
            play(drill, *WRONG)
            answer(drill)
        with statements() as made:
            owner.get(url(drill))
        counts.append(len(made))
    assert counts[0] == counts[1] <= 5
