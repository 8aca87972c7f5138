"""Simulated learners of a chart: what they play at first, how they learn, confuse and forget.

They are models, not people; what they assume is told in ``docs/learning.md``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Final

from strategy.actions import Action
from strategy.analysis import analyse
from strategy.charts import Chart
from strategy.dealing import compositions
from strategy.hands import Hand
from strategy.neighbours import beside, right_plays
from strategy.rules import Rules
from strategy.situations import Category, Cell, Situation
from strategy.stakes import error_costs, frequencies, play_values

OBVIOUS: Final = 0.25
"""A beginner knows the plays that beat the next best by so many bets."""
OTHER_RULES: Final = "1D H17 D10 NDAS"


@dataclass(frozen=True, slots=True)
class Game:
    """What is to be learnt: the exact chart of rules, for first decisions.

    The cells are numbered, and the sequences are in their order.
    """

    rules: Rules
    chart: Chart
    cells: tuple[Cell, ...]
    plays: Sequence[Action]
    """The right ones."""
    allowed: Sequence[tuple[Action, ...]]
    times: Sequence[float]
    """The chance that a hand brings the cell up."""
    costs: Sequence[float]
    """What an error loses, in bets."""
    around: Sequence[tuple[int, ...]]
    """The numbers of the cells beside each cell."""


@lru_cache
def game_of(code: str) -> Game:
    rules = Rules.parse(code)
    chart = analyse(rules.core).chart()
    plays = right_plays(rules, chart, longer=False)
    hands, times = compositions(rules, longer=False), frequencies(rules)
    costs, number = (
        error_costs(plays, play_values(rules)),
        {cell: at for at, cell in enumerate(plays)},
    )
    return Game(
        rules,
        chart,
        tuple(plays),
        list(plays.values()),
        [Situation(rules, Hand(hands[cell][0].ranks), cell.upcard).allowed for cell in plays],
        [times[cell] for cell in plays],
        [costs[cell] for cell in plays],
        [tuple(number[each] for each in beside(cell) if each in number) for cell in plays],
    )


Habits = list[Action]
"""What is played in each cell by who has learnt nothing yet."""


def dealers_habits(game: Game) -> Habits:
    """Hits 16 and less, stands on 17 and more; never doubles, splits or gives up."""
    return [Action.HIT if _total(cell) < 17 else Action.STAND for cell in game.cells]


def _total(cell: Cell) -> int:
    return int(cell.row) if cell.category is Category.HARD else Hand.parse(cell.row).total


def beginners_habits(game: Game) -> Habits:
    """Right where an error is dear; elsewhere like the dealer."""
    dear = [cost >= OBVIOUS for cost in game.costs]
    plays = zip(dear, game.plays, dealers_habits(game), strict=True)
    return [right if known else habit for known, right, habit in plays]


def others_habits(game: Game) -> Habits:
    """Knows the exact chart of OTHER_RULES; where that is not allowed, plays like the dealer."""
    other = game_of(OTHER_RULES)
    known = dict(zip(other.cells, other.plays, strict=True))
    cells = zip(game.cells, game.allowed, dealers_habits(game), strict=True)
    return [known[cell] if known.get(cell) in may else habit for cell, may, habit in cells]


STARTS: Final[Mapping[str, Callable[[Game], Habits]]] = {
    "the obvious": beginners_habits,
    "the dealer's rule": dealers_habits,
    "another chart": others_habits,
}
"""What learners play at first."""


@dataclass(frozen=True, slots=True)
class Model:
    """How a learner learns; all but ``strength`` and ``grows`` are chances."""

    learns: float
    """That a correction is taken in."""
    strength: float | None = None
    """After so many answers in between, what was learnt is recalled nine times in ten; None: it is
    never forgotten."""
    grows: float = 1.0
    """By this each recall multiplies the strength."""
    spreads: float = 0.0
    """That a correction is taken over to a cell beside that had the same wrong play; the less
    likely, the more often that one was met."""
    confuses: float = 0.0
    """That a cell never met is played as one beside it; half as likely each time that it is met."""
    guesses: float = 0.0
    """That where the play is not known, any that is allowed is tried."""
    slips: float = 0.0
    """That something else is played than was meant."""


MODELS: Final[Mapping[str, Model]] = {
    "all or none": Model(learns=0.5),
    "forgetting": Model(learns=0.8, strength=20, grows=2.5),
    "confusion": Model(learns=0.7, spreads=0.35, confuses=0.2),
    "guessing": Model(learns=0.5, guesses=0.6),
    "slips": Model(learns=0.5, slips=0.04),
    "all together": Model(
        learns=0.6, strength=30, grows=2.2, spreads=0.25, confuses=0.1, guesses=0.2, slips=0.03
    ),
}


class Learner:
    """One simulated learner. Only the answers are for a tutor to see."""

    def __init__(self, game: Game, model: Model, habits: Habits, random: Random) -> None:
        self._game, self._model, self._habits, self._random = game, model, list(habits), random
        self._number = {cell: at for at, cell in enumerate(game.cells)}
        self._learnt: dict[int, tuple[float, int]] = {}
        self._met = [0] * len(game.cells)
        self._answers = 0

    def answer(self, cell: Cell) -> Action:
        """What the learner plays. Then the right play is told, and may be learnt."""
        at, model, random = self._number[cell], self._model, self._random
        right = self._game.plays[at]
        recalled = random.random() < self._recall(at)
        meant = right if recalled else self._unlearnt(at)
        self._answers += 1
        self._met[at] += 1
        if recalled:
            self._learnt[at] = self._learnt[at][0] * model.grows, self._answers
        elif meant is not right and random.random() < model.learns:
            self._correct(at, meant)
        if random.random() < model.slips:
            return random.choice([each for each in self._game.allowed[at] if each is not meant])
        return meant

    def share_right(self) -> float:
        """The share of a table's first decisions that the learner would now get right."""
        times = self._game.times
        return sum(time * self._chance(at) for at, time in enumerate(times)) / sum(times)

    def loss(self) -> float:
        """What errors in first decisions would now lose in 100 hands, in bets."""
        stakes = zip(self._game.times, self._game.costs, strict=True)
        return 100 * sum(
            time * cost * (1 - self._chance(at)) for at, (time, cost) in enumerate(stakes)
        )

    def chance(self, cell: Cell) -> float:
        """The chance that the learner would now mean the right play."""
        return self._chance(self._number[cell])

    def _chance(self, at: int) -> float:
        recall = self._recall(at)
        return 1.0 if recall == 1 else recall + (1 - recall) * self._unlearnt_right(at)

    def _correct(self, at: int, wrong: Action) -> None:
        self._learnt[at] = self._model.strength or 1.0, self._answers
        if not self._model.spreads:
            return
        right = self._game.plays[at]
        for other in self._game.around[at]:
            alike = self._habits[other] is wrong and right in self._game.allowed[other]
            if alike and self._random.random() < self._model.spreads / (1 + self._met[other]):
                self._habits[other] = right

    def _recall(self, at: int) -> float:
        if at not in self._learnt:
            return 0.0
        if self._model.strength is None:
            return 1.0
        strength, last = self._learnt[at]
        return 1 / (1 + (self._answers - last) / (9 * strength))

    def _unlearnt(self, at: int) -> Action:
        """What is played where nothing is recalled."""
        random, habit = self._random, self._habits[at]
        if random.random() < self._confusion(at):
            return self._as_if(at, random.choice(self._game.around[at]))
        unknown = habit is not self._game.plays[at]
        if unknown and random.random() < self._model.guesses:
            return random.choice(self._game.allowed[at])
        return habit

    def _unlearnt_right(self, at: int) -> float:
        """The chance that this is right."""
        right, own = self._game.plays[at], 1.0
        if self._habits[at] is not right:
            own = self._model.guesses / len(self._game.allowed[at])
        confused = self._confusion(at)
        if not confused:
            return own
        around = self._game.around[at]
        taken = sum(self._as_if(at, other) is right for other in around) / len(around)
        return confused * taken + (1 - confused) * own

    def _confusion(self, at: int) -> float:
        return self._model.confuses * 0.5 ** self._met[at]

    def _as_if(self, at: int, other: int) -> Action:
        """The play of another cell, where it is allowed."""
        taken = self._habits[other]
        return taken if taken in self._game.allowed[at] else self._habits[at]
