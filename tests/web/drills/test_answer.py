"""POST /drill/hand/<id>/answer/: grading and recording an answer."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from tests.factories import DrillFactory, UserFactory, answer, deal_hand, decide, play, taught
from tests.web.conftest import client_of
from tests.web.pages import (
    HTMX,
    assert_page,
    assert_part,
    assert_refused_method,
    page,
    recorded,
    statements,
    words,
)
from trainer.accounts.models import User
from trainer.decisions.models import Decision, Scope, Tally
from trainer.drills.models import Dealing, Question


def url(question: Question) -> str:
    return reverse("drills:answer", args=[question.public_id])


def test_a_right_answer_is_recorded_and_the_next_hand_dealt(owner, drill):
    question = deal_hand(drill, "TS 6D v 9H")
    response = owner.post(url(question), {"action": "H"})
    assert response.status_code == 302
    assert response["Location"] == reverse("drills:play", args=[drill.public_id])
    decision = Decision.objects.get()
    assert decision.key == question.public_id
    assert decision.sitting == drill.public_id
    assert (decision.learner, decision.action, decision.right) == (drill.learner, "H", "H")
    assert decision.correct
    drill.refresh_from_db()
    assert (drill.answered, drill.correct, drill.asked) == (1, 1, 2)
    assert drill.questions.count() == 2


def test_a_wrong_answer_says_what_was_right_and_why(owner, drill):
    question = deal_hand(drill, "TS 6D v 9H")
    response = owner.post(url(question), {"action": "S"}, headers=HTMX)
    assert_part(response)
    verdict = page(response).select_one(".verdict--wrong")
    assert "Hit, not Stand, with hard 16 against a 9." in words(verdict)
    assert "With a 9 up the dealer mostly ends at 17 or more" in words(verdict)
    decision = Decision.objects.get()
    assert (decision.action, decision.right, decision.correct) == ("S", "H", False)
    drill.refresh_from_db()
    assert (drill.answered, drill.correct) == (1, 0)


def test_the_row_of_the_chart_is_shown_with_its_cell_lit(owner, drill):
    question = deal_hand(drill, "TS 6D v 9H")
    response = owner.post(url(question), {"action": "H"}, headers=HTMX)
    table = page(response).select_one(".verdict--right table")
    assert table.select_one("tbody th").text == "16"
    columns = [heading.text for heading in table.select("thead th")][1:]
    lit = [index for index, cell in enumerate(table.select("td")) if "cell--lit" in cell["class"]]
    assert [columns[index] for index in lit] == ["9"]


def test_htmx_gets_verdict_next_hand_and_announcement_in_one_part(owner, drill):
    question = deal_hand(drill, "TS 6D v 9H")
    response = owner.post(url(question), {"action": "H"}, headers=HTMX)
    assert_part(response)
    form = page(response).select_one("form.actions")
    following = drill.questions.get(number=2)
    assert form["action"] == form["hx-post"] == url(following)
    announced = page(response).find(attrs={"hx-swap-oob": "innerHTML:#announcer"})
    assert "Right: Hit with hard 16 against a 9." in words(announced)
    assert "Your hand:" in words(announced)


def test_without_htmx_the_page_that_follows_shows_the_verdict(owner, drill):
    question = deal_hand(drill, "TS 6D v 9H")
    response = owner.post(url(question), {"action": "H"}, follow=True)
    assert_page(response)
    assert "Right: Hit with hard 16 against a 9." in words(page(response).select_one(".verdict"))
    assert page(response).find(attrs={"hx-swap-oob": True}) is None


def test_it_is_kept_out_of_every_cache(owner, drill):
    response = owner.post(url(deal_hand(drill)), {"action": "H"}, headers=HTMX)
    assert "no-store" in response["Cache-Control"]


@pytest.mark.parametrize("text", ["h", " H ", "hit", "Hit"])
def test_an_action_is_read_in_either_case_and_as_a_word(owner, drill, text):
    owner.post(url(deal_hand(drill)), {"action": text})
    assert Decision.objects.get().action == "H"


def test_the_last_answer_ends_the_drill(rulebook, owner, learner):
    drill = DrillFactory(learner=learner, length=10)
    for _number in range(9):
        answer(drill)
    response = owner.post(url(deal_hand(drill)), {"action": "H"}, headers=HTMX)
    assert_part(response)
    assert "That was the last hand." in words(response)
    assert page(response).select_one("form.actions") is None
    drill.refresh_from_db()
    assert (drill.answered, drill.asked, drill.questions.count()) == (10, 10, 10)
    assert drill.ended_at == Decision.objects.latest("decided_at").decided_at


def test_an_endless_drill_goes_on(rulebook, learner):
    drill = DrillFactory(learner=learner, length=None)
    for _number in range(25):
        assert answer(drill).next_question
    assert drill.ended_at is None


@pytest.mark.parametrize(
    ("sent", "stored"),
    [
        ("1234", 1234),
        ("0", 0),
        ("2147483647", 2147483647),
        ("2147483648", None),
        ("9" * 5000, None),
        ("-1", None),
        ("soon", None),
        ("1.5", None),
        ("NaN", None),
        ("", None),
        ("\x00", None),
    ],
)
def test_the_time_of_the_browser_is_kept_where_it_makes_sense(owner, drill, sent, stored):
    response = owner.post(url(deal_hand(drill)), {"action": "H", "browser_ms": sent})
    assert response.status_code == 302
    assert Decision.objects.get().browser_ms == stored


def test_without_a_time_of_the_browser_the_answer_counts(owner, drill):
    owner.post(url(deal_hand(drill)), {"action": "H"})
    assert Decision.objects.get().browser_ms is None


def test_thinking_time_is_the_servers(owner, drill):
    with time_machine.travel("2026-03-01 12:00:00Z", tick=False) as clock:
        question = deal_hand(drill)
        clock.shift(4.25)
        owner.post(url(question), {"action": "H", "browser_ms": "1"})
    assert Decision.objects.get().thinking_ms == 4250


def test_a_clock_set_back_gives_no_negative_time(owner, drill):
    question = deal_hand(drill)
    Question.objects.update(asked_at=timezone.now() + timedelta(hours=1))
    assert owner.post(url(question), {"action": "H"}).status_code == 302
    assert Decision.objects.get().thinking_ms == 0


def test_a_hand_left_open_for_a_year_can_be_answered(owner, drill):
    question = deal_hand(drill)
    Question.objects.update(asked_at=timezone.now() - timedelta(days=366))
    assert owner.post(url(question), {"action": "H"}).status_code == 302
    assert Decision.objects.get().thinking_ms == 2**31 - 1
    assert Tally.objects.get(scope=Scope.DAY).timed == 0


def test_an_answer_of_a_user_costs_at_most_eight_statements(owner, drill):
    question = deal_hand(drill)
    owner.post(url(question), {"action": "H"}, headers=HTMX)
    question = deal_hand(drill)
    with statements() as made:
        owner.post(url(question), {"action": "H"}, headers=HTMX)
    assert Decision.objects.count() == 2
    assert 1 <= len(made) <= 8, made


def test_an_answer_costs_the_same_after_many_answers(owner, learner, drill):
    counts = []
    for earlier in (0, 30):
        for _number in range(earlier):
            decide(learner)
        question = deal_hand(drill)
        with statements() as made:
            owner.post(url(question), {"action": "H"}, headers=HTMX)
        counts.append(len(made))
    assert counts[0] == counts[1] > 0


def test_a_block_of_weak_spots_costs_one_statement_more_in_ten(rulebook):
    user = UserFactory()
    client = client_of(user)
    drill = DrillFactory(learner=user, dealing=Dealing.WEAK, length=None)
    counts = []
    for _number in range(20):
        question = deal_hand(drill)
        with statements() as made:
            client.post(url(question), {"action": "H"}, headers=HTMX)
        counts.append(len(made))
    assert counts.count(max(counts)) == 2
    assert max(counts) == min(counts) + 1 <= 9


def test_a_guests_first_answer_makes_the_guest(guest, guest_drill):
    question = deal_hand(guest_drill)
    assert not User.objects.exists()
    response = guest.post(url(question), {"action": "H"}, headers=HTMX)
    assert_part(response)
    person = User.objects.get()
    assert person.is_guest
    assert Decision.objects.get().learner == person
    guest_drill.refresh_from_db()
    assert guest_drill.learner == person


def test_an_assisted_answer_is_told_apart(owner, drill):
    question = deal_hand(drill)
    owner.post(reverse("drills:hint", args=[question.public_id]))
    response = owner.post(url(question), {"action": "H"}, headers=HTMX)
    assert "With a hint: not counted." in words(response)
    assert Decision.objects.get().assisted
    tally = Tally.objects.get(scope=Scope.CELL)
    assert (tally.answers, tally.correct, tally.assisted) == (0, 0, 1)


def test_get_is_refused(owner, drill):
    question = deal_hand(drill)
    before = recorded()
    assert_refused_method(owner.get(url(question)), "POST")
    assert_refused_method(owner.put(url(question)), "POST")
    assert recorded() == before


def test_with_a_partial_chart_the_answer_is_graded_by_what_it_states(rulebook, owner, learner):
    advice = taught("match-table", "match-table-advice")
    drill = DrillFactory(learner=learner, teaching=advice)
    play(drill, "TS 6D v 9H", "H")
    assert Decision.objects.get().chart == advice.chart.current
    assert Decision.objects.get().correct
