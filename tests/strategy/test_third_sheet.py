"""The sheet of the table whose every rule is a setting, rule by rule, as it starts and as set."""

from __future__ import annotations

import pytest

from strategy.legality import Phase, Refusal
from strategy.round import Round
from strategy.rules import Rules
from strategy.shoe import Shoe
from tests.strategy.rounds import hands, legal, play, refusals, results, story, turn
from tests.strategy.samples import SHEETS

RULES = SHEETS["six-deck shoe"]


def but(*tokens: str) -> str:
    """The rules as they start, with some settings changed."""
    rules = Rules.parse(RULES)
    for token in tokens:
        rules = rules.with_token(token)
    return rules.code


RESPLIT_ACES, HIT_ACES = but("SA4"), but("HSA")
NO_HOLE_CARD, SURRENDER = but("ENHC"), but("LS")


@pytest.mark.parametrize("decks", range(1, 9))
def test_one_to_eight_decks_of_52_cards(decks):
    assert Shoe.of(Rules.parse(but(f"{decks}D")), seed="decks").left == 52 * decks


def test_the_single_deck_is_shuffled_after_each_hand():
    assert Shoe.of(Rules.parse(but("1D", "FRESH")), seed="single").spent


def test_the_cut_card_lies_a_quarter_from_the_end():
    shoe = Shoe.of(Rules.parse(RULES), seed="cut")
    for _ in range(233):
        shoe = shoe.draw().shoe
    assert (shoe.spent, shoe.draw().shoe.spent, shoe.draw().shoe.left) == (False, True, 78)


def test_the_round_in_which_the_cut_card_comes_out_is_played_to_its_end():
    shoe = Shoe.of(Rules.parse(RULES), seed="on")
    for _ in range(232):
        shoe = shoe.draw().shoe
    state = Round.deal(Rules.parse(RULES), [100], shoe.next_round())
    assert state.shoe.spent
    assert state.drawn == shoe.order[232:236]
    assert all(event.__class__.__name__ != "ShoeRefilled" for event in state.events)


def test_each_player_gets_two_cards_and_the_dealer_one_of_two_face_down():
    assert story(play(RULES, "TS 9H 6D TC")) == ["1.1: TS", "upcard 9H", "1.1: 6D", "hole card"]


@pytest.mark.parametrize(("upcard", "hole"), [("TH", "AC"), ("AH", "TC")])
def test_a_dealer_with_blackjack_turns_it_over_immediately(upcard, hole):
    state = play(RULES, f"TS {upcard} 6D {hole}")
    assert story(state)[4:] == ["looks: natural", f"turns {hole}", "1.1: lose -10"]


def test_a_dealers_blackjack_pushes_with_a_players():
    assert results(play(RULES, "AS TH JD AC")) == ["push 0"]


def test_a_player_who_stands_gets_no_card():
    assert hands(play(RULES, "TS 9H 2D TC", "S")) == ["T2"]


def test_a_player_hits_and_hits_again_and_loses_over_21():
    state = play(RULES, "TS 9H 2D TC 4S 9D", "H H")
    assert (hands(state), results(state)) == (["T249"], ["bust -10"])


def test_a_double_gets_one_and_only_one_card():
    state = play(RULES, "6S 9H 5D TC 2S", "D")
    assert (state.over, hands(state), results(state)) == (True, ["652"], ["lose -20"])


def test_a_pair_or_any_two_ten_point_cards_may_be_split():
    assert "P" in legal(play(RULES, "4S 9H 4D TC"))
    assert "P" in legal(play(RULES, "JS 9H KD TC"))
    assert "P" not in legal(play(RULES, "9S 9H KD TC"))


def test_each_split_hand_is_given_a_second_card_by_itself():
    state = play(RULES, "8S 9H 8D TC 3S 2D", "P")
    assert story(state)[-2:] == ["1.1: 3S", "1.2: 2D"]


def test_split_hands_are_hit_stood_or_doubled_normally():
    state = play(RULES, "8S 9H 8D TC 3S 2D 5S TD", "P H S D")
    assert hands(state) == ["835", "82T"]
    assert results(state) == ["lose -10", "win 20"]


def test_each_split_ace_gets_only_one_card():
    state = play(RULES, "AS 9H AD TC 3S 9D", "P")
    assert (state.over, results(state)) == (True, ["lose -10", "win 10"])


def test_doubling_after_a_split_can_be_switched_off():
    state = play(but("NDAS"), "8S 9H 8D TC 3S 2D", "P")
    assert refusals(state, "D") == [Refusal.DOUBLE_AFTER_SPLIT]
    assert legal(state) == "HS"


