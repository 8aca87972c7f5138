"""Match tables of one's choice, and seeds by which their cards fall as a test wants them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from strategy.actions import Action
from strategy.agreements import Kind
from strategy.legality import IllegalAction
from strategy.match import IllegalMove, Match
from strategy.money import CHIP
from strategy.players import moved
from trainer.accounts.access import Visitor
from trainer.matches import services
from trainer.matches.models import MatchTable, PlayerKind
from trainer.matches.services import Place, Terms
from trainer.matches.states import agreement_of, match_of

OWN: Final = Place(PlayerKind.PERSON, here=True)
"""The maker's own seat."""
TO_JOIN: Final = Place(PlayerKind.PERSON)
"""A seat for somebody who joins."""
CHART: Final = Place(PlayerKind.CHART, "By the chart")
COPYCAT: Final = Place(PlayerKind.COPYCAT, "Copycat")


def beside(name: str) -> Place:
    """A seat for somebody on the maker's device."""
    return Place(PlayerKind.PERSON, name, here=True)


def terms_of(*places: Place, **changes: Any) -> Terms:
    """What a table agrees, with two persons on one device where nothing else is said."""
    agreed: dict[str, Any] = {
        "name": "Friday night",
        "chips": 100,
        "sizes": (5, 10, 25),
        "rounds": 10,
        "hits_soft_17": False,
    }
    return Terms(places=places or (OWN, beside("Bob")), **agreed | changes)


def made(visitor: Visitor, *places: Place, name: str = "Ann", **changes: Any) -> MatchTable:
    """A table; where nobody has to come to it, its match has begun."""
    terms = terms_of(*places, **changes)
    return services.make_table(visitor=visitor, name=name, terms=terms, anew=True)


def state_of(table: MatchTable) -> Match:
    """The engine's state of a match, as the rows have it."""
    table.refresh_from_db()
    return match_of(table, list(table.seats.all()))


def seeded(table: MatchTable, where: Callable[[Match], bool], *moves: str) -> Match:
    """Give a table at which nobody has bet a seed by which these moves lead to what is wanted.

    The computer players' moves between them, and after, come about by themselves.
    """
    table.refresh_from_db()
    assert not table.moves
    agreement = agreement_of(table, list(table.seats.all()))
    for number in range(20_000):
        match = Match.begin(agreement, seed=f"secret-{number}-of-tests")
        try:
            for move in moves:
                match = _computers_moved(match).after(move)
        except (IllegalMove, IllegalAction):
            continue
        match = _computers_moved(match)
        if where(match):
            table.seed = match.seed
            table.save(update_fields=["seed"])
            return match
    raise AssertionError("no seed leads there")


def _computers_moved(match: Match) -> Match:
    """Up to a person's turn, or the end of the round."""
    played = match.rounds_played
    while match.turn is not None and match.agreement.chairs[match.turn].kind is not Kind.PERSON:
        if match.rounds_played > played and match.between_rounds:
            break
        match = moved(match)
    return match


def bet(visitor: Visitor, table: MatchTable, *sizes: int) -> Match:
    """Put out bets, in chips, for the seats whose turn it is; the match after them."""
    for size in sizes:
        table.refresh_from_db()
        services.bet(
            visitor=visitor, table_id=table.public_id, seen=table.moves_made, size=size * CHIP
        )
    return state_of(table)


def act(visitor: Visitor, table: MatchTable, moves: str) -> Match:
    """Play for the seats whose turn it is; the match after that."""
    for word in moves.split():
        table.refresh_from_db()
        services.act(
            visitor=visitor, table_id=table.public_id, seen=table.moves_made, action=Action(word)
        )
    return state_of(table)


def stand(visitor: Visitor, table: MatchTable) -> Match:
    """Stand until the round is over."""
    while (match := state_of(table)).playing:
        act(visitor, table, "S")
    return match
