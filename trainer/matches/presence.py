"""Who is there: whose pages have asked for news of late."""

from __future__ import annotations

from collections.abc import Mapping
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
        self._people: dict[int, datetime] = {}
        self._written_at: datetime | None = None
        self._lock = Lock()

    def due(self, participant: int, moment: datetime) -> dict[int, datetime]:
        """One more; all of them, and when, where it is time to write them down, else nobody.

        Of whom it was noted long ago it would be no news any more.
        """
        with self._lock:
            self._people[participant] = moment
            written = self._written_at
            if written and timedelta() <= moment - written < TOGETHER:
                return {}
            people, self._people, self._written_at = self._people, {}, moment
            return {who: at for who, at in people.items() if moment - at <= TOGETHER + HEARTBEAT}


_seen = _Seen()


def note_seen(participant: int, seen_at: datetime) -> datetime:
    """Note that somebody at a table is there; when they were last seen, as the table has it.

    Whoever had gone is written down at once.
    """
    moment = timezone.now()
    if moment - seen_at <= HEARTBEAT:
        return seen_at
    had_gone = moment - seen_at > AWAY
    people = {participant: moment} if had_gone else _seen.due(participant, moment)
    if people:
        _write(people)
    return moment if participant in people else seen_at


def _write(people: Mapping[int, datetime]) -> None:
    """A row that somebody else is writing at this moment is left out: it is seen again soon.

    Another process may have written down already that somebody was there later.
    """
    with transaction.atomic():
        free = Participant.objects.select_for_update(skip_locked=True).filter(pk__in=people)
        late = [person for person in free.order_by("pk") if person.seen_at < people[person.pk]]
        for person in late:
            person.seen_at = people[person.pk]
        Participant.objects.bulk_update(late, ["seen_at"])
