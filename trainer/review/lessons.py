"""What there is to learn in a chart: its cells that two cards bring up, and their right plays."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from strategy.cards import Rank
from strategy.charts import Chart
from strategy.dealing import Composition, cells_of, compositions
from strategy.hands import Hand
from strategy.rules import Rules
from strategy.situations import Category, Cell, Situation
from trainer.rulebook.models import ChartVersion, RuleSetVersion

Lessons = Mapping[str, str]
"""The right play of each cell, the cells that come up most often first."""


def lessons_of(rules: RuleSetVersion, chart: ChartVersion) -> Lessons:
    """The lessons of a chart under rules; worked out once in a process."""
    return _lessons(rules.code, chart.text)


@lru_cache(maxsize=256)
def _lessons(rules_code: str, chart_text: str) -> Lessons:
    rules, chart = Rules.parse(rules_code), Chart.loads(chart_text)
    hands = compositions(rules, longer=False)
    cells = cells_of(rules, chart, tuple(Category), longer=False)
    often = sorted(cells, key=lambda cell: -_frequency(cell, hands[cell]))
    return MappingProxyType({str(cell): _right(rules, chart, cell, hands[cell]) for cell in often})


def _frequency(cell: Cell, hands: tuple[Composition, ...]) -> int:
    """How often a cell comes up beside the others; there are four times as many tens."""
    return sum(hand.ways for hand in hands) * (4 if cell.upcard is Rank.TEN else 1)


def _right(rules: Rules, chart: Chart, cell: Cell, hands: tuple[Composition, ...]) -> str:
    situation = Situation(rules, Hand(hands[0].ranks), cell.upcard)
    return chart.advise(situation).action.value
