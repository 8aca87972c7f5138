"""Clearing away what was begun and never used."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q
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

    So go matches that never began, and those of which nobody who was there is known any more;
    others that nobody plays on are ended, see ``end_abandoned_matches``.
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


def end_abandoned_matches() -> int:
    """End matches that have begun and seen no move for so long; return how many.

    They stay as they are, with their results, but count no more as open.
    """
    now = timezone.now()
    left = MatchTable.objects.filter(
        begun_at__isnull=False, ended_at=None, asked_at__lt=now - ABANDONED
    )
    return left.update(ended_at=now, version=F("version") + 1)
