"""How often a cell of a chart is asked at a table, and what an error in it loses."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
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


PlayValues = Mapping[Cell, Mapping[Action, float]]


def play_values(rules: Rules) -> dict[Cell, dict[Action, float]]:
    """What each play of each cell is worth, in original bets.

    The mean over the two-card hands of the cell, as often as they come. Where the choice does not
    always matter, since a natural that nobody has looked for may take the bet whatever is done,
    the values are weighted with the chance that it does: differences are what an error loses.
    """
    analysis = analyse(rules.core)
    return {
        cell: _mean_values(rules, analysis, cell, hands)
        for cell, hands in compositions(rules, longer=False).items()
    }


def _mean_values(
    rules: Rules, analysis: Analysis, cell: Cell, hands: Sequence[Composition]
) -> dict[Action, float]:
    ways = sum(hand.ways for hand in hands)
    means: dict[Action, float] = defaultdict(float)
    for hand in hands:
        found = analysis.evaluate(Situation(rules, Hand(hand.ranks), cell.upcard))
        for action, value in found.values.items():
            means[action] += hand.ways / ways * found.weight * value
    return dict(means)


def error_costs(plays: Mapping[Cell, Action], values: PlayValues) -> dict[Cell, float]:
    """What an error loses in each cell whose right play is told, in original bets.

    An error is the best of the other plays: that is the likeliest, and no other costs less. It
    costs 0 where by the exact values the play told as right is none the better. Cells that two
    cards never bring up have no values, and no cost.
    """
    return {
        cell: max(0.0, found[plays[cell]] - _best_other(found, plays[cell]))
        for cell, found in values.items()
        if cell in plays
    }


def _best_other(values: Mapping[Action, float], right: Action) -> float:
    return max(value for action, value in values.items() if action is not right)


def losses(
    plays: Mapping[Cell, Action], others: Mapping[Cell, Action], values: PlayValues
) -> dict[Cell, float]:
    """What each of the other plays loses where it is not the same, in original bets.

    Below 0 where the other play is the better.
    """
    return {
        cell: found[plays[cell]] - found[others[cell]]
        for cell, found in values.items()
        if cell in plays and others[cell] is not plays[cell]
    }


def insurance_loss(rules: Rules) -> float:
    """What insuring half of every bet loses, for each hand dealt from a full shoe, in bets.

    An ace is up once in 13 hands, and 16 of every 52 cards make it a natural, which pays 2 to 1;
    the player's own cards are left out of account, as whoever always insures does.
    """
    ten = 16 * rules.decks / (len(PACK) * rules.decks - 1)
    return (1 - 3 * ten) / 2 / 13
