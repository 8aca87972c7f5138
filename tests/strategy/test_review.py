"""What the plays of a round cost, apart from luck."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from strategy.actions import Action
from strategy.analysis import analyse
from strategy.charts import stock_chart
from strategy.money import CHIP
from strategy.records import Record
from strategy.review import Play, review
from strategy.round import Round
from strategy.rules import Rules
from strategy.shoe import Shoe
from strategy.situations import Situation

SIX = "6D S17 LS INS"
EARLY = "6D S17 ES INS"
EXACT = "exact"


def reviewed(text: str, chart: str = EXACT) -> list[Play]:
    record = Record.parse(text)
    found = analyse(record.rules).chart() if chart == EXACT else stock_chart(chart)
    return review(record.states(), found)


def only(text: str, chart: str = EXACT) -> Play:
    (play,) = reviewed(text, chart)
    return play


def ev(rules: str, situation: str) -> dict[Action, float]:
    found = analyse(Rules.parse(rules))
    return dict(found.evaluate(Situation.parse(situation, found.rules)).values)


def test_each_decision_is_there_with_its_state_turn_and_move():
    plays = reviewed(f"{SIX} | 10 20 | 8S TS 6H 8D 6D TC 2S 3S TH | P S S S")
    assert [(play.turn, play.move.action.word) for play in plays] == [
        ((0, 0), "split"),
        ((0, 0), "stand"),
        ((0, 1), "stand"),
        ((1, 0), "stand"),
    ]
    assert [play.before.turn for play in plays] == [play.turn for play in plays]
    assert [len(play.before.moves) for play in plays] == [0, 1, 2, 3]


def test_a_round_without_decisions_has_nothing_to_review():
    assert reviewed(f"{SIX} | 10 | AS 9H KD TC | ") == []


def test_the_best_play_costs_nothing_and_is_right():
    play = only(f"{SIX} | 10 | TS 6H 6D TC TH | S")
    assert (play.cost, play.wrong) == (0, False)
    assert play.verdict is not None
    assert play.verdict.right is Action.STAND


def test_a_mistake_costs_the_difference_in_original_bets():
    play = only(f"{SIX} | 50 | TS 6H 6D TC TH | H")
    values = ev(SIX, "T6 v 6")
    assert play.wrong
    assert play.cost == pytest.approx(values[Action.STAND] - values[Action.HIT])


def test_what_is_lost_by_luck_is_no_cost():
    lost = only(f"{SIX} | 10 | TS 6H 6D TC 5H | S")
    assert (lost.before.act(Action.STAND).net(0), lost.cost, lost.wrong) == (-100, 0, False)


def test_a_play_that_wins_by_luck_costs_all_the_same():
    won = only(f"{SIX} | 10 | TS TH 9D 9C 2H | H")
    assert won.before.act(Action.HIT).net(0) == 100
    assert won.cost > 0.5


def test_a_play_right_by_the_chart_may_cost_with_these_cards():
    """A single deck's 12 against a 4 stands by the chart; T and 2 are better hit."""
    play = only("1D S17 | 10 | TS 4H 2D TC TH | S", "1d-s17-das")
    assert (play.wrong, play.cost > 0) == (False, True)


def test_insurance_costs_what_it_is_expected_to_lose():
    """Of 309 unseen cards 95 are tens: half a bet loses (309 - 3 * 95) / 309 of itself."""
    taken, stood = reviewed(f"{SIX} | 10 | TS AH 9D 9C | I5 S")
    assert taken.cost == pytest.approx(0.5 * (309 - 3 * 95) / 309)
    assert (taken.wrong, taken.verdict, stood.cost) == (True, None, 0)


def test_insurance_costs_by_what_is_staked():
    whole = reviewed("8D ENHC INS1 | 10 | TS AH 9D 9C | I10 S")[0]
    tenth = reviewed("8D ENHC INS1 | 10 | TS AH 9D 9C | I1 S")[0]
    assert whole.cost == pytest.approx(10 * tenth.cost)
    assert whole.cost == pytest.approx((413 - 3 * 127) / 413)


def test_insurance_costs_in_original_bets_whatever_the_bet():
    half_of_40 = reviewed(f"{SIX} | 40 | TS AH 9D 9C | I20 S")[0]
    half_of_10 = reviewed(f"{SIX} | 10 | TS AH 9D 9C | I5 S")[0]
    assert half_of_40.cost == pytest.approx(half_of_10.cost)


def test_insurance_that_pays_by_luck_costs_the_same():
    (play,) = reviewed(f"{SIX} | 10 | TS AH 9D KC | I5")
    assert play.cost == pytest.approx(0.5 * (309 - 3 * 95) / 309)


def test_declined_insurance_costs_nothing():
    declined = reviewed(f"{SIX} | 10 | TS AH 9D 9C | N S")[0]
    assert (declined.cost, declined.wrong, declined.verdict) == (0, False, None)


def test_declined_insurance_costs_nothing_with_a_natural_either():
    play = only(f"{SIX} | 10 | AS AH KD 9C | N")
    assert (play.cost, play.wrong) == (0, False)


def test_insurance_loses_even_where_no_ten_of_a_single_deck_is_seen():
    play = reviewed("1D INS | 10 | 5S AH 4D 9C 7C | I5 D")[0]
    assert play.cost == pytest.approx(0.5 * (49 - 3 * 16) / 49)


