"""Tallies of an older version get what they did not keep."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest
import time_machine
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests.factories import UserFactory, decide
from trainer.decisions.models import Mode, Scope, Tally

BEFORE = ("decisions", "0003_goals_and_levels")
COLUMNS = [field.attname for field in Tally._meta.fields if field.attname not in ("id", "goal")]


@pytest.mark.django_db(transaction=True)
def test_tallies_are_added_up_from_the_log(rulebook):
    learner, random = UserFactory(), Random(3)
    with time_machine.travel("2026-03-01 12:00:00Z", tick=False) as clock:
        for deal, plays in {
            "TS 6D v 9H": "HSHH",
            "8S 8D v AH": "PP",
            "AS 2D 5S v 2H": "SHSS",
        }.items():
            for play in plays:
                decide(learner, deal, play, mode=random.choice(Mode.values))
                clock.shift(timedelta(minutes=1))
        decide(learner, "TS 6D v 9H", "S", assisted=True)
    kept = sorted(Tally.objects.values_list(*COLUMNS))
    try:
        MigrationExecutor(connection).migrate([BEFORE])
    finally:
        executor = MigrationExecutor(connection)
        executor.migrate(executor.loader.graph.leaf_nodes())
    assert sorted(Tally.objects.values_list(*COLUMNS)) == kept
    runs = Tally.objects.filter(scope=Scope.CELL).values_list("run", flat=True)
    assert sorted(runs) == [2, 2, 2]
