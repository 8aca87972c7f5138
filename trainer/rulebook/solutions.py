"""Exact charts and edges by rules code: solved once, kept in memory and in the database."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from django.db import transaction

import strategy
from strategy.actions import Action
from strategy.analysis import Edge, analyse
from strategy.cards import Rank
from strategy.charts import Chart
from strategy.rules import Rules
from strategy.situations import Cell
from strategy.stakes import PlayValues, play_values
from trainer.rulebook.models import Solution


def _engine() -> str:
    """A digest of the engine's source: what another version has solved is not read."""
    digest = sha256()
    for file in sorted(Path(strategy.__file__).parent.rglob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()


ENGINE = _engine()


@dataclass(frozen=True, slots=True)
class Solved:
    """The exact chart of rules, what the game is worth, and each play of each cell."""

    chart: Chart
    edge: Edge
    values: PlayValues


@lru_cache(maxsize=512)
def solved(rules: Rules) -> Solved:
    """The solution of rules, worked out where nobody has asked for it before.

    Rules that differ only in what changes no value share one.
    """
    found = _solved(rules.core)
    return replace(found, chart=replace(found.chart, rules=rules))


@lru_cache(maxsize=512)
def _solved(rules: Rules) -> Solved:
    row = Solution.objects.filter(code=rules.code, engine=ENGINE).first()
    if row is not None:
        by_upcard = {Rank.parse(upcard): value for upcard, value in row.by_upcard.items()}
        edge = Edge(row.game_ev, row.chart_ev, by_upcard)
        return Solved(Chart.loads(row.chart), edge, _read_values(row.values))
    analysis = analyse(rules)
    answer = Solved(analysis.chart(), analysis.edge(), play_values(rules))
    _keep(rules, answer)
    return answer


@transaction.atomic
def _keep(rules: Rules, answer: Solved) -> None:
    Solution.objects.exclude(engine=ENGINE).filter(code=rules.code).delete()
    Solution.objects.get_or_create(
        code=rules.code,
        engine=ENGINE,
        defaults={
            "chart": answer.chart.dumps(),
            "game_ev": answer.edge.game_ev,
            "chart_ev": answer.edge.chart_ev,
            "by_upcard": {str(rank): value for rank, value in answer.edge.by_upcard.items()},
            "values": {
                str(cell): {action.value: value for action, value in plays.items()}
                for cell, plays in answer.values.items()
            },
        },
    )


def _read_values(stored: Mapping[str, Mapping[str, float]]) -> PlayValues:
    return {
        Cell.parse(cell): {Action(action): value for action, value in plays.items()}
        for cell, plays in stored.items()
    }
