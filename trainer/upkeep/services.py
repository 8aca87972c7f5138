"""Clearing away what was begun and never used."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from trainer.drills.models import Drill
from trainer.matches.models import MatchTable, Participant
from trainer.tables.models import Table
from trainer.timed.models import TimedTest

ABANDONED = timedelta(days=30)
"""After so long nobody misses what they began and never answered."""


@transaction.atomic
def clear_abandoned() -> Counter[str]:
    """Delete drills, tests and tables of guests who never answered; the log is not touched.

    So go matches that never began, and those of which nobody who was there is known any more.
    Returns how many there were, under ``drills``, ``tests``, ``tables`` and ``matches``.
    """
    before = timezone.now() - ABANDONED
    drills = Drill.objects.filter(learner=None, started_at__lt=before)
    tests = TimedTest.objects.filter(learner=None, started_at__lt=before)
    tables = Table.objects.filter(learner=None, opened_at__lt=before)
    matches = MatchTable.objects.filter(
        Q(begun_at=None) | ~Exists(Participant.objects.filter(table=OuterRef("pk"))),
        made_at__lt=before,
    )
    found = Counter(
        drills=drills.count(), tests=tests.count(), tables=tables.count(), matches=matches.count()
    )
    drills.delete()
    tests.delete()
    tables.delete()
    matches.delete()
    return found
