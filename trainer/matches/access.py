"""The one door to match tables: to whoever is not at one, it does not exist."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404
from django.utils import timezone

from strategy.match import Match
from trainer.accounts.access import Visitor, learner_of
from trainer.accounts.models import User
from trainer.matches.models import AWAY, LONG_AWAY, MatchTable, Participant, Seat
from trainer.matches.states import match_of


@dataclass
class Company:
    """A table with all who are at it. What a process keeps of one is only read."""

    table: MatchTable
    participants: Sequence[Participant]
    """All that ever were, the first of them made the table."""
    seats: Sequence[Seat]
    moment: datetime
    """At which the request was made."""

    def is_away(self, person: Participant, after: timedelta = AWAY) -> bool:
        """Whether nothing has been heard of somebody lately."""
        return person.is_away(self.moment, after)

    def has_gone(self, seat: Seat) -> bool:
        """Whether a person's seat has nobody who could play it."""
        person = self.person_of(seat)
        return person is None or not person.at_table or self.is_away(person)

    def own(self, user: User | None) -> Participant | None:
        """The participant that somebody is; None for a stranger."""
        return next((each for each in self.participants if user and each.user_id == user.pk), None)

    def belongs(self, person: Participant) -> bool:
        """Whether somebody is at the table, or has left it and could come back to a seat."""
        return person.at_table or any(seat.participant_id == person.pk for seat in self.seats)

    def person_of(self, seat: Seat) -> Participant | None:
        """From whose devices a seat is played."""
        return next((each for each in self.participants if each.pk == seat.participant_id), None)

    def name_of(self, seat: Seat) -> str:
        """By which everybody knows who has the seat; empty where nobody has."""
        person = self.person_of(seat)
        return seat.name or (person.name if person else "")

    @property
    def askers(self) -> Sequence[Participant]:
        """Those who ask to play on for somebody who has gone, and wait for the answer."""
        return [
            person
            for person in self.participants
            if person.asks_for is not None and not self.is_away(person)
        ]


@dataclass
class Sitting(Company):
    """The same as one of them has come to it."""

    me: Participant

    @cached_property
    def match(self) -> Match:
        """Of a table that has begun."""
        return match_of(self.table, self.seats)

    def is_away(self, person: Participant, after: timedelta = AWAY) -> bool:
        """Whoever asks is there, however long ago they asked before."""
        return person != self.me and super().is_away(person, after)

    @property
    def leads(self) -> bool:
        """Whether who asks decides for the table.

        That does whoever made it, or while they are gone the next who is there.
        """
        return self._is_first(AWAY)

    @property
    def may_end(self) -> bool:
        """Whether who asks may end the match or call the table off.

        For that a phone that was locked for a moment takes nothing from whoever made the table.
        """
        return self._is_first(LONG_AWAY)

    @property
    def is_maker(self) -> bool:
        """Whether who asks made the table, or came next to somebody who is known no more."""
        return self.me == self.participants[0]

    def _is_first(self, after: timedelta) -> bool:
        """Of those at the table who have not gone for so long."""
        there = (each for each in self.participants if each.at_table)
        return next((each for each in there if not self.is_away(each, after)), None) == self.me


def get_sitting(visitor: Visitor, table_id: UUID) -> Sitting:
    """A table that the visitor is at or was at; raise Http404."""
    return _own(visitor, _tables().filter(public_id=table_id))


def get_company(table_id: UUID) -> Company:
    """A table with all who are at it, whoever asks; raise Http404."""
    table = _tables().filter(public_id=table_id).first()
    if table is None:
        raise Http404
    return company_at(table)


def seen_by(user: User | None, company: Company) -> Sitting:
    """The table as somebody has come to it who is at it or was; raise Http404."""
    me = company.own(user)
    if me is None or not company.belongs(me):
        raise Http404
    return Sitting(company.table, company.participants, company.seats, company.moment, me)


def locked_sitting(visitor: Visitor, table_id: UUID) -> Sitting:
    """The same, locked until the transaction ends."""
    return _own(visitor, _tables().select_for_update(of=("self",)).filter(public_id=table_id))


def table_to_join(code: str) -> MatchTable:
    """The table that a code leads to; raise Http404."""
    table = _attended().filter(code=code).first()
    if table is None:
        raise Http404
    return table


def locked_table(code: str) -> MatchTable:
    """The same, locked until the transaction ends."""
    table = _attended().select_for_update(of=("self",)).filter(code=code).first()
    if table is None:
        raise Http404
    return table


def tables_of(user: User) -> QuerySet[MatchTable]:
    """The tables that somebody is at, latest first."""
    mine = Participant.objects.filter(user=user, at_table=True)
    return MatchTable.objects.filter(pk__in=mine.values("table"))


def tables_known_to(user: User) -> QuerySet[MatchTable]:
    """The same, and those that somebody has left and could come back to, which are marked."""
    there = Participant.objects.filter(table=OuterRef("pk"), user=user, at_table=True)
    seats = Seat.objects.filter(table=OuterRef("pk"), participant__user=user)
    tables = MatchTable.objects.annotate(left=~Exists(there))
    return tables.filter(Q(left=False) | Exists(seats))


def sitting_at(table: MatchTable, me: Participant) -> Sitting:
    """The table as it is now, to somebody of whom there is a row."""
    participants, seats = list(table.participants.all()), list(table.seats.all())
    me = next(person for person in participants if person.pk == me.pk)
    return Sitting(table, participants, seats, timezone.now(), me)


def company_at(table: MatchTable) -> Company:
    """The table as it is now, to whoever stands outside."""
    participants, seats = list(table.participants.all()), list(table.seats.all())
    return Company(table, participants, seats, timezone.now())


def _attended() -> QuerySet[MatchTable]:
    """Tables that somebody was at who is still known."""
    return _tables().filter(Exists(Participant.objects.filter(table=OuterRef("pk"))))


def _tables() -> QuerySet[MatchTable]:
    return MatchTable.objects.select_related("rules__rule_set")


def _own(visitor: Visitor, tables: QuerySet[MatchTable]) -> Sitting:
    user, table = learner_of(visitor), tables.first()
    if user is None or table is None:
        raise Http404
    return seen_by(user, company_at(table))
