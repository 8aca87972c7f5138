"""What holds for all rules, hands and shoes."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from strategy.actions import Action
from strategy.analysis import Analysis, AnalysisError
from strategy.cards import UPCARDS, VALUES, Rank
from strategy.hands import Hand
from strategy.rules import Rules
from strategy.situations import Situation
from tests.strategy.analysis.figures import analysis
from tests.strategy.samples import situations

FEW = (
    "1D S17 LS",
    "1D H17 ENHC SA4 HSA",
    "2D S17 ES",
    "6D H17 OBO D9",
    "6D S17 RANK ES10 SP2",
    "8D S17 ENHC SA3 D10",
)
"""Rules that between them have most of what rules can say."""

few_rules = st.sampled_from(FEW).map(Rules.parse)

LEAST = {
    Action.STAND: -1.0,
    Action.HIT: -1.0,
    Action.DOUBLE: -2.0,
    Action.SPLIT: -8.0,
    Action.SURRENDER: -0.5,
}


@given(situations(under=few_rules))
def test_the_best_is_never_below_another_and_every_value_is_in_its_bounds(situation):
    assume(situation.rules.code in {Rules.parse(each).code for each in FEW})
    found = analysis(situation.rules.code).evaluate(situation)
    values = list(found.values.values())
    assert set(found.values) == set(situation.allowed)
    assert values == sorted(values, reverse=True)
    assert found.gap >= 0
    assert min(found.cost(action) for action in found.values) == found.cost(found.best) == 0
    for action, ev in found.values.items():
        highest = 1.5 if situation.hand.natural else -LEAST[action]
        assert LEAST[action] - 1e-12 <= ev <= highest


@given(situations(under=few_rules), st.randoms(use_true_random=False))
def test_the_order_of_the_cards_does_not_matter(situation, random):
    assume(situation.rules.code in {Rules.parse(each).code for each in FEW})
    mixed = list(situation.hand.ranks)
    random.shuffle(mixed)
    here = analysis(situation.rules.code)
    other = Situation(situation.rules, Hand(tuple(mixed)), situation.upcard, situation.barred)
    assert here.evaluate(situation) == here.evaluate(other)


@given(few_rules, st.sampled_from(UPCARDS))
def test_the_dealers_chances_and_the_next_cards_add_up_to_one(rules, upcard):
    found = analysis(rules.code)
    assert math.isclose(sum(found.dealer(upcard).values()), 1, abs_tol=1e-12)
    for hand in ("T6", "A7", "22", "5432"):
        row, column = found.place(Hand.parse(hand), upcard)
        assert math.isclose(found.play.next_card[:, row, column].sum(), 1, abs_tol=1e-12)
        assert math.isclose(found.play.chances[row, column].sum(), 1, abs_tol=1e-12)


shoes = st.lists(st.sampled_from([0, 0, 1, 2, 4, 7, 12]), min_size=10, max_size=10)


@settings(max_examples=15)
@given(
    shoes,
    st.sampled_from(["8D S17 SP2", "8D H17 ENHC SP2", "8D S17 ES SP1"]),
    st.lists(st.sampled_from(VALUES), min_size=2, max_size=2),
    st.sampled_from(VALUES),
)
def test_any_shoe_is_solved_or_refused(counts, rules, cards, upcard):
    rules = Rules.parse(rules)
    shoe = dict(zip(VALUES, counts, strict=True))
    hand = Hand(tuple(cards))
    dealable = all(shoe[rank] >= [*cards, upcard].count(rank) for rank in VALUES)
    try:
        found = Analysis(rules, shoe)
        values = found.ev(hand, upcard)
    except AnalysisError:
        points = sum(rank.points * count for rank, count in shoe.items())
        upcards = {Rank.ACE, Rank.TEN}
        assert not dealable or points <= 2 * 30 + 16 or upcard in upcards
        return
    assert dealable
    assert all(math.isfinite(ev) for ev in values.values())
    row, column = found.place(hand, upcard)
    assert math.isclose(found.play.chances[row, column].sum(), 1, abs_tol=1e-9)
    if Action.SPLIT not in values:
        assert max(map(abs, values.values())) <= 2 + 1e-9


@pytest.mark.parametrize("rules", FEW)
def test_the_chart_is_worth_no_more_than_the_best_play(rules):
    edge = analysis(rules).edge()
    assert -0.05 < edge.chart_ev <= edge.game_ev < 0.05


@pytest.mark.parametrize("rest", ["S17", "H17 ENHC LS"])
def test_more_decks_of_the_same_composition_come_to_rest(rest):
    one, two, four, eight = (analysis(f"{decks}D {rest}").edge() for decks in (1, 2, 4, 8))
    for what in ("game_ev", "chart_ev"):
        values = [getattr(edge, what) for edge in (one, two, four, eight)]
        assert values == sorted(values, reverse=True)
        steps = [before - after for before, after in pairwise(values)]
        assert steps[0] > 1.5 * steps[1] > 2.25 * steps[2] > 0
    gaps = [edge.game_ev - edge.chart_ev for edge in (one, two, four, eight)]
    assert gaps == sorted(gaps, reverse=True)


@pytest.mark.parametrize("situation", ["T6 v T", "A7 v 9", "65 v 6", "92 v A", "T2 v 4"])
def test_the_values_of_a_hand_come_to_rest_with_more_decks(situation):
    def values(decks: int) -> dict[Action, float]:
        found = analysis(f"{decks}D S17")
        return dict(found.evaluate(Situation.parse(situation, found.rules)).values)

    one, two, four, eight = (values(decks) for decks in (1, 2, 4, 8))
    for action in one:
        assert abs(eight[action] - four[action]) < abs(two[action] - one[action])


@pytest.mark.parametrize(
    ("worse", "better"),
    [
        ("1D S17 NDAS", "1D S17"),
        ("1D S17 SP2", "1D S17 SP3"),
        ("1D S17 SP3", "1D S17"),
        ("1D S17 SP1", "1D S17 SP2 NDAS"),
        ("6D S17", "6D S17 SA4"),
        ("6D S17", "6D S17 HSA"),
        ("6D S17 SA4", "6D S17 SA4 HSA"),
        ("6D S17", "6D S17 LS"),
        ("6D S17 6:5", "6D S17"),
        ("6D S17 1:1", "6D S17 6:5"),
        ("6D S17", "6D S17 2:1"),
        ("6D S17 D0", "6D S17 D10 NDAS"),
        ("6D S17 D10", "6D S17 D9"),
        ("6D S17 D9", "6D S17"),
        ("6D H17", "6D S17"),
        ("6D S17 ENHC", "6D S17"),
        ("6D S17 RANK", "6D S17"),
    ],
)
def test_more_is_allowed_is_never_worth_less(worse, better):
    less, more = (analysis(rules).edge().game_ev for rules in (worse, better))
    assert less <= more + 1e-15
    if "RANK" not in worse:  # tens are never split from full shoes
        assert less < more


def test_a_payout_adds_its_share_of_the_naturals_that_win():
    three_to_two, six_to_five = (
        analysis(f"6D S17 {pays}").edge().game_ev for pays in ("3:2", "6:5")
    )
    naturals = 2 * 24 / 312 * 96 / 311
    ties = naturals * 2 * 23 / 310 * 95 / 309
    assert three_to_two - six_to_five == pytest.approx(0.3 * (naturals - ties), abs=1e-12)


def test_a_shoe_given_as_counts_is_the_full_shoe():
    rules = Rules.parse("2D H17 LS")
    shoe = {rank: 32 if rank is Rank.TEN else 8 for rank in VALUES}
    assert Analysis(rules, shoe).edge() == analysis(rules.code).edge()


def test_insurance_gains_only_with_many_tens():
    rules = Rules.parse("6D S17")
    full = analysis(rules.code)
    assert full.insurance(Hand.parse("T6")) == pytest.approx(3 * 95 / 309 - 1, abs=1e-12)
    assert full.insurance(Hand.parse("95")) == pytest.approx(3 * 96 / 309 - 1, abs=1e-12)
    assert full.insurance(Hand.parse("TT")) < full.insurance(Hand.parse("A2")) < 0
    rich = Analysis(rules, {rank: 100 if rank is Rank.TEN else 16 for rank in VALUES})
    assert rich.insurance(Hand.parse("T6")) > 0
    insured, bare = (
        Analysis(Rules.parse(f"6D S17 {each}"), dict.fromkeys(VALUES, 16) | {Rank.TEN: 100})
        for each in ("INS", "NOINS")
    )
    assert insured.edge().game_ev > bare.edge().game_ev


def test_a_natural_is_paid_unless_the_dealer_has_one_too():
    six = analysis("6D S17").ev(Hand.parse("AT"), Rank.SIX)
    assert six == {Action.STAND: 1.5}
    looked = analysis("6D S17").ev(Hand.parse("AT"), Rank.TEN)
    assert looked == {Action.STAND: 1.5}
    unlooked = analysis("6D S17 ENHC").ev(Hand.parse("AT"), Rank.TEN)
    assert unlooked[Action.STAND] == pytest.approx(1.5 * (1 - 23 / 309), abs=1e-12)
