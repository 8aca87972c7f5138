"""What happens at a match table: made, joined, begun, bet, played, ended.

Whoever changes anything locks the table first. A move says after how many others it was meant, so
that a second press, or a second device, moves nothing.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID, uuid5

from django.db import transaction
from django.utils import timezone

from strategy.actions import Action
from strategy.agreements import FEWEST_SEATS, table_rules
from strategy.dealing import Deal
from strategy.grading import grade
from strategy.match import IllegalMove, MatchRefusal
from trainer.accounts.access import Visitor
from trainer.accounts.models import User
from trainer.accounts.services import learner_for
from trainer.core.codes import new_join_code
from trainer.decisions.models import Mode
from trainer.decisions.services import record
from trainer.matches.access import Sitting, locked_sitting, locked_table, sitting_at, tables_of
from trainer.matches.models import MatchTable, Participant, PlayerKind, Seat, Stage
from trainer.matches.moving import (
    begin_now,
    keep,
    news,
    save,
    solve_for,
    solved_for,
    waits_for_computers,
)
from trainer.matches.refusals import NotDone, Refused
from trainer.matches.requirements import (
    arrived,
    is_taken,
    led,
    names_taken,
    played,
    require_few_tables,
    require_gathering,
    require_seen,
    to_move,
)
from trainer.matches.states import chart_for
from trainer.matches.wording import numbered
from trainer.rulebook.queries import exact_chart
from trainer.rulebook.services import keep_rules
from trainer.tables.training import advice_for

DOUBLE_CLICK = timedelta(seconds=5)
"""Whoever makes the same table twice within this time meant it once."""
ROUNDS_AT_ONCE = 10
"""So many rounds the computer players can be asked to play among themselves."""


@dataclass(frozen=True, slots=True)
class Place:
    """Who is to have a seat."""

    kind: PlayerKind
    name: str = ""
    """Empty for whoever makes the table, and for a seat that is to be joined."""
    here: bool = False
    """Whether a person plays it on the device of whoever makes the table."""
    hints: bool = False


@dataclass(frozen=True, slots=True)
class Terms:
    """What is agreed when a table is made. Chips are whole."""

    name: str
    chips: int
    sizes: tuple[int, ...]
    rounds: int | None
    hits_soft_17: bool
    places: tuple[Place, ...]


def make_table(
    *, visitor: Visitor, name: str, terms: Terms, time_zone: str = "", anew: bool = False
) -> MatchTable:
    """Make a table, and begin where nobody has to come; ``name`` is the maker's own.

    Made a moment ago, the same table is not made again, unless ``anew`` says so. Raises NotDone for
    one too many.
    """
    solved_for(terms.hits_soft_17)
    rules, _chart = keep_rules(table_rules(terms.hits_soft_17))
    with transaction.atomic():
        user = learner_for(visitor=visitor, time_zone=time_zone)
        list(User.objects.select_for_update().filter(pk=user.pk))  # a second click waits for this
        now = timezone.now()
        agreed = {
            "name": terms.name,
            "rules": rules,
            "chips": terms.chips,
            "sizes": " ".join(map(str, terms.sizes)),
            "rounds": terms.rounds,
        }
        same = tables_of(user).filter(**agreed, ended_at=None, made_at__gt=now - DOUBLE_CLICK)
        if not anew and (made := same.first()):
            return made
        require_few_tables(user)
        table = MatchTable.objects.create(
            **agreed, code=new_join_code(), seed=secrets.token_hex(16), made_at=now
        )
        maker = Participant.objects.create(
            table=table, user=user, name=name, joined_at=now, seen_at=now
        )
        Seat.objects.bulk_create(
            Seat(
                table=table,
                number=number,
                kind=place.kind,
                name=place.name,
                participant=maker if place.here else None,
                hints=place.hints,
            )
            for number, place in enumerate(terms.places)
        )
        sitting = sitting_at(table, maker)
        if not any(seat.is_open for seat in sitting.seats):
            begin_now(sitting)
    return table


def join(*, visitor: Visitor, code: str, name: str, time_zone: str = "") -> MatchTable:
    """Take the next seat that is to be had; who has one already takes it for somebody beside them.

    To sit down under one's own name again changes nothing.

    Raises Http404, or NotDone where there is none or the name is another's.
    """
    with transaction.atomic():
        table = locked_table(code)
        user = learner_for(visitor=visitor, time_zone=time_zone)
        if table.stage is not Stage.GATHERING:
            raise NotDone(Refused.OVER if table.ended_at else Refused.BEGUN)
        has_own = table.seats.filter(participant__user=user, name="").exists()
        if not (has_own or table.participants.filter(user=user, at_table=True).exists()):
            require_few_tables(user)
        me = table.participants.get(user=user) if has_own else arrived(table, user, name)
        sitting = sitting_at(table, me)
        if has_own and name == me.name:  # a second click
            return table
        seat = next((seat for seat in sitting.seats if seat.is_open), None)
        if seat is None:
            raise NotDone(Refused.FULL)
        if is_taken(sitting, name, but=None if has_own else me):
            raise NotDone(Refused.NAME_TAKEN)
        seat.participant, seat.name = me, name if has_own else ""
        seat.save(update_fields=["participant", "name"])
        news(table)
    return table


@transaction.atomic
def change_seat(
    *, visitor: Visitor, table_id: UUID, number: int, kind: PlayerKind | None
) -> Sitting:
    """Give a seat that nobody has taken to a computer player, or take it away with None.

    Raises Http404, NotDone.
    """
    sitting = led(locked_sitting(visitor, table_id))
    require_gathering(sitting)
    seat = next((seat for seat in sitting.seats if seat.number == number), None)
    if seat is None or not seat.is_open or kind is PlayerKind.PERSON:
        raise NotDone(Refused.STALE)
    if kind is not None:
        seat.kind, seat.name = kind, numbered(str(kind.label), names_taken(sitting))
        seat.save(update_fields=["kind", "name"])
    elif len(sitting.seats) == FEWEST_SEATS:
        raise NotDone(Refused.TOO_FEW)
    else:
        seat.delete()
        sitting.seats = [other for other in sitting.seats if other is not seat]
        for place, other in enumerate(sitting.seats):
            other.number = place
            other.save(update_fields=["number"])
    news(sitting.table)
    return sitting


def begin(*, visitor: Visitor, table_id: UUID) -> Sitting:
    """Begin the match; raise NotDone while seats are to be had."""
    solve_for(table_id)
    with transaction.atomic():
        sitting = led(locked_sitting(visitor, table_id))
        require_gathering(sitting)
        if any(seat.is_open for seat in sitting.seats):
            raise NotDone(Refused.SEATS_OPEN)
        begin_now(sitting)
    return sitting


def bet(*, visitor: Visitor, table_id: UUID, seen: int, size: int) -> Sitting:
    """Put out a bet, in units, for the seat whose turn it is; raise Http404, NotDone, IllegalMove.

    The computer players after it bet and play at once.
    """
    solve_for(table_id)
    with transaction.atomic():
        sitting, seat = to_move(visitor, table_id, seen)
        keep(sitting, sitting.match.bet(seat.number, size))
    return sitting


def act(
    *, visitor: Visitor, table_id: UUID, seen: int, action: Action, browser_ms: int | None = None
) -> Sitting:
    """Act on the hand whose turn it is, and log the decision of a person's own seat.

    Raises Http404, NotDone, IllegalMove, IllegalAction.
    """
    solve_for(table_id)
    with transaction.atomic():
        sitting, seat = to_move(visitor, table_id, seen)
        after = sitting.match.act(seat.number, action)
        _log(sitting, seat, action, browser_ms)
        keep(sitting, after)
    return sitting


def hint(*, visitor: Visitor, table_id: UUID, seen: int) -> Sitting:
    """Show the best play of the open decision, which then counts as assisted; raise NotDone."""
    solve_for(table_id)
    with transaction.atomic():
        sitting, seat = to_move(visitor, table_id, seen)
        round_ = sitting.match.round
        if not seat.hints or not sitting.match.playing or round_ is None:
            raise NotDone(Refused.NO_HINTS)
        if advice_for(round_, chart_for(sitting.table)) is None:
            raise NotDone(Refused.NO_HINTS)
        sitting.table.hinted = sitting.table.moves_made
        news(sitting.table, "hinted")
    return sitting


def play_on(*, visitor: Visitor, table_id: UUID, seen: int, rounds: int = 1) -> Sitting:
    """Let the computer players begin the next round, or play some among themselves.

    Raises NotDone where they do not wait to be asked.
    """
    solve_for(table_id)
    with transaction.atomic():
        sitting = played(locked_sitting(visitor, table_id))
        require_seen(sitting, seen)
        if not waits_for_computers(sitting):
            raise NotDone(Refused.NO_WAIT)
        keep(sitting, sitting.match, rounds=min(rounds, ROUNDS_AT_ONCE))
    return sitting


@transaction.atomic
def end(*, visitor: Visitor, table_id: UUID, seen: int, play_on: bool = False) -> Sitting:
    """End a match without a number of rounds; raise NotDone, IllegalMove.

    While bets are out it is to end after the round; ``play_on`` takes that back. A table at which
    nothing has begun is called off.
    """
    sitting = locked_sitting(visitor, table_id)
    if not sitting.may_end:
        raise NotDone(Refused.NOT_LEADER)
    if sitting.table.stage is Stage.GATHERING:
        sitting.table.ended_at = sitting.moment
        news(sitting.table, "ended_at")
        return sitting
    if sitting.table.stage is Stage.OVER:
        raise IllegalMove(MatchRefusal.OVER)
    if play_on or sitting.match.end_refusal is MatchRefusal.BETWEEN_ROUNDS:
        sitting.table.ends_after_round = not play_on
        news(sitting.table, "ends_after_round")
    else:
        require_seen(sitting, seen)
        save(sitting, sitting.match.end())
    return sitting


def _log(sitting: Sitting, seat: Seat, action: Action, browser_ms: int | None) -> None:
    """Grade a decision into the log of the person who made it, where the chart has an answer.

    Whoever plays beside them on their device has no log.
    """
    table, round_ = sitting.table, sitting.match.round
    assert round_ is not None
    chart = chart_for(table)
    if not seat.is_own or advice_for(round_, chart) is None:
        return
    assert round_.question is not None
    assert round_.active is not None
    assert table.asked_at is not None
    record(
        key=uuid5(table.public_id, str(table.moves_made)),
        sitting=table.public_id,
        learner=sitting.me.user,
        mode=Mode.TABLE,
        rules=table.rules,
        chart=exact_chart(table.rules),
        deal=str(Deal(round_.active[1].cards, round_.upcard)),
        verdict=grade(round_.question, action, chart),
        asked_at=table.asked_at,
        browser_ms=browser_ms,
        assisted=table.hinted == table.moves_made,
    )
