"""What puts rule sets and charts into the database."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

from django.db import transaction
from django.utils import timezone

from strategy.charts import Chart as EngineChart
from strategy.charts import stock_chart, stock_chart_names
from strategy.misconceptions import other_rules
from strategy.rule_sets import RuleSet as EngineRuleSet
from strategy.rule_sets import stock_rule_sets
from strategy.rules import Rules
from trainer.accounts.models import User
from trainer.rulebook.models import (
    Chart,
    ChartVersion,
    RuleSet,
    RuleSetVersion,
    Solution,
    Teaching,
)
from trainer.rulebook.solutions import ENGINE, solved


@transaction.atomic
def load_stock() -> Counter[str]:
    """Bring the database to the data files of the engine; what is so already is left alone.

    Each rule set gets its exact chart, which is taught by default, before the printed ones.

    Returns how many versions were made, under ``rule sets`` and ``charts``.
    """
    made: Counter[str] = Counter()
    charts = {}
    for slug in stock_chart_names():
        charts[slug], new = save_chart(slug=slug, chart=stock_chart(slug))
        made["charts"] += new
    wanted = set()
    for position, stock in enumerate(stock_rule_sets()):
        rule_set, new = save_rule_set(stock=stock, position=position)
        made["rule sets"] += new
        exact = f"exact-{stock.slug}"
        charts[exact], new = save_chart(slug=exact, chart=solved(stock.rules).chart)
        made["charts"] += new
        for order, slug in enumerate([exact, *stock.charts]):
            teaching, _ = Teaching.objects.update_or_create(
                rule_set=rule_set, chart=charts[slug], defaults={"position": order}
            )
            wanted.add(teaching.pk)
    Teaching.objects.filter(chart__owner=None).exclude(pk__in=wanted).delete()
    return made


def solve_stock() -> int:
    """Solve and keep what habits under the rule sets of the data files are told by: their exact
    charts and those of the rules that they are mistaken for. What is kept is left alone.

    Returns how many were solved.
    """
    tables = [stock.rules.core for stock in stock_rule_sets()]
    wanted = dict.fromkeys([*tables, *(away for rules in tables for away in other_rules(rules))])
    kept = set(Solution.objects.filter(engine=ENGINE).values_list("code", flat=True))
    missing = [rules for rules in wanted if rules.code not in kept]
    for rules in missing:
        solved(rules)
    return len(missing)


def keep_rules(rules: Rules) -> tuple[RuleSetVersion, ChartVersion]:
    """Rows for rules that somebody has put together, and their exact chart; made only once.

    They are not offered among the rule sets. Where an offered rule set has the very same rules,
    it is that one.
    """
    exact = solved(rules).chart  # worked out before anything is locked
    with transaction.atomic():
        return _kept_rules(rules, exact)


def _kept_rules(rules: Rules, exact: EngineChart) -> tuple[RuleSetVersion, ChartVersion]:
    offered = RuleSet.objects.filter(current__code=rules.code, position__lt=_NOT_OFFERED)
    for row in offered.select_related("current")[:1]:
        stored = Chart.objects.select_related("current").get(slug=f"exact-{row.slug}")
        assert row.current is not None
        assert stored.current is not None
        return row.current, stored.current
    slug = f"rules-{sha256(rules.code.encode()).hexdigest()[:16]}"
    stock = EngineRuleSet(slug=slug, name=rules.code, summary="", source="", rules=rules, charts=())
    rule_set, _ = save_rule_set(stock=stock, position=_NOT_OFFERED)
    chart, _ = save_chart(slug=f"exact-{slug}", chart=exact)
    assert rule_set.current is not None
    assert chart.current is not None
    return rule_set.current, chart.current


MOST_OWN_CHARTS = 100


class TooManyCharts(Exception):
    """The account holds as many charts of its own as it can."""


@transaction.atomic
def keep_own_chart(*, owner: User, chart: EngineChart) -> Chart:
    """Store a chart to be taught to its owner alone, under the rules that it names.

    A chart of the same name and rules stored again is the same row, in a new version if it differs.
    Raises TooManyCharts.
    """
    digest = sha256(f"{owner.pk}/{chart.rules.code}/{chart.name}".encode()).hexdigest()[:16]
    slug = f"own-{digest}"
    if owner.charts.exclude(slug=slug).count() >= MOST_OWN_CHARTS:
        raise TooManyCharts
    rules, _exact = keep_rules(chart.rules)
    row, _new = save_chart(slug=slug, chart=chart, owner=owner)
    Teaching.objects.get_or_create(rule_set=rules.rule_set, chart=row)
    return row


_NOT_OFFERED = 30_000


@transaction.atomic
def save_chart(*, slug: str, chart: EngineChart, owner: User | None = None) -> tuple[Chart, bool]:
    """Store a chart as the current version of its slug, unless it is that already."""
    row, _ = Chart.objects.select_for_update().get_or_create(slug=slug, defaults={"owner": owner})
    text = chart.dumps()
    if row.current and row.current.text == text:
        return row, False
    row.current = ChartVersion.objects.create(
        chart=row,
        number=row.versions.count() + 1,
        name=chart.name,
        text=text,
        made_at=timezone.now(),
    )
    row.save(update_fields=["current"])
    return row, True


@transaction.atomic
def save_rule_set(*, stock: EngineRuleSet, position: int) -> tuple[RuleSet, bool]:
    """Store a rule set as the current version of its slug, unless it is that already."""
    row, _ = RuleSet.objects.select_for_update().update_or_create(
        slug=stock.slug, defaults={"position": position}
    )
    content = {
        "name": stock.name,
        "summary": stock.summary,
        "source": stock.source,
        "code": stock.rules.code,
    }
    if row.current and content == {key: getattr(row.current, key) for key in content}:
        return row, False
    row.current = RuleSetVersion.objects.create(
        rule_set=row, number=row.versions.count() + 1, made_at=timezone.now(), **content
    )
    row.save(update_fields=["current"])
    return row, True
