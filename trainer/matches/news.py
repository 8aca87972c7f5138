"""Whether a page of a table has news: one query, so that asking costs next to nothing."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.utils import timezone

from trainer.matches.access import Sitting
from trainer.matches.models import AWAY, Participant


def news_key(version: int, participants: Iterable[tuple[bool, datetime]], now: datetime) -> str:
    """What changes with everything that a page shows: the table's version, and who has gone."""
    away = "".join(
        "1" if now - seen_at > AWAY else "0" for at_table, seen_at in participants if at_table
    )
    return f"{version}-{away}"


def key_of(sitting: Sitting) -> str:
    people = [(person.at_table, person.seen_at) for person in sitting.participants]
    return news_key(sitting.table.version, people, sitting.moment)


class Poll(NamedTuple):
    """What a page that asks for news has to know, in one query."""

    key: str
    me: int | None
    """The row of the participant who asks."""


def poll(table_id: UUID, participant: str) -> Poll:
    """The key of a table, and when the one who asks was last seen; one query."""
    rows = Participant.objects.filter(table__public_id=table_id).values_list(
        "pk", "public_id", "at_table", "seen_at", "table__version", named=True
    )
    found = list(rows)
    me = next((row for row in found if str(row.public_id) == participant), None)
    version = found[0].table__version if found else 0
    key = news_key(version, [(row.at_table, row.seen_at) for row in found], timezone.now())
    return Poll(key, me.pk if me else None)
