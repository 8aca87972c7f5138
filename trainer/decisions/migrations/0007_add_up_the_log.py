"""Add up the log in the new tallies; days keep their goals."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import date, datetime
from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Q

IDLE_MS = 120_000
BATCH = 500
COLUMNS = (
    *("rules_id", "chart_id", "mode", "day", "category", "cell"),
    *("assisted", "correct", "later", "cost_millionths", "thinking_ms", "decided_at"),
)


def add_up(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    decisions = apps.get_model("decisions", "Decision").objects
    first = Q(deal__regex=r"^\S+ \S+ v ") & ~Q(situation__contains=" -")
    decisions.exclude(first).update(later=True)
    tallies = apps.get_model("decisions", "Tally")
    tallies.objects.all().delete()
    days = apps.get_model("decisions", "DayTally").objects.order_by("-pk")
    for learner in decisions.order_by().values_list("learner", flat=True).distinct():
        mine = decisions.filter(learner=learner).order_by("pk").values_list(*COLUMNS)
        goals = dict(days.filter(learner=learner).values_list("day", "goal"))
        rows = []
        for key, sums in added_up(mine.iterator()).items():
            scope, start, mode, rules, chart, place = key
            if scope == "day" and start in goals:
                sums["goal"] = goals[start]
            rows.append(
                tallies(
                    learner_id=learner,
                    scope=scope,
                    start=start,
                    mode=mode,
                    rules_id=rules,
                    chart_id=chart,
                    place=place,
                    **sums,
                )
            )
        tallies.objects.bulk_create(rows, batch_size=BATCH)


def added_up(decisions: Any) -> dict[tuple[Any, ...], dict[str, Any]]:
    """The sums by scope, start, mode, rules, chart and place."""
    found: dict[tuple[Any, ...], dict[str, Any]] = defaultdict(Counter)
    latest: dict[tuple[Any, ...], date] = {}
    for rules, chart, mode, day, category, cell, *answer in decisions:
        month = day.replace(day=1)
        spans = [("month", month, mode, category), ("day", day, mode, category)]
        spans += [("cell", date.min, "", cell), ("mode_cell", date.min, mode, cell)]
        for scope, start, of, place in spans:
            add(found[scope, start, of, rules, chart, place], *answer)
        count_runs(found["cell", date.min, "", rules, chart, cell], *answer[:3])
        for scope, of in (("cell", ""), ("mode_cell", mode)):
            same = (of, rules, chart, cell)
            latest[same] = max(day, latest.get(same, day))
            sums = dict(found[scope, date.min, *same])
            found[f"{scope}_day", latest[same], *same] = sums | {"run": 0, "first_run": 0}
    return found


def add(
    sums: dict[str, Any],
    assisted: bool,
    correct: bool,
    later: bool,
    cost: int,
    thinking: int,
    decided_at: datetime,
) -> None:
    sums["last_at"] = decided_at
    if assisted:
        sums["assisted"] += 1
        return
    for prefix in ("", "later_") if later else ("",):
        sums[f"{prefix}answers"] += 1
        sums[f"{prefix}correct"] += correct
        sums[f"{prefix}cost_millionths"] += 0 if correct else cost
    if thinking < IDLE_MS:
        sums["later_timed" if later else "timed"] += 1
        sums["later_ms" if later else "thinking_ms"] += thinking


def count_runs(sums: dict[str, Any], assisted: bool, correct: bool, later: bool) -> None:
    if assisted:
        return
    for run in ("run",) if later else ("run", "first_run"):
        sums[run] = sums[run] + 1 if correct else 0


class Migration(migrations.Migration):
    dependencies = [("decisions", "0006_one_table_of_tallies")]

    operations = [migrations.RunPython(add_up, migrations.RunPython.noop)]
