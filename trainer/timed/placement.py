"""What a placement tells: a level for each kind of hand, and what to do next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise

from strategy.situations import Category
from trainer.core.wording import CATEGORIES
from trainer.decisions.levels import Standing
from trainer.decisions.models import Decision
from trainer.timed.wording import LEVELS

_FIRM = 90
"""From so many percent right on, a kind of hand needs no drill of its own first."""


@dataclass(frozen=True, slots=True)
class Placed:
    """How a learner stands in a kind of hand, as far as the test tells."""

    category: Category
    standing: Standing

    @property
    def name(self) -> Promise:
        return CATEGORIES[self.category]

    @property
    def level(self) -> Promise:
        return LEVELS[self.standing.level]

    @property
    def weak(self) -> bool:
        return 100 * self.standing.correct < _FIRM * self.standing.answers


@dataclass(frozen=True, slots=True)
class Plan:
    """The levels, and the kinds of hands to drill first, the weakest before the others."""

    placed: Sequence[Placed]

    @property
    def weak(self) -> list[Placed]:
        weak = [each for each in self.placed if each.weak]
        return sorted(weak, key=lambda each: each.standing.correct / each.standing.answers)


def plan_of(decisions: Sequence[Decision]) -> Plan:
    """The plan after the answers of a placement."""
    placed = []
    for category in Category:
        correct = [each.correct for each in decisions if each.category == category.value]
        placed.append(Placed(category, Standing.of(len(correct), sum(correct))))
    return Plan(placed)
