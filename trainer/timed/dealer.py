"""Which hand comes next in a test: a function of its seed and the hand's number alone."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from random import Random

from strategy.charts import Chart
from strategy.dealing import Deal, deal_cell, even_cell
from strategy.neighbours import near_misses, right_plays
from strategy.rules import Rules
from strategy.situations import Category, Cell
from trainer.drills.dealer import dealt_cells
from trainer.rulebook.models import ChartVersion, RuleSetVersion
from trainer.rulebook.queries import rules_of
from trainer.timed.kinds import Kind, Setting
from trainer.timed.models import TimedTest


def deal_item(test: TimedTest, number: int) -> Deal:
    """The hand with this number, from 1; raise NothingToDeal where no hand can come up."""
    cells = test.cell_list or cells_of_categories(test.rules, test.chart, test.category_set)
    cell = even_cell(cells, test.seed, number - 1)
    random = Random(f"{test.seed}/{number}")  # noqa: S311
    return deal_cell(rules_of(test.rules), cell, random, longer=False)


def deals_again(test: TimedTest) -> bool:
    """Whether the seed deals the very hands that are kept of a test."""
    kept = test.items.filter(number__lte=test.done).order_by("number")
    return all(
        str(deal_item(test, number)) == deal for number, deal in kept.values_list("number", "deal")
    )


def cells_of_categories(
    rules: RuleSetVersion, chart: ChartVersion, categories: Iterable[Category]
) -> tuple[Cell, ...]:
    """The cells of two cards that can come up and that the chart answers."""
    return dealt_cells(rules.code, chart.text, frozenset(categories), longer=False)


def near_cells(
    rules: RuleSetVersion, chart: ChartVersion, categories: Iterable[Category]
) -> tuple[Cell, ...]:
    """Those among them beside which the right play differs; in some charts there are none."""
    near = _near(rules.code, chart.text)
    return tuple(cell for cell in cells_of_categories(rules, chart, categories) if cell in near)


def chosen_cells(
    setting: Setting, rules: RuleSetVersion, chart: ChartVersion, seed: str
) -> tuple[Cell, ...]:
    """The cells that a test is about, where it is not about all of its categories."""
    if setting.kind not in (Kind.NEAR, Kind.PLACEMENT):
        return ()
    near = near_cells(rules, chart, setting.categories)
    if setting.kind is Kind.NEAR:
        return near
    cells = cells_of_categories(rules, chart, setting.categories)
    return _balanced(cells, frozenset(near), setting.count or 0, seed)


@lru_cache(maxsize=64)
def _near(rules: str, chart: str) -> frozenset[Cell]:
    """The cells beside which the right play differs."""
    plays = right_plays(Rules.parse(rules), Chart.loads(chart))
    return frozenset(near_misses(plays, list(plays)))


def _balanced(
    cells: Iterable[Cell], near: frozenset[Cell], count: int, seed: str
) -> tuple[Cell, ...]:
    """So many cells, drawn in turn from the near misses and the others of each category.

    Where one of these kinds has no more, the others make up for it.
    """
    groups: dict[tuple[Category, bool], list[Cell]] = {}
    for cell in cells:
        groups.setdefault((cell.category, cell in near), []).append(cell)
    for key, group in groups.items():
        Random(f"{seed}/placement/{key}").shuffle(group)  # noqa: S311
    drawn: list[Cell] = []
    while len(drawn) < count and any(groups.values()):
        drawn += [group.pop() for group in groups.values() if group]
    return tuple(drawn[:count])