def test_a_ten_and_an_ace_after_a_split_are_21_and_no_blackjack():
    assert results(play(RULES, "AS 9H AD TC JS 9D", "P")) == ["win 10", "win 10"]


def test_a_player_may_split_again_up_to_four_hands():
    cards = "8S 9H 8D TC 8H 8C 8S 2D 3D 4D"
    three = play(RULES, cards, "P P")
    assert (hands(three), turn(three)) == (["88", "82", "88"], (1, 1))
    four = play(RULES, cards, "P P P")
    assert hands(four) == ["83", "84", "82", "88"]
    last = play(RULES, cards, "P P P S S S")
    assert (turn(last), refusals(last, "P")) == ((1, 4), [Refusal.MOST_HANDS])


def test_aces_are_not_split_again_as_it_starts():
    state = play(RULES, "AS 9H AD TC AH AC", "P")
    assert (state.over, hands(state)) == (True, ["AA", "AA"])


def test_aces_may_be_split_up_to_four_hands_where_that_is_set():
    cards = "AS 9H AD TC AH AC AS 5D 6D 7D"
    state = play(RESPLIT_ACES, cards, "P")
    assert (legal(state), refusals(state, "HD")) == ("SP", [Refusal.ACES_TAKE_ONE] * 2)
    assert hands(play(RESPLIT_ACES, cards, "P P")) == ["AA", "A5", "AA"]
    end = play(RESPLIT_ACES, cards, "P P P")
    assert (end.over, hands(end)) == (True, ["A6", "A7", "A5", "AA"])


def test_split_aces_may_be_hit_where_that_is_set():
    state = play(HIT_ACES, "AS 9H AD TC 3S 9D 5C", "P")
    assert legal(state) == "HSD"
    end = play(HIT_ACES, "AS 9H AD TC 3S 9D 5C", "P H S S")
    assert (hands(end), results(end)) == (["A35", "A9"], ["push 0", "win 10"])


def test_without_a_hole_card_the_dealer_gets_one_card_and_does_not_look():
    state = play(NO_HOLE_CARD, "TS TH 6D")
    assert (story(state), state.hole_hidden) == (["1.1: TS", "upcard TH", "1.1: 6D"], False)
    assert results(play(NO_HOLE_CARD, "TS TH 6D AC", "S")) == ["lose -10"]


def test_surrender_is_not_allowed_as_it_starts():
    assert refusals(play(RULES, "TS 9H 6D TC"), "R") == [Refusal.NO_SURRENDER]


def test_a_surrender_keeps_half_of_the_wager_and_the_hand_is_not_played():
    state = play(SURRENDER, "TS 9H 6D TC", "R")
    assert (state.over, results(state), hands(state)) == (True, ["surrender -5"], ["T6"])


def test_only_the_initial_two_cards_can_be_surrendered():
    assert "R" in legal(play(SURRENDER, "TS 9H 2D TC"))
    hit = play(SURRENDER, "TS 9H 2D TC 3S", "H")
    split = play(SURRENDER, "8S 9H 8D TC 8H 8C", "P")
    assert [*refusals(hit, "R"), *refusals(split, "R")] == [Refusal.SURRENDER_FIRST] * 2


def test_a_surrender_comes_after_the_dealer_has_looked():
    state = play(SURRENDER, "TS TH 6D AC")
    assert (state.over, results(state)) == (True, ["lose -10"])


def test_the_dealer_stands_on_a_soft_17_as_it_starts_and_hits_where_that_is_set():
    cards = "TS 3H 9D AC 3C TC"
    assert str(play(RULES, cards, "S").dealer) == "3A3"
    assert str(play(but("H17"), "TS 3H 9D AC 3C TC", "S").dealer) == "3A3T"


def test_who_did_not_bust_wins_when_the_dealer_goes_over_21():
    state = play(RULES, "TS 5S 6H 6D 7D TC TH TD", "H S", bets=(10, 10))
    assert results(state) == ["bust -10", "win 10"]


def test_the_higher_total_wins_even_money_and_a_blackjack_three_to_two():
    state = play(RULES, "TS AS 9H TD KD 9C", "S", bets=(10, 10))
    assert results(state) == ["win 10", "blackjack 15"]


def test_a_blackjack_outranks_any_other_21():
    assert results(play(RULES, "7S TH 7D AC")) == ["lose -10"]


def test_insurance_is_not_on_the_sheet():
    assert play(RULES, "TS AH 6D 5C").phase is Phase.PLAY
