"""A test keeps its learner's day and what ranks it, a certificate whether its seed deals its hands.

A miss costs a point only where the clock alone limits the tries; elsewhere hands right are counted.
"""

from __future__ import annotations

from zoneinfo import ZoneInfo

from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F, Q

from trainer.accounts.services import is_time_zone


def fill_in(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    tests = apps.get_model("timed", "TimedTest").objects
    tests.exclude(Q(seconds__isnull=False) & Q(count=None)).update(score=F("correct"))
    for test in tests.select_related("learner").iterator():
        name = test.learner.time_zone if test.learner else test.time_zone
        zone = ZoneInfo(name if name and is_time_zone(name) else settings.TIME_ZONE)
        tests.filter(pk=test.pk).update(day=test.started_at.astimezone(zone).date())


class Migration(migrations.Migration):
    dependencies = [
        ("timed", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="certificate",
            name="matches",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="timedtest",
            name="day",
            field=models.DateField(null=True),
        ),
        migrations.RunPython(fill_in, migrations.RunPython.noop),
    ]
