"""What cannot be analysed is refused with one clear error, and never with a wrong number."""

from __future__ import annotations

import numpy as np
import pytest

from strategy.analysis import Analysis, AnalysisError
from strategy.cards import VALUES, Rank
from strategy.hands import Hand
from strategy.rules import Rules
from strategy.situations import Situation, SituationError
from tests.strategy.analysis.figures import analysis
from tests.strategy.analysis.recursion import shoe_of

FULL = {rank: 96 if rank is Rank.TEN else 24 for rank in VALUES}
RULES = Rules.parse("6D S17")


@pytest.mark.parametrize(
    ("shoe", "why"),
    [
        ({**FULL, Rank.FIVE: -1}, "-1 cards of rank 5"),
        ({**FULL, Rank.ACE: 1001}, "1001 cards of rank A"),
        ({**FULL, Rank.TEN: 2.5}, "2.5 cards of rank T"),
        ({**FULL, Rank.KING: 24}, "not kings"),
        ({}, "run out"),
        (dict.fromkeys(VALUES, 0), "run out"),
        ({Rank.ACE: 4, Rank.TWO: 3}, "run out"),
        ({Rank.TEN: 4}, "run out"),
    ],
)
def test_a_shoe_that_cannot_be_played_from_is_refused_with_its_reason(shoe, why):
    with pytest.raises(AnalysisError) as refusal:
        Analysis(RULES, shoe)
    assert why in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("hand", "upcard", "why"),
    [
        ("TT2", "6", "bust"),
        ("T", "6", "two cards"),
        ("22222", "6", "4 cards of rank 2"),
        ("A222", "2", None),
        ("22A2", "2", None),
    ],
)
def test_a_hand_that_no_table_of_one_deck_asks_about_is_refused(hand, upcard, why):
    one_deck = analysis("1D S17")
    if why is None:
        assert one_deck.ev(Hand.parse(hand), Rank.parse(upcard))
        return
    with pytest.raises(SituationError) as refusal:
        one_deck.ev(Hand.parse(hand), Rank.parse(upcard))
    assert why in str(refusal.value)


@pytest.mark.parametrize(
    ("hand", "upcard"), [("55", "6"), ("T5", "5"), ("92", "6"), ("T6", "9"), ("TTA", "6")]
)
def test_a_hand_that_the_shoe_cannot_deal_is_refused(hand, upcard):
    short = {**FULL, Rank.FIVE: 1, Rank.NINE: 0, Rank.ACE: 0}
    found = Analysis(Rules.parse("6D S17 SP2"), short)
    with pytest.raises(AnalysisError, match="cannot deal"):
        found.ev(Hand.parse(hand), Rank.parse(upcard))
    with pytest.raises(AnalysisError, match="cannot deal"):
        found.insurance(Hand.parse("T9"))


def test_the_dealer_behind_a_card_that_is_gone_has_no_chances_to_tell():
    gone = Analysis(RULES, {**FULL, Rank.NINE: 0})
    with pytest.raises(AnalysisError, match="no 9"):
        gone.dealer(Rank.NINE)


@pytest.mark.parametrize("what", ["edge", "chart"])
def test_split_hands_that_could_run_out_of_cards_are_refused(what):
    few = Analysis(Rules.parse("8D S17 SP4"), shoe_of("24 33 54 T5"))
    with pytest.raises(AnalysisError, match="run out"):
        getattr(few, what)()
    with pytest.raises(AnalysisError, match="run out"):
        few.ev(Hand.parse("22"), Rank.FIVE)
    assert len(few.ev(Hand.parse("T5"), Rank.TWO)) == 3


def test_a_dealer_who_is_sure_to_have_a_natural_leaves_nothing_to_decide():
    found = Analysis(Rules.parse("8D S17"), shoe_of("A3 T16"))
    with pytest.raises(AnalysisError, match="sure to have a natural"):
        found.ev(Hand.parse("AA"), Rank.ACE)
    assert found.ev(Hand.parse("TT"), Rank.ACE)


@pytest.mark.parametrize(
    "shoe",
    ["T16", "A4 T16", "A9 T20", "99 T9", "A4 24 34 44 54 64 74 84 94", "56 66 T12"],
)
@pytest.mark.parametrize("rules", ["8D S17 LS", "8D H17 ENHC", "8D S17 ES SA4 HSA", "8D RANK OBO"])
def test_exhausted_ranks_give_numbers_without_a_warning(rules, shoe):
    """Warnings are errors here."""
    found = Analysis(Rules.parse(rules), shoe_of(shoe))
    edge = found.edge()
    assert np.isfinite([edge.game_ev, edge.chart_ev, *edge.by_upcard.values()]).all()
    assert edge.chart_ev <= edge.game_ev + 1e-12
    assert len(found.chart().cells) == 380


def test_a_shoe_of_tens_alone_is_a_game_of_ties():
    """Twenty against twenty, whatever is split."""
    found = Analysis(Rules.parse("8D S17"), shoe_of("T16"))
    assert found.edge().game_ev == pytest.approx(0, abs=1e-12)
    values = found.evaluate(Situation(found.rules, Hand.parse("TT"), Rank.TEN)).values
    assert [round(value, 9) + 0 for value in values.values()] == [0, 0, -1, -2]
