"""Which hand comes next in a drill."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from strategy.charts import Chart
from strategy.dealing import (
    Deal,
    cells_of,
    deal_as_at_a_table,
    deal_cell,
    even_cell,
    weighted_cells,
)
from strategy.rules import Rules
from strategy.situations import Category, Cell
from trainer.decisions.queries import Record, cell_records
from trainer.drills.models import Dealing, Drill
from trainer.rulebook.queries import chart_of, rules_of

BLOCK = 10
"""So many hands are drawn by weight at once; then the weights are looked at again."""


def drilled_cells(drill: Drill) -> tuple[Cell, ...]:
    """The cells that a drill deals."""
    return drill.cell_list or _cells_of(
        drill.rules.code, drill.chart.text, drill.category_set, drill.longer
    )


@lru_cache(maxsize=256)
def _cells_of(
    rules: str, chart: str, categories: frozenset[Category], longer: bool
) -> tuple[Cell, ...]:
    """The same for every drill with these settings; it takes longer to find out than to deal."""
    return cells_of(Rules.parse(rules), Chart.loads(chart), categories, longer=longer)


def next_deal(drill: Drill) -> Deal:
    """Deal the drill's next hand; the same seed and number deal the same, but for weak spots.

    Raises NothingToDeal. May draw from ``drill.coming``, which the caller saves.
    """
    rules = rules_of(drill.rules)
    random = Random(f"{drill.seed}/{drill.asked}")  # noqa: S311
    if drill.dealing == Dealing.TABLE and not drill.cells:
        return deal_as_at_a_table(
            rules, chart_of(drill.chart), drill.category_set, random, longer=drill.longer
        )
    if drill.dealing == Dealing.WEAK:
        cell = _weak_cell(drill, random)
    else:
        cell = even_cell(drilled_cells(drill), drill.seed, drill.asked)
    return deal_cell(rules, cell, random, longer=drill.longer)


def _weak_cell(drill: Drill, random: Random) -> Cell:
    if not drill.coming:
        records = cell_records(drill.learner, drill.chart) if drill.learner else {}
        weights = {cell: weight(records.get(cell, Record())) for cell in drilled_cells(drill)}
        drill.coming = [str(cell) for cell in weighted_cells(weights, BLOCK, random)]
    return Cell.parse(drill.coming.pop(0))


def weight(record: Record) -> float:
    """How much a cell needs practice: the expected share of errors, one right and one wrong
    answer presumed (Laplace's rule), so that a cell never met weighs a half and none weighs 0."""
    return (record.wrong + 1) / (record.answers + 2)
