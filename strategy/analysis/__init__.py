"""The exact analysis of a game: ``Analysis(rules)`` says what every play is worth, and the chart.

Nothing here is simulated or typed in. The mathematics is in the modules' docstrings; what it agrees
with, published figures to their last digit, is in ``tests/strategy/analysis``.

>>> from strategy.hands import Hand
>>> from strategy.cards import Rank
>>> analysis = analyse(Rules.parse("8D S17 SP2 FRESH"))
>>> round(analysis.edge().game_ev, 7)
-0.0048578
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from strategy.actions import Action, Code
from strategy.analysis.edge import best_values, chart_values, game_values, insurance_value
from strategy.analysis.lattice import (
    ACE,
    COUNTS,
    POINTS,
    RANKS,
    AnalysisError,
    Floats,
    Ints,
    rank_number,
    row_of,
)
from strategy.analysis.play import Play, solve
from strategy.analysis.policy import HARD_CLASSES, Policy, find_policy, pair_codes
from strategy.analysis.splits import MOST_OF_A_DEALER, MOST_OF_A_HAND, Manner, SplitSolver
from strategy.analysis.table import FACES, NATURAL_ROW, Table, table_of
from strategy.cards import UPCARDS, VALUES, Rank
from strategy.charts import Chart
from strategy.hands import Hand
from strategy.rules import HoleCard, Rules
from strategy.situations import ROWS, Category, Cell, Situation

__all__ = ["NEAR_TIE", "Analysis", "AnalysisError", "Edge", "Evaluation", "analyse"]

NEAR_TIE = 0.003
"""Plays whose values differ by less are a close call (in original bets)."""
_MOST_OF_A_RANK = 1000


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What the plays of a situation are worth, in original bets, best first."""

    values: Mapping[Action, float]
    conditional: bool
    """Whether the values are given that the dealer has no natural."""
    weight: float = 1.0
    """The chance that the choice matters when it is made: less than 1 where a natural that nobody
    has looked for takes the same bet whatever is done, and the values leave it out."""

    @property
    def best(self) -> Action:
        return next(iter(self.values))

    @property
    def runner_up(self) -> Action | None:
        """The second best; None where there is nothing to decide."""
        return next(iter(list(self.values)[1:]), None)

    @property
    def gap(self) -> float:
        """By how much the best beats the second best."""
        best, *others = self.values.values()
        return best - others[0] if others else 0.0

    def cost(self, action: Action) -> float:
        """What is lost by an action against the best, whenever it is chosen."""
        return self.weight * (self.values[self.best] - self.values[action])


@dataclass(frozen=True, slots=True)
class Edge:
    """What a game is worth to the player before the deal, in original bets."""

    game_ev: float
    """By best play of the cards at hand."""
    chart_ev: float
    """By the exact chart."""
    by_upcard: Mapping[Rank, float]
    """What each upcard contributes to ``game_ev``."""


