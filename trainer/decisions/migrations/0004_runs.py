from django.conf import settings
from django.db import migrations, models
from django.utils import timezone


def replay_the_log(apps, schema_editor):
    """Tell each tally how long its run is and when its cell was last answered."""
    tally_model = apps.get_model("decisions", "CellTally")
    runs, times = {}, {}
    decisions = apps.get_model("decisions", "Decision").objects.order_by("pk")
    columns = ("learner_id", "chart_id", "cell", "decided_at", "correct", "assisted")
    for *key, decided_at, correct, assisted in decisions.values_list(*columns).iterator():
        times[tuple(key)] = decided_at
        if not assisted:
            runs[tuple(key)] = runs.get(tuple(key), 0) + 1 if correct else 0
    tallies = []
    for tally in tally_model.objects.iterator():
        key = (tally.learner_id, tally.chart_id, tally.cell)
        tally.run, tally.last_at = runs.get(key, 0), times.get(key, tally.last_at)
        tallies.append(tally)
    tally_model.objects.bulk_update(tallies, ["run", "last_at"], batch_size=200)


class Migration(migrations.Migration):
    dependencies = [
        ("decisions", "0003_goals_and_levels"),
        ("rulebook", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="celltally",
            name="run",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="celltally",
            name="last_at",
            field=models.DateTimeField(default=timezone.now),
            preserve_default=False,
        ),
        migrations.RunPython(replay_the_log, migrations.RunPython.noop),
    ]
