"""What a match leaves behind: decisions in the log of who made them, and sums of each seat."""

from __future__ import annotations

import json

import pytest

from strategy.actions import Action
from strategy.analysis import analyse
from strategy.match import Match
from strategy.money import CHIP
from tests.factories.matches import CHART, OWN, act, beside, bet, seeded, stand, state_of
from tests.web.matches.reading import send, shown
from tests.web.pages import HTMX, page, words
from trainer.decisions.models import Decision, Mode, Scope, Tally
from trainer.matches import states
from trainer.matches.models import PlayerKind, Seat
from trainer.matches.services import Place
from trainer.tables.luck import expected_result


def hard_19(match: Match) -> bool:
    """Ann is to act with a 19 or 20 that is no pair, which is stood on."""
    if not match.playing or match.turn != 0:
        return False
    hand = match.round.active[1].hand
    return hand.total in (19, 20) and not hand.soft and not hand.pair


def in_play(cast, *places, where=hard_19, hints: bool = False, **terms):
    """A table at which Ann is to act, with 25 chips on her hand."""
    table = cast.made(*places, **terms)
    bets = [25, 5][: table.seats.filter(kind="person").count()]
    seeded(table, where, *map(str, bets))
    table.seats.update(hints=hints)
    bet(cast.ann, table, *bets)
    return table


@pytest.mark.parametrize(("action", "correct"), [("S", True), ("H", False)])
def test_a_decision_at_ones_own_seat_goes_to_the_log(cast, action, correct):
    table = in_play(cast)
    match = state_of(table)
    send(cast.ann_phone, "act", table, action=action, browser_ms="1234")
    decision = Decision.objects.get()
    assert (decision.learner, decision.mode) == (cast.ann.user, Mode.TABLE)
    assert (decision.action, decision.right, decision.correct) == (action, "S", correct)
    assert (decision.rules, decision.sitting) == (table.rules, table.public_id)
    cards = " ".join(card.code for card in match.round.active[1].cards)
    assert decision.deal == f"{cards} v {match.round.upcard.code}"
    assert (decision.browser_ms, decision.assisted) == (1234, False)
    assert Tally.objects.get(scope=Scope.DAY).answers == 1


def test_the_grade_is_by_the_exact_chart_of_the_tables_rules_and_so_is_the_cost(cast):
    table = in_play(cast, hits_soft_17=True)
    question = state_of(table).round.question
    values = analyse(question.rules.core).evaluate(question).values
    send(cast.ann_phone, "act", table, action="H")
    decision = Decision.objects.get()
    cost = max(values.values()) - values[Action.HIT]
    assert decision.cost_millionths == pytest.approx(1_000_000 * cost, abs=1)
    assert "H17" in decision.rules.code


def test_guests_have_a_log_too(cast):
    table = cast.begun()
    seeded(table, lambda match: match.playing and match.turn == 1, "5", "5", "S")
    bet(cast.ann, table, 5)
    bet(cast.ben, table, 5)
    act(cast.ann, table, "S")
    act(cast.ben, table, "S")
    learners = list(Decision.objects.order_by("decided_at").values_list("learner", flat=True))
    assert learners == [cast.ann.user.pk, cast.person(table, "Ben").user_id]


def test_who_plays_beside_somebody_leaves_nothing_in_their_log(cast):
    table = cast.made(beside("Bob"), OWN)
    seeded(table, lambda match: match.playing and match.turn == 0, "5", "5")
    bet(cast.ann, table, 5, 5)
    send(cast.ann_phone, "act", table, action="S")
    assert not Decision.objects.exists()
    if state_of(table).playing:
        send(cast.ann_phone, "act", table, action="S")
        assert Decision.objects.count() == 1


def test_computer_players_leave_nothing_in_anybodys_log(cast):
    table = in_play(cast, OWN, CHART)
    send(cast.ann_phone, "stand_in", table, 0, kind="chart")
    assert state_of(table).rounds_played >= 1
    assert not Decision.objects.exists()


