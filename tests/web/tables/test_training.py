"""Training at the table: hints, advice, tests, and what of it is logged as decisions."""

from __future__ import annotations

from uuid import UUID

import pytest
import time_machine

from tests.factories import TableFactory, make_move, place_bet, play_round, taught
from tests.factories.tables import EARLY, NO_SURRENDER, SIX_DECKS
from tests.web.pages import HTMX, page, words
from tests.web.tables.reading import (
    FORMS,
    assert_refused,
    assert_table_part,
    at,
    post,
    stored,
)
from trainer.accounts.models import User
from trainer.decisions.models import Decision, Mode, Scope, Tally
from trainer.tables.models import PlayedRound, Training
from trainer.tables.training import TEST_CODES

STALE = "The table has moved on since that page was shown. This is how it stands."
NO_ADVICE = "There is nothing to advise on now."
NO_GUESS = "There is nothing to guess now."


def opened(learner, training: Training, **settings):
    return TableFactory(learner=learner, training=training, **settings)


def logged() -> list[tuple[str, str, str, bool]]:
    """The decisions in order: situation, action, right action, and whether assisted."""
    rows = Decision.objects.order_by("pk")
    return [(row.situation, row.action, row.right, row.assisted) for row in rows]


def marks(response) -> dict[str, str]:
    """The codes of the test's bar that were tried, and whether right."""
    return {
        button["value"]: "right" if "guess--right" in button["class"] else "wrong"
        for button in page(response).select(".guess")
        if button.has_attr("aria-disabled")
    }


def hint(response) -> str | None:
    found = page(response).select_one(".hint")
    return words(found) if found else None


# What is logged


def test_every_decision_is_logged_in_the_mode_of_the_table(stack, table, learner):
    with time_machine.travel("2026-03-01 12:00:00Z", tick=False) as clock:
        stack(table, "2S 9H 3D TC 4S TH")
        place_bet(table)
        clock.shift(2.5)
        make_move(table, "H")
        clock.shift(4)
        make_move(table, "S")
    assert logged() == [("23 v 9", "H", "H", False), ("234 v 9", "S", "H", False)]
    first, second = Decision.objects.order_by("pk")
    row = PlayedRound.objects.get()
    assert first.learner == learner
    assert {first.mode, second.mode} == {Mode.TABLE}
    assert first.sitting == second.sitting == row.public_id
    assert first.key != second.key
    assert (first.rules, first.chart) == (table.rules, table.chart)
    assert (first.deal, second.deal) == ("2S 3D v 9H", "2S 3D 4S v 9H")
    assert (first.thinking_ms, second.thinking_ms) == (2500, 4000)
    assert first.correct
    assert first.cost_millionths == 0
    assert not second.correct
    assert second.cost_millionths > 0
    assert Tally.objects.get(scope=Scope.DAY, mode=Mode.TABLE).answers == 2


def test_what_no_chart_answers_is_not_logged(stack, table):
    stack(table, "TS AH 8D 9C")
    play_round(table, "N")
    assert logged() == []
    make_move(table, "S")
    assert logged() == [("T8 v A", "S", "S", False)]


def test_split_aces_that_could_be_split_again_are_a_decision(stack, learner, rulebook):
    table = TableFactory(learner=learner, rules="8D S17 ENHC DOA DAS SP4 SA3 NS 3:2 INS1 CUT75")
    stack(table, "AS 9H AD AC 3S 2H")
    play_round(table, "P S")
    assert logged() == [("AA v 9", "P", "P", False), ("AA v 9 -H -D", "S", "P", False)]


def test_hands_after_a_split_are_decisions_of_their_own(stack, table):
    stack(table, "8S 6H 8D TC 3S 2S TH")
    play_round(table, "P D S")
    assert logged() == [
        ("88 v 6", "P", "P", False),
        ("83 v 6 -R", "D", "D", False),
        ("82 v 6 -R", "S", "D", False),
    ]


def test_a_refused_action_is_not_logged(owner, stack, table):
    stack(table, "TS 9H 6D TC")
    place_bet(table)
    assert post(owner, "act", table, action="P").status_code == 422
    assert logged() == []


def test_a_guest_becomes_a_row_with_the_first_graded_decision_only(guest, stack, rulebook):
    table = TableFactory(guest_key="the-guest", time_zone="Asia/Kolkata")
    stack(table, "TS AH 8D 9C")
    post(guest, "deal", table, bet="10")
    post(guest, "act", table, action="N")
    assert not User.objects.exists()
    assert table.learner is None
    with time_machine.travel("2026-03-01 20:00:00Z", tick=False):
        post(guest, "act", table, action="S")
    person = User.objects.get()
    assert (person.guest_key, person.time_zone) == ("the-guest", "Asia/Kolkata")
    assert table.learner == person
    assert str(Decision.objects.get().day) == "2026-03-02"
    stack(table, "TS 9H 6D TC")
    post(guest, "deal", table, bet="10")
    post(guest, "act", table, action="S")
    assert User.objects.count() == 1
    assert Decision.objects.filter(learner=person).count() == 2


