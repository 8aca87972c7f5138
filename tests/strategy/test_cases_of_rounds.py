"""Cases in which other programs went wrong with payouts, legal plays, the dealer and the shoe.

One test a row of ``data/cases.csv``, named by its id; the other rows are in ``test_cases.py``.
"""

from __future__ import annotations

from collections import Counter

import pytest

from strategy.actions import Action
from strategy.analysis import analyse
from strategy.cards import PACK, Card, Rank, Suit
from strategy.events import Acted, ShoeRefilled
from strategy.hands import Hand
from strategy.legality import IllegalAction, Refusal
from strategy.money import CHIP
from strategy.round import BetError, Round
from strategy.rules import Rules
from strategy.shoe import Shoe, shuffled
from tests.strategy.rounds import hands, legal, net, play, refusals, results, story, turn

SIX = "6D S17 DAS SP4"


# Payouts


def test_p_01_a_split_ace_with_a_king_is_paid_one_to_one_and_ties_21():
    first = play(SIX, "AS 9H AD 7C KS 5D 4H", "P")
    assert (first.dealer.total, hands(first)) == (20, ["AK", "A5"])
    assert results(first) == ["win 10", "lose -10"]
    second = play(SIX, "AS 9H AD 7C KS 5D 5H", "P")
    assert (str(second.dealer), results(second)) == ("975", ["push 0", "lose -10"])


def test_p_02_insurance_is_half_the_bet_at_two_to_one_beside_the_bet():
    natural = play(SIX, "TS AH 7D KC", "I5")
    assert (results(natural), net(natural)) == (["insurance 10", "lose -10"], "0")
    assert results(play(SIX, "TS AH 7D 6C", "I5"))[0] == "insurance -5"


def test_p_03_a_natural_may_be_insured_and_had_better_not():
    ends = [play(SIX, f"AS AH KD {hole}", moves) for moves in ("I5", "N") for hole in ("TC", "9C")]
    assert [net(end) for end in ends] == ["10", "10", "0", "15"]
    value = analyse(Rules.parse(SIX)).insurance(Hand.parse("AK"))
    assert value == pytest.approx(3 * 95 / 309 - 1)
    assert pytest.approx(1.0388, abs=5e-5) == 1.5 * (1 - 95 / 309)
    assert value < 0


@pytest.mark.parametrize(
    ("pays", "won"), [("3:2", ["150", "7.5", "10.5"]), ("6:5", ["120", "6", "8.4"])]
)
def test_p_05_a_natural_pays_what_the_rules_say_to_the_tenth_of_a_chip(pays, won):
    assert [net(play(f"{SIX} {pays}", "AS 9H KD 7C", bets=(bet,))) for bet in (100, 5, 7)] == won


def test_p_06_the_bankroll_changes_by_the_net_result_alone():
    lost = play(SIX, "TS 9H 8D TC", "S", bets=(100,), funds=[0])
    pushed = play(SIX, "TS 9H 9D TC", "S", bets=(100,), funds=[0])
    assert [100 * CHIP + end.net(0) for end in (lost, pushed)] == [0, 100 * CHIP]


@pytest.mark.parametrize(("card", "won"), [("2H", "-20"), ("TH", "20"), ("8H", "0")])
def test_p_07_a_double_stakes_the_second_bet_when_it_is_made(card, won):
    assert net(play(SIX, f"6S 9H 5D TC {card}", "D")) == won
    open_yet = play(SIX, f"8S 9H 8D TC 3H 5C {card}", "P D")
    assert (turn(open_yet), open_yet.seats[0].staked) == ((1, 2), 30 * CHIP)
    doubled = play(SIX, f"6S 5S 9H 5D 8D TC {card}", "D", bets=(10, 10))
    assert (doubled.over, doubled.seats[0].staked) == (False, 20 * CHIP)
    assert doubled.events[-2] == Acted(0, 0, Action.DOUBLE, 10 * CHIP)


def test_p_08_nothing_is_staked_that_the_player_does_not_have():
    state = play(SIX, "8S 6H 8D TC", bets=(10,), funds=[5])
    assert refusals(state, "PD") == [Refusal.CHIPS_SHORT] * 2
    assert legal(state) == "HS"
    for action in (Action.SPLIT, Action.DOUBLE):
        with pytest.raises(IllegalAction, match="You do not have the chips"):
            state.act(action)
    with pytest.raises(BetError, match="a bet is 1 more than the player has"):
        play(SIX, "8S 9S 6H 8D TC TD", bets=(1, 1), funds=[0, -1])
    with pytest.raises(BetError, match="a bet is 5 more than the player has"):
        play(SIX, "8S 6H 8D TC", bets=(20,), funds=[-5])


def test_p_10_a_surrender_costs_half_the_bet_and_is_told_as_one():
    state = play(f"{SIX} LS", "TS TH 6D 7C", "R", bets=(5,))
    assert story(state)[-1] == "1.1: surrender -2.5"


# Legal plays


@pytest.mark.parametrize("cards", ["6S 6H 6D TC AH", "4S 6H 4D TC KH"])
def test_l_01_after_a_hit_there_is_no_split(cards):
    state = play(SIX, cards, "H")
    assert legal(state) == "HS"
    with pytest.raises(IllegalAction):
        state.act(Action.SPLIT)


def test_l_02_a_split_ace_takes_one_card():
    state = play(SIX, "AS 6H AD TC 5H 7C TH", "P")
    assert (state.over, hands(state)) == (True, ["A5", "A7"])
    assert (
        refusals(play(f"{SIX} SA3", "AS 6H AD TC AH 5C", "P"), "HD") == [Refusal.ACES_TAKE_ONE] * 2
    )


