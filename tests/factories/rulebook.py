"""Rule sets and charts beside those of the data files."""

from __future__ import annotations

from strategy.charts import Chart, stock_chart
from strategy.rule_sets import RuleSet
from strategy.rules import Rules
from trainer.rulebook.models import Teaching
from trainer.rulebook.services import save_chart, save_rule_set


def taught(rule_set: str = "atlantic-city", chart: str | None = None) -> Teaching:
    """What is taught for a rule set of the data files: its first chart, or the one named."""
    teachings = Teaching.objects.select_related("rule_set__current", "chart__current")
    wanted = {"chart__slug": chart} if chart else {}
    found = teachings.filter(rule_set__slug=rule_set, **wanted).first()
    assert found is not None
    return found


def teach(code: str, *, chart: Chart | None = None, slug: str = "mine") -> Teaching:
    """Offer a rule set with this code, taught with a chart: that of six decks if none is given."""
    stock = RuleSet(
        slug=slug, name="Mine", summary="", source="", rules=Rules.parse(code), charts=(slug,)
    )
    rules, _ = save_rule_set(stock=stock, position=99)
    row, _ = save_chart(slug=slug, chart=chart or stock_chart("6d-s17-das"))
    return Teaching.objects.get_or_create(rule_set=rules, chart=row)[0]