def test_what_is_refused_leaves_nothing_in_the_log(cast):
    table = in_play(cast)
    for action in ("P", "R", "X"):
        send(cast.ann_phone, "act", table, action=action)
    send(cast.ann_phone, "act", table, seen=0, action="S")
    assert not Decision.objects.exists()


def test_a_match_that_is_played_again_from_its_row_is_not_logged_again(cast):
    table = in_play(cast)
    send(cast.ann_phone, "act", table, action="S")
    stand(cast.ann, table)
    logged = list(Decision.objects.values_list("key", flat=True))
    for _process in range(3):
        states._kept.clear()
        shown(cast.ann_phone, table)
    bet(cast.ann, table, 5)
    assert list(Decision.objects.values_list("key", flat=True)) == logged
    assert len(set(logged)) == len(logged)


def test_with_the_best_play_shown_a_decision_is_assisted_and_the_next_is_not(cast):
    table = in_play(cast, hints=True, where=lambda match: is_stiff(match))
    response = send(cast.ann_phone, "hint", table, headers=HTMX)
    assert words(page(response).select_one(".hint")) == "H Hit"
    assert "Best: Hit." in words(page(response).select_one("template"))
    assert not page(response).find(id="hint")
    response = send(cast.ann_phone, "act", table, action="H", headers=HTMX)
    assert not page(response).select(".hint")
    assert page(response).find(id="hint")
    send(cast.ann_phone, "act", table, action="S")
    assisted = list(Decision.objects.order_by("pk").values_list("assisted", flat=True))
    assert assisted == [True, False]


def is_stiff(match: Match) -> bool:
    """Ann has 12 to 14 against a ten, and would have no more than 17 with the next card."""
    if not match.playing or match.turn != 0:
        return False
    hand = match.round.active[1].hand
    if hand.soft or hand.pair or not 12 <= hand.total <= 14:
        return False
    after = match.act(0, Action.HIT)
    return match.round.upcard.rank.points == 10 and after.playing and after.turn == 0


def test_a_hint_is_for_the_seat_whose_turn_it_is_and_shown_to_nobody_else(cast):
    table = cast.begun()
    seeded(table, lambda match: match.playing and match.turn == 0, "5", "5")
    table.seats.filter(number=0).update(hints=True)
    bet(cast.ann, table, 5)
    bet(cast.ben, table, 5)
    assert page(shown(cast.ann_phone, table)).find(id="hint")
    assert not page(shown(cast.ben_phone, table)).find(id="hint")
    send(cast.ann_phone, "hint", table)
    assert page(shown(cast.ann_phone, table)).select_one(".hint")
    assert not page(shown(cast.ben_phone, table)).select_one(".hint")
    act(cast.ann, table, "S")
    assert not page(shown(cast.ben_phone, table)).find(id="hint"), "none was agreed for Ben"


def test_the_time_to_think_is_not_cut_by_what_others_do(cast, clock):
    table = cast.begun()
    seeded(table, lambda match: match.playing and match.turn == 0, "5", "5")
    bet(cast.ann, table, 5)
    bet(cast.ben, table, 5)
    clock.shift(4)
    send(cast.ben_phone, "leave", table)
    clock.shift(3)
    send(cast.ann_phone, "act", table, action="S")
    assert Decision.objects.get().thinking_ms == 7000


