import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("decisions", "0005_decisions_of_a_deck"),
        ("rulebook", "0002_values_of_plays"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Tally",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "scope",
                    models.CharField(
                        choices=[
                            ("cell", "Cell, in all modes"),
                            ("cell_day", "Cell up to a day, in all modes"),
                            ("mode_cell", "Cell, in one mode"),
                            ("mode_cell_day", "Cell up to a day, in one mode"),
                            ("month", "Category in a month"),
                            ("day", "Category on a day"),
                        ],
                        max_length=13,
                    ),
                ),
                ("start", models.DateField()),
                (
                    "mode",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("drill", "Drill"),
                            ("review", "Review"),
                            ("timed", "Timed test"),
                            ("table", "Table"),
                        ],
                        max_length=10,
                    ),
                ),
                ("place", models.CharField(max_length=20)),
                ("answers", models.PositiveIntegerField(default=0)),
                ("correct", models.PositiveIntegerField(default=0)),
                ("assisted", models.PositiveIntegerField(default=0)),
                ("timed", models.PositiveIntegerField(default=0)),
                ("thinking_ms", models.PositiveBigIntegerField(default=0)),
                ("cost_millionths", models.PositiveBigIntegerField(default=0)),
                ("later_answers", models.PositiveIntegerField(default=0)),
                ("later_correct", models.PositiveIntegerField(default=0)),
                ("later_timed", models.PositiveIntegerField(default=0)),
                ("later_ms", models.PositiveBigIntegerField(default=0)),
                ("later_cost_millionths", models.PositiveBigIntegerField(default=0)),
                ("run", models.PositiveIntegerField(default=0)),
                ("first_run", models.PositiveIntegerField(default=0)),
                ("last_at", models.DateTimeField()),
                ("goal", models.PositiveSmallIntegerField(default=20)),
            ],
        ),
        migrations.AddField(
            model_name="decision",
            name="later",
            field=models.BooleanField(default=False),
        ),
        migrations.AddIndex(
            model_name="decision",
            index=models.Index(
                fields=["learner", "cell", "chart", "rules", "day", "id"], name="decisions_of_cell"
            ),
        ),
        migrations.AddField(
            model_name="tally",
            name="chart",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="rulebook.chartversion",
            ),
        ),
        migrations.AddField(
            model_name="tally",
            name="learner",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="tallies",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="tally",
            name="rules",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="rulebook.rulesetversion",
            ),
        ),
        migrations.AddConstraint(
            model_name="tally",
            constraint=models.UniqueConstraint(
                fields=("learner", "scope", "mode", "rules", "chart", "place", "start"),
                name="one_tally",
            ),
        ),
    ]
