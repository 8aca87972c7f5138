"""What a test's errors cost: right answers cost nothing, though other cards had a better play."""

from __future__ import annotations

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import OuterRef, Subquery, Sum
from django.db.models.functions import Coalesce


def sum_up(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    errors = apps.get_model("decisions", "Decision").objects.filter(
        sitting=OuterRef("public_id"), correct=False
    )
    lost = errors.order_by().values("sitting").annotate(lost=Sum("cost_millionths")).values("lost")
    tests = apps.get_model("timed", "TimedTest").objects
    tests.update(cost_millionths=Coalesce(Subquery(lost), 0))


class Migration(migrations.Migration):
    dependencies = [
        ("timed", "0003_every_test_has_a_day"),
        ("decisions", "0006_one_table_of_tallies"),
    ]

    operations = [migrations.RunPython(sum_up, migrations.RunPython.noop)]
