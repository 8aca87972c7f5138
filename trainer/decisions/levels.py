"""How well a learner plays a category, told in levels that rise and fall with the last answers.

A level is a plain rule: so many of the last fifty unaided answers right, whatever the mode and the
chart. Nothing is kept: the level is what the answers say now.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from strategy.situations import Category
from trainer.accounts.models import User
from trainer.core.numbers import ENOUGH
from trainer.decisions.models import Decision

WINDOW: Final = 50
"""So many of the latest unaided answers of a category tell its level."""


class Level(IntEnum):
    """From not known to expert."""

    UNKNOWN = 0
    BEGINNER = 1
    PLAYER = 2
    SKILLED = 3
    EXPERT = 4


@dataclass(frozen=True, slots=True)
class Rule:
    """What a level takes: at least ``answers`` in the window, and ``percent`` of them right."""

    answers: int
    percent: int


RULES: Final[Mapping[Level, Rule]] = {
    Level.EXPERT: Rule(WINDOW, 98),
    Level.SKILLED: Rule(20, 90),
    Level.PLAYER: Rule(ENOUGH, 75),
    Level.BEGINNER: Rule(ENOUGH, 0),
}
"""The first that the answers satisfy is the level; of fewer than ten nothing is claimed."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A category's level, and what it is told from."""

    level: Level
    answers: int
    correct: int

    @classmethod
    def of(cls, answers: int, correct: int) -> Standing:
        """The standing after so many of the latest answers, WINDOW at most."""
        for level, rule in RULES.items():
            if answers >= rule.answers and 100 * correct >= rule.percent * answers:
                return cls(level, answers, correct)
        return cls(Level.UNKNOWN, answers, correct)


def standings(learner: User | None) -> dict[Category, Standing]:
    """The standing of a learner in each category; one query for each, none for somebody unknown."""
    return {category: _standing(learner, category) for category in Category}


def _standing(learner: User | None, category: Category) -> Standing:
    if learner is None:
        return Standing.of(0, 0)
    unaided = Decision.objects.filter(learner=learner, category=category.value, assisted=False)
    answers = unaided.order_by("-pk").values_list("correct", flat=True)[:WINDOW]
    return Standing.of(len(answers), sum(answers))
