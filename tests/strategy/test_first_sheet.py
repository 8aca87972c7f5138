"""The Atlantic City sheet, rule by rule: eight decks, shuffled after each hand, one split."""

from __future__ import annotations

import pytest

from strategy.legality import IllegalAction, Phase, Refusal
from strategy.rules import Rules
from strategy.shoe import Shoe
from tests.strategy.rounds import hands, legal, play, refusals, results, story, turn
from tests.strategy.samples import SHEETS

RULES = SHEETS["atlantic city"]


def test_eight_decks_are_used():
    shoe = Shoe.of(Rules.parse(RULES), seed="eight")
    assert shoe.left == 8 * 52
    assert {shoe.order.count(card) for card in shoe.order} == {8}


def test_the_deck_is_shuffled_again_after_each_hand():
    assert Shoe.of(Rules.parse(RULES), seed="again").draw().shoe.spent


def test_the_player_gets_two_cards_face_up_and_the_dealer_one_up_and_one_down():
    state = play(RULES, "TS 9H 6D TC")
    assert story(state) == ["1.1: TS", "upcard 9H", "1.1: 6D", "hole card"]
    assert [str(card) for card in state.visible(0).dealer] == ["9H"]
    assert state.visible(0).hole_hidden


def test_faces_count_ten_and_pips_what_they_show():
    assert play(RULES, "JS 9H 3D TC 4D", "H S").seats[0].hands[0].hand.total == 17


def test_an_ace_counts_one_where_eleven_would_break_the_hand():
    soft = play(RULES, "AS 9H 6D TC 8S", "")
    assert (soft.seats[0].hands[0].hand.total, soft.seats[0].hands[0].hand.soft) == (17, True)
    hard = play(RULES, "AS 9H 6D TC 8S", "H")
    assert (hard.seats[0].hands[0].hand.total, hard.seats[0].hands[0].hand.soft) == (15, False)


def test_the_higher_count_wins_as_much_as_was_bet():
    assert results(play(RULES, "TS 9H TD TC", "S")) == ["win 10"]


def test_the_lower_count_loses_the_bet():
    assert results(play(RULES, "TS 9H 8D TC", "S")) == ["lose -10"]


def test_hands_of_equal_value_push():
    assert results(play(RULES, "TS 9H 9D TC", "S")) == ["push 0"]


def test_a_player_hits_as_often_as_wanted_until_the_hand_is_bust():
    state = play(RULES, "2S 9H 2D TC 2H 3S 4D 5C", "H H H H")
    assert (hands(state), legal(state)) == (["222345"], "HS")


def test_a_busted_hand_loses_and_the_dealer_does_not_draw():
    state = play(RULES, "TS 6H 6D TC TH", "H")
    assert results(state) == ["bust -10"]
    assert story(state)[-3:] == ["1.1: TH", "turns TC", "1.1: bust -10"]


def test_a_busted_hand_loses_even_where_the_dealer_breaks_too():
    state = play(RULES, "TS 9D 6H 6D 9C TC TH TD", "H S", bets=(10, 10))
    assert results(state) == ["bust -10", "win 10"]
    assert state.dealer.bust


def test_the_dealer_stands_on_a_hard_17():
    assert play(RULES, "TS 7H 8D TC", "S").dealer.total == 17


def test_the_dealer_stands_on_a_soft_17():
    state = play(RULES, "TS 6H 8D AC", "S")
    assert (str(state.dealer), results(state)) == ("6A", ["win 10"])


def test_the_dealer_draws_to_16():
    assert str(play(RULES, "TS 6H 8D TC 5S", "S").dealer) == "6T5"


def test_a_split_puts_the_same_bet_on_each_of_two_hands():
    state = play(RULES, "8S 6H 8D TC 3H 9S", "P")
    assert story(state)[-3:] == ["1.1: split +10", "1.1: 3H", "1.2: 9S"]
    assert (hands(state), [hand.bet for hand in state.seats[0].hands]) == (["83", "89"], [100, 100])


def test_split_hands_are_played_one_after_the_other():
    state = play(RULES, "8S 6H 8D TC 3H 9S 5D", "P")
    assert turn(state) == (1, 1)
    state = state.act(state.legal_actions[1])
    assert turn(state) == (1, 2)


