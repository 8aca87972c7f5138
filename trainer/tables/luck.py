"""Luck and skill: a result against what the plays made, and perfect play, bring on average."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Final

from strategy.money import payout
from strategy.rules import Rules
from trainer.rulebook.solutions import solved
from trainer.tables.models import Table

STANDARD_DEVIATION: Final = 1.15
"""Of a round's result, in original bets, for usual rules and strategy (P. Griffin, The Theory of
Blackjack, gives a variance of about 1.3)."""
ENOUGH_ROUNDS: Final = 30
"""In fewer rounds results are too far from the bell curve to name a range."""


def expected_result(rules: Rules, bet: int) -> float:
    """What perfect play of a round brings on average, in units.

    Where payouts are rounded down, what naturals lose by that is taken off; what an odd bet loses
    by it when it is surrendered is not.
    """
    lost = bet * float(rules.natural_pays) - payout(
        bet, rules.natural_pays, whole_chips=rules.whole_chips
    )
    return bet * solved(rules).edge.game_ev - lost * _paid_naturals(rules.decks)


def _paid_naturals(decks: int) -> float:
    """The chance of a natural while the dealer has none, from a full shoe."""
    cards, aces, tens = 52 * decks, 4 * decks, 16 * decks
    mine = 2 * aces * tens / (cards * (cards - 1))
    too = 2 * (aces - 1) * (tens - 1) / ((cards - 2) * (cards - 3))
    return mine * (1 - too)


@dataclass(frozen=True, slots=True)
class Luck:
    """The finished rounds of a table. Amounts are in units."""

    rounds: int
    result: int
    perfect: float
    expected: float
    """For the plays made: what perfect play brings, less what they gave up."""
    spread: float
    """One standard deviation of the result."""

    @property
    def luck(self) -> float:
        return self.result - self.expected

    @property
    def tells(self) -> bool:
        """Whether there are rounds enough to name a range."""
        return self.rounds >= ENOUGH_ROUNDS

    @property
    def low(self) -> float:
        return self.expected - 2 * self.spread

    @property
    def high(self) -> float:
        """With ``low`` the range in which nineteen of twenty such tables end."""
        return self.expected + 2 * self.spread

    @property
    def position(self) -> int:
        """Where the result lies between ``low`` and ``high``, from 0 to 100."""
        if not self.spread:
            return 50
        return round(min(100, max(0, 50 + 25 * self.luck / self.spread)))


def luck_of(table: Table) -> Luck:
    """The luck of a table's finished rounds."""
    return Luck(
        rounds=table.rounds_played,
        result=table.won,
        perfect=table.expected,
        expected=table.expected - table.given_up,
        spread=STANDARD_DEVIATION * sqrt(table.squared_bets),
    )
