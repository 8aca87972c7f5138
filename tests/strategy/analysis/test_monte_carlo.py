"""The referee's rounds against the exact analysis: played by the exact chart, within four errors.

Whole games are dealt as they come. Since most hands are alike under all rules, those that a rule is
about are dealt alone, too: there a fault of some hundredths of a bet shows. Seeds are fixed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from random import Random

import numpy as np
import pytest

from strategy.actions import Action
from strategy.analysis import Analysis
from strategy.analysis.edge import chart_values
from strategy.analysis.lattice import ACE, COUNTS, PAIR_ROW, TEN, TOTAL, Floats
from strategy.analysis.splits import Manner
from strategy.analysis.table import NATURAL_ROW
from strategy.cards import PACK, VALUES, Rank
from strategy.charts import Chart
from strategy.legality import Phase
from strategy.money import CHIP
from strategy.round import Round
from strategy.shoe import FixedShoe
from tests.strategy.analysis.figures import analysis

BET = 10 * CHIP
ROUNDS = 900
MOST_CARDS = 60
"""More than a round of one seat has ever needed here."""

GAMES = (
    "8D S17 ENHC DOA DAS SP4 SA3 INS1",
    "6D H17 PEEK DOA DAS SP4 SA3 LS",
    "2D S17 PEEK DOA DAS SP4 SA4 HSA",
    "6D S17 PEEK DOA DAS SP4 ES",
    "6D S17 PEEK D10 DAS SP4",
    "6D H17 OBO DOA DAS SP4 LS",
)

_PAIRS = np.isin(np.arange(len(COUNTS)), PAIR_ROW)
_ACES = np.arange(len(COUNTS)) == PAIR_ROW[ACE]
_ALL = np.ones(10, dtype=bool)
_ACE_OR_TEN = np.isin(np.arange(10), (ACE, TEN))
_WEAK = np.isin(np.arange(10), (1, 2, 3, 4, 5))

HANDS = {
    "no hole card, pairs": (GAMES[0], _PAIRS & (TOTAL < 20), _ACE_OR_TEN),
    "no hole card, to double": (GAMES[0], np.isin(TOTAL, (10, 11)), _ACE_OR_TEN),
    "aces split once more": (GAMES[1], _ACES, _ALL),
    "aces in four hands, hit on": (GAMES[2], _ACES, _ALL),
    "early surrender": (GAMES[3], (TOTAL >= 12) & (TOTAL <= 17), _ACE_OR_TEN),
    "doubles after splits only of 10 and 11": (GAMES[4], _PAIRS & (TOTAL < 17), _WEAK),
    "original bets only, pairs": (GAMES[5], _PAIRS & (TOTAL < 20), _ACE_OR_TEN),
    "original bets only, to double": (GAMES[5], np.isin(TOTAL, (10, 11)), _ACE_OR_TEN),
}


def follow(chart: Chart, state: Round) -> Round:
    """The round at its end, played by the chart, which never insures."""
    while not state.over:
        state = state.act(_by_chart(chart, state))
    return state


def _by_chart(chart: Chart, state: Round) -> Action:
    if state.phase is Phase.INSURANCE:
        return Action.DECLINE
    if (question := state.question) is None:  # aces, split and drawn again
        return Action.SPLIT
    action = chart.advise(question).action
    if state.phase is Phase.EARLY_SURRENDER and action is not Action.SURRENDER:
        return Action.DECLINE
    return action


@cache
def by_hand(code: str) -> Floats:
    """(hands, 10): the exact value of each deal, before the dealer has looked, by the chart."""
    found = analysis(code)
    play, table, policy = found.play, found.table, found.policy
    doubles = policy.on_hands(policy.doubles) & (table.double > -np.inf)
    manner = Manner(policy.on_hands(policy.hits), doubles & found.rules.double_after_split)
    splits = found._splits.values(manner)
    values = play.given * chart_values(play, table, policy, found.pairs, splits) - (1 - play.given)
    values[NATURAL_ROW] = (1 - play.natural[NATURAL_ROW]) * float(found.rules.natural_pays)
    return np.where(table.dealt > 0, values, 0)


def deal(decks: int, random: Random, first: Sequence[Rank] = ()) -> FixedShoe:
    """Cards of a full shoe, the first of them of given values."""
    shoe, cards = list(PACK * decks), []
    for value in first:
        cards.append(random.choice([card for card in shoe if card.rank.valued is value]))
        shoe.remove(cards[-1])
    return FixedShoe((*cards, *random.sample(shoe, min(MOST_CARDS, len(shoe)))))


def played(found: Analysis, dealt: Iterable[FixedShoe]) -> Floats:
    """What each of the rounds brought, in bets."""
    starts = (Round.deal(found.rules, [BET], shoe) for shoe in dealt)
    return np.array([follow(found.chart(), start).net(0) / BET for start in starts])


def assert_within_four_errors(nets: Floats, exact: float) -> None:
    error = nets.std(ddof=1) / np.sqrt(len(nets))
    assert abs(nets.mean() - exact) < 4 * error, f"{nets.mean():+.4f} ± {error:.4f}, {exact:+.4f}"


@pytest.mark.parametrize("code", GAMES)
def test_the_values_of_the_deals_make_up_the_game(code):
    found = analysis(code)
    assert (found.table.dealt * by_hand(code)).sum() == pytest.approx(found.edge().chart_ev, 1e-9)


@pytest.mark.parametrize("code", GAMES)
def test_a_game_brings_what_the_analysis_says(code):
    found = analysis(code)
    random = Random(21)
    dealt = (deal(found.rules.decks, random) for _ in range(ROUNDS))
    assert_within_four_errors(played(found, dealt), found.edge().chart_ev)


@pytest.mark.parametrize("name", HANDS)
def test_the_hands_that_a_rule_is_about_bring_what_the_analysis_says(name):
    code, hands, upcards = HANDS[name]
    found, random = analysis(code), Random(22)
    chances = np.where(hands[:, None] & upcards, found.table.dealt, 0)
    exact = float((chances * by_hand(code)).sum() / chances.sum())
    deals = np.argwhere(chances)
    drawn = random.choices(deals.tolist(), chances[tuple(deals.T)].tolist(), k=ROUNDS)
    dealt = (deal(found.rules.decks, random, in_order(*each)) for each in drawn)
    assert_within_four_errors(played(found, dealt), exact)


def in_order(row: int, upcard: int) -> list[Rank]:
    """The values of two cards and the upcard, in the order in which they are dealt."""
    first, second = (VALUES[rank] for rank in range(10) for _ in range(COUNTS[row, rank]))
    return [first, VALUES[upcard], second]