def test_an_early_surrender_declined_costs_its_gain_over_the_best_other_play():
    kept, hit = reviewed(f"{EARLY} | 10 | TS TH 6D 9C 5S | N H")
    values = ev(EARLY, "T6 v T")
    others = max(value for action, value in values.items() if action is not Action.SURRENDER)
    assert kept.cost == pytest.approx(values[Action.SURRENDER] - others)
    assert (kept.wrong, hit.cost, hit.wrong) == (True, 0, False)
    assert kept.verdict is not None
    assert kept.verdict.right is Action.SURRENDER


def test_an_early_surrender_rightly_declined_costs_nothing_and_has_no_verdict():
    kept = reviewed(f"{EARLY} | 10 | TS TH 9D 9C | N S")[0]
    assert (kept.cost, kept.wrong, kept.verdict) == (0, False, None)


def test_an_early_surrender_wrongly_taken_costs_what_playing_on_is_worth_more():
    play = only(f"{EARLY} | 10 | TS TH 9D 9C | R")
    values = ev(EARLY, "T9 v T")
    assert play.wrong
    assert play.cost == pytest.approx(max(values.values()) - values[Action.SURRENDER])


def test_an_early_surrender_rightly_taken_costs_nothing():
    play = only(f"{EARLY} | 10 | TS TH 6D AC | R")
    assert (play.cost, play.wrong) == (0, False)


def test_after_the_look_a_hand_costs_by_what_it_is_worth_then():
    """The mistake is made after the dealer has looked: there is no natural to be afraid of."""
    played = reviewed(f"{EARLY} | 10 | TS TH 6D 9C | N S")[1]
    late = ev("6D S17 NS INS", "T6 v T")
    assert played.cost == pytest.approx(late[Action.HIT] - late[Action.STAND])


def test_standing_on_two_split_aces_that_could_be_split_again_is_a_mistake():
    plays = reviewed("6D SA4 | 10 | AS 6H AD TC AC 9D TD | P S")
    values = ev("6D SA4", "AA v 6")
    assert [play.wrong for play in plays] == [False, True]
    assert plays[1].cost == pytest.approx(values[Action.SPLIT] - values[Action.STAND])
    assert plays[1].verdict.right is Action.SPLIT


def test_what_nobody_has_looked_for_makes_a_mistake_cheaper():
    """A natural takes the original bet whatever is done: the values leave it out, costs do not."""
    (play,) = reviewed("8D OBO | 10 | TS TH 6D 9C | S")
    values = ev("8D OBO", "T6 v T")
    no_natural = 1 - 32 / (8 * 52 - 3)
    assert play.cost == pytest.approx(no_natural * (values[Action.HIT] - values[Action.STAND]))


def test_a_play_that_loses_nothing_is_no_mistake_though_the_chart_says_otherwise():
    play, _ = reviewed("1D NDAS | 10 | TS 4H 2D TC 5C 9C | H S")
    assert (play.cost, play.verdict.correct, play.wrong) == (0, False, False)


def test_split_hands_are_reviewed_each():
    plays = reviewed("6D S17 DAS | 10 | 8S 6H 8D TC 3S 9D 2H TD | P H S S")
    assert [play.move.action.word for play in plays] == ["split", "hit", "stand", "stand"]
    assert [play.wrong for play in plays] == [False, True, False, False]
    assert plays[1].cost == pytest.approx(
        ev("6D S17 DAS", "83 v 6")[Action.DOUBLE] - ev("6D S17 DAS", "83 v 6")[Action.HIT]
    )


def test_a_partial_chart_has_no_verdict_where_it_is_silent_but_there_is_a_cost():
    play = only("1D S17 SP2 NOINS FLOOR FRESH | 10 | AS 6H 6D TC TH | S", "match-table-advice")
    assert (play.verdict, play.wrong) == (None, True)
    values = ev("1D S17 SP2 NOINS FLOOR FRESH", "A6 v 6")
    assert play.cost == pytest.approx(max(values.values()) - values[Action.STAND])


def test_a_partial_chart_has_a_verdict_where_it_speaks():
    play = only("1D S17 SP2 NOINS FLOOR FRESH | 10 | TS 6H 6D TC TH | S", "match-table-advice")
    assert play.verdict is not None
    assert (play.verdict.right, play.wrong) == (Action.STAND, False)


def test_a_partial_chart_that_is_silent_says_nothing_of_an_early_surrender_either():
    rules = "1D S17 ES NOINS"
    kept = reviewed(f"{rules} | 10 | TS AH 6D 9C TC | N H", "match-table-advice")[0]
    values = ev(rules, "T6 v A")
    others = max(value for action, value in values.items() if action is not Action.SURRENDER)
    assert kept.cost == pytest.approx(values[Action.SURRENDER] - others)


@settings(max_examples=60)
@given(
    code=st.sampled_from([SIX, EARLY, "8D ENHC INS1", "6D SA4"]),
    seed=st.integers(0, 2**32),
    data=st.data(),
)
def test_no_play_costs_less_than_nothing_and_the_right_ones_are_all_there(code, seed, data):
    rules = Rules.parse(code)
    states = [Round.deal(rules, [CHIP, CHIP], Shoe.of(rules, seed=str(seed)))]
    while not states[-1].over:
        action = data.draw(st.sampled_from(states[-1].legal_actions))
        states.append(states[-1].act(action))
    plays = review(states, analyse(rules).chart())
    assert [play.move for play in plays] == list(states[-1].moves)
    assert [play.before for play in plays] == states[:-1]
    assert all(play.cost >= 0 for play in plays)
    assert not any(play.wrong for play in plays if play.verdict is None and play.cost == 0)
