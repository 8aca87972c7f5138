"""The match table's sheet, rule by rule: one pack each round, whole chips, and the match."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace
from random import Random

import pytest

from strategy.actions import Action
from strategy.agreements import Kind
from strategy.analysis import analyse
from strategy.legality import Refusal
from strategy.match import Ending, MatchRefusal
from strategy.money import CHIP
from strategy.players import PLAYERS
from strategy.rules import Rules
from strategy.shoe import Shoe
from tests.strategy.matches import begin, bet_all, in_play, play_rounds, stand_all, with_piles
from tests.strategy.rounds import hands, legal, net, play, refusals, results, story, turn
from tests.strategy.samples import SHEETS

RULES = SHEETS["match table"]
AGREED = RULES.replace("S17", "H17")
"""Where the table has agreed that the dealer takes a card on a soft 17."""


def test_a_fresh_pack_is_shuffled_for_each_round():
    shoe = Shoe.of(Rules.parse(RULES), seed="fresh")
    assert (shoe.left, len(set(shoe.order)), shoe.spent) == (52, 52, True)


def test_every_seat_gets_two_cards_face_up_and_the_dealer_one_up_one_down():
    state = play(RULES, "TS 9S 6H 5D 8D 7C", bets=(10, 20))
    assert story(state) == [
        "1.1: TS",
        "2.1: 9S",
        "upcard 6H",
        "1.1: 5D",
        "2.1: 8D",
        "hole card",
    ]


@pytest.mark.parametrize(("upcard", "hole"), [("AH", "KC"), ("TH", "AC"), ("KH", "AC")])
def test_a_blackjack_under_an_ace_or_a_ten_is_turned_and_settled_at_once(upcard, hole):
    state = play(RULES, f"TS {upcard} 6D {hole}")
    assert state.over
    assert story(state)[4:] == ["looks: natural", f"turns {hole}", "1.1: lose -10"]


@pytest.mark.parametrize("upcard", ["AH", "TH", "QH"])
def test_without_one_the_seats_play(upcard):
    assert story(play(RULES, f"TS {upcard} 6D 5C"))[-1] == "looks: none"


@pytest.mark.parametrize("upcard", ["2H", "9H"])
def test_the_dealer_does_not_look_under_any_other_card(upcard):
    assert story(play(RULES, f"TS {upcard} 6D 5C"))[-1] == "hole card"


def test_the_seats_play_in_turn_and_the_dealer_last():
    state = play(RULES, "TS 9S 6H 5D 8D 7C TC", bets=(10, 10))
    assert turn(state) == (1, 1)
    state = state.act(state.legal_actions[1])
    assert turn(state) == (2, 1)
    end = state.act(state.legal_actions[1])
    assert story(end)[7:] == [
        "2.1: stand +0",
        "turns 7C",
        "draws TC",
        "1.1: win 10",
        "2.1: win 10",
    ]


def test_at_21_a_hand_stops_by_itself():
    state = play(RULES, "TS 6H 6D TC 5H 5S", "H")
    assert (state.over, hands(state), results(state)) == (True, ["T65"], ["push 0"])


def test_any_first_two_cards_may_be_doubled():
    for cards in ("2S 6H 3D", "TS 6H TD", "AS 6H 9D", "6S 6H 5D"):
        assert "D" in legal(play(RULES, f"{cards} TC"))


def test_a_double_puts_out_as_much_again_and_takes_exactly_one_card():
    state = play(RULES, "6S 6H 5D TC 2H TD", "D")
    assert (hands(state), results(state)) == (["652"], ["win 20"])


def test_a_king_splits_with_a_queen():
    state = play(RULES, "KS 6H QD TC 2H 3H", "P")
    assert (hands(state), legal(state)) == (["K2", "Q3"], "HSD")


def test_a_split_puts_a_bet_on_each_hand_and_either_may_double():
    state = play(RULES, "4S 6H 4D TC 7H 6S TH 9S TD", "P D D")
    assert (hands(state), results(state)) == (["47T", "469"], ["win 20", "win 20"])


def test_split_aces_take_one_card_each_and_stop():
    state = play(RULES, "AS 6H AD TC 2H 3H TD", "P")
    assert (state.over, hands(state)) == (True, ["A2", "A3"])


def test_21_on_a_split_hand_counts_21_and_not_blackjack():
    state = play(RULES, "AS 6H AD TC KH 3H 5D", "P")
    assert results(state) == ["push 0", "lose -10"]


def test_a_seat_splits_once():
    assert refusals(play(RULES, "8S 6H 8D TC 8H 8C", "P"), "P") == [Refusal.MOST_HANDS]


def test_another_seat_may_split_too():
    state = play(RULES, "8S 9S 6H 8D 9D TC 2S 3S 4S 5S", "P S S P", bets=(10, 10))
    assert (hands(state, 0), hands(state, 1)) == (["82", "83"], ["94", "95"])


def test_the_dealer_takes_cards_until_17_or_more():
    assert str(play(RULES, "TS 2H 8D 2C 3S 4S 5S 6S", "S").dealer) == "223456"


def test_the_dealer_stands_on_a_soft_17():
    assert str(play(RULES, "TS 6H 8D AC 5S", "S").dealer) == "6A"


def test_the_dealer_takes_a_card_on_a_soft_17_where_the_table_agreed_so():
    state = play(AGREED, "TS 6H 8D AC 3C", "S")
    assert (str(state.dealer), results(state)) == ("6A3", ["lose -10"])


def test_an_agreed_soft_17_leaves_a_hard_17_and_a_soft_18_alone():
    assert str(play(AGREED, "TS 7H 8D TC 5S", "S").dealer) == "7T"
    assert str(play(AGREED, "TS 7H 8D AC 5S", "S").dealer) == "7A"


def test_where_every_hand_is_bust_or_blackjack_the_dealer_only_turns_the_hole_card():
    state = play(RULES, "TS AS 6H 6D KD TC TH", "H", bets=(10, 10))
    assert story(state)[-3:] == ["turns TC", "1.1: bust -10", "2.1: blackjack 15"]
    assert str(state.dealer) == "6T"


def test_closer_to_21_or_left_standing_wins_as_much_as_was_bet():
    assert results(play(RULES, "TS 7H 8D TC", "S")) == ["win 10"]
    assert results(play(RULES, "TS 6H 2D TC TD", "S")) == ["win 10"]


def test_the_same_count_is_a_push():
    assert results(play(RULES, "TS 7H 7D TC", "S")) == ["push 0"]


@pytest.mark.parametrize(("bet", "won"), [(1, 1), (2, 3), (5, 7), (10, 15), (25, 37)])
def test_blackjack_pays_three_for_two_rounded_down_to_a_whole_chip(bet, won):
    assert results(play(RULES, "AS 6H KD TC", bets=(bet,))) == [f"blackjack {won}"]


def test_blackjack_ties_a_dealers_blackjack():
    assert results(play(RULES, "AS AH KD TC")) == ["push 0"]


def test_a_dealers_blackjack_beats_every_other_hand():
    state = play(RULES, "7S AS AH 7D KD TC", bets=(10, 10))
    assert (results(state), net(state, 1)) == (["lose -10", "push 0"], "0")


def test_over_21_is_lost_even_if_the_dealer_goes_bust_after():
    state = play(RULES, "TS 9D 6H 6D 9C TC TH TD", "H S", bets=(10, 10))
    assert (state.dealer.bust, results(state)) == (True, ["bust -10", "win 10"])


def test_there_is_no_insurance():
    state = play(RULES, "TS AH 6D 5C")
    assert (legal(state), refusals(state, "I")) == ("HSD", [Refusal.NOT_OFFERED])


def test_there_is_no_surrender():
    assert refusals(play(RULES, "TS 9H 6D TC"), "R") == [Refusal.NO_SURRENDER]


def test_seat_by_seat_everybody_puts_out_a_bet_from_the_tables_sizes():
    match = begin(3, sizes=(5, 10, 25))
    for seat in (0, 1, 2):
        assert match.turn == seat
        assert [size // CHIP for size in match.bets_of(seat)] == [5, 10, 25]
        match = match.bet(seat, 10 * CHIP)
    assert [seat.bet for seat in match.round.seats] == [10 * CHIP] * 3


def test_each_round_of_a_match_has_a_fresh_pack():
    match = begin(3)
    packs = set()
    for played in range(3):
        match = bet_all(match)
        cards = match.round.drawn
        assert len(set(cards)) == len(cards)
        assert match.round.shoe.left == 52 - len(cards)
        packs.add(match.round.shoe.order)
        match = stand_all(match)
        assert match.rounds_played == played + 1
    assert len(packs) == 3


def test_each_seat_plays_its_hand_in_turn():
    match = in_play(begin(3, seed="in turn"))
    acted = []
    while match.playing:
        acted.append(match.turn)
        match = match.act(match.turn, Action.STAND)
    assert acted == [seat for seat in match.dealt_to if seat in acted]


def test_a_match_is_a_set_number_of_rounds():
    match = play_rounds(begin(rounds=3), 3)
    assert (match.over, match.ending, match.rounds_played) == (True, Ending.ROUNDS, 3)


def test_the_first_seat_to_bet_moves_on_one_each_round():
    match, first = begin(3), []
    for _ in range(5):
        first.append(match.turn)
        match = play_rounds(match, 1)
    assert first == [0, 1, 2, 0, 1]


def test_or_it_has_no_number_and_whoever_made_the_table_ends_it_between_rounds():
    match = play_rounds(begin(rounds=None), 2)
    for open_round in (match.bet(match.turn, 5 * CHIP), in_play(match)):
        assert open_round.end_refusal is MatchRefusal.BETWEEN_ROUNDS
    end = match.end()
    assert (end.ending, end.turn) == (Ending.MAKER, None)


def test_it_ends_early_when_fewer_than_two_seats_have_chips_left():
    assert with_piles(begin(3), 0, 100, 5).ending is None
    for piles in ((0, 100, 0), (0, 0, 0)):
        assert with_piles(begin(3), *piles).ending is Ending.CHIPS
        assert with_piles(begin(3, rounds=None), *piles).ending is Ending.CHIPS


def test_it_does_not_end_in_the_middle_of_a_round():
    match = in_play(with_piles(begin(2), 5, 5))
    assert ([match.in_hand(0), match.in_hand(1)], match.over) == ([0, 0], False)


def test_the_biggest_pile_at_the_end_wins():
    match = with_piles(begin(3, rounds=None), 90, 120, 119).end()
    assert (match.winners, match.drawn) == ((1,), False)
    assert with_piles(begin(3), 90, 120, 119).winners == ()


def test_a_shared_top_pile_is_a_draw():
    match = with_piles(begin(3, rounds=None), 120, 90, 120).end()
    assert (match.winners, match.drawn) == ((0, 2), True)


def test_the_house_pays_from_a_bank_with_no_bottom_so_a_whole_table_can_finish_up():
    ups = [
        match
        for number in range(40)
        if min((match := play_rounds(begin(rounds=1, seed=str(number)), 1)).piles) > 100 * CHIP
    ]
    assert ups


def test_on_a_soft_17_the_dealer_does_what_the_table_has_agreed():
    assert begin().agreement.rules == Rules.parse(RULES)
    assert begin(soft="H17").agreement.rules == Rules.parse(AGREED)
    assert in_play(begin(soft="H17")).round.rules == Rules.parse(AGREED)


def test_what_a_table_agrees_before_the_first_bet_never_changes():
    match = begin()
    with pytest.raises(FrozenInstanceError):
        match.agreement.rounds = 5
    assert play_rounds(match, 3).agreement is match.agreement


@pytest.mark.parametrize("code", [RULES, AGREED], ids=["stands", "takes a card"])
def test_exact_play_leaves_the_house_less_than_a_chip_in_every_hundred(code):
    """Where the dealer stands on a soft 17, it is even the player who is ahead, a little."""
    edge = analyse(Rules.parse(code)).edge()
    assert -0.01 < edge.chart_ev < 0.01


@pytest.mark.parametrize("hits_soft_17", [False, True])
def test_the_computers_best_players_use_all_of_the_chart(hits_soft_17):
    match = begin(2, soft="H17" if hits_soft_17 else "S17")
    chart = analyse(match.agreement.rules).chart()
    for number in range(30):
        state = in_play(replace(match, seed=str(number)))
        while state.playing:
            best = PLAYERS[Kind.EXPERT].act(state.visible(state.turn), Random(1))
            assert best is chart.advise(state.round.question).action
            state = state.act(state.turn, best)


def test_and_size_their_bets_by_where_they_stand_in_the_match():
    match = begin(3, sizes=(5, 10, 25, 50), rounds=2)
    bets = {
        PLAYERS[Kind.EXPERT].bet(with_piles(match, pile, 100, 100).visible(0), Random(1))
        for pile in (60, 100, 250)
    }
    assert len(bets) > 1


def test_everybodys_cards_lie_face_up():
    match = in_play(begin(3))
    for seat in match.agreement.seats:
        seen = match.visible(seat).table.seats
        assert [len(each.hands[0].cards) for each in seen] == [2, 2, 2]


def test_while_the_table_bets_there_are_its_sizes_and_while_it_plays_what_one_may_do():
    match = begin(2)
    assert (match.bets_of(0), match.visible(0).table) == (match.agreement.sizes, None)
    match = in_play(match)
    assert match.bets_of(match.turn) == ()
    for seat in match.agreement.seats:
        legal = match.round.legal_actions if seat == match.turn else ()
        assert match.visible(seat).table.legal_actions == legal
