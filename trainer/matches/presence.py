"""Who is there: whose pages have asked for news of late."""

from __future__ import annotations

from datetime import datetime, timedelta
from threading import Lock
from typing import Final

from django.db import transaction
from django.utils import timezone

from trainer.matches.models import Participant

EVERY: Final = timedelta(seconds=5)
"""So often a process writes down whom it has seen: all of them in one statement, since a write for
each would hold up the moves of all tables."""


class _Seen:
    """The participants whose pages have asked this process since it last wrote them down."""

    def __init__(self) -> None:
        self.people: set[int] = set()
        self.written_at: datetime | None = None
        self.lock = Lock()

    def taken(self, moment: datetime) -> set[int]:
        """All of them, where it is time to write them down; else nobody."""
        with self.lock:
            if self.written_at and timedelta() <= moment - self.written_at < EVERY:
                return set()
            people, self.people, self.written_at = self.people, set(), moment
            return people


_seen: Final = _Seen()


def note_seen(participant: int | None) -> None:
    """Note that a page of somebody at a table has just asked for news.

    A row that somebody else is writing at this moment is left out: it is seen again in a second.
    """
    if participant is None:
        return
    _seen.people.add(participant)
    moment = timezone.now()
    if people := _seen.taken(moment):
        with transaction.atomic():
            free = Participant.objects.select_for_update(skip_locked=True).filter(pk__in=people)
            Participant.objects.filter(pk__in=free.order_by("pk").values("pk")).update(
                seen_at=moment
            )