def test_the_sums_of_a_seat_are_those_of_its_plays(cast):
    table = in_play(cast, rounds=1)
    question, rules = state_of(table).round.question, state_of(table).agreement.rules
    values = analyse(question.rules.core).evaluate(question).values
    cost = values[Action.STAND] - values[Action.HIT]
    act(cast.ann, table, "H")
    while (match := state_of(table)).playing and match.turn == 0:
        act(cast.ann, table, "S")
    others = stand(cast.ann, table)
    seat = table.seats.get(number=0)
    stake = 25 * CHIP
    assert (seat.played, seat.mistakes, seat.squared_bets) == (1, 1, stake**2)
    assert seat.decisions in (1, 2)
    assert seat.expected == pytest.approx(expected_result(rules, stake))
    assert seat.expected == pytest.approx(stake * -0.004, abs=stake * 0.02)
    assert seat.given_up == pytest.approx(stake * cost)
    assert seat.mistakes_cost == pytest.approx(stake * cost)
    rows = page(shown(cast.ann_phone, table)).select(".match-result__own")
    row = next(row for row in rows if words(row.th) == "Ann")
    told = [words(cell) for cell in row.select("td")]
    assert told[2] == f"1 of {seat.decisions}"
    assert told[3] == f"−{25 * cost:.1f}"
    luck = (others.piles[0] - 100 * CHIP - seat.expected + seat.given_up) / CHIP
    assert told[4].replace("−", "-") == f"{luck:+.1f}".removesuffix(".0")


def test_perfect_play_makes_no_mistake_in_any_round(cast):
    table = cast.made(OWN, CHART, rounds=6)
    while not (match := state_of(table)).over:
        if match.playing:
            chart = states.chart_for(table)
            act(cast.ann, table, str(chart.advise(match.round.question).action))
        else:
            bet(cast.ann, table, 5)
    for seat in table.seats.all():
        assert (seat.played, seat.mistakes, seat.mistakes_cost) == (6, 0, 0)
        assert 0 <= seat.given_up < CHIP, "the chart is for the cell, the cost for the very cards"
    assert not Decision.objects.filter(correct=False).exists()


def test_a_mistake_is_told_when_the_round_is_over_to_who_made_it(cast):
    table = cast.begun()
    seeded(table, hard_19, "5", "5")
    bet(cast.ann, table, 5)
    bet(cast.ben, table, 5)
    act(cast.ann, table, "H")
    while (match := state_of(table)).playing:
        assert not page(shown(cast.ann_phone, table)).select(".match-mistakes")
        act([cast.ann, cast.ben][match.turn], table, "S")
    told = words(page(shown(cast.ann_phone, table)).select_one(".match-mistakes"))
    assert "Ann:" in told
    assert "Stand was right" in told
    mine = page(shown(cast.ben_phone, table)).select_one(".match-mistakes")
    assert mine is None or "Ann:" not in words(mine)


def test_the_export_has_the_seats_that_one_played_with_their_sums(cast):
    table = in_play(cast)
    act(cast.ann, table, "H")
    stand(cast.ann, table)
    told = json.loads(b"".join(cast.ann_phone.post("/account/data/json/")))
    assert [seat["name"] for seat in told["match_seats"]] == ["", "Bob"]
    assert told["match_seats"][0]["mistakes"] == 1
    assert Seat.objects.get(number=0).given_up == told["match_seats"][0]["given_up"]


def test_what_the_best_player_does_to_win_in_the_last_round_is_no_mistake(cast):
    table = cast.made(OWN, Place(PlayerKind.EXPERT, "Champion"), rounds=1)

    def leaves_the_chart(match: Match) -> bool:
        if not match.over:
            return False
        return any(play.wrong for play in states.plays_of(match.round) if play.turn.seat == 1)

    seeded(table, leaves_the_chart, "10", "S")
    bet(cast.ann, table, 10)
    stand(cast.ann, table)
    seat = table.seats.get(number=1)
    assert (seat.played, seat.mistakes, seat.mistakes_cost) == (1, 0, 0)
    assert seat.decisions > 0
    assert seat.given_up > 0, "luck is what the plays made bring"
    told = "in the last round another play can have the better chance to win the match."
    assert told in words(shown(cast.ann_phone, table))


def test_the_result_tells_what_its_luck_takes_for_granted(cast):
    table = cast.made(rounds=1)
    bet(cast.ann, table, 10, 10)
    stand(cast.ann, table)
    told = "as if there were chips for every double and split"
    assert told in words(shown(cast.ann_phone, table))
