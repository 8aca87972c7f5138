"""Exact charts and edges by rules code: solved once, kept in memory and in the database."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from django.db import transaction

import strategy
from strategy.analysis import Edge, analyse
from strategy.cards import Rank
from strategy.charts import Chart
from strategy.rules import Rules
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
    """The exact chart of rules and what the game is worth."""

    chart: Chart
    edge: Edge


@lru_cache(maxsize=512)
def solved(rules: Rules) -> Solved:
    """The solution of rules, worked out where nobody has asked for it before.

    Rules that differ only in what changes no value share one.
    """
    found = _solved(rules.core)
    return Solved(replace(found.chart, rules=rules), found.edge)


@lru_cache(maxsize=512)
def _solved(rules: Rules) -> Solved:
    row = Solution.objects.filter(code=rules.code, engine=ENGINE).first()
    if row is not None:
        by_upcard = {Rank.parse(upcard): value for upcard, value in row.by_upcard.items()}
        return Solved(Chart.loads(row.chart), Edge(row.game_ev, row.chart_ev, by_upcard))
    analysis = analyse(rules)
    answer = Solved(analysis.chart(), analysis.edge())
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
        },
    )
