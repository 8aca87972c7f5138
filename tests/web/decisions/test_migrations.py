"""Tallies of an older version get what they did not keep."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests.factories import UserFactory, decide
from trainer.decisions.models import CellTally

BEFORE = ("decisions", "0003_goals_and_levels")


@pytest.mark.django_db(transaction=True)
def test_runs_and_times_are_replayed_from_the_log(rulebook):
    learner = UserFactory()
    with time_machine.travel("2026-03-01 12:00:00Z", tick=False) as clock:
        for deal, plays in {"TS 6D v 9H": "HSHH", "8S 8D v AH": "PP", "AS 7D v 2H": "SH"}.items():
            for play in plays:
                decide(learner, deal, play)
                clock.shift(timedelta(minutes=1))
        decide(learner, "TS 6D v 9H", "S", assisted=True)
    kept = {tally.cell: (tally.run, tally.last_at) for tally in CellTally.objects.all()}
    try:
        MigrationExecutor(connection).migrate([BEFORE])
    finally:
        executor = MigrationExecutor(connection)
        executor.migrate(executor.loader.graph.leaf_nodes())
    assert {tally.cell: (tally.run, tally.last_at) for tally in CellTally.objects.all()} == kept
    assert sorted(run for run, _ in kept.values()) == [0, 2, 2]