class Analysis:
    """The exact values of a game's plays, from a full shoe or any other.

    Solved in steps, each when it is first asked for. Values are in original bets. Under PEEK and
    OBO they are given that the dealer has no natural, since only then does the player decide, or
    lose more than the original bet; under ENHC a natural's share is in them.
    """

    def __init__(self, rules: Rules, shoe: Mapping[Rank, int] | None = None) -> None:
        """``shoe``: how many of each of the ten values are left before the deal, tens together.

        Raises AnalysisError for counts that are negative, too great or too few for a round.
        """
        self.rules = rules
        self._shoe = _full_shoe(rules) if shoe is None else _checked_shoe(shoe)
        self._peek = rules.hole_card is not HoleCard.ENHC

    @cached_property
    def play(self) -> Play:
        return _played(tuple(self._shoe.tolist()), self.rules.hits_soft_17, self._peek)

    @cached_property
    def table(self) -> Table:
        return table_of(self.rules, self._shoe, self.play)

    @cached_property
    def _splits(self) -> SplitSolver:
        return SplitSolver(
            self._shoe,
            self.rules.hits_soft_17,
            self._peek,
            self.table.split_limits,
            aces_take_one=not self.rules.hit_split_aces,
            faces=FACES if self.rules.tens_split_by_rank else 1,
        )

    @cached_property
    def split(self) -> Floats:
        """(10 pairs, 10 upcards): by the best play of split hands that look at themselves alone."""
        play, double = self.play, self.table.double
        doubles = double > np.maximum(play.stand, play.hit)
        return self._splits.values(Manner(play.hits, doubles & self.rules.double_after_split))

    @cached_property
    def pairs(self) -> list[list[Code]]:
        return pair_codes(self.play, self.table, self.split)

    @cached_property
    def policy(self) -> Policy:
        return find_policy(self.play, self.table, self.pairs)

    def evaluate(self, situation: Situation) -> Evaluation:
        """The values of the plays that a situation allows, under these rules whatever its own are.

        Where a surrender comes before the dealer has looked, the other values are those before the
        look, too. Raises AnalysisError for a hand that the shoe cannot deal, or
        where the dealer is sure to have a natural.
        """
        play, table = self.play, self.table
        upcard = rank_number(situation.upcard)
        row = self._row(situation.hand, upcard)
        at = row, upcard
        rank = rank_number(situation.hand.ranks[0])
        values = {
            Action.HIT: play.hit[at],
            Action.STAND: self._standing(row, upcard),
            Action.DOUBLE: play.double[at],
            Action.SURRENDER: table.surrender[at],
        }
        if Action.SPLIT in situation.allowed:
            values[Action.SPLIT] = self.split[rank, upcard]
        given = play.given[at]
        conditional = given < 1
        if conditional and Action.SURRENDER in situation.allowed and table.surrender[at] != -0.5:
            values = {action: given * value - (1 - given) for action, value in values.items()}
            conditional = False
        allowed = {action: float(values[action]) for action in situation.allowed}
        ranked = sorted(allowed, key=lambda action: -allowed[action])
        unseen = conditional and self.rules.hole_card is HoleCard.OBO
        return Evaluation(
            {action: allowed[action] for action in ranked},
            bool(conditional),
            weight=float(given) if unseen else 1.0,
        )

    def ev(self, hand: Hand, upcard: Rank) -> Mapping[Action, float]:
        """The values of the plays that the rules allow with a hand, best first."""
        return self.evaluate(Situation(self.rules, hand, upcard)).values

    def place(self, hand: Hand, upcard: Rank) -> tuple[int, int]:
        """Where the arrays of ``play`` hold a hand against an upcard."""
        column = rank_number(upcard)
        return self._row(hand, column), column

    def _standing(self, row: int, upcard: int) -> float:
        if row != NATURAL_ROW:
            return float(self.play.stand[row, upcard])
        pays = float(self.rules.natural_pays)
        return pays if self._peek else pays * float(1 - self.play.natural[row, upcard])

    def _row(self, hand: Hand, upcard: int) -> int:
        row = row_of(hand)
        left = self._shoe - COUNTS[row]
        left[upcard] -= 1
        if left.min() < 0:
            raise AnalysisError(f"the shoe cannot deal {hand} against {VALUES[upcard]}")
        if self.play.given[row, upcard] <= 0:
            raise AnalysisError(f"with {hand} out the dealer is sure to have a natural")
        return row

    def after_hit(self, hand: Hand, upcard: Rank) -> Mapping[Rank, float]:
        """The chance of each next card; given no natural where the dealer has looked."""
        column = rank_number(upcard)
        chances = self.play.next_card[:, self._row(hand, column), column]
        return {rank: float(chance) for rank, chance in zip(VALUES, chances, strict=True)}

    def insurance(self, hand: Hand) -> float:
        """The value of a unit staked on the dealer's natural behind an ace, at 2 to 1."""
        return float(insurance_value(self.play)[self._row(hand, ACE)])

    def dealer(self, upcard: Rank) -> Mapping[str, float]:
        """The chances of the dealer's ends, only the upcard known: 17 … 21, bust, natural."""
        names = ("17", "18", "19", "20", "21", "bust", "natural")
        if not self._shoe[rank_number(upcard)]:
            raise AnalysisError(f"the shoe has no {upcard} to show")
        chances = self.play.chances[0, rank_number(upcard)]
        return dict(zip(names, map(float, chances), strict=True))

    def chart(self) -> Chart:
        """The exact chart: the best play when only total, softness, pair and upcard are seen."""
        return self._chart

    @cached_property
    def _chart(self) -> Chart:
        cells = {}
        for upcard in UPCARDS:
            column = rank_number(upcard)
            for category, first in ((Category.HARD, 0), (Category.SOFT, HARD_CLASSES)):
                for number, row in enumerate(ROWS[category], start=first):
                    cells[Cell(category, row, upcard)] = self.policy.code(number, column)
            for row, rank in zip(ROWS[Category.PAIR], UPCARDS, strict=True):
                cells[Cell(Category.PAIR, row, upcard)] = self.pairs[rank_number(rank)][column]
        return Chart(
            name="Exact chart",
            rules=self.rules,
            source="exact analysis of these rules",
            kind="exact",
            cells=cells,
        )

    def followed(self, policy: Policy, pairs: list[list[Code]]) -> Floats:
        """(10,): each upcard's part in the game's value by a policy and pair codes, splits too."""
        play, table = self.play, self.table
        doubles = policy.on_hands(policy.doubles) & (table.double > -np.inf)
        manner = Manner(policy.on_hands(policy.hits), doubles & self.rules.double_after_split)
        values = chart_values(play, table, policy, pairs, self._splits.values(manner))
        return game_values(self.rules, play, table, values)

    def edge(self) -> Edge:
        """What the game is worth before the deal."""
        return self._edge

    @cached_property
    def _edge(self) -> Edge:
        play, table = self.play, self.table
        best = best_values(play, table, self.split)
        by_upcard = game_values(self.rules, play, table, best)
        return Edge(
            game_ev=float(by_upcard.sum()),
            chart_ev=float(self.followed(self.policy, self.pairs).sum()),
            by_upcard={rank: float(by_upcard[rank_number(rank)]) for rank in UPCARDS},
        )


@lru_cache(maxsize=16)
def analyse(rules: Rules) -> Analysis:
    """The analysis of a full shoe, kept in memory for the rules that were asked for last."""
    return Analysis(rules)


@lru_cache(maxsize=8)
def _played(shoe: tuple[int, ...], hits_soft_17: bool, peek: bool) -> Play:
    """The values of standing, hitting and doubling, shared by all rules with the same dealer."""
    return solve(np.array(shoe), hits_soft_17, peek)


def _full_shoe(rules: Rules) -> Ints:
    return rules.decks * np.array([4] * (RANKS - 1) + [16])


def _checked_shoe(shoe: Mapping[Rank, int]) -> Ints:
    if odd := [rank for rank in shoe if rank not in VALUES]:
        raise AnalysisError(f"a shoe counts the ten values, not {odd[0].word}s")
    for rank, count in shoe.items():
        if count not in range(_MOST_OF_A_RANK + 1):
            raise AnalysisError(f"a shoe cannot hold {count} cards of rank {rank}")
    counts = np.array([int(shoe.get(rank, 0)) for rank in VALUES])
    if counts @ POINTS <= MOST_OF_A_HAND + MOST_OF_A_DEALER:
        raise AnalysisError("a round can run out of so few cards")
    return counts
