"""The referee beyond the four sheets: every refusal and rule, several seats, what is hidden."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from strategy.actions import Action
from strategy.cards import PACK
from strategy.legality import IllegalAction, Phase, Refusal
from strategy.money import CHIP
from strategy.round import BetError, Round, View
from strategy.rules import Rules
from strategy.shoe import FixedShoe, ShoeEmpty
from strategy.situations import CHOICES
from tests.strategy import samples
from tests.strategy.rounds import hands, legal, net, play, refusals, results, story, turn

REFUSED = [
    (Refusal.OVER, "6D", "TS 9H 6D TC", "S", "S"),
    (Refusal.OVER, "6D", "AS 9H KD TC", "", "H"),
    (Refusal.ANSWER_INSURANCE, "6D LS", "TS AH 6D TC", "", "H"),
    (Refusal.ANSWER_INSURANCE, "6D LS", "TS AH 6D TC", "", "R"),
    (Refusal.ANSWER_SURRENDER, "6D ES", "TS TH 6D 7C", "", "S"),
    (Refusal.ANSWER_SURRENDER, "6D ES", "TS AH 6D 7C", "N", "I"),
    (Refusal.NOT_OFFERED, "6D", "TS TH 6D 7C", "", "I"),
    (Refusal.NOT_OFFERED, "6D", "TS AH 6D 7C", "N", "I"),
    (Refusal.NOT_OFFERED, "6D", "TS AH 6D 7C", "N", "N"),
    (Refusal.NO_SURRENDER, "6D NS", "TS TH 6D 7C", "", "R"),
    (Refusal.NO_SURRENDER_V_ACE, "6D ES10", "TS AH 6D 7C", "N", "R"),
    (Refusal.NO_SURRENDER_V_ACE, "6D ES10 ENHC NOINS", "TS AH 6D", "", "R"),
    (Refusal.SURRENDER_PASSED, "6D ES", "TS TH 6D 7C", "N", "R"),
    (Refusal.SURRENDER_PASSED, "6D ES", "TS AH 6D 7C", "N N", "R"),
    (Refusal.SURRENDER_FIRST, "6D LS", "TS TH 2D 7C 2H", "H", "R"),
    (Refusal.SURRENDER_FIRST, "6D LS", "8S TH 8D 7C 8H 2C", "P", "R"),
    (Refusal.NO_DOUBLE, "6D D0", "6S 9H 5D TC", "", "D"),
    (Refusal.DOUBLE_TWO_CARDS, "6D", "2S 9H 3D TC 6H", "H", "D"),
    (Refusal.DOUBLE_9_TO_11, "6D D9", "6S 9H 2D TC", "", "D"),
    (Refusal.DOUBLE_9_TO_11, "6D D9", "6S 9H 6D TC", "", "D"),
    (Refusal.DOUBLE_9_TO_11, "6D D9", "AS 9H 9D TC", "", "D"),
    (Refusal.DOUBLE_10_TO_11, "6D D10", "6S 9H 3D TC", "", "D"),
    (Refusal.DOUBLE_10_TO_11, "6D D10", "AS 9H 9D TC", "", "D"),
    (Refusal.DOUBLE_AFTER_SPLIT, "6D NDAS", "8S 9H 8D TC 3H 2C", "P", "D"),
    (Refusal.NO_SPLIT, "6D SP1", "8S 9H 8D TC", "", "P"),
    (Refusal.NOT_A_PAIR, "6D", "8S 9H 7D TC", "", "P"),
    (Refusal.NOT_A_PAIR, "6D", "4S 9H 4D TC 8H", "H", "P"),
    (Refusal.NOT_ONE_RANK, "6D RANK", "KS 9H QD TC", "", "P"),
    (Refusal.MOST_HANDS, "6D SP2", "8S 9H 8D TC 8H 2C", "P", "P"),
    (Refusal.MOST_HANDS, "6D SP3", "8S 9H 8D TC 8H 2C 8C 3H", "P P", "P"),
    (Refusal.MOST_HANDS, "6D HSA", "AS 9H AD TC AH 2C", "P", "P"),
    (Refusal.ACES_TAKE_ONE, "6D SA3", "AS 9H AD TC AH 2C", "P", "H"),
    (Refusal.ACES_TAKE_ONE, "6D SA3", "AS 9H AD TC AH 2C", "P", "D"),
]
"""Why, the rules, the cards, the moves before, and the letter that is refused."""


@pytest.mark.parametrize(("why", "rules", "cards", "moves", "letter"), REFUSED)
def test_an_illegal_action_is_refused_with_its_reason(why, rules, cards, moves, letter):
    state = play(rules, cards, moves)
    action = Action(letter)
    assert state.refusal(action) is why
    assert action not in state.legal_actions
    with pytest.raises(IllegalAction) as illegal:
        state.act(action)
    assert (illegal.value.action, illegal.value.refusal) == (action, why)
    assert str(illegal.value) == f"{action.word}: {why.value}"


@pytest.mark.parametrize(
    ("cards", "moves", "letter", "funds"),
    [
        ("6S 9H 5D TC", "", "D", 9),
        ("8S 9H 8D TC", "", "P", 9),
        ("8S 9H 8D TC 3H 2C", "P", "D", 19),
        ("TS AH 8D TC", "", "I", 4),
        ("6S AH 5D 9C", "I5", "D", 14),
    ],
)
def test_what_the_chips_are_too_short_for_is_refused_and_no_more_is_asked(
    cards, moves, letter, funds
):
    action = Action(letter)
    short = play("6D", cards, moves, funds=[funds])
    assert short.refusal(action) is Refusal.CHIPS_SHORT
    with pytest.raises(IllegalAction, match="You do not have the chips for it"):
        short.act(action)
    for enough in (funds + 1, None):
        assert play("6D", cards, moves, funds=[enough]).refusal(action) is None


def test_every_refusal_is_tried_here():
    apart = {Refusal.CHIPS_SHORT, Refusal.INSURANCE_AMOUNT}
    assert {why for why, *_ in REFUSED} | apart == set(Refusal)


@pytest.mark.parametrize("text", [why.value for why in Refusal])
def test_reasons_are_sentences(text):
    assert text[0].isupper()
    assert text.endswith(".")


# Insurance


@pytest.mark.parametrize(
    ("rules", "cards", "amounts", "refused"),
    [
        ("6D INS", "TS AH 6D TC", ["2.5", "5", "0.1"], ["0", "-5", "5.1", "10"]),
        ("6D INS1", "TS AH 6D TC", ["2.5", "10"], ["0", "10.1"]),
        ("6D INS1", "AS AH KD TC", ["5"], ["5.1", "10"]),
        ("6D INS FLOOR", "TS AH 6D TC", ["1", "5"], ["2.5", "0.1", "6"]),
    ],
)
def test_insurance_is_an_amount_within_its_bounds(rules, cards, amounts, refused):
    state = play(rules, cards)
    for chips in amounts:
        assert state.refusal(Action.INSURE, round(float(chips) * CHIP)) is None
    for chips in refused:
        amount = round(float(chips) * CHIP)
        assert state.refusal(Action.INSURE, amount) is Refusal.INSURANCE_AMOUNT
        with pytest.raises(IllegalAction, match="not an amount that may be insured here"):
            state.act(Action.INSURE, amount)


@pytest.mark.parametrize(
    ("rules", "bet", "most"),
    [("INS", 5, 25), ("INS FLOOR", 5, 20), ("INS1", 5, 50), ("INS FLOOR", 3, 10)],
)
def test_insurance_is_the_most_unless_it_is_said(rules, bet, most):
    state = play(f"6D {rules}", "TS AH 6D 7C", bets=(bet,)).act(Action.INSURE)
    assert state.seats[0].insurance == most
    assert state.moves == ((Action.INSURE, most),)


@pytest.mark.parametrize(("rules", "bet"), [("NOINS", 10), ("INS FLOOR", 1)])
def test_insurance_of_nothing_is_not_offered(rules, bet):
    state = play(f"6D {rules}", "TS AH 6D 7C", bets=(bet,))
    assert (state.phase, state.seats[0].insurance) == (Phase.PLAY, 0)


def test_part_of_the_insurance_may_be_bought_where_the_chips_are_short_for_the_most():
    state = play("6D", "TS AH 6D 7C", funds=[4])
    assert legal(state) == "N"
    assert state.refusal(Action.INSURE, 4 * CHIP) is None


def test_seats_are_asked_for_insurance_one_by_one_the_one_with_a_natural_too():
    state = play("6D", "TS AS 9S AH 6D KD 9D 7C", "N", bets=(10, 10, 10))
    assert (state.phase, turn(state)) == (Phase.INSURANCE, (2, 1))
    state = play("6D", "TS AS 9S AH 6D KD 9D 7C", "N I5 I5", bets=(10, 10, 10))
    assert (state.phase, turn(state)) == (Phase.PLAY, (1, 1))
    assert story(state)[8:] == [
        "1: insures 0",
        "2: insures 5",
        "3: insures 5",
        "looks: none",
        "2: insurance -5",
        "3: insurance -5",
    ]


# Surrender


def test_an_early_surrender_is_asked_before_the_look_and_after_insurance():
    state = play("6D ES", "TS AH 6D KC", "I5")
    assert (state.phase, legal(state)) == (Phase.EARLY_SURRENDER, "RN")
    assert "looks: natural" not in story(state)
    assert results(state.act(Action.SURRENDER)) == ["insurance 10", "surrender -5"]
    assert results(state.act(Action.DECLINE)) == ["insurance 10", "lose -10"]


def test_an_early_surrender_is_asked_seat_by_seat_but_not_of_a_natural():
    state = play("6D ES NOINS", "TS AS 9S TH 6D KD 7D 7C", "R", bets=(10, 10, 10))
    assert (state.phase, turn(state)) == (Phase.EARLY_SURRENDER, (3, 1))
    state = state.act(Action.DECLINE)
    assert story(state)[8:] == ["1.1: surrender +0", "3: plays on", "looks: none"]
    assert (state.phase, turn(state)) == (Phase.PLAY, (3, 1))
    assert str(state.question) == "97 v T -R"


def test_the_question_of_an_early_surrender_has_all_plays():
    state = play("6D ES", "8S TH 8D 7C")
    assert str(state.question) == "88 v T"
    assert state.question.allowed == CHOICES


@pytest.mark.parametrize(
    ("rules", "upcard", "asked"),
    [
        ("ES", "TH", Phase.EARLY_SURRENDER),
        ("ES", "AH", Phase.EARLY_SURRENDER),
        ("ES", "9H", Phase.PLAY),
        ("ES10", "TH", Phase.EARLY_SURRENDER),
        ("ES10", "AH", Phase.PLAY),
        ("LS", "TH", Phase.PLAY),
    ],
)
def test_an_early_surrender_is_a_decision_of_its_own_where_the_dealer_looks(rules, upcard, asked):
    assert play(f"6D NOINS {rules}", f"TS {upcard} 6D 7C").phase is asked


@pytest.mark.parametrize("upcard", ["9H", "5H"])
def test_against_other_upcards_an_early_surrender_is_a_play(upcard):
    state = play("6D ES", f"TS {upcard} 6D 7C")
    assert "R" in legal(state)
    assert results(state.act(Action.SURRENDER)) == ["surrender -5"]


@pytest.mark.parametrize("hole_card", ["ENHC", "OBO"])
@pytest.mark.parametrize("surrender", ["LS", "ES", "ES10"])
def test_without_a_hole_card_half_the_bet_is_saved_from_a_natural(hole_card, surrender):
    rules = f"6D {hole_card} {surrender}"
    state = play(rules, "TS 9S TH 6D 9D AC", "R S", bets=(10, 10))
    assert results(state) == ["surrender -5", "lose -10"]


def test_a_late_surrender_comes_too_late_for_a_natural():
    assert results(play("6D LS NOINS", "TS AH 6D KC")) == ["lose -10"]


@pytest.mark.parametrize(("rules", "lost"), [("EXACT", "-2.5"), ("FLOOR", "-3")])
def test_half_of_an_odd_bet_comes_back_exact_or_rounded_down(rules, lost):
    assert net(play(f"6D LS {rules}", "TS 9H 6D 7C", "R", bets=(5,))) == lost


def test_only_what_is_left_of_the_seats_plays_against_the_dealer():
    state = play("6D LS", "TS 9S 6H 6D 9D TC 5H", "R S", bets=(10, 10))
    assert results(state) == ["surrender -5", "lose -10"]
    assert str(state.dealer) == "6T5"


# No hole card


@pytest.mark.parametrize(
    ("cards", "moves", "all_bets", "original_only"),
    [
        ("TS TH 9D AC", "S", ["lose -10"], ["lose -10"]),
        ("6S TH 5D 9C AC", "D", ["lose -20"], ["lose -10"]),
        ("8S TH 8D 3S 9D TC AC", "P D S", ["lose -20", "lose -10"], ["lose -10", "returned 0"]),
        ("8S TH 8D 3S 9D AC", "P S S", ["lose -10", "lose -10"], ["lose -10", "returned 0"]),
        ("AS TH KD AC", "", ["push 0"], ["push 0"]),
    ],
)
def test_a_natural_takes_all_bets_or_the_original_ones_alone(cards, moves, all_bets, original_only):
    assert results(play("6D ENHC", cards, moves)) == all_bets
    assert results(play("6D OBO", cards, moves)) == original_only


def test_bust_bets_beyond_the_original_are_given_back_too():
    doubled = play("6D OBO", "TS TH 6D 9C AC", "D")
    assert (results(doubled), results(play("6D ENHC", "TS TH 6D 9C", "D"))) == (
        ["bust -10"],
        ["bust -20"],
    )
    split = play("6D OBO", "8S TH 8D 6S 7D TC KC AC", "P H H")
    assert results(split) == ["bust -10", "returned 0"]


def test_without_a_natural_original_bets_only_loses_like_any_other_rule():
    assert results(play("6D OBO", "TS TH 6D 9C 7C", "D")) == ["bust -20"]
    split = play("6D OBO", "8S TH 8D 6S 7D TC KC 7C", "P H H")
    assert results(split) == ["bust -10", "bust -10"]
    assert results(play("6D OBO", "6S TH 5D 2C TC", "D")) == ["lose -20"]


@pytest.mark.parametrize(
    ("rules", "cards", "moves", "dealer"),
    [
        ("6D ENHC", "TS TH 6D 9C", "H", "T"),
        ("6D OBO", "TS TH 6D 9C", "H", "T"),
        ("6D OBO", "TS 9H 6D 9C", "D", "9"),
        ("6D OBO", "TS TH 6D 9C 2C", "D", "T2"),
        ("6D ENHC LS", "TS AH 6D", "N R", "A"),
        ("6D ENHC", "TS AH 6D 9C 2C", "I5 H", "A2"),
        ("6D ENHC", "AS 9H KD", "", "9"),
        ("6D ENHC", "AS TH KD 2C", "", "T2"),
        ("6D ENHC", "AS AH KD 2C", "N", "A2"),
        ("6D OBO", "AS AH KD TC", "N", "AT"),
    ],
)
def test_a_second_card_is_drawn_only_where_something_hangs_on_it(rules, cards, moves, dealer):
    state = play(rules, cards, moves)
    assert (state.over, str(state.dealer)) == (True, dealer)
    assert state.shoe == FixedShoe(())


def test_insurance_without_a_hole_card_is_settled_when_the_dealer_has_drawn():
    state = play("6D ENHC", "TS AH 9D KC", "I5")
    assert results(state) == []
    assert results(state.act(Action.STAND)) == ["insurance 10", "lose -10"]
    assert "looks: natural" not in story(state.act(Action.STAND))


# Splits


@pytest.mark.parametrize(("rules", "most"), [("SP2", 2), ("SP3", 3), ("SP4", 4)])
def test_pairs_are_split_up_to_the_most_hands(rules, most):
    state = play(f"6D {rules}", "8S 6H 8D TC 8H 8C 8S 8D 8H 8C")
    while Action.SPLIT in state.legal_actions:
        state = state.act(Action.SPLIT)
    assert hands(state) == ["88"] * most


@pytest.mark.parametrize(("rules", "most"), [("SA2", 2), ("SA3", 3), ("SA4", 4)])
@pytest.mark.parametrize("hit", ["", "HSA"])
def test_aces_are_split_up_to_their_own_most_hands(rules, most, hit):
    state = play(f"6D {rules} {hit}", "AS 6H AD TC AH AC AS AD AH AC 3D")
    while Action.SPLIT in state.legal_actions:
        state = state.act(Action.SPLIT)
    assert hands(state) == ["AA"] * most
    assert state.over == (not hit)


def test_a_pair_of_split_aces_may_be_kept_or_split_again_and_not_hit():
    state = play("6D SA3", "AS 6H AD TC AH AC")
    assert str(state.question) == "AA v 6"
    split = play("6D SA3", "AS 6H AD TC AH AC", "P")
    assert (legal(split), str(split.question)) == ("SP", "AA v 6 -H -D")
    assert [action.value for action in split.question.allowed] == ["S", "P"]
    assert turn(split.act(Action.STAND)) == (1, 2)


def test_split_aces_that_play_on_are_asked_as_any_hand():
    state = play("6D HSA SA3", "AS 6H AD TC AH 5C", "P")
    assert (legal(state), str(state.question)) == ("HSDP", "AA v 6")
    assert str(play("6D HSA", "AS 6H AD TC AH 5C", "P").question) == "AA v 6 -P"


def test_the_rank_rule_keeps_unlike_tens_together_and_lets_like_ones_go():
    assert "P" not in legal(play("6D RANK", "KS 6H QD TC"))
    state = play("6D RANK", "KS 6H KD TC KH QC", "P")
    assert (hands(state), legal(state)) == (["KK", "KQ"], "HSDP")
    assert refusals(state.act(Action.STAND), "P") == [Refusal.NOT_ONE_RANK]


def test_a_split_hand_of_21_is_passed_over():
    state = play("6D", "TS 6H TD TC AH 5C", "P")
    assert (hands(state), turn(state)) == (["TA", "T5"], (1, 2))


def test_a_doubled_hand_may_not_go_on():
    state = play("6D", "2S 6H 2D TC 2H 2C 3D 3C", "P D")
    assert (hands(state), turn(state)) == (["223", "22"], (1, 2))


@pytest.mark.parametrize(
    ("rules", "allowed"),
    [("DOA", "9 10 11 8 12 A8"), ("D9", "9 10 11"), ("D10", "10 11"), ("D0", "")],
)
def test_doubling_goes_by_the_total(rules, allowed):
    cards = {"8": "6 2", "9": "6 3", "10": "6 4", "11": "6 5", "12": "T 2", "A8": "A 8"}
    may = [
        name
        for name, (one, two) in ((name, text.split()) for name, text in cards.items())
        if "D" in legal(play(f"6D {rules}", f"{one}S 6H {two}D TC"))
    ]
    assert set(may) == set(allowed.split())


@pytest.mark.parametrize(("rules", "doubled"), [("D10 DAS", True), ("D10 NDAS", False)])
def test_doubling_after_a_split_keeps_to_the_totals(rules, doubled):
    cards = "8S 6H 8D TC 3H 2C"
    assert ("D" in legal(play(f"6D {rules}", cards, "P"))) == doubled
    assert "D" not in legal(play("6D D10 DAS", "8S 6H 8D TC 4H 2C", "P"))


# Payouts


@pytest.mark.parametrize(
    ("rules", "won"),
    [
        ("3:2", "7.5"),
        ("6:5", "6"),
        ("1:1", "5"),
        ("2:1", "10"),
        ("3:2 FLOOR", "7"),
        ("6:5 FLOOR", "6"),
        ("1:1 FLOOR", "5"),
        ("2:1 FLOOR", "10"),
    ],
)
@pytest.mark.parametrize("hole_card", ["PEEK", "ENHC", "OBO"])
def test_a_natural_pays_the_odds_of_the_rules(rules, won, hole_card):
    hole = "7C" if hole_card == "PEEK" else ""
    state = play(f"6D {hole_card} {rules}", f"AS 9H KD {hole}", bets=(5,))
    assert results(state) == [f"blackjack {won}"]


def test_6_to_5_on_other_bets_is_exact_or_rounded_down():
    cards = "AS 9H KD 7C"
    assert net(play("6D 6:5", cards, bets=(7,))) == "8.4"
    assert net(play("6D 6:5 FLOOR", cards, bets=(7,))) == "8"


# Several seats


def test_seven_seats_are_dealt_and_settled_in_order():
    cards = "2S 3S 4S 5S 6S 7S 8S 7H TS TH TD TC KS KH KD TC"
    state = play("6D", cards, bets=(1, 2, 3, 4, 5, 6, 7))
    assert story(state) == [
        *(f"{seat}.1: {card}" for seat, card in enumerate(cards.split()[:7], start=1)),
        "upcard 7H",
        *(f"{seat}.1: {card}" for seat, card in enumerate(cards.split()[8:15], start=1)),
        "hole card",
    ]
    turns = []
    while not state.over:
        turns.append(turn(state))
        state = state.act(Action.STAND)
    assert turns == [(seat, 1) for seat in range(1, 8)]
    assert [net(state, seat) for seat in range(7)] == ["-1", "-2", "-3", "-4", "-5", "0", "7"]


def test_a_seat_plays_all_its_split_hands_before_the_next():
    state = play("6D", "8S 9S 6H 8D 9D TC 2S 3S 9C 8C", "P S S P", bets=(10, 10))
    assert turn(state) == (2, 1)
    assert (hands(state, 0), hands(state, 1)) == (["82", "83"], ["99", "98"])


def test_the_chips_of_a_seat_are_its_own():
    state = play("6D", "8S 8H 6H 8D 8C TC", bets=(10, 10), funds=[0, 10])
    assert legal(state) == "HS"
    assert legal(state.act(Action.STAND)) == "HSDP"


@pytest.mark.parametrize("seats", [0, 8])
def test_a_table_has_one_to_seven_seats(seats):
    with pytest.raises(BetError, match=f"1 to 7 seats, not {seats}"):
        Round.deal(Rules(), [10] * seats, FixedShoe(PACK))


@pytest.mark.parametrize(
    ("bet", "named"), [(0, "0"), (-10, "-1"), (5, "0.5"), (1, "0.1"), (105, "10.5")]
)
def test_a_bet_is_a_whole_number_of_chips(bet, named):
    with pytest.raises(BetError, match=f"a whole number of chips, not {named}$"):
        Round.deal(Rules(), [10, bet], FixedShoe(PACK))


def test_a_bet_is_no_more_than_the_player_has():
    with pytest.raises(BetError, match=r"a bet is 2\.5 more than the player has"):
        Round.deal(Rules(), [10, 10], FixedShoe(PACK), funds=[None, -25])


@pytest.mark.parametrize(("cards", "moves"), [("TS 9H 6D", ""), ("TS 9H 6D TC", "H")])
def test_a_fixed_shoe_may_be_too_short(cards, moves):
    with pytest.raises(ShoeEmpty):
        play("6D", cards, moves)


# The story


def test_the_events_tell_the_story():
    cards = "8S AS AH 8D KD 7C 3S 9D TS * 5D"
    state = play("2D INS1", cards, "I10 I5 P D H", bets=(10, 10))
    assert story(state) == [
        "1.1: 8S",
        "2.1: AS",
        "upcard AH",
        "1.1: 8D",
        "2.1: KD",
        "hole card",
        "1: insures 10",
        "2: insures 5",
        "looks: none",
        "1: insurance -10",
        "2: insurance -5",
        "1.1: split +10",
        "1.1: 3S",
        "1.2: 9D",
        "1.1: double +10",
        "1.1: TS",
        "1.2: hit +0",
        "refilled *",
        "1.2: 5D",
        "turns 7C",
        "1.1: win 20",
        "1.2: bust -10",
        "2.1: blackjack 15",
    ]


def test_acting_leaves_the_round_as_it_was():
    state = play("6D", "8S 6H 8D TC 3H 2C 9S")
    before = repr(state)
    after = state.act(Action.SPLIT)
    after.act(Action.DOUBLE)
    assert repr(state) == before
    assert after.events[: len(state.events)] == state.events


def test_the_net_of_a_seat_grows_as_its_bets_are_settled():
    state = play("6D", "TS AH 9D 7C", "I5")
    assert net(state) == "-5"
    assert net(state.act(Action.STAND)) == "5"


def test_the_active_seat_and_hand_are_those_of_the_turn():
    state = play("6D", "8S 6H 8D TC 3H 2C TS", "P S")
    seat, hand = state.active
    assert (seat.staked, str(hand.hand)) == (20 * CHIP, "82")
    assert play("6D", "AS 6H KD TC").active is None


def test_a_fresh_pack_may_bring_a_hand_that_no_chart_has():
    state = play("1D", "AS TH AD 7C AH AC 2D + AS", "H H H H")
    assert (hands(state), state.question, legal(state)) == (["AAAA2A"], None, "HS")


# What is hidden

CODES = [
    "6D S17 PEEK",
    "1D H17 PEEK ES FLOOR",
    "6D ENHC INS1",
    "8D OBO LS",
    "2D PEEK ES10 SA4 HSA RANK",
]


def test_a_view_has_no_place_for_what_is_hidden():
    names = {field.name for field in fields(View)}
    assert names.isdisjoint({"shoe", "dealer_cards", "drawn", "moves"})


@settings(max_examples=60)
@given(
    st.sampled_from(CODES) | samples.rules().map(lambda rules: rules.code),
    st.permutations(PACK),
    st.integers(1, 3),
    st.data(),
)
def test_what_is_seen_says_nothing_of_the_hole_card_or_the_shoe(code, cards, seats, data):
    """Two tables alike but for what lies face down look alike until it is turned."""
    rules = Rules.parse(code)
    state = Round.deal(rules, [10 * CHIP] * seats, FixedShoe(tuple(cards)))
    while not state.over:
        others = [card for card in cards if card not in state.drawn]
        left = tuple(data.draw(st.permutations(others)))
        twin = replace(state, shoe=FixedShoe(left))
        if state.hole_hidden:
            hole = state.dealer_cards[1]
            assert str(hole) not in "".join(story(state))
            cards_of_twin = (state.upcard, left[0])
            twin = replace(twin, dealer_cards=cards_of_twin, drawn=())
            assert state.dealer == twin.dealer
            assert all(hole not in hand.cards for seat in state.seats for hand in seat.hands)
        for seat in range(seats):
            assert repr(state.visible(seat)) == repr(twin.visible(seat))
        assert (state.question, state.legal_actions) == (twin.question, twin.legal_actions)
        state = state.act(data.draw(st.sampled_from(state.legal_actions)))


def test_the_hole_card_is_seen_when_it_is_turned():
    state = play("6D", "TS 6H TD TC 2D", "S")
    view = state.visible(0)
    assert [str(card) for card in view.dealer] == ["6H", "TC", "2D"]
    assert not view.hole_hidden


def test_a_player_sees_the_legal_actions_of_the_own_turn_alone():
    state = play("6D", "TS 9S 6H 6D 8D TC", bets=(10, 10))
    assert state.visible(0).legal_actions == state.legal_actions
    assert state.visible(1).legal_actions == ()
    assert state.visible(0).turn == state.visible(1).turn == state.turn
