"""What a game is worth before the deal, by best play and by the chart."""

from __future__ import annotations

import numpy as np

from strategy.actions import Code
from strategy.analysis.lattice import ACE, PAIR_ROW, TWO_CARDS, Floats
from strategy.analysis.play import Play, hit_value
from strategy.analysis.policy import Policy
from strategy.analysis.table import NATURAL_ROW, Table
from strategy.rules import Insurance, Rules


def best_values(play: Play, table: Table, split: Floats) -> Floats:
    """(hands, 10): the value of the two cards by best play, ``split`` (10, 10) the split values."""
    plain = np.maximum.reduce([play.stand, play.hit, table.double, table.surrender])
    with_split = plain.copy()
    with_split[PAIR_ROW] = np.maximum(plain[PAIR_ROW], split)
    share = table.pair_share[:, None]
    values: Floats = np.where(share > 0, share * with_split + (1 - share) * plain, plain)
    return values


def chart_values(
    play: Play, table: Table, policy: Policy, pairs: list[list[Code]], split: Floats
) -> Floats:
    """(hands, 10): the same where policy and pair codes are followed to the end, in splits too."""
    hits = policy.on_hands(policy.hits)
    hit = hit_value(play.next_card, play.stand, hits)
    values = np.where(hits, hit, play.stand)
    two = TWO_CARDS[:, None]
    values = np.where(policy.on_hands(policy.doubles) & two, table.double, values)
    values = np.where(policy.on_hands(policy.surrenders) & two, table.surrender, values)
    for rank, codes in enumerate(pairs):
        row = PAIR_ROW[rank]
        if share := table.pair_share[row]:
            by_letter = {
                "H": hit[row],
                "S": play.stand[row],
                "D": table.double[row],
                "P": split[rank],
                "R": table.surrender[row],
            }
            paired = [by_letter[code.value[0]][upcard] for upcard, code in enumerate(codes)]
            values[row] = share * np.array(paired) + (1 - share) * values[row]
    return values


def game_values(rules: Rules, play: Play, table: Table, values: Floats) -> Floats:
    """(10,): the part of each upcard in the game's value, when two cards are worth ``values``.

    A dealer's natural takes the bet before the values are given; a natural of the player's ties it,
    and is paid otherwise. Insurance is taken where it gains, which no fresh shoe offers.
    """
    before = play.given * values - (1 - play.given)
    before[NATURAL_ROW] = (1 - play.natural[NATURAL_ROW]) * float(rules.natural_pays)
    before[:, ACE] += np.maximum(insurance_value(play), 0) * _insurable(rules)
    parts: Floats = np.where(table.dealt > 0, table.dealt * before, 0).sum(axis=0)
    return parts


def insurance_value(play: Play) -> Floats:
    """(hands,): the value of a unit staked on the dealer's natural behind an ace, at 2 to 1."""
    return 3 * play.natural[:, ACE] - 1


def _insurable(rules: Rules) -> Floats:
    """(hands,): the most that may be insured."""
    most = {Insurance.HALF: 0.5, Insurance.WHOLE: 1.0, Insurance.NONE: 0.0}[rules.insurance]
    stakes = np.full(len(TWO_CARDS), most)
    stakes[NATURAL_ROW] = min(most, 0.5)
    return stakes
