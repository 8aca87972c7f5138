"""The total-dependent policy: the best play when only total, softness, pair and upcard are seen.

Policy iteration on the exact tree: the present policy is valued on every composition (backwards),
every composition is weighed by how often the policy brings it about (forwards, from the deal), and
each class of hands takes the play with the best weighted sum, until nothing changes. The play for
more than two cards, and where a double or surrender is not allowed, is weighed over all hands of
the class. Pairs that may be split are judged by the exact values of that very hand.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from strategy.actions import Action, Code
from strategy.analysis.lattice import (
    BY_CARDS,
    CHILD,
    PAIR_ROW,
    RANKS,
    SOFT,
    TOTAL,
    TWO_CARDS,
    Bools,
    Floats,
    Ints,
)
from strategy.analysis.play import Play, hit_value
from strategy.analysis.table import NATURAL_ROW, Table

HARD_CLASSES = 18
CLASSES = 28
CLASS_OF: Ints = np.where(SOFT, HARD_CLASSES + TOTAL - 12, np.clip(TOTAL - 4, 0, HARD_CLASSES - 1))
"""(hands,): 0 to 17 are hard 4 to 21, 18 to 27 are soft 12 to 21."""
_CLASS_TOTAL = np.array([*range(4, 22), *range(12, 22)])
_PAIR_WEIGHT = 1e-9
"""A pair that may be split counts in the class of its total only where nothing else does."""


@dataclass(frozen=True, slots=True)
class Policy:
    """(28 classes, 10 upcards): where to hit, and which two cards to double or surrender."""

    hits: Bools
    doubles: Bools
    surrenders: Bools

    def on_hands(self, what: Bools) -> Bools:
        """(hands, 10): one of the fields, for each hand of its class."""
        return what[CLASS_OF]

    def code(self, number: int, upcard: int) -> Code:
        """The code of a class against an upcard."""
        otherwise = "h" if self.hits[number, upcard] else "s"
        if self.surrenders[number, upcard]:
            return Code("R" + otherwise)
        if self.doubles[number, upcard]:
            return Code("D" + otherwise)
        return Code(otherwise.upper())


def pair_codes(play: Play, table: Table, split: Floats) -> list[list[Code]]:
    """(10 pairs, 10 upcards): the best play of that very hand, ``split`` its split values."""
    return [
        [_pair_code(play, table, split, rank, up) for up in range(RANKS)] for rank in range(RANKS)
    ]


def _pair_code(play: Play, table: Table, split: Floats, rank: int, upcard: int) -> Code:
    at = PAIR_ROW[rank], upcard
    stand, hit = play.stand[at], play.hit[at]
    values = {
        Action.STAND: stand,
        Action.HIT: hit,
        Action.DOUBLE: table.double[at],
        Action.SPLIT: split[rank, upcard],
    }
    best = max(values, key=lambda action: values[action])
    otherwise = "h" if hit > stand else "s"
    if table.surrender[at] > values[best]:
        return Code("R" + ("p" if best is Action.SPLIT else otherwise))
    return Code(best.value + otherwise if best is Action.DOUBLE else best.value)


def find_policy(play: Play, table: Table, pairs: list[list[Code]]) -> Policy:
    """Iterate to the total-dependent policy, pairs being played by the codes ``pairs``."""
    none = np.zeros((CLASSES, RANKS), dtype=bool)
    policy = Policy(np.repeat(_CLASS_TOTAL[:, None] < 17, RANKS, axis=1), none, none)
    dealt = table.dealt * play.given
    dealt[NATURAL_ROW] = 0
    share = table.pair_share[:, None]
    pair_hits = np.zeros_like(TWO_CARDS[:, None] & play.hits)
    pair_hits[PAIR_ROW] = [[code is Code.H for code in row] for row in pairs]
    alone = dealt * np.maximum(1 - share, _PAIR_WEIGHT)
    tried: list[tuple[Bools, Floats]] = []
    while not any(np.array_equal(_all(policy), each) for each, _ in tried):
        hits = policy.on_hands(policy.hits)
        stops = policy.on_hands(policy.doubles | policy.surrenders)
        onward = dealt * ((1 - share) * (hits & ~stops) + share * pair_hits)
        weights = alone + reached(play, hits, onward)
        hit = hit_value(play.next_card, play.stand, hits)
        tried.append((_all(policy), _worth(play, table, policy, hit, alone, onward)))
        policy = _improved(play, table, hit, weights, alone)
    return _best_of(tried, _all(policy))


def _worth(
    play: Play, table: Table, policy: Policy, hit: Floats, alone: Floats, onward: Floats
) -> Floats:
    """(10,): what a policy is worth against each upcard, pairs but for those that hit left out."""
    first = np.where(policy.on_hands(policy.doubles), table.double, play.stand)
    first = np.where(policy.on_hands(policy.surrenders), table.surrender, first)
    stays = np.where(policy.on_hands(policy.hits) & (onward > 0), 0.0, first)
    worth: Floats = (alone * np.maximum(stays, _FORBIDDEN) + onward * hit).sum(axis=0)
    return worth


def _best_of(tried: list[tuple[Bools, Floats]], again: Bools) -> Policy:
    """The policy that came again. Where others lie between, which small odd shoes can bring about,
    the best of them against each upcard: columns have nothing to do with each other."""
    first = next(place for place, (each, _) in enumerate(tried) if np.array_equal(each, again))
    turns = [each for each, _ in tried[first:]]
    best = np.argmax([worth for _, worth in tried[first:]], axis=0)
    chosen = np.stack([turns[turn][:, :, up] for up, turn in enumerate(best)], axis=-1)
    return Policy(*chosen)


def _all(policy: Policy) -> Bools:
    return np.stack([policy.hits, policy.doubles, policy.surrenders])


def _improved(play: Play, table: Table, hit: Floats, weights: Floats, alone: Floats) -> Policy:
    hits = _by_class(weights * (hit - play.stand)) > 0
    hits[_CLASS_TOTAL == 21] = False
    rest = np.where(hits[CLASS_OF], hit, play.stand)
    doubled = _by_class(alone * np.maximum(table.double - rest, _FORBIDDEN))
    surrendered = _by_class(alone * np.maximum(table.surrender - rest, _FORBIDDEN))
    doubles = (doubled > 0) & (doubled >= surrendered)
    return Policy(hits, doubles, (surrendered > 0) & ~doubles)


_FORBIDDEN = -1e3
"""A loss too great for any gain to make up, and finite, so that sums are numbers."""


def _by_class(values: Floats) -> Floats:
    """(hands, 10) summed to (28, 10)."""
    sums = np.zeros((CLASSES, RANKS))
    np.add.at(sums, CLASS_OF, values)
    return sums


def reached(play: Play, hits: Bools, onward: Floats) -> Floats:
    """(hands, 10): how often longer hands come about, ``onward`` the two cards that are hit."""
    found = np.zeros_like(onward)
    for rows in BY_CARDS[2:]:
        moving = onward[rows] + found[rows] * hits[rows]
        for card in range(RANKS):
            children = CHILD[rows, card]
            there = children >= 0
            found[children[there]] += moving[there] * play.next_card[card, rows[there]]
    return found
