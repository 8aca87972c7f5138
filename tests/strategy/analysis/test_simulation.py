"""Splits from full shoes, dealt out at random in the order of a table: within four errors.

The seeds are fixed. What a table covers is in ``test_published_figures.py``; these are the others.
"""

from __future__ import annotations

import numpy as np
import pytest

from strategy.actions import Action
from strategy.analysis import Analysis
from strategy.analysis.lattice import ACE, CHILD, ONE, RANKS, TEN, TOTAL, TWO_CARDS, rows_of
from strategy.cards import VALUES, Rank
from strategy.hands import Hand
from strategy.rules import HoleCard
from tests.strategy.analysis.figures import analysis

ROUNDS = 120_000
BUST = 22


class Shoes:
    """As many shoes as rounds, with what is left in each; tens of the pair's rank are apart."""

    def __init__(self, left: np.ndarray, alike: int, seed: int) -> None:
        self.left = np.repeat(left[None, :], ROUNDS, axis=0)
        self.alike = np.full(ROUNDS, alike)
        self.random = np.random.default_rng(seed)

    def draw(self, rounds: np.ndarray, barred: int | None = None) -> tuple[np.ndarray, np.ndarray]:
        """A card for each of the rounds, not of the rank ``barred``; and whether it is alike."""
        counts = self.left[rounds].copy()
        if barred is not None:
            counts[:, barred] = 0
        upto = counts.cumsum(axis=1)
        at = self.random.random(len(rounds)) * upto[:, -1]
        card = (upto <= at[:, None]).sum(axis=1)
        tens = self.left[rounds, TEN]
        alike = (card == TEN) & (self.random.random(len(rounds)) * tens < self.alike[rounds])
        self.left[rounds, card] -= 1
        self.alike[rounds] -= alike
        return card, alike


def split_rounds(found: Analysis, rank: int, upcard: int, seed: int) -> np.ndarray:
    """What each round brings after a split, given no natural where the dealer looks."""
    rules = found.rules
    by_rank = rules.tens_split_by_rank and rank == TEN
    left = rules.decks * np.array([4] * 9 + [16]) - 2 * ONE[rank] - ONE[upcard]
    shoes = Shoes(left, rules.decks * 4 - 2 if by_rank else 0, seed)
    everyone = np.arange(ROUNDS)
    barred = {ACE: TEN, TEN: ACE}.get(upcard)
    peek = rules.hole_card is not HoleCard.ENHC
    hole = shoes.draw(everyone, barred)[0] if peek else None

    limit = rules.max_ace_hands if rank == ACE else rules.max_hands
    double = found.table.double[:, upcard] > np.maximum(found.play.stand, found.play.hit)[:, upcard]
    doubles, hits = double & rules.double_after_split & TWO_CARDS, found.play.hits[:, upcard]
    single = int(rows_of(ONE[rank]))
    row, made = np.full(ROUNDS, single), np.full(ROUNDS, 2)
    number = np.zeros(ROUNDS, dtype=int)
    totals, stakes = np.zeros((ROUNDS, limit)), np.zeros((ROUNDS, limit))
    going = everyone
    while len(going):
        card, alike = shoes.draw(going)
        was_single = row[going] == single
        same = (card == rank) & (alike if by_rank else True)
        again = was_single & same & (made[going] < limit)
        made[going[again]] += 1
        on = going[~again]
        doubled = doubles[row[on]]  # before this card
        row[on] = CHILD[row[on], card[~again]]
        over = (row[on] < 0) | doubled
        if rank == ACE and not rules.hit_split_aces:
            over |= True
        over |= ~(hits[row[on]] | doubles[row[on]])
        ended, stake = on[over], np.where(doubled[over], 2, 1)
        totals[ended, number[ended]] = np.where(row[ended] < 0, BUST, TOTAL[row[ended]])
        stakes[ended, number[ended]] = stake
        number[ended] += 1
        row[ended] = single
        going = going[number[going] < made[going]]
    return settled(shoes, upcard, hole, totals, stakes, rules.hits_soft_17)


def settled(shoes, upcard, hole, totals, stakes, hits_soft_17) -> np.ndarray:
    """The dealer draws, and the hands are paid."""
    hole = shoes.draw(np.arange(ROUNDS))[0] if hole is None else hole
    hard, ace = upcard + 1 + hole + 1, (upcard == ACE) | (hole == ACE)
    natural = ace & (hard == 11)

    def soft() -> np.ndarray:
        return ace & (hard <= 11)

    while True:
        total = hard + 10 * soft()
        draws = np.flatnonzero((total < 17) | ((total == 17) & soft() & hits_soft_17))
        if not len(draws):
            break
        card, _ = shoes.draw(draws)
        hard[draws] += card + 1
        ace[draws] |= card == ACE
    dealer = np.where(total > 21, 0, total)[:, None]
    won = np.where(totals > 21, -1.0, np.sign(totals - dealer))
    won = np.where(natural[:, None], -1.0, won)
    return (won * stakes).sum(axis=1)


@pytest.mark.parametrize(
    ("rules", "hand", "upcard"),
    [
        ("6D S17 ENHC DAS SP4", "88", "T"),
        ("8D S17 ENHC DAS SP4 SA3", "AA", "A"),
        ("2D H17 PEEK DAS SP4 SA4 HSA", "AA", "T"),
        ("1D S17 PEEK DAS SP4 SA3 HSA LS", "AA", "6"),
        ("1D H17 PEEK D10 DAS SP4", "33", "5"),
        ("1D S17 ENHC D9 DAS SP3 ES", "44", "6"),
        ("1D S17 RANK SP4", "KK", "6"),
        ("2D H17 RANK ENHC SP3", "QQ", "A"),
    ],
)
def test_a_split_brings_what_random_rounds_bring(rules, hand, upcard):
    found = analysis(rules)
    cards, dealer = Hand.parse(hand), Rank.parse(upcard)
    rank, column = (VALUES.index(each.valued) for each in (cards.ranks[0], dealer))
    assert len(VALUES) == RANKS
    rounds = split_rounds(found, rank, column, seed=20)
    value = found.split[rank, column]
    assert abs(rounds.mean() - value) < 4 * rounds.std() / ROUNDS**0.5
    assert rounds.std() / ROUNDS**0.5 < 0.01
    evaluated = found.ev(cards, dealer)
    if not evaluated.keys() & {Action.SURRENDER}:
        assert evaluated[Action.SPLIT] == value
