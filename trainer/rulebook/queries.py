"""Reading rule sets and charts."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.db.models import F, Prefetch, Q, QuerySet
from django.http import Http404
from django.utils.functional import Promise

from strategy.actions import Code
from strategy.cards import UPCARDS
from strategy.charts import Chart as EngineChart
from strategy.rules import Rules
from strategy.situations import ROWS, Category, Cell
from trainer.accounts.models import User
from trainer.core.wording import CATEGORIES, row_label
from trainer.rulebook.models import Chart, ChartVersion, RuleSet, RuleSetVersion, Teaching

_parsed_chart = lru_cache(maxsize=256)(EngineChart.loads)
_parsed_rules = lru_cache(maxsize=256)(Rules.parse)


def chart_of(version: ChartVersion) -> EngineChart:
    """The engine's chart of a version; read once in a process."""
    return _parsed_chart(version.text)


def rules_of(version: RuleSetVersion) -> Rules:
    """The engine's rules of a version; read once in a process."""
    return _parsed_rules(version.code)


def exact_chart(rules: RuleSetVersion) -> ChartVersion:
    """The exact chart of rules that are kept, as it is now; one query."""
    slug = f"exact-{rules.rule_set.slug}"
    return ChartVersion.objects.get(chart__slug=slug, chart__current=F("pk"))


def teachings(owner: User | None = None) -> QuerySet[Teaching]:
    """What everybody can be taught and the owner's own charts, the default first, in one query.

    Those of a rule set follow each other: rules that users put together share one position.
    """
    mine = Q(chart__owner=None) | Q(chart__owner=owner) if owner else Q(chart__owner=None)
    return (
        Teaching.objects.filter(mine)
        .select_related("rule_set__current", "chart__current")
        .order_by("rule_set__position", "rule_set__slug", "position", "pk")
    )


def rule_sets() -> QuerySet[RuleSet]:
    """The rule sets that are offered, each with its teachings, in two queries."""
    return (
        RuleSet.objects.filter(teachings__chart__owner=None, teachings__isnull=False)
        .distinct()
        .select_related("current")
        .prefetch_related(Prefetch("teachings", teachings()))
    )


def current_chart(slug: str, user: User | None) -> Chart:
    """A chart that the user may see, with its current version; raise Http404."""
    chart = Chart.objects.select_related("current").filter(slug=slug).first()
    if chart is None or chart.current is None:
        raise Http404
    if chart.owner_id is not None and (user is None or chart.owner_id != user.pk):
        raise Http404
    return chart


@dataclass(frozen=True, slots=True)
class ShownCell:
    """A cell as a page shows it."""

    code: str
    kind: str
    """The letter of the first play, for the colour; ``none`` where the chart says nothing."""
    lit: bool = False
    unprinted: bool = False
    changed: bool = False
    """It differs from what was shown before."""
    address: str = ""
    """Of a page about the cell, if there is one."""


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A row of a chart as a page shows it."""

    label: str
    cells: Sequence[ShownCell]


UPCARD_LABELS = [upcard.shown for upcard in UPCARDS]


CellAddress = Callable[[Cell], str]


def shown_row(
    chart: EngineChart,
    category: Category,
    row: str,
    *,
    lit: Cell | None = None,
    changed: Container[Cell] = (),
    address: CellAddress | None = None,
) -> ShownRow:
    """A row with the codes as the chart has them; ``lit`` and ``changed`` cells are marked."""
    cells = []
    for upcard in UPCARDS:
        cell = Cell(category, row, upcard)
        code = chart.cells.get(cell)
        cells.append(
            ShownCell(
                code=code.value if code else "",
                kind=_kind(code),
                lit=cell == lit,
                unprinted=cell in chart.unprinted,
                changed=cell in changed,
                address=address(cell) if address else "",
            )
        )
    return ShownRow(row_label(category, row), cells)


def _kind(code: Code | None) -> str:
    if code is None or code.first is None:
        return "none"
    return code.first.value


def shown_tables(
    chart: EngineChart,
    *,
    changed: Container[Cell] = (),
    address: CellAddress | None = None,
) -> list[tuple[Promise, list[ShownRow]]]:
    """The tables of a chart with their titles, rows from high to low as charts are printed.

    Rows and tables without a code are left out.
    """
    tables = [
        (
            CATEGORIES[category],
            [
                shown_row(chart, category, row, changed=changed, address=address)
                for row in reversed(rows)
                if any(chart.row(category, row))
            ],
        )
        for category, rows in ROWS.items()
    ]
    return [(title, rows) for title, rows in tables if rows]
