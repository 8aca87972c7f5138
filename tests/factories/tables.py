"""Tables, rounds at them, and shoes whose next cards are of one's choice."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import factory
import pytest

from strategy.actions import Action
from strategy.cards import Card
from strategy.money import CHIP
from strategy.playing import Move
from strategy.records import read_moves
from strategy.round import Round
from strategy.rules import Rules
from strategy.shoe import Shoe
from tests.factories.people import UserFactory
from trainer.accounts.access import Visitor
from trainer.accounts.models import User
from trainer.rulebook.services import keep_rules
from trainer.tables import services, states
from trainer.tables.models import PlayedRound, Table, Training

ATLANTIC_CITY = "8D S17 PEEK DOA DAS SP2 SA2 NS 3:2 INS FRESH"
EUROPEAN = "8D S17 ENHC DOA DAS SP4 SA3 NS 3:2 INS1 CUT75"
MATCH = "1D S17 PEEK DOA DAS SP2 SA2 NS 3:2 NOINS FLOOR FRESH"
SIX_DECKS = "6D S17 PEEK DOA DAS SP4 SA2 LS 3:2 INS CUT75"
NO_SURRENDER = "6D S17 PEEK DOA DAS SP4 SA2 NS 3:2 NOINS CUT75"
EARLY = "6D S17 PEEK DOA DAS SP4 SA2 ES 3:2 INS CUT75"
"""The one that no rule set of the data files has."""

deal_from_full_shoe = states._full_shoe


class TableFactory(factory.Factory):
    """A table opened by the service; ``learner`` or ``guest_key`` says whose it is.

    ``rules`` is a code; ``bankroll``, in chips, is what its player has been given.
    """

    class Meta:
        model = Table

    learner = factory.Maybe("guest_key", None, factory.SubFactory(UserFactory))
    guest_key = ""
    rules = SIX_DECKS
    minimum = 5
    maximum = 500
    training = Training.NONE
    shows_rules = True
    sound = False
    time_zone = ""
    bankroll: int | None = None

    @classmethod
    def _create(
        cls,
        model_class: type[Table],
        *,
        learner: User | None,
        guest_key: str,
        rules: str,
        time_zone: str,
        bankroll: int | None,
        **settings: Any,
    ) -> Table:
        row, chart = keep_rules(Rules.parse(rules))
        table = services.open_table(
            visitor=Visitor(learner, guest_key),
            settings=services.Settings(rules=row, chart=chart, **settings),
            time_zone=time_zone,
        )
        if bankroll is not None:
            table.bankroll = table.bought = bankroll * CHIP
            table.save()
        return table


class Shuffler:
    """Puts cards of one's choice on top of what is left in the shoes of tables."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._orders: dict[str, tuple[Card, ...]] = {}
        monkeypatch.setattr(states, "_full_shoe", self._full_shoe)

    def __call__(self, table: Table, cards: str, *, dealt: int | None = None) -> None:
        """The present shoe goes on with these cards, ``dealt`` of its cards being gone."""
        row = table.shoes.get(ended_at=None)
        if dealt is not None:
            row.dealt = dealt
            row.save()
        full = self._full_shoe(Rules.parse(row.code), row.seed)
        wanted = tuple(map(Card.parse, cards.split()))
        gone, left = list(full.order[: row.dealt]), list(full.order[row.dealt :])
        for card in wanted:
            if card in left:
                left.remove(card)
            else:
                gone[gone.index(card)] = left.pop()
        self._orders[row.seed] = (*gone, *wanted, *left)

    def _full_shoe(self, rules: Rules, seed: str) -> Shoe:
        shoe = deal_from_full_shoe(rules, seed)
        return replace(shoe, order=self._orders.get(seed, shoe.order))


def visitor_at(table: Table) -> Visitor:
    """Who plays there."""
    return Visitor(None if table.guest_key else table.learner, table.guest_key)


def place_bet(table: Table, chips: int = 10) -> None:
    """Bet and be dealt to; the table is as it is afterwards."""
    table.refresh_from_db()
    services.deal_round(
        visitor=visitor_at(table), table_id=table.public_id, version=table.version, bet=chips * CHIP
    )
    table.refresh_from_db()


def make_move(table: Table, move: str | Move) -> None:
    """One action of the open round, as a record has it: ``H``, ``I5``."""
    action, amount = read_moves(move)[0] if isinstance(move, str) else move
    table.refresh_from_db()
    services.act(
        visitor=visitor_at(table),
        table_id=table.public_id,
        version=table.version,
        action=action,
        amount=amount or None,
    )
    table.refresh_from_db()


def play_round(table: Table, moves: str = "", *, chips: int = 10) -> PlayedRound:
    """Bet and make the moves; the round, whether over or not."""
    place_bet(table, chips)
    for move in moves.split():
        make_move(table, move)
    return table.rounds.latest("number")


def finish(table: Table) -> PlayedRound:
    """Pass and stand until the round is over."""
    while (state := state_of(table)) and not state.over:
        make_move(table, str(next(a for a in _WAITING if a in state.legal_actions)))
    return table.rounds.latest("number")


def state_of(table: Table) -> Round | None:
    """The engine's state of the latest round; None before the first."""
    row = table.rounds.select_related("shoe", "rules", "chart").order_by("-number").first()
    return states.states_of(row)[-1] if row else None


_WAITING = (Action.DECLINE, Action.STAND)
