"""Matches: what is refused and why, the text that plays a match again, and whole random matches."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from strategy.actions import Action
from strategy.agreements import Agreement, AgreementError, Chair, Kind
from strategy.legality import IllegalAction, Refusal
from strategy.match import Ending, IllegalMove, Match, MatchRefusal, MatchTextError
from strategy.money import CHIP
from tests.strategy.matches import (
    agreements,
    begin,
    bet_all,
    in_play,
    piles,
    play_rounds,
    stand_all,
    with_piles,
)

ANN, BOB = Chair("Ann"), Chair("Bob", Kind.EXPERT)
TEXT = "S17 | 100 | 5 10 25 | 20 | Ann:person Bob:expert"


def move_somehow(draw: st.DrawFn, match: Match) -> Match:
    """The match after a legal move."""
    seat = match.turn
    if match.playing:
        return match.act(seat, draw(st.sampled_from(match.visible(seat).table.legal_actions)))
    if match.end_refusal is None and draw(st.integers(0, 5)) == 0:
        return match.end()
    return match.bet(seat, draw(st.sampled_from(match.bets_of(seat))))


@st.composite
def matches(draw: st.DrawFn) -> Match:
    """A match somewhere between its beginning and its end."""
    match = Match.begin(draw(agreements()), seed=draw(st.text(max_size=6)))
    for _ in range(draw(st.integers(0, 60))):
        if match.over:
            break
        match = move_somehow(draw, match)
    return match


@settings(max_examples=60, deadline=None)
@given(matches())
def test_over_a_whole_match_the_chips_balance(match):
    start = match.agreement.chips
    assert match.history[0] == (start,) * len(match.agreement.chairs)
    for before, after in zip(match.history, match.history[1:], strict=False):
        gains = [new - old for old, new in zip(before, after, strict=True)]
        assert all(gain % CHIP == 0 for gain in gains)
        assert min(after) >= 0
    if match.round is not None and match.round.over:
        gained = sum(match.round.net(place) for place in range(len(match.dealt_to)))
        assert sum(match.history[-1]) - sum(match.history[-2]) == gained
    lie = sum(match.piles) - sum(map(match.in_hand, match.agreement.seats))
    staked = sum(seat.staked for seat in match.round.seats) if match.playing else 0
    assert lie == (staked if match.playing else sum(filter(None, match.bets)))
    assert min(map(match.in_hand, match.agreement.seats)) >= 0


@settings(max_examples=60, deadline=None)
@given(matches())
def test_an_interrupted_match_goes_on_from_its_text_as_the_same(match):
    again = Match.parse(str(match))
    assert again == match
    assert again.piles == match.piles
    assert Agreement.parse(str(match.agreement)) == match.agreement


@settings(max_examples=60, deadline=None)
@given(matches(), st.integers(-1, 7), st.integers(-1, 45))
def test_what_is_refused_moves_nothing_and_what_is_offered_is_not_refused(match, seat, size):
    told = str(match)
    refusal = match.bet_refusal(seat, size * CHIP)
    assert (refusal is None) == (size * CHIP in match.bets_of(seat))
    if refusal:
        with pytest.raises(IllegalMove) as caught:
            match.bet(seat, size * CHIP)
        assert caught.value.refusal is refusal
    if refusal := match.act_refusal(seat):
        with pytest.raises(IllegalMove, match=refusal.value):
            match.act(seat, Action.STAND)
    if refusal := match.end_refusal:
        with pytest.raises(IllegalMove, match=refusal.value):
            match.end()
    assert str(match) == told


def refused(call, *given) -> MatchRefusal:
    with pytest.raises(IllegalMove) as caught:
        call(*given)
    return caught.value.refusal


def test_a_bet_that_the_table_does_not_offer_is_refused():
    for size in (0, -5, 7, 50):
        assert refused(begin().bet, 0, size * CHIP) is MatchRefusal.NOT_OFFERED
    assert refused(begin().bet, 0, 5) is MatchRefusal.NOT_OFFERED


def test_a_bet_of_more_than_the_pile_is_refused():
    match = with_piles(begin(), 24, 100, 100)
    assert refused(match.bet, 0, 25 * CHIP) is MatchRefusal.CHIPS_SHORT
    assert match.bets_of(0) == (5 * CHIP, 10 * CHIP)


def test_who_is_not_at_turn_can_neither_bet_nor_act():
    assert refused(begin().bet, 1, 5 * CHIP) is MatchRefusal.NOT_YOUR_TURN
    match = in_play(begin())
    other = next(seat for seat in match.agreement.seats if seat != match.turn)
    assert refused(match.act, other, Action.STAND) is MatchRefusal.NOT_YOUR_TURN


def test_nobody_bets_twice_nor_while_the_round_is_in_play():
    match = begin().bet(0, 5 * CHIP)
    assert refused(match.bet, 0, 5 * CHIP) is MatchRefusal.NOT_YOUR_TURN
    match = in_play(match)
    assert refused(match.bet, match.turn, 5 * CHIP) is MatchRefusal.IN_PLAY


def test_nobody_acts_before_all_bets_are_out():
    assert refused(begin().bet(0, 5 * CHIP).act, 1, Action.HIT) is MatchRefusal.BETS_FIRST


def test_an_action_that_the_round_does_not_allow_has_the_rounds_reason():
    match = in_play(begin())
    with pytest.raises(IllegalAction) as caught:
        match.act(match.turn, Action.SURRENDER)
    assert caught.value.refusal is Refusal.NO_SURRENDER


def test_a_double_of_more_than_the_pile_holds_is_refused():
    match = in_play(with_piles(begin(), 9, 9, 9))
    with pytest.raises(IllegalAction) as caught:
        match.act(match.turn, Action.DOUBLE)
    assert caught.value.refusal is Refusal.CHIPS_SHORT


def test_a_match_that_is_over_takes_no_move():
    match = begin(rounds=None).end()
    assert refused(match.bet, 0, 5 * CHIP) is MatchRefusal.OVER
    assert refused(match.act, 0, Action.STAND) is MatchRefusal.OVER
    assert refused(match.end) is MatchRefusal.OVER
    assert (match.turn, match.bets_of(0)) == (None, ())


def test_a_match_of_a_number_of_rounds_is_not_ended_before_them():
    assert refused(begin(rounds=2).end) is MatchRefusal.ROUNDS_AGREED


def test_a_seat_without_chips_for_the_smallest_bet_sits_out_and_keeps_its_chips():
    match = with_piles(begin(), 4, 100, 100)
    assert (match.bettors, match.turn) == ((1, 2), 1)
    assert refused(match.bet, 0, 5 * CHIP) is MatchRefusal.SITS_OUT
    match = stand_all(bet_all(match))
    assert (match.dealt_to, piles(match)[0]) == ((1, 2), 4)
    assert match.visible(0).table.legal_actions == ()


def test_where_the_first_seat_sits_out_the_next_begins():
    match = with_piles(play_rounds(begin(), 1), 100, 0, 100)
    assert match.bettors == (2, 0)


def test_it_is_over_where_nobody_has_the_chips_for_the_smallest_bet():
    assert with_piles(begin(), 4, 3, 2).ending is Ending.CHIPS
    assert with_piles(begin(), 5, 3, 2).ending is None


def test_the_standings_rank_ties_as_in_sport():
    match = with_piles(begin(4), 90, 120, 120, 50)
    assert [(place.rank, place.seat) for place in match.standings] == [
        (1, 1),
        (1, 2),
        (3, 0),
        (4, 3),
    ]


def test_the_standings_after_every_round_are_kept():
    match = play_rounds(begin(), 3)
    assert {place.pile for place in match.standings_after(0)} == {100 * CHIP}
    assert [place.pile for place in match.standings_after(3)] == sorted(match.piles, reverse=True)


def test_chips_on_the_table_are_not_in_hand():
    match = begin().bet(0, 25 * CHIP)
    assert (match.in_hand(0), match.in_hand(1)) == (75 * CHIP, 100 * CHIP)
    assert match.piles[0] == 100 * CHIP


def test_a_seat_sees_no_seed_and_no_card_that_is_hidden():
    match = in_play(begin(seed="dead-secret"))
    for seat in match.agreement.seats:
        view = match.visible(seat)
        assert "dead-secret" not in repr(view)
        assert view.table.dealer == (match.round.upcard,)
        assert bool(view.table.legal_actions) == (seat == match.turn)
        hole = replace(match.round, dealer_cards=(match.round.upcard, match.round.upcard))
        assert replace(match, round=hole).visible(seat) == view


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"chairs": (ANN,)}, "2 to 7 seats, not 1"),
        ({"chairs": tuple(Chair(str(n)) for n in range(8))}, "2 to 7 seats, not 8"),
        ({"chairs": (ANN, replace(BOB, name="Ann"))}, "two seats are called Ann"),
        ({"sizes": ()}, "1 to 8 bets"),
        ({"sizes": (100, 50)}, "smallest to the largest"),
        ({"sizes": (50, 50)}, "smallest to the largest"),
        ({"sizes": (0, 50)}, "whole number of chips"),
        ({"sizes": (55,)}, "whole number of chips"),
        ({"chips": 40}, "starts with 5"),
        ({"chips": 1005}, "whole chips"),
        ({"chips": 10**9}, "to 1000000 whole chips"),
        ({"rounds": 0}, "1 to 200 rounds"),
        ({"rounds": 201}, "1 to 200 rounds"),
    ],
)
def test_what_no_table_can_agree_on_is_refused_with_the_reason(changes, reason):
    agreement = Agreement.parse(TEXT)
    with pytest.raises(AgreementError, match=reason):
        replace(agreement, **changes)


@pytest.mark.parametrize("name", ["", " Ann", "A\nB", "x" * 41])
def test_a_name_that_cannot_be_shown_is_refused(name):
    with pytest.raises(AgreementError, match="a name has"):
        Chair(name)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "five parts"),
        (TEXT.replace("S17", "S18"), "neither S17 nor H17"),
        (TEXT.replace("20", "many"), "number of rounds"),
        (TEXT.replace("100", "lots"), "number of chips"),
        (TEXT.replace("expert", "cheat"), "write name:kind"),
        (TEXT.replace("Bob", "%FF"), "write name:kind"),
        (TEXT.replace("Ann:", ""), "write name:kind"),
    ],
)
def test_a_text_that_is_no_agreement_is_refused_with_the_reason(text, reason):
    with pytest.raises(AgreementError, match=reason):
        Agreement.parse(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "an agreement, a seed and moves"),
        ("S17 | seed |", "five parts"),
        (f"{TEXT} | seed | 7", "not one of the table's bets"),
        (f"{TEXT} | seed | X", "not an action"),
        (f"{TEXT} | seed | 5x", "not a number of chips"),
        (f"{TEXT} | seed | S", "First every seat"),
        (f"{TEXT} | seed | end", "agreed on a number of rounds"),
        (f"{TEXT.replace('| 20 |', '| open |')} | seed | end 5", "The match is over"),
    ],
)
def test_a_text_that_is_no_match_is_refused_with_the_reason(text, reason):
    with pytest.raises(MatchTextError, match=reason):
        Match.parse(text)