# No help


def test_without_training_nothing_is_shown(owner, stack, learner, rulebook):
    table = opened(learner, Training.NONE)
    stack(table, "TS 9H 6D TC")
    place_bet(table)
    shown = page(owner.get(at("play", table)))
    assert shown.find(id="advise") is None
    assert shown.select(".hint, .guess") == []
    before = stored()
    assert_refused(post(owner, "advise", table), 422, NO_ADVICE)
    assert_refused(post(owner, "guess", table, code="H"), 422, NO_GUESS)
    assert stored() == before


# Hint


@pytest.mark.parametrize(
    ("cards", "moves", "told"),
    [
        ("TS 9H 6D TC", "", "Rh Surrender, else hit"),
        ("TS 6H 6D TC", "", "S Stand"),
        ("6S 5H 5D TC", "", "Dh Double, else hit"),
        ("8S 6H 8D TC", "", "P Split"),
        ("AS 4H 7D TC", "", "Ds Double, else stand"),
        ("2S 9H 3D TC 4S", "H", "H Hit"),
        ("AS 4H 2D TC 5S", "H", "S Stand"),
    ],
)
def test_a_hint_is_the_best_play(owner, stack, learner, rulebook, cards, moves, told):
    table = opened(learner, Training.HINT)
    stack(table, cards)
    play_round(table, moves)
    assert hint(owner.get(at("play", table))) == told


def test_a_hint_passes_on_insurance(owner, stack, learner, rulebook):
    table = opened(learner, Training.HINT)
    stack(table, "TS AH 8D 9C")
    place_bet(table)
    assert hint(owner.get(at("play", table))).startswith("N Pass")


def test_there_is_no_hint_where_the_chart_is_silent(owner, stack, learner, rulebook):
    table = opened(learner, Training.HINT)
    partial = taught("match-table", "match-table-advice")
    table.rules, table.chart = partial.rule_set.current, partial.chart.current
    table.save()
    stack(table, "AS 9H 3D TC")
    place_bet(table)
    assert hint(owner.get(at("play", table))) is None


def test_hinted_decisions_are_assisted_and_not_among_the_answers(stack, learner, rulebook):
    table = opened(learner, Training.HINT)
    stack(table, "2S 9H 3D TC 4S TH")
    play_round(table, "H S")
    assert logged() == [("23 v 9", "H", "H", True), ("234 v 9", "S", "H", True)]
    for tally in Tally.objects.all():
        assert (tally.answers, tally.correct, tally.cost_millionths) == (0, 0, 0)
        assert tally.assisted


# Advice


@pytest.mark.parametrize("headers", FORMS.values(), ids=FORMS)
def test_the_question_mark_turns_into_the_hint(owner, stack, learner, rulebook, headers):
    table = opened(learner, Training.ADVISE)
    stack(table, "TS 9H 6D TC")
    place_bet(table)
    shown = owner.get(at("play", table))
    assert page(shown).find(id="advise")
    assert hint(shown) is None
    response = post(owner, "advise", table, headers=headers)
    if headers:
        assert_table_part(response)
    else:
        assert response.status_code == 302
        response = owner.get(at("play", table))
    assert hint(response) == "Rh Surrender, else hit"
    assert page(response).find(id="advise") is None
    assert table.version == 2


def test_only_the_decision_that_was_advised_on_is_assisted(owner, stack, learner, rulebook):
    table = opened(learner, Training.ADVISE)
    stack(table, "2S 9H 3D TC 4S TH")
    place_bet(table)
    post(owner, "advise", table)
    post(owner, "act", table, action="H")
    shown = owner.get(at("play", table))
    assert page(shown).find(id="advise")
    assert hint(shown) is None
    post(owner, "act", table, action="S")
    assert logged() == [("23 v 9", "H", "H", True), ("234 v 9", "S", "H", False)]
    tally = Tally.objects.get(scope=Scope.DAY)
    assert (tally.answers, tally.assisted) == (1, 1)


def test_without_a_round_there_is_no_advice(owner, stack, learner, rulebook):
    table = opened(learner, Training.ADVISE)
    assert_refused(post(owner, "advise", table), 409, "No round is open: place a bet.")
    stack(table, "TS AH 8D 9C")
    place_bet(table)
    asked = post(owner, "advise", table, headers=HTMX)
    assert hint(asked).startswith("N Pass")
    before = stored()
    assert_refused(post(owner, "advise", table, version=0), 409, STALE)
    assert stored() == before


