"""What there is to learn in a chart: its cells that two cards bring up, and their right plays."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from strategy.charts import Chart
from strategy.neighbours import right_plays
from strategy.rules import Rules
from strategy.stakes import frequencies
from trainer.rulebook.models import ChartVersion, RuleSetVersion

Lessons = Mapping[str, str]
"""The right play of each cell, the cells that come up most often first."""


def lessons_of(rules: RuleSetVersion, chart: ChartVersion) -> Lessons:
    """The lessons of a chart under rules; worked out once in a process."""
    return _lessons(rules.code, chart.text)


@lru_cache(maxsize=256)
def _lessons(rules_code: str, chart_text: str) -> Lessons:
    rules = Rules.parse(rules_code)
    plays = right_plays(rules, Chart.loads(chart_text), longer=False)
    times = frequencies(rules)
    often = sorted(plays, key=times.__getitem__, reverse=True)
    return MappingProxyType({str(cell): plays[cell].value for cell in often})
