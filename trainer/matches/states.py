"""From rows to the engine's matches: a match is what was agreed, its seed and its moves."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from strategy.agreements import Agreement, Chair, Kind
from strategy.charts import Chart
from strategy.match import Match
from strategy.money import units
from strategy.records import Record
from strategy.review import Play, review
from strategy.round import Round
from trainer.matches.kept import Kept
from trainer.matches.models import MatchTable, Seat
from trainer.rulebook.queries import rules_of
from trainer.rulebook.solutions import solved
from trainer.tables.states import Unplayable

_kept: Final[Kept[int, Match]] = Kept()
"""Matches by the key of their table, as they were when this process last saw them: what has been
done since is played on, not all of it again."""


def agreement_of(table: MatchTable, seats: Sequence[Seat]) -> Agreement:
    """What the engine has to know; seats are called by their numbers there."""
    return Agreement(
        tuple(Chair(str(seat.number + 1), Kind(seat.kind)) for seat in seats),
        units(str(table.chips)),
        tuple(map(units, table.sizes.split())),
        table.rounds,
        rules_of(table.rules).hits_soft_17,
    )


def chart_for(table: MatchTable) -> Chart:
    """The exact chart of the table's rules, by which plays are judged and hints given."""
    return solved(rules_of(table.rules)).chart


def match_of(table: MatchTable, seats: Sequence[Seat]) -> Match:
    """The match of a table that has begun, as its moves have it.

    Raises Unplayable for one that the engine does not deal or allow any more.
    """
    moves = tuple(table.moves.split())
    match = _kept.get(table.pk)
    if match is None or match.seed != table.seed or moves[: len(match.moves)] != match.moves:
        match = Match.begin(agreement_of(table, seats), seed=table.seed)
    try:
        for move in moves[len(match.moves) :]:
            match = match.after(move)
    except ValueError as error:
        raise Unplayable(str(table)) from error
    if moves:  # before the first, what is agreed may change yet
        _kept.put(table.pk, match)
    return match


@lru_cache(maxsize=256)
def plays_of(finished: Round) -> tuple[Play, ...]:
    """The plays of a finished round by the exact chart, with what each cost.

    Worked out once for all who look at it.
    """
    funds = [seat.funds for seat in finished.seats]
    states = Record.of(finished).states(funds)
    return tuple(review(states, solved(finished.rules).chart))
