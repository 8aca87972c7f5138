"""What a placement tells: a level for each kind of hand, as an estimate, and what to do next.

Forty hands are too few for the levels of trainer.decisions.levels, which also ask for a number of
answers. The estimate goes by the share that was right alone, from ENOUGH hands of a kind on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise

from strategy.situations import Category
from trainer.core.numbers import ENOUGH
from trainer.core.wording import CATEGORIES
from trainer.decisions.levels import RULES, Level, Standing
from trainer.decisions.models import Decision
from trainer.decisions.shown import ShownLevel, shown_levels
from trainer.timed.dealer import near_cells
from trainer.timed.models import TimedTest

_FIRM = RULES[Level.SKILLED].percent
"""From so many percent right on, a kind of hand needs no drill of its own first."""


def estimated(answers: int, correct: int) -> Standing:
    """The level by the percent right of RULES; of fewer answers than ENOUGH nothing is claimed."""
    if answers >= ENOUGH:
        for level, rule in RULES.items():
            if 100 * correct >= rule.percent * answers:
                return Standing(level, answers, correct)
    return Standing(Level.UNKNOWN, answers, correct)


@dataclass(frozen=True, slots=True)
class Plan:
    """How a learner stands, as far as the test tells, and what to drill first."""

    standings: Mapping[Category, Standing]
    """Of the kinds of hands that the test asks."""
    near: bool
    """Whether the chart has near misses to be tested on."""

    @property
    def levels(self) -> list[ShownLevel]:
        return shown_levels(self.standings)

    @property
    def weak(self) -> list[Category]:
        """The kinds of hands to drill first, the weakest before the others.

        Those of which too little is known come last among them.
        """
        weak = {
            category: (standing.level is Level.UNKNOWN, standing.correct / (standing.answers or 1))
            for category, standing in self.standings.items()
            if standing.level is Level.UNKNOWN or 100 * standing.correct < _FIRM * standing.answers
        }
        return sorted(weak, key=lambda category: weak[category])

    @property
    def first(self) -> list[tuple[Promise, bool]]:
        """The names of the weak kinds of hands, and whether enough is known of them."""
        return [
            (CATEGORIES[category], self.standings[category].level is not Level.UNKNOWN)
            for category in self.weak
        ]


def plan_of(test: TimedTest, decisions: Sequence[Decision]) -> Plan:
    """The plan after the answers of a placement."""
    standings = {}
    asked = {cell.category for cell in test.cell_list}
    for category in Category:
        if category in asked:
            correct = [each.correct for each in decisions if each.category == category.value]
            standings[category] = estimated(len(correct), sum(correct))
    return Plan(standings, near=bool(near_cells(test.rules, test.chart, test.category_set)))
