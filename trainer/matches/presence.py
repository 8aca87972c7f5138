"""Who is there: whose pages have asked for news of late."""

from __future__ import annotations

from datetime import datetime, timedelta
from threading import Lock
from typing import Final

from django.db import transaction
from django.utils import timezone

from trainer.matches.models import AWAY, Participant

HEARTBEAT: Final = timedelta(seconds=10)
"""Whoever was seen so lately is not written down again."""
TOGETHER: Final = timedelta(seconds=5)
"""So often a process writes down whom it has seen: all of them in one statement, since a write for
each would hold up the moves of all tables."""


class _Seen:
    """Those whom this process has seen since it last wrote somebody down."""

    def __init__(self) -> None:
        self._people: set[int] = set()
        self._written_at: datetime | None = None
        self._lock = Lock()

    def due(self, participant: int, moment: datetime) -> set[int]:
        """One more; all of them where it is time to write them down, else nobody."""
        with self._lock:
            self._people.add(participant)
            written = self._written_at
            if written and timedelta() <= moment - written < TOGETHER:
                return set()
            people, self._people, self._written_at = self._people, set(), moment
            return people


_seen = _Seen()


def note_seen(participant: int, seen_at: datetime) -> datetime:
    """Note that somebody at a table is there; when they were last seen, as the table has it.

    Whoever had gone is written down at once.
    """
    moment = timezone.now()
    if moment - seen_at <= HEARTBEAT:
        return seen_at
    had_gone = moment - seen_at > AWAY
    people = {participant} if had_gone else _seen.due(participant, moment)
    if people:
        _write(people, moment)
    return moment if participant in people else seen_at


def _write(people: set[int], moment: datetime) -> None:
    """A row that somebody else is writing at this moment is left out: it is seen again soon."""
    with transaction.atomic():
        free = Participant.objects.select_for_update(skip_locked=True).filter(pk__in=people)
        Participant.objects.filter(pk__in=free.order_by("pk").values("pk")).update(seen_at=moment)
