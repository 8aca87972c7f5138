"""Add up the log in the new tallies; days keep their goals."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import date, datetime
from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

IDLE_MS = 120_000
BATCH = 500
COLUMNS = (
    *("rules_id", "chart_id", "mode", "day", "category", "cell"),
    *("assisted", "correct", "longer", "cost_millionths", "thinking_ms", "decided_at"),
)


def add_up(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    decisions = apps.get_model("decisions", "Decision").objects
    decisions.exclude(deal__regex=r"^\S+ \S+ v ").update(longer=True)
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
        count_run(found["cell", date.min, "", rules, chart, cell], *answer[:2])
        for scope, of in (("cell", ""), ("mode_cell", mode)):
            same = (of, rules, chart, cell)
            latest[same] = max(day, latest.get(same, day))
            sums = dict(found[scope, date.min, *same])
            found[f"{scope}_day", latest[same], *same] = sums | {"run": 0}
    return found


def add(
    sums: dict[str, Any],
    assisted: bool,
    correct: bool,
    longer: bool,
    cost: int,
    thinking: int,
    decided_at: datetime,
) -> None:
    sums["last_at"] = decided_at
    if assisted:
        sums["assisted"] += 1
        return
    sums["answers"] += 1
    sums["correct"] += correct
    sums["cost_millionths"] += 0 if correct else cost
    if thinking < IDLE_MS:
        sums["longer_timed" if longer else "timed"] += 1
        sums["longer_ms" if longer else "thinking_ms"] += thinking


def count_run(sums: dict[str, Any], assisted: bool, correct: bool) -> None:
    if not assisted:
        sums["run"] = sums["run"] + 1 if correct else 0


class Migration(migrations.Migration):
    dependencies = [("decisions", "0006_one_table_of_tallies")]

    operations = [migrations.RunPython(add_up, migrations.RunPython.noop)]
