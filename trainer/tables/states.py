"""From rows to the engine's rounds: a round is its shoe, its bet and its moves, played again."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from uuid import UUID, uuid5

from strategy.playing import Move
from strategy.records import Record, read_moves, written_moves
from strategy.round import Round
from strategy.rules import Rules
from strategy.shoe import Shoe
from trainer.rulebook.queries import rules_of
from trainer.tables.models import DealtShoe, PlayedRound


class Unplayable(Exception):
    """A stored round that the engine does not deal or allow any more."""


@lru_cache(maxsize=128)
def _full_shoe(rules: Rules, seed: str) -> Shoe:
    return Shoe.of(rules, seed=seed)


def shoe_at(shoe: DealtShoe, dealt: int) -> Shoe:
    """The shoe as a round finds it after so many cards."""
    full = _full_shoe(Rules.parse(shoe.code), shoe.seed)
    return replace(full, dealt=dealt, round_start=dealt)


def dealt_round(row: PlayedRound) -> Round:
    """The round before its first action."""
    return Round.deal(
        rules_of(row.rules), [row.bet], shoe_at(row.shoe, row.dealt), funds=[row.funds]
    )


def states_of(row: PlayedRound) -> list[Round]:
    """The round as it was dealt and after each move, the present state last.

    A finished round is that of its record. Raises Unplayable.
    """
    try:
        if row.record:
            return list(Record.parse(row.record).states(funds=[row.funds]))
        states = [dealt_round(row)]
        for action, amount in moves_of(row):
            states.append(states[-1].act(action, amount or None))
    except (ValueError, LookupError) as error:
        raise Unplayable(str(row)) from error
    return states


def moves_of(row: PlayedRound) -> tuple[Move, ...]:
    return read_moves(row.moves)


def with_moves(row: PlayedRound, state: Round) -> None:
    """Set the row's moves to those of a state of its round."""
    row.moves = written_moves(state.moves)


def decision_key(row: PlayedRound) -> UUID:
    """The key of the decision that is open: the same however often it is asked for."""
    return uuid5(row.public_id, str(len(moves_of(row))))