def test_a_split_needs_the_chips_for_a_second_bet():
    state = play(RULES, "8S 6H 8D TC", funds=[9])
    assert refusals(state, "P") == [Refusal.CHIPS_SHORT]
    assert "P" in legal(play(RULES, "8S 6H 8D TC", funds=[10]))


def test_unlike_cards_cannot_be_split():
    assert refusals(play(RULES, "8S 6H 9D TC"), "P") == [Refusal.NOT_A_PAIR]


def test_a_hand_from_a_split_cannot_be_split_again():
    state = play(RULES, "8S 6H 8D TC 8H 9S", "P")
    assert refusals(state, "P") == [Refusal.MOST_HANDS]
    with pytest.raises(IllegalAction, match="more hands than this table allows"):
        play(RULES, "8S 6H 8D TC 8H 9S", "P P")


def test_split_aces_get_one_card_each_and_the_turn_ends():
    state = play(RULES, "AS 6H AD TC 5H 9S TD", "P")
    assert state.over
    assert (hands(state), str(state.dealer)) == (["A5", "A9"], "6TT")
    assert results(state) == ["win 10", "win 10"]


def test_two_more_aces_on_split_aces_cannot_be_split():
    assert hands(play(RULES, "AS 6H AD TC AH AC TD", "P")) == ["AA", "AA"]


def test_a_winning_21_after_a_split_is_paid_one_to_one():
    state = play(RULES, "AS 6H AD TC TH 9S 4D", "P")
    assert (hands(state), results(state)) == (["AT", "A9"], ["win 10", "push 0"])


def test_a_ten_split_and_given_an_ace_is_21_and_no_blackjack():
    assert results(play(RULES, "TS 6H TD TC AH 9S 5D", "P S")) == ["push 0", "lose -10"]


def test_a_hand_may_be_doubled_after_a_split():
    state = play(RULES, "8S 6H 8D TC 3H 9S TH TD", "P D S")
    assert results(state) == ["win 20", "win 10"]


def test_a_double_is_twice_the_bet_for_one_more_card():
    state = play(RULES, "6S 6H 5D TC 2H TD", "D")
    assert state.over
    assert story(state)[4:6] == ["1.1: double +10", "1.1: 2H"]
    assert results(state) == ["win 20"]


def test_double_and_split_are_there_only_for_the_first_two_cards():
    state = play(RULES, "2S 6H 2D TC 2H", "H")
    assert refusals(state, "DP") == [Refusal.DOUBLE_TWO_CARDS, Refusal.NOT_A_PAIR]


@pytest.mark.parametrize(("cards", "offered"), [("TS AH 6D 9C", True), ("TS TH 6D 9C", False)])
def test_insurance_is_offered_whenever_the_upcard_is_an_ace(cards, offered):
    state = play(RULES, cards)
    assert (state.phase is Phase.INSURANCE) == offered
    assert (legal(state) == "IN") == offered


def test_insurance_is_half_of_the_bet():
    state = play(RULES, "TS AH 6D 9C", "I5")
    assert state.seats[0].insurance == 50
    assert play(RULES, "TS AH 6D 9C").refusal(state.moves[0].action, 51) is Refusal.INSURANCE_AMOUNT


def test_insurance_pays_two_to_one_at_once_and_the_bet_is_lost():
    state = play(RULES, "TS AH 6D KC", "I5")
    assert results(state) == ["insurance 10", "lose -10"]
    assert story(state)[4:7] == ["1: insures 5", "looks: natural", "1: insurance 10"]


def test_with_a_blackjack_the_bet_pushes_and_the_insurance_is_paid():
    assert results(play(RULES, "TS AH AD KC", "I5")) == ["insurance 10", "push 0"]


def test_insurance_is_lost_where_the_dealer_has_no_blackjack_and_play_goes_on():
    state = play(RULES, "TS AH 6D 9C", "I5")
    assert (results(state), state.phase) == (["insurance -5"], Phase.PLAY)


def test_who_passes_insurance_goes_on_with_the_hand():
    state = play(RULES, "TS AH 6D 9C", "N")
    assert (results(state), state.phase) == ([], Phase.PLAY)


def test_a_blackjack_is_paid_three_to_two():
    assert results(play(RULES, "AS 9H TD TC", bets=(50,))) == ["blackjack 75"]


def test_there_is_no_surrender():
    assert refusals(play(RULES, "TS 9H 6D TC"), "R") == [Refusal.NO_SURRENDER]
