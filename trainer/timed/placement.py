"""What a placement tells: a level for each kind of hand, and what to do next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise

from strategy.situations import Category
from trainer.core.wording import CATEGORIES
from trainer.decisions.levels import Standing
from trainer.decisions.models import Decision
from trainer.decisions.shown import ShownLevel, shown_levels

_FIRM = 90
"""From so many percent right on, a kind of hand needs no drill of its own first."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a learner stands, as far as the test tells, and what to drill first."""

    standings: Mapping[Category, Standing]

    @property
    def levels(self) -> list[ShownLevel]:
        return shown_levels(self.standings)

    @property
    def weak(self) -> list[Category]:
        """The kinds of hands to drill first, the weakest before the others."""
        weak = {
            category: standing.correct / standing.answers
            for category, standing in self.standings.items()
            if 100 * standing.correct < _FIRM * standing.answers
        }
        return sorted(weak, key=lambda category: weak[category])

    @property
    def weak_names(self) -> list[Promise]:
        return [CATEGORIES[category] for category in self.weak]


def plan_of(decisions: Sequence[Decision]) -> Plan:
    """The plan after the answers of a placement."""
    standings = {}
    for category in Category:
        correct = [each.correct for each in decisions if each.category == category.value]
        standings[category] = Standing.of(len(correct), sum(correct))
    return Plan(standings)
