"""Whether a page of a table has news: one query, so that asking costs next to nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import replace
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from django.utils import timezone

from trainer.accounts.access import Visitor, learner_of
from trainer.matches.access import Company, Sitting, get_company, seen_by
from trainer.matches.kept import Kept
from trainer.matches.models import AWAY, LONG_AWAY, Participant


def news_key(version: int, seen: Iterable[datetime], now: datetime) -> str:
    """What changes with everything that a page shows: the table's version, and who has gone.

    ``seen`` tells when those who are at the table, and those who ask to be, were last there.
    """
    away = "".join(str(sum(now - at > after for after in (AWAY, LONG_AWAY))) for at in seen)
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
    version: int
    """Of the table."""
    seen: Mapping[int, datetime]
    """When all that ever were at the table were last there, by their rows."""


def poll(table_id: UUID, participant: str) -> Poll | None:
    """The key of a table, and when those who were there were last seen; one query.

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
    return Poll(
        key=news_key(me.table__version, seen, timezone.now()),
        me=me.pk,
        version=me.table__version,
        seen={row.pk: row.seen_at for row in rows},
    )


_companies: Final[Kept[UUID, Company]] = Kept()
"""Tables as this process last read them, by their public keys. Nobody changes them."""


def sitting_of(visitor: Visitor, table_id: UUID, asked: Poll) -> Sitting:
    """The table to somebody who has just asked for news; raise Http404.

    Every change makes a new version: where this process has read this one, when somebody was last
    there is all that is new.
    """
    company = _companies.get(table_id)
    if company is None or not _is_current(company, asked):
        company = get_company(table_id)
        _companies.put(table_id, company)
    people = [copy(person) for person in company.participants]
    for person in people:
        person.seen_at = asked.seen.get(person.pk, person.seen_at)
    current = replace(company, participants=people, moment=timezone.now())
    return seen_by(learner_of(visitor), current)


def _is_current(company: Company, asked: Poll) -> bool:
    """Whoever deletes an account leaves the tables without a new version of them."""
    people = {person.pk for person in company.participants}
    return company.table.version == asked.version and people == asked.seen.keys()