# Test


@pytest.mark.parametrize("headers", FORMS.values(), ids=FORMS)
def test_wrong_guesses_are_marked_until_the_right_one(owner, stack, learner, rulebook, headers):
    table = opened(learner, Training.TEST)
    stack(table, "TS 9H 6D TC")
    place_bet(table)
    shown = page(owner.get(at("play", table)))
    assert [b["value"] for b in shown.select(".guess")] == [code.value for code in TEST_CODES]
    expected = {}
    for code, mark in [("S", "wrong"), ("Rs", "wrong"), ("H", "wrong"), ("Rh", "right")]:
        response = post(owner, "guess", table, headers=headers, code=code)
        if headers:
            assert_table_part(response)
        else:
            assert response.status_code == 302
            response = owner.get(at("play", table))
        expected[code] = mark
        assert marks(response) == expected
    assert_refused(post(owner, "guess", table, code="P"), 422, NO_GUESS)
    assert logged() == [("T6 v 9", "S", "R", False)]


def test_the_first_guess_is_the_decision_and_the_play_is_not(owner, stack, learner, rulebook):
    table = opened(learner, Training.TEST)
    stack(table, "2S 9H 3D TC 4S TH")
    place_bet(table)
    post(owner, "guess", table, code="S", browser_ms="700")
    post(owner, "guess", table, code="H")
    post(owner, "act", table, action="H")
    assert logged() == [("23 v 9", "S", "H", False)]
    assert Decision.objects.get().browser_ms == 700
    assert marks(owner.get(at("play", table))) == {}
    assert PlayedRound.objects.get().guesses == []
    post(owner, "guess", table, code="H")
    post(owner, "act", table, action="S")
    assert logged()[1:] == [("234 v 9", "H", "H", False)]
    tally = Tally.objects.get(scope=Scope.DAY)
    assert (tally.answers, tally.correct) == (2, 1)


def test_who_plays_without_guessing_is_graded_by_the_play(owner, stack, learner, rulebook):
    table = opened(learner, Training.TEST)
    stack(table, "TS 9H 6D TC")
    place_bet(table)
    post(owner, "act", table, action="S")
    assert logged() == [("T6 v 9", "S", "R", False)]


def test_the_same_wrong_guess_again_changes_no_mark(owner, stack, learner, rulebook):
    table = opened(learner, Training.TEST)
    stack(table, "TS 9H 6D TC")
    place_bet(table)
    for _ in range(2):
        post(owner, "guess", table, code="S")
    assert PlayedRound.objects.get().guesses == ["S"]
    assert Decision.objects.count() == 1


@pytest.mark.parametrize(
    ("cards", "right"),
    [
        ("TS 6H 6D TC", {"S"}),
        ("6S 5H 5D TC", {"Dh"}),
        ("AS 4H 7D TC", {"Ds"}),
        ("8S 6H 8D TC", {"P"}),
        ("TS 9H 6D TC", {"Rh"}),
        ("8S TH 8D 9C", {"P"}),
    ],
)
def test_each_code_of_the_bar_is_right_or_wrong(owner, stack, learner, rulebook, cards, right):
    table = opened(learner, Training.TEST)
    stack(table, cards)
    place_bet(table)
    wrong = [code.value for code in TEST_CODES if code.value not in right]
    for number, code in enumerate([*wrong, *right], start=1):
        response = post(owner, "guess", table, headers=HTMX, code=code)
        assert response.status_code == 200, code
        assert len(marks(response)) == number
    assert {code for code, mark in marks(response).items() if mark == "right"} == right
    assert Decision.objects.count() == 1


@pytest.mark.parametrize(
    ("rules", "cards", "moves", "code", "graded"),
    [
        (SIX_DECKS, "2S 9H 3D TC", "", "P", "R"),
        (NO_SURRENDER, "2S 9H 3D TC", "", "Rp", "S"),
        (SIX_DECKS, "2S 9H 2D TC 4S", "H", "P", "S"),
    ],
)
def test_a_code_that_names_no_play_of_the_hand_is_wrong(
    owner, stack, learner, rulebook, rules, cards, moves, code, graded
):
    """Graded as the best play but the chart's, which is to hit in all of these."""
    table = opened(learner, Training.TEST, rules=rules)
    stack(table, cards)
    play_round(table, moves)
    Decision.objects.all().delete()
    response = post(owner, "guess", table, headers=HTMX, code=code)
    assert marks(response) == {code: "wrong"}
    assert [(action, right) for _, action, right, _ in logged()] == [(graded, "H")]


