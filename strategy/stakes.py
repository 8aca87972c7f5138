"""How often a cell of a chart is asked at a table, and what an error in it loses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import comb
from typing import Final

from strategy.actions import Action
from strategy.analysis import Analysis, analyse
from strategy.cards import PACK, Rank
from strategy.dealing import Composition, compositions
from strategy.hands import Hand
from strategy.rules import Rules
from strategy.situations import Cell, Situation

_IN_A_PACK: Final = Counter(card.rank.valued for card in PACK)
"""16 tens and four of each other rank."""
_COMPLETING: Final = {Rank.ACE: Rank.TEN, Rank.TEN: Rank.ACE}
"""The hole card that makes a natural of an upcard."""


def frequencies(rules: Rules) -> dict[Cell, float]:
    """The chance that a hand dealt from the full shoe is first asked about each cell.

    Hands that the dealer's natural ends before anybody plays are left out, and so are naturals: the
    sum is below 1. Longer hands are not counted. It needs no analysis of the rules.
    """
    return {
        cell: sum(_chance(rules, cell, hand) for hand in hands)
        for cell, hands in compositions(rules, longer=False).items()
    }


def _chance(rules: Rules, cell: Cell, hand: Composition) -> float:
    cards = len(PACK) * rules.decks
    chance = rules.decks * _IN_A_PACK[cell.upcard] / cards * hand.ways / comb(cards - 1, 2)
    if cell.upcard in _COMPLETING and rules.looks_before_play(cell.upcard is Rank.ACE):
        completing = _COMPLETING[cell.upcard]
        left = rules.decks * _IN_A_PACK[completing] - hand.ranks.count(completing)
        chance *= 1 - left / (cards - 3)
    return chance


def error_costs(rules: Rules, plays: Mapping[Cell, Action]) -> dict[Cell, float]:
    """What an error loses in each cell whose right play is told, in original bets.

    An error is the best of the other plays: that is the likeliest, and no other costs less. The
    mean over the two-card hands of the cell, as often as they come; 0 where by the exact values
    the play told as right is none the better.
    """
    analysis = analyse(rules.core)
    costs = {}
    for cell, hands in compositions(rules, longer=False).items():
        if cell in plays:
            lost = sum(
                hand.ways * _lost(rules, analysis, cell, hand, plays[cell]) for hand in hands
            )
            costs[cell] = max(0.0, lost / sum(hand.ways for hand in hands))
    return costs


def _lost(rules: Rules, analysis: Analysis, cell: Cell, hand: Composition, right: Action) -> float:
    found = analysis.evaluate(Situation(rules, Hand(hand.ranks), cell.upcard))
    others = [value for action, value in found.values.items() if action is not right]
    return found.weight * (found.values[right] - max(others))
