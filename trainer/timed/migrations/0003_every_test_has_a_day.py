"""Apart from filling the days in: PostgreSQL changes no table whose rows await their checks."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("timed", "0002_what_counts"),
    ]

    operations = [
        migrations.AlterField(
            model_name="timedtest",
            name="day",
            field=models.DateField(),
        ),
    ]
