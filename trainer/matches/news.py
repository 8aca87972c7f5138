"""Whether a page of a table has news: one query, so that asking costs next to nothing."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.utils import timezone

from trainer.matches.access import Sitting
from trainer.matches.models import AWAY, Participant


def news_key(version: int, seen: Iterable[datetime], now: datetime) -> str:
    """What changes with everything that a page shows: the table's version, and who has gone.

    ``seen`` tells when those who are at the table, and those who ask to be, were last there.
    """
    away = "".join("1" if now - seen_at > AWAY else "0" for seen_at in seen)
    return f"{version}-{away}"


def key_of(sitting: Sitting) -> str:
    """The key of a page that is shown now."""
    seen = [
        person.seen_at
        for person in sitting.participants
        if person.at_table or person.asks_for is not None
    ]
    return news_key(sitting.table.version, seen, sitting.moment)


class Poll(NamedTuple):
    """What a page that asks for news has to know."""

    key: str
    me: int
    """The row of the participant who asks."""
    seen_at: datetime


def poll(table_id: UUID, participant: str) -> Poll | None:
    """The key of a table, and when the one who asks was last seen; one query.

    None where nobody who was ever there is known by that: then who asks has to be looked at.
    """
    rows = list(
        Participant.objects.filter(table__public_id=table_id).values_list(
            *("pk", "public_id", "at_table", "asks_for", "seen_at", "table__version"), named=True
        )
    )
    me = next((row for row in rows if str(row.public_id) == participant), None)
    if me is None:
        return None
    seen = [row.seen_at for row in rows if row.at_table or row.asks_for is not None]
    return Poll(news_key(me.table__version, seen, timezone.now()), me.pk, me.seen_at)
