"""Clearing away what was begun and never used."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from trainer.drills.models import Drill
from trainer.tables.models import Table
from trainer.timed.models import TimedTest

ABANDONED = timedelta(days=30)
"""After so long nobody misses what they began and never answered."""


@transaction.atomic
def clear_abandoned() -> Counter[str]:
    """Delete drills, tests and tables of guests who never answered; the log is not touched.

    Returns how many there were, under ``drills``, ``tests`` and ``tables``.
    """
    before = timezone.now() - ABANDONED
    drills = Drill.objects.filter(learner=None, started_at__lt=before)
    tests = TimedTest.objects.filter(learner=None, started_at__lt=before)
    tables = Table.objects.filter(learner=None, opened_at__lt=before)
    found = Counter(drills=drills.count(), tests=tests.count(), tables=tables.count())
    drills.delete()
    tests.delete()
    tables.delete()
    return found
