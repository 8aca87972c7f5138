"""The European sheet, rule by rule: no hole card, aces split once more, insurance up to the bet."""

from __future__ import annotations

import pytest

from strategy.actions import Action
from strategy.legality import Phase, Refusal
from tests.strategy.rounds import hands, legal, play, refusals, results, story, turn
from tests.strategy.samples import SHEETS

RULES = SHEETS["european"]


def test_each_player_gets_a_card_then_the_dealer_one_then_each_player_a_second():
    state = play(RULES, "TS 9S 6H 5D 8D", bets=(10, 10))
    assert story(state) == ["1.1: TS", "2.1: 9S", "upcard 6H", "1.1: 5D", "2.1: 8D"]


def test_the_dealer_draws_when_all_players_have_decided_until_17():
    state = play(RULES, "TS 9S 6H 5D 8D TC 2C", "S S", bets=(10, 10))
    assert story(state)[-4:] == ["draws TC", "draws 2C", "1.1: lose -10", "2.1: lose -10"]


@pytest.mark.parametrize(
    ("drawn", "dealer"), [("TC", "7T"), ("AC", "7A"), ("9C TD", "79T"), ("5C 4C 6D", "7546")]
)
def test_the_dealer_must_draw_until_the_count_is_over_16(drawn, dealer):
    assert str(play(RULES, f"TS 7H 8D {drawn}", "S").dealer) == dealer


def test_a_blackjack_that_wins_is_paid_three_to_two():
    assert results(play(RULES, "AS TH KD 9C")) == ["blackjack 15"]


def test_a_blackjack_against_a_card_that_makes_none_is_paid_without_a_draw():
    state = play(RULES, "AS 9H KD")
    assert (story(state)[-1], str(state.dealer)) == ("1.1: blackjack 15", "9")


def test_two_blackjacks_stand_off():
    assert results(play(RULES, "AS TH KD AC")) == ["push 0"]


def test_closer_wins_the_same_stands_off_and_lower_loses():
    cards = "TS TD TC 9H 8S 9S 7S TH"
    assert results(play(RULES, cards, "S S S", bets=(10, 10, 10))) == [
        "lose -10",
        "push 0",
        "lose -10",
    ]
    assert results(play(RULES, "TS 8H TD TH", "S")) == ["win 10"]


def test_over_21_loses_at_once_and_nothing_is_drawn():
    assert story(play(RULES, "TS 9H 6D TC", "H"))[-2:] == ["1.1: TC", "1.1: bust -10"]


@pytest.mark.parametrize("cards", ["2S 9H 3D", "TS 9H KD", "AS 9H 9D", "AS 9H AD", "6S 9H 5D"])
def test_any_two_cards_may_be_doubled(cards):
    assert "D" in legal(play(RULES, cards))


def test_a_natural_blackjack_cannot_be_doubled():
    state = play(RULES, "AS AH KD")
    assert (state.phase, refusals(state, "D")) == (Phase.INSURANCE, [Refusal.ANSWER_INSURANCE])
    assert play(RULES, "AS 9H KD").over


def test_who_doubles_is_hit_with_only_one_more_card():
    state = play(RULES, "6S 9H 5D 2S TC", "D")
    assert (state.over, hands(state), results(state)) == (True, ["652"], ["lose -20"])


def test_doubling_after_splitting_is_allowed():
    state = play(RULES, "8S 6H 8D 3S 9D TD TC TH", "P D S")
    assert results(state) == ["win 20", "win 10"]


def test_two_cards_of_the_same_value_are_split_with_the_same_bet_on_each():
    state = play(RULES, "QS 6H KD 3S 9D", "P")
    assert [hand.bet for hand in state.seats[0].hands] == [100, 100]


def test_split_hands_are_played_apart():
    state = play(RULES, "QS 6H KD 3S 2D 5S TD TC 2C", "P H S D")
    assert (hands(state), results(state)) == (["Q35", "K2T"], ["push 0", "bust -20"])


def test_a_pair_of_aces_is_split_only_once_more():
    cards = "AS 6H AD AC AH 9D 8D"
    state = play(RULES, cards, "P")
    assert (hands(state), legal(state)) == (["AA", "AA"], "SP")
    end = play(RULES, f"{cards} TC TH", "P P")
    assert (end.over, hands(end)) == (True, ["A9", "A8", "AA"])


def test_only_one_card_is_dealt_on_each_ace():
    state = play(RULES, "AS 6H AD 2C 3H TC TD", "P")
    assert (state.over, hands(state)) == (True, ["A2", "A3"])


def test_a_ten_on_a_split_ace_counts_21_and_not_blackjack():
    state = play(RULES, "AS 6H AD KC 3H TC TD", "P")
    assert results(state) == ["win 10", "win 10"]


def test_cards_are_split_at_most_three_times_into_four_hands():
    cards = "8S 6H 8D 8H 8C 8S 2D 3D 4D"
    state = play(RULES, cards, "P P P S S S")
    assert (len(hands(state)), turn(state)) == (4, (1, 4))
    assert refusals(state, "P") == [Refusal.MOST_HANDS]


def test_a_dealers_blackjack_takes_a_doubled_bet():
    assert results(play(RULES, "6S TH 5D TC AC", "D")) == ["lose -20"]


def test_a_dealers_blackjack_takes_all_bets_of_a_split():
    state = play(RULES, "8S TH 8D 3S 9D TC AC", "P D S")
    assert results(state) == ["lose -20", "lose -10"]


def test_insurance_is_bought_after_the_second_card_if_the_dealers_first_is_an_ace():
    state = play(RULES, "TS AH 6D")
    assert (state.phase, legal(state), len(state.events)) == (Phase.INSURANCE, "IN", 3)
    assert play(RULES, "TS TH 6D").phase is Phase.PLAY


@pytest.mark.parametrize(("chips", "allowed"), [(1, True), (7, True), (10, True), (11, False)])
def test_insurance_is_any_amount_up_to_the_bet(chips, allowed):
    state = play(RULES, "TS AH 6D")
    assert (state.refusal(Action.INSURE, chips * 10) is None) == allowed


def test_insurance_is_paid_two_to_one_if_the_dealer_eventually_has_blackjack():
    state = play(RULES, "TS AH 6D KC", "I10 S")
    assert (story(state)[-3], results(state)) == ("draws KC", ["insurance 20", "lose -10"])


def test_insurance_is_lost_if_the_dealer_has_none():
    state = play(RULES, "TS AH 6D 6C", "I10 S")
    assert results(state) == ["insurance -10", "lose -10"]


def test_insurance_stands_until_the_dealer_has_drawn_though_the_hand_is_bust():
    state = play(RULES, "TS AH 6D TC KC", "I10 H")
    assert (str(state.dealer), results(state)) == ("AK", ["insurance 20", "bust -10"])


def test_with_a_blackjack_up_to_half_of_the_bet_may_be_insured():
    state = play(RULES, "AS AH KD")
    assert [state.refusal(Action.INSURE, amount) for amount in (50, 51)] == [
        None,
        Refusal.INSURANCE_AMOUNT,
    ]
    assert results(play(RULES, "AS AH KD TC", "I5")) == ["insurance 10", "push 0"]
    assert results(play(RULES, "AS AH KD 9C", "I5")) == ["insurance -5", "blackjack 15"]


def test_there_is_no_surrender():
    assert refusals(play(RULES, "TS 9H 6D"), "R") == [Refusal.NO_SURRENDER]
