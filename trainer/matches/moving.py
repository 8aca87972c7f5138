"""How a match goes on: what is stored after a move, and what the computer players do at once."""

from __future__ import annotations

from functools import cache
from typing import Final
from uuid import UUID

from django.utils import timezone

from strategy.agreements import Kind, table_rules
from strategy.analysis import analyse
from strategy.match import Match
from strategy.players import moved
from strategy.results import results_of
from strategy.rules import Rules
from trainer.matches.access import Sitting
from trainer.matches.models import MatchTable, PlayerKind, Seat, Stage
from trainer.matches.states import plays_of
from trainer.tables.luck import expected_result


def waits_for_computers(sitting: Sitting) -> bool:
    """Whether the next round begins with a computer player who has to be asked for it.

    That is where the match can be ended between rounds, and where no person has chips to bet, so
    that the rest of it would be over in a moment.
    """
    match = sitting.match
    if match.turn is None or not match.between_rounds:
        return False
    persons = {seat.number for seat in sitting.seats if seat.player is Kind.PERSON}
    if match.turn in persons:
        return False
    return match.agreement.rounds is None or persons.isdisjoint(match.bettors)


def begin_now(sitting: Sitting) -> None:
    sitting.table.begun_at = sitting.moment
    keep(sitting, sitting.match)


def keep(sitting: Sitting, match: Match, *, rounds: int = 0) -> None:
    """Store the match after the moves of the computer players up to a person's turn.

    Of rounds that they would have to be asked for they begin so many.
    """
    settled, moved_for = sitting.match.rounds_played, _moved_for(sitting)
    _count(sitting, sitting.match, match)
    sitting.match = match
    while match.turn is not None and (seat := sitting.seats[match.turn]).player is not Kind.PERSON:
        if _is_to_end(sitting):
            break
        if waits_for_computers(sitting):
            if not rounds:
                break
            rounds -= 1
        match = moved(match, seat.player)
        seat.stand_in_moved = bool(seat.stand_in)
        _count(sitting, sitting.match, match)
        sitting.match = match
    if _is_to_end(sitting):
        match = match.end()
    if match.rounds_played > settled or _moved_for(sitting) != moved_for:
        Seat.objects.bulk_update(sitting.seats, [*_SUMS, *_STANDING_IN])
    save(sitting, match)


def _is_to_end(sitting: Sitting) -> bool:
    """Whether the round is over after which the match was to end."""
    return sitting.table.ends_after_round and sitting.match.end_refusal is None


def _moved_for(sitting: Sitting) -> list[int]:
    """The seats for which a computer player has stood in during the round at hand."""
    return [seat.number for seat in sitting.seats if seat.stand_in_moved]


def moved_on(sitting: Sitting) -> None:
    """Store that others play now; where it was the turn of one of them, they do so at once."""
    if sitting.table.stage is Stage.PLAYING:
        keep(sitting, sitting.match)
    else:
        news(sitting.table)


def save(sitting: Sitting, match: Match) -> None:
    sitting.match = match
    table, now = sitting.table, timezone.now()
    if table.asked_at is None or len(match.moves) != table.moves_made:
        table.asked_at = now
    table.moves, table.moves_made = " ".join(match.moves), len(match.moves)
    table.ended_at = now if match.over else None
    news(table, "moves", "moves_made", "asked_at", "ended_at", "begun_at")


def news(table: MatchTable, *fields: str) -> None:
    table.version += 1
    table.save(update_fields=["version", *fields])


_SUMS: Final = (
    *("stood_in", "played", "won", "expected", "squared_bets", "given_up"),
    *("decisions", "mistakes", "mistakes_cost"),
)
"""What only this changes: whose seat it is may change meanwhile, as where an account is deleted."""
_STANDING_IN: Final = ("stand_in", "stand_in_moved", "back")
"""What changes under the lock of the table alone."""


def _count(sitting: Sitting, before: Match, match: Match) -> None:
    """Add a round that has just been settled to what the play of its seats was worth.

    What a stand-in has played is not the seat's play; whoever is back plays again from here.
    """
    if match.rounds_played == before.rounds_played:
        return
    assert match.round is not None
    plays = plays_of(match.round)
    for place, number in enumerate(match.dealt_to):
        seat, stake = sitting.seats[number], match.round.seats[place].bet
        if seat.stand_in_moved:
            seat.stood_in += 1
            continue
        mine = [play for play in plays if play.turn.seat == place]
        wrong = [] if _plays_to_win(seat, match) else [play for play in mine if play.wrong]
        seat.played += 1
        seat.won += match.round.net(place)
        seat.expected += expected_result(match.agreement.rules, stake)
        seat.squared_bets += stake**2
        seat.given_up += stake * sum(play.cost for play in mine)
        seat.decisions += sum(play.verdict is not None for play in mine)
        seat.mistakes += len(wrong)
        seat.mistakes_cost += stake * sum(play.cost for play in wrong)
    for seat in sitting.seats:
        seat.stand_in_moved = False
        if seat.back:
            seat.stand_in, seat.back = "", False


def _plays_to_win(seat: Seat, match: Match) -> bool:
    """Whether the best player left the chart, if it did, for a better chance to win the match.

    That it does in the last round, which has just been settled.
    """
    return seat.kind == PlayerKind.EXPERT and match.rounds_played == match.agreement.rounds


def solve_for(table_id: UUID) -> None:
    """Have the rules of a table solved before it is locked; later that takes no time."""
    codes = MatchTable.objects.filter(public_id=table_id).values_list("rules__code", flat=True)
    for code in codes:
        solved_for(Rules.parse(code).hits_soft_17)


@cache
def solved_for(hits_soft_17: bool) -> None:
    results_of(hits_soft_17)
    analyse(table_rules(hits_soft_17).core)
