"""The books of a table: no chip is made or lost, whatever is played."""

from __future__ import annotations

import random

import pytest

from strategy.actions import Action
from strategy.money import CHIP
from strategy.playing import Move
from strategy.records import Record
from tests.factories import TableFactory, make_move, place_bet
from tests.factories.tables import (
    ATLANTIC_CITY,
    EARLY,
    EUROPEAN,
    MATCH,
    SIX_DECKS,
    state_of,
    visitor_at,
)
from trainer.tables import services
from trainer.tables.history import checked_shoe, ended_shoes
from trainer.tables.models import Table

ROUNDS = 80


def some_move(chance: random.Random, table: Table) -> Move:
    """A legal action by chance, splits and doubles oftener; insurance for some amount."""
    state = state_of(table)
    assert state is not None
    legal = list(state.legal_actions)
    bold = [action for action in legal if action in (Action.SPLIT, Action.DOUBLE, Action.INSURE)]
    action = chance.choice(bold if bold and chance.random() < 0.7 else legal)
    if action is not Action.INSURE:
        return Move(action)
    most = state.seats[0].most_insurance(state.rules)
    amounts = range(CHIP, most + 1, CHIP) if state.rules.whole_chips else range(1, most + 1)
    able = [amount for amount in amounts if state.refusal(action, amount) is None]
    return Move(action, chance.choice(able))


@pytest.mark.parametrize("rules", [ATLANTIC_CITY, EUROPEAN, MATCH, SIX_DECKS, EARLY])
def test_between_rounds_the_bankroll_is_what_was_bought_and_won(
    learner, rulebook, monkeypatch, rules
):
    chance = random.Random(f"books {rules}")
    monkeypatch.setattr(
        services.secrets, "token_hex", lambda size: f"{chance.getrandbits(128):032x}"
    )
    table = TableFactory(learner=learner, rules=rules, minimum=1, maximum=100, bankroll=150)
    moves = set()
    for _ in range(ROUNDS):
        assert table.bankroll == table.bought + table.won >= 0
        if table.bankroll < 20 * CHIP:
            services.refill(
                visitor=visitor_at(table), table_id=table.public_id, version=table.version
            )
            table.refresh_from_db()
            assert table.bankroll == table.bought + table.won == 1000 * CHIP
            table.bought -= 850 * CHIP
            table.bankroll = 150 * CHIP
            table.save()
        held = table.bankroll
        place_bet(table, chance.randint(1, min(25, table.bankroll // CHIP)))
        while (state := state_of(table)) is not None and not state.over:
            seat = state.seats[0]
            assert table.bankroll == held - seat.staked >= 0
            move = some_move(chance, table)
            moves.add(move.action)
            make_move(table, move)
        row = table.rounds.latest("number")
        assert row.ended_at
        assert table.bankroll == held + row.net
        assert Record.parse(row.record).replay().net(0) == row.net
    nets = list(table.rounds.values_list("net", flat=True))
    assert len(nets) == table.rounds_played == ROUNDS
    assert sum(nets) == table.won
    assert sum(bet**2 for bet in table.rounds.values_list("bet", flat=True)) == table.squared_bets
    costs = table.rounds.values_list("mistakes_cost", flat=True)
    assert 0 < sum(costs) <= table.given_up + 1e-6
    assert min(costs) >= 0
    assert {Action.HIT, Action.STAND, Action.DOUBLE, Action.SPLIT} <= moves
    assert all(checked_shoe(shoe).matches for shoe in ended_shoes(table))
