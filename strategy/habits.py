"""What followers of wrong rules play: each kind of habit that a misconception can be.

A habit answers a question with a play, looking at a chart: the one taught, or that of other rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from strategy.actions import Action
from strategy.charts import Chart, NotInChart, resolve
from strategy.dealing import compositions
from strategy.hands import Hand
from strategy.rules import Rules, RulesError
from strategy.situations import ALL_CELLS, Category, Cell, Situation


class Question(NamedTuple):
    """A situation, its cell, and the play of the chart that is taught."""

    situation: Situation
    cell: Cell
    right: Action

    @classmethod
    def of(cls, situation: Situation, chart: Chart) -> Question | None:
        """None where a partial chart does not state the situation."""
        try:
            return cls(situation, situation.cell, chart.advise(situation).action)
        except NotInChart:
            return None


@dataclass(frozen=True, slots=True)
class Forced:
    """One play in some cells, where it is allowed; only where certain plays are right."""

    cells: frozenset[Cell]
    play: Action
    right: frozenset[Action]

    def play_of(self, asked: Question, chart: Chart) -> Action:
        forced = asked.cell in self.cells and asked.right in self.right
        return self.play if forced and self.play in asked.situation.allowed else asked.right


@dataclass(frozen=True, slots=True)
class Without:
    """In some cells the chart is read as if one play were not allowed."""

    cells: frozenset[Cell]
    action: Action

    def play_of(self, asked: Question, chart: Chart) -> Action:
        if asked.right is not self.action or asked.cell not in self.cells:
            return asked.right
        given = asked.situation
        barred = given.barred | {self.action}
        return _advice(chart, Situation(given.rules, given.hand, given.upcard, barred), asked)


@dataclass(frozen=True, slots=True)
class AsHard:
    """Soft hands in some cells are looked up as the hard totals of the same number."""

    cells: frozenset[Cell]

    def play_of(self, asked: Question, chart: Chart) -> Action:
        if asked.cell not in self.cells:
            return asked.right
        given = asked.situation
        code = chart.cells.get(Cell(Category.HARD, str(given.hand.total), given.upcard))
        return resolve(code, given) if code else asked.right


@dataclass(frozen=True, slots=True)
class CopiesDealer:
    """Hits and stands as the dealer has to, and does nothing else."""

    cells: frozenset[Cell] = frozenset(ALL_CELLS)

    def play_of(self, asked: Question, chart: Chart) -> Action:
        draws = asked.situation.rules.dealer_draws(asked.situation.hand)
        return Action.HIT if draws else Action.STAND


@dataclass(frozen=True, slots=True)
class OtherRules:
    """The exact chart of rules that differ in a few tokens is followed."""

    tokens: tuple[str, ...]
    cells: frozenset[Cell] = frozenset(ALL_CELLS)

    def play_of(self, asked: Question, chart: Chart) -> Action:
        return _advice(chart, asked.situation, asked)

    def away(self, rules: Rules) -> Rules | None:
        """The other rules; None where they are these rules, or contradict themselves."""
        away = rules.core
        try:
            for token in self.tokens:
                away = away.with_token(token)
        except RulesError:
            return None
        return away if away != rules.core else None


@dataclass(frozen=True, slots=True)
class Insures:
    """Insurance is taken whenever it is offered; the hand is played by the chart."""

    cells: frozenset[Cell] = frozenset()

    def play_of(self, asked: Question, chart: Chart) -> Action:
        return asked.right


Habit: TypeAlias = Forced | Without | AsHard | CopiesDealer | OtherRules | Insures


def _advice(chart: Chart, situation: Situation, asked: Question) -> Action:
    try:
        return chart.advise(situation).action
    except NotInChart:
        return asked.right


def first_questions(rules: Rules, chart: Chart) -> list[Question]:
    """One question of two cards for every cell that they bring up and that the chart answers."""
    return [each for each in (Question.of(given, chart) for given in _first(rules)) if each]


@lru_cache(maxsize=64)
def _first(rules: Rules) -> tuple[Situation, ...]:
    return tuple(
        Situation(rules, Hand(hands[0].ranks), cell.upcard)
        for cell, hands in compositions(rules, longer=False).items()
    )