def test_where_a_code_comes_down_to_the_right_play_it_is_right(owner, stack, learner, rulebook):
    table = opened(learner, Training.TEST, rules=NO_SURRENDER)
    stack(table, "2S 9H 3D TC 4S")
    play_round(table, "H")
    assert marks(post(owner, "guess", table, headers=HTMX, code="Dh")) == {"Dh": "right"}


@pytest.mark.parametrize(
    "code", ["", "h", "Ph", "Pd", "Ps", "-", "X", "HS", "\x00", "♠", "H" * 9999]
)
def test_an_unknown_code_is_refused(owner, stack, learner, rulebook, code):
    table = opened(learner, Training.TEST)
    stack(table, "TS 9H 6D TC")
    place_bet(table)
    before = stored()
    response = post(owner, "guess", table, headers=HTMX, code=code)
    assert_refused(response, 422, "That is not a play. Choose one of the buttons.")
    assert stored() == before


def test_without_a_question_there_is_nothing_to_guess(owner, stack, learner, rulebook):
    table = opened(learner, Training.TEST)
    assert_refused(post(owner, "guess", table, code="H"), 409, "No round is open: place a bet.")
    stack(table, "TS AH 8D 9C")
    place_bet(table)
    assert page(owner.get(at("play", table))).select(".guess") == []
    before = stored()
    assert_refused(post(owner, "guess", table, code="H"), 422, NO_GUESS)
    assert_refused(post(owner, "guess", table, version=0, code="H"), 409, STALE)
    assert stored() == before


def test_the_first_guess_makes_the_guest(guest, stack, rulebook):
    table = TableFactory(guest_key="the-guest", training=Training.TEST)
    stack(table, "TS 9H 6D TC")
    place_bet(table)
    post(guest, "guess", table, code="Rh")
    assert User.objects.get().guest_key == "the-guest"
    assert logged() == [("T6 v 9", "R", "R", False)]


# Early surrender


@pytest.mark.parametrize(
    ("cards", "moves", "decisions"),
    [
        ("TS TH 6D 9C", "R", [("T6 v T", "R", "R", False)]),
        (
            "TS TH 6D 9C",
            "N S",
            [("T6 v T", "H", "R", False), ("T6 v T -R", "S", "H", False)],
        ),
        ("TS TH 9D 9C", "N S", [("T9 v T -R", "S", "S", False)]),
        ("TS TH 9D 9C", "R", [("T9 v T", "R", "S", False)]),
        ("TS AH 6D 9C", "N R", [("T6 v A", "R", "R", False)]),
        ("TS 9H 6D 9C", "R", [("T6 v 9", "R", "R", False)]),
    ],
)
def test_early_surrender_taken_and_not(stack, learner, rulebook, cards, moves, decisions):
    table = TableFactory(learner=learner, rules=EARLY)
    stack(table, cards)
    row = play_round(table, moves)
    assert row.ended_at
    assert logged() == decisions
    assert len({UUID(str(d.key)) for d in Decision.objects.all()}) == len(decisions)


def test_advice_before_an_early_surrender_counts_for_the_play_that_follows(
    owner, stack, learner, rulebook
):
    table = opened(learner, Training.ADVISE, rules=EARLY)
    stack(table, "TS TH 9D 9C")
    place_bet(table)
    assert hint(post(owner, "advise", table, headers=HTMX)) == "S Stand"
    assert hint(post(owner, "act", table, headers=HTMX, action="N")) == "S Stand"
    post(owner, "act", table, action="S")
    assert logged() == [("T9 v T -R", "S", "S", True)]


def test_a_guess_before_an_early_surrender_is_not_asked_again(owner, stack, learner, rulebook):
    table = opened(learner, Training.TEST, rules=EARLY)
    stack(table, "TS TH 9D 9C")
    place_bet(table)
    assert marks(post(owner, "guess", table, headers=HTMX, code="S")) == {"S": "right"}
    response = post(owner, "act", table, headers=HTMX, action="N")
    assert marks(response) == {"S": "right"}
    post(owner, "act", table, action="S")
    assert logged() == [("T9 v T", "S", "S", False)]


def test_a_surrender_guessed_and_not_taken_is_logged_once(owner, stack, learner, rulebook):
    table = opened(learner, Training.TEST, rules=EARLY)
    stack(table, "TS TH 6D 9C 3S 2S")
    place_bet(table)
    post(owner, "guess", table, code="Rh")
    post(owner, "act", table, action="N")
    post(owner, "act", table, action="H")
    assert logged() == [("T6 v T", "R", "R", False)]
    assert marks(owner.get(at("play", table))) == {}
