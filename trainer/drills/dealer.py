"""Which hand comes next in a drill."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from django.utils import timezone

from strategy.charts import Chart
from strategy.dealing import Deal, cells_of, deal_as_at_a_table, deal_cell, even_cell
from strategy.practice import Course, Memory, Practice
from strategy.rules import Rules
from strategy.situations import Category, Cell
from trainer.decisions.models import Decision
from trainer.decisions.queries import cell_memories
from trainer.drills.models import Dealing, Drill
from trainer.rulebook.queries import chart_of, rules_of


def drilled_cells(drill: Drill) -> tuple[Cell, ...]:
    """The cells that a drill deals."""
    return drill.cell_list or dealt_cells(
        drill.rules.code, drill.chart.text, drill.category_set, longer=drill.longer
    )


@lru_cache(maxsize=256)
def dealt_cells(
    rules: str, chart: str, categories: frozenset[Category], *, longer: bool
) -> tuple[Cell, ...]:
    """The cells that can come up; it takes longer to find them out than to deal one."""
    return cells_of(Rules.parse(rules), Chart.loads(chart), categories, longer=longer)


@lru_cache(maxsize=64)
def _course(rules: str, chart: str, longer: bool) -> Course:
    """Some 50 ms are needed to work one out, once an answer has been graded by the rules."""
    return Course.of(Rules.parse(rules), Chart.loads(chart), longer=longer)


def next_deal(drill: Drill, answered: Decision | None = None) -> Deal:
    """Deal the drill's next hand, after what was ``answered`` just now.

    The same seed and number deal the same, but for weak spots: those depend on the answers, and
    change ``drill.coming``, which the caller saves. Raises NothingToDeal.
    """
    rules = rules_of(drill.rules)
    random = Random(f"{drill.seed}/{drill.asked}")  # noqa: S311
    if drill.is_review:
        return deal_cell(rules, drill.cell_list[drill.asked], random, longer=False)
    if drill.dealing == Dealing.TABLE and not drill.cells:
        return deal_as_at_a_table(
            rules, chart_of(drill.chart), drill.category_set, random, longer=drill.longer
        )
    if drill.dealing == Dealing.WEAK:
        cell = _weak_cell(drill, answered, random)
    else:
        cell = even_cell(drilled_cells(drill), drill.seed, drill.asked)
    return deal_cell(rules, cell, random, longer=drill.longer)


def _weak_cell(drill: Drill, answered: Decision | None, random: Random) -> Cell:
    def memories() -> dict[Cell, Memory]:
        if drill.learner is None:
            return {}
        return cell_memories(drill.learner, drill.rules, drill.chart, timezone.now())

    practice = Practice(
        _course(drill.rules.code, drill.chart.text, drill.longer),
        drilled_cells(drill),
        [Cell.parse(cell) for cell in drill.coming],
        random,
    )
    if answered and not answered.correct:
        practice.erred(answered.chart_cell, answered.chosen_action)
    last = answered.chart_cell if answered else None
    cell = practice.next_cell(drill.asked, last, memories)
    drill.coming = [str(each) for each in practice.coming]
    return cell
