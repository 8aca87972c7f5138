"""The rule sets and their charts to read."""

from __future__ import annotations

from django.http import HttpResponse

from trainer.accounts.access import visitor_of
from trainer.core.http import Request, get_only, render_page
from trainer.rulebook.queries import (
    UPCARD_LABELS,
    chart_of,
    current_chart,
    rule_sets,
    rules_of,
    shown_tables,
)
from trainer.rulebook.wording import rules_in_words


@get_only
def index(request: Request) -> HttpResponse:
    shown = [
        {
            "version": rule_set.current,
            "rules": rules_in_words(rules_of(rule_set.current)),
            "charts": [teaching.chart for teaching in rule_set.teachings.all()],
        }
        for rule_set in rule_sets()
        if rule_set.current
    ]
    return render_page(request, "rulebook/index.html", {"rule_sets": shown})


@get_only
def chart(request: Request, slug: str) -> HttpResponse:
    row = current_chart(slug, visitor_of(request).user)
    assert row.current is not None
    engine = chart_of(row.current)
    context = {
        "version": row.current,
        "chart": engine,
        "rules": rules_in_words(engine.rules),
        "tables": shown_tables(engine),
        "upcards": UPCARD_LABELS,
    }
    return render_page(request, "rulebook/chart.html", context)
