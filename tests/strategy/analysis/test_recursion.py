"""The analysis against a plain recursion that tries all orders of a small shoe, to 1e-10.

The shoes are tight, with ranks that are exhausted: whatever is approximate shows. The rules are
those that no published table covers as well as the usual ones.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from strategy.actions import Action
from strategy.analysis import Analysis
from strategy.analysis.dealer import OUTCOMES
from strategy.cards import VALUES, Rank
from strategy.hands import Hand
from strategy.rules import Rules
from strategy.situations import Situation
from tests.strategy.analysis.recursion import ALIKE, BUST, NATURAL, TEN, PlainGame, shoe_of

CLOSE = 1e-10

GAMES = [
    ("8D S17 D9 DAS SP4", "A2 54 65 86 T8"),
    ("8D S17 OBO D10 DAS SP4 LS", "A2 54 65 86 T8"),
    ("8D S17 ENHC DAS SP4 SA3 LS", "A5 36 86 T7"),
    ("8D S17 ENHC DAS SP4 SA3 HSA ES10", "A5 56 86 T7"),
    ("8D S17 DAS SP4 SA4 HSA", "A8 76 T8"),
    ("8D S17 SP1 ES INS1 6:5", "A5 36 86 T9"),
    ("8D H17 D0 NDAS SP3 ES10 NOINS", "A3 46 76 T9"),
    ("8D H17 OBO DAS SP4 SA4 ES10", "A6 56 76 T7"),
    ("8D H17 ENHC NDAS SP2 ES", "25 45 66 T7"),
    ("8D S17 NDAS SP3 SA3 LS 2:1", "A5 36 86 T7"),
    ("8D H17 DAS SP4 SA3 HSA LS", "A5 36 86 T7"),
    ("8D H17 ENHC D10 DAS SP3 SA2 ES", "A3 56 66 86 T7"),
]


@cache
def analysis(rules: str, shoe: str) -> Analysis:
    return Analysis(Rules.parse(rules), shoe_of(shoe))


@cache
def plain(rules: str, shoe: str) -> PlainGame:
    return PlainGame(Rules.parse(rules), shoe_of(shoe))


@pytest.mark.parametrize(("rules", "shoe"), GAMES)
def test_the_game_is_worth_what_all_orders_of_the_cards_bring(rules, shoe):
    assert analysis(rules, shoe).edge().game_ev == pytest.approx(
        plain(rules, shoe).game(), abs=CLOSE
    )


@pytest.mark.parametrize(("rules", "shoe"), GAMES[2:8])
def test_the_chart_is_worth_what_following_it_card_by_card_brings(rules, shoe):
    found = analysis(rules, shoe)
    followed = plain(rules, shoe).game(found.chart())
    assert found.edge().chart_ev == pytest.approx(followed, abs=CLOSE)
    assert followed < found.edge().game_ev + CLOSE


SINGLE_HANDS = [
    ("8D S17 PEEK NS", "A3 24 44 74 96 T8"),
    ("8D H17 PEEK LS", "A4 34 54 64 T7"),
    ("8D S17 ENHC ES", "A4 34 54 64 T7"),
    ("8D H17 ENHC D9 NS", "A2 23 63 74 85 T9"),
    ("8D H17 OBO SP1 NS", "24 34 44 84 94"),
]


@pytest.mark.parametrize(("rules", "shoe"), SINGLE_HANDS)
def test_every_two_cards_stand_hit_and_double_for_what_all_orders_bring(rules, shoe):
    found, game = analysis(rules, shoe), plain(rules, shoe)
    compared = 0
    for hand, upcard in {(hand, upcard) for _, hand, upcard in game.deals()}:
        goes_on = game.no_natural(game.left_after(hand, upcard), upcard)
        cards = Hand(tuple(VALUES[label] for label in hand))
        if cards.natural:
            continue
        situation = Situation(found.rules, cards, VALUES[upcard], frozenset({Action.SURRENDER}))
        values = found.evaluate(situation).values
        assert values[Action.STAND] == pytest.approx(game.stand(hand, upcard) / goes_on, abs=CLOSE)
        assert values[Action.HIT] == pytest.approx(game.hit(hand, upcard) / goes_on, abs=CLOSE)
        if game.may_double(hand):
            doubled = game.double(hand, upcard) / goes_on
            assert values[Action.DOUBLE] == pytest.approx(doubled, abs=CLOSE)
        assert (Action.DOUBLE in values) == game.may_double(hand)
        compared += 1
    assert compared >= 70


@pytest.mark.parametrize("hand", ["A36", "335", "3A3A", "5533", "A56", "A3535"])
@pytest.mark.parametrize(("rules", "shoe"), SINGLE_HANDS[1:3])
def test_longer_hands_stand_and_hit_for_what_all_orders_bring(rules, shoe, hand):
    found, game = analysis(rules, shoe), plain(rules, shoe)
    cards = Hand.parse(hand)
    labels = tuple(sorted(VALUES.index(rank) for rank in cards.ranks))
    for upcard in (Rank.ACE, Rank.THREE, Rank.SIX, Rank.TEN):
        column = VALUES.index(upcard)
        goes_on = game.no_natural(game.left_after(labels, column), column)
        values = found.ev(cards, upcard)
        assert values == pytest.approx(
            {
                Action.STAND: game.stand(labels, column) / goes_on,
                Action.HIT: game.hit(labels, column) / goes_on,
            },
            abs=CLOSE,
        )


@pytest.mark.parametrize(("rules", "shoe"), SINGLE_HANDS)
def test_the_dealer_ends_as_in_all_orders_of_the_cards(rules, shoe):
    found, game = analysis(rules, shoe), plain(rules, shoe)
    for column in game.labels:
        left = game.left_after((), column)
        ends = game.dealer_from(left, column)
        expected = [ends.get(end, 0.0) for end in (17, 18, 19, 20, 21, BUST, NATURAL)]
        chances = list(found.dealer(VALUES[column]).values())
        assert len(chances) == OUTCOMES
        np.testing.assert_allclose(chances, expected, rtol=0, atol=CLOSE)


SPLITS = [
    ("8D S17 PEEK DAS SP4 SA4 HSA", "A6 56 76 T7", "A"),
    ("8D S17 PEEK DAS SP4 SA3", "A6 56 76 T7", "A"),
    ("8D S17 PEEK DAS SP4 SA2 HSA", "A6 56 76 T7", "A"),
    ("8D H17 ENHC DAS SP4 SA4 HSA", "A6 56 76 T7", "A"),
    ("8D H17 ENHC NDAS SP4", "A2 45 66 88 T6", "8"),
    ("8D H17 PEEK D9 DAS SP4", "A2 45 66 87 T6", "4"),
    ("8D S17 PEEK D10 DAS SP3", "A3 45 66 87 T6", "6"),
    ("8D S17 ENHC DAS SP2", "23 36 46 66 T8", "3"),
    ("8D S17 OBO DAS SP4", "A2 66 96 T9", "T"),
]


@pytest.mark.parametrize(("rules", "shoe", "rank"), SPLITS)
def test_a_split_is_worth_what_all_orders_of_all_its_hands_bring(rules, shoe, rank):
    found, game = analysis(rules, shoe), plain(rules, shoe)
    label = VALUES.index(Rank.parse(rank))
    for column in game.labels:
        goes_on = game.no_natural(game.left_after((label, label), column), column)
        value = found.ev(Hand.parse(rank * 2), VALUES[column])[Action.SPLIT]
        assert value == pytest.approx(game.split(label, column) / goes_on, abs=CLOSE)


@pytest.mark.parametrize("rules", ["8D RANK SP2", "8D RANK SP3 ENHC", "8D RANK SP4 H17 OBO"])
def test_kings_that_split_with_kings_alone_bring_what_all_orders_bring(rules):
    shoe = "A2 56 66 T16"
    found, game = analysis(rules, shoe), PlainGame(Rules.parse(rules), shoe_of(shoe), alike=4)
    for column in (*range(TEN), TEN):
        if not game.shoe[column]:
            continue
        left = game.left_after((ALIKE, ALIKE), column)
        split = game.split(ALIKE, column)
        if column == TEN:  # two of the fourteen tens left are kings
            split = 12 / 14 * split + 2 / 14 * game.split(ALIKE, ALIKE)
        value = found.ev(Hand.parse("KK"), VALUES[column])[Action.SPLIT]
        assert value == pytest.approx(split / game.no_natural(left, column), abs=CLOSE)


def test_a_king_and_a_queen_are_not_split_by_rank():
    by_rank = Analysis(Rules.parse("6D RANK"))
    assert Action.SPLIT not in by_rank.ev(Hand.parse("KQ"), Rank.SIX)
    assert Action.SPLIT in by_rank.ev(Hand.parse("QQ"), Rank.SIX)


def test_the_recursion_sees_a_wrong_rule():
    shoe = "A5 36 86 T7"
    hits, stands = (plain(f"8D {rule} SP1", shoe).game() for rule in ("H17", "S17"))
    assert abs(hits - stands) > 1e-3