def test_l_04_a_fifth_hand_is_refused_and_the_last_pair_is_played_as_its_total():
    cards = "8S 6H 8D TC 8H 8C 8S 8D 8H 2C 3S 2H"
    state = play(SIX, cards, "P P P")
    assert hands(state) == ["88", "82", "88", "88"]
    assert (refusals(state, "P"), legal(state)) == ([Refusal.MOST_HANDS], "HSD")
    assert str(state.question) == "88 v 6 -P"
    assert str(state.question.cell) == "hard 16 v 6"
    assert str(play(SIX, cards, "P P P H").seats[0].hands[0].hand) == "883"
    two = play("6D SP2", "8S 6H 8D TC 8H 8C", "P")
    assert refusals(two, "P") == [Refusal.MOST_HANDS]


def test_l_05_a_split_hand_is_doubled_when_it_has_two_cards_and_the_rules_let_it():
    state = play(SIX, "5S 6H 5D TC 6S 2H", "P")
    assert (hands(state), legal(state)) == (["56", "52"], "HSD")
    without = play("6D NDAS", "5S 6H 5D TC 6S 2H", "P")
    assert refusals(without, "D") == [Refusal.DOUBLE_AFTER_SPLIT]


def test_l_06_a_surrender_is_the_first_decision_or_none():
    assert "R" not in legal(play(SIX, "TS TH 6D 7C"))
    late = f"{SIX} LS"
    assert "R" not in legal(play(late, "TS TH 2D 7C 4H", "H"))
    assert "R" not in legal(play(late, "8S TH 8D 7C 8H 6H", "P"))
    assert "R" in legal(play(late, "TS TH 6D 7C"))


# The dealer


@pytest.mark.parametrize(
    ("dealer", "drawn", "hits"),
    [
        ("AH 6C", "", True),
        ("AH AC", "5D", True),
        ("TH 7C", "", False),
        ("AH 6C", "TD", False),
    ],
)
def test_d_01_a_soft_17_is_hit_or_stood_on_and_a_hard_17_is_not(dealer, drawn, hits):
    up, hole = dealer.split()
    hand = Hand.of(map(Card.parse, f"{dealer} {drawn}".split()))
    assert hand.total == 17
    assert Rules.parse("6D H17").dealer_draws(hand) == hits
    assert not Rules.parse("6D S17").dealer_draws(hand)
    if hits:  # A,6,T comes about only where the soft 17 was hit
        assert str(play("6D S17 NOINS", f"TS {up} 8D {hole} {drawn}", "S").dealer) == str(hand)
    assert play("6D H17 NOINS", f"TS {up} 8D {hole} {drawn} 2C", "S").dealer.total == 17 + 2 * hits


def test_d_02_the_dealer_draws_a_fifth_card_and_more():
    assert str(play(SIX, "TS 2H 8D 3C 4S 2C 9H", "S").dealer) == "23429"


@pytest.mark.parametrize(
    ("rules", "cards", "moves"),
    [
        (SIX, "TS TH 6D 4C 9S", "H"),
        (f"{SIX} LS", "TS TH 6D 4C", "R"),
        (SIX, "AS TH KD 4C", ""),
    ],
)
def test_d_03_where_nothing_is_left_to_beat_the_hole_card_is_turned_and_none_drawn(
    rules, cards, moves
):
    state = play(rules, f"{cards} 2H 3H 4H", moves)
    assert (state.over, str(state.dealer)) == (True, "T4")
    assert "turns 4C" in story(state)
    assert [str(card) for card in state.shoe.cards] == ["2H", "3H", "4H"]


# The shoe


def test_s_01_the_whole_shoe_is_shuffled_not_deck_by_deck():
    for seed in range(1000):
        first = shuffled(range(312), f"s-01 {seed}")[:52]
        assert len({card // 52 for card in first}) >= 5
    shoe = Shoe.of(Rules.parse("6D"), seed="s-01").order
    assert Counter(card.rank for card in shoe) == dict.fromkeys(Rank, 24)
    assert Counter(card.suit for card in shoe) == dict.fromkeys(Suit, 78)


@pytest.mark.parametrize(("seen", "left"), [(0, 312), (156, 156), (311, 1)])
def test_s_02_what_is_left_is_all_cards_less_those_seen(seen, left):
    shoe = Shoe.of(Rules.parse("6D"), seed="s-02")
    for _ in range(seen):
        shoe = shoe.draw().shoe
    assert shoe.left == left


def test_s_03_fifty_rounds_of_seven_hands_from_one_deck_dealt_to_its_end():
    """The cut card can lie no deeper than 95 percent. Where the pack runs out in the middle of a
    round, that round goes on with the discards, and with them alone."""
    rules = Rules.parse("1D CUT95")
    shoe, refilled = Shoe.of(rules, seed="s-03"), 0
    for number in range(50):
        if shoe.spent:
            shoe = Shoe.of(rules, seed=f"s-03 {number}")
        state = Round.deal(rules, [10 * CHIP] * 7, shoe)
        while not state.over:
            low = state.active[1].hand.total < 15
            state = state.act(
                Action.HIT if low and Action.HIT in state.legal_actions else state.legal_actions[1]
            )
        dealt = [card for card in state.drawn if isinstance(card, Card)]
        assert len(set(dealt)) == len(dealt) >= 16
        assert set(state.shoe.order) == set(PACK)
        refilled += any(isinstance(event, ShoeRefilled) for event in state.events)
        shoe = state.shoe.next_round()
    assert refilled > 0
