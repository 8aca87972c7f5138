"""What happens at a table: opened, bet, played, refilled, changed, left."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from strategy.actions import Action, Code
from strategy.analysis import analyse
from strategy.dealing import Deal
from strategy.grading import grade
from strategy.money import CHIP
from strategy.records import Record
from strategy.review import review
from strategy.round import Round
from strategy.shoe import Shoe, commitment
from trainer.accounts.access import Visitor
from trainer.accounts.services import learner_for
from trainer.decisions.models import Mode
from trainer.decisions.services import record
from trainer.rulebook.models import ChartVersion, RuleSetVersion
from trainer.rulebook.queries import chart_of
from trainer.tables.access import locked_table, own_round, tables_of
from trainer.tables.luck import expected_result
from trainer.tables.models import DealtShoe, PlayedRound, Table, Training
from trainer.tables.queries import can_advise
from trainer.tables.refusals import NotDone, Refused
from trainer.tables.states import Unplayable, decision_key, states_of, with_moves
from trainer.tables.training import advice_for, guessed_action, names_play

BUY_IN = 10
"""A full bankroll is so many times the table's maximum."""
MOST_TABLES = 20
"""So many tables somebody can have open."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a table is opened with, and what may be changed between rounds."""

    rules: RuleSetVersion
    chart: ChartVersion
    minimum: int
    maximum: int
    training: Training
    shows_rules: bool
    sound: bool


@transaction.atomic
def open_table(*, visitor: Visitor, settings: Settings, time_zone: str = "") -> Table:
    """Open a table with a full bankroll and a shuffled shoe; raise NotDone for one too many."""
    if tables_of(visitor).filter(left_at=None).count() >= MOST_TABLES:
        raise NotDone(Refused.TABLES_ENOUGH)
    funds = _full_bankroll(settings.maximum)
    table = Table(
        learner=visitor.user,
        guest_key="" if visitor.user else visitor.guest_key,
        time_zone=time_zone,
        bankroll=funds,
        bought=funds,
        opened_at=timezone.now(),
    )
    _set(table, settings)
    table.save()
    _new_shoe(table)
    return table


@transaction.atomic
def deal_round(*, visitor: Visitor, table_id: UUID, version: int, bet: int) -> Table:
    """Take a bet, in units, and deal; raise Http404 or NotDone."""
    table = _changed_table(visitor, table_id, version)
    if _open_round(table):
        raise NotDone(Refused.ROUND_OPEN)
    check_bet(table, bet)
    shoe = table.shoes.get(ended_at=None)
    now = timezone.now()
    row = PlayedRound(
        table=table,
        shoe=shoe,
        rules=table.rules,
        chart=table.chart,
        number=table.rounds_played + 1,
        dealt=shoe.dealt,
        bet=bet,
        funds=table.bankroll - bet,
        asked_at=now,
    )
    table.last_bet = bet
    _keep(table, row, states_of(row), now)
    return table


def check_bet(table: Table, bet: int) -> None:
    """Raise NotDone for a bet that the table or the bankroll does not allow."""
    if bet % CHIP:
        raise NotDone(Refused.NOT_WHOLE)
    if bet < table.minimum * CHIP:
        raise NotDone(Refused.TOO_LOW)
    if bet > table.maximum * CHIP:
        raise NotDone(Refused.TOO_HIGH)
    if bet > table.bankroll:
        raise NotDone(Refused.CHIPS_SHORT)


@transaction.atomic
def act(
    *,
    visitor: Visitor,
    table_id: UUID,
    version: int,
    action: Action,
    amount: int | None = None,
    browser_ms: int | None = None,
) -> Table:
    """Act on the open round, and log the decision; raise Http404, NotDone or IllegalAction."""
    table = _changed_table(visitor, table_id, version)
    row = _needed_round(table)
    states = states_of(row)
    after = states[-1].act(action, amount)
    _log(table, row, states[-1], action, visitor=visitor, browser_ms=browser_ms)
    if action is not Action.DECLINE:  # who plays on knows what was shown or guessed of the hand
        row.guesses, row.advised = [], False
    _keep(table, row, [*states, after], timezone.now())
    return table


@transaction.atomic
def take_advice(*, visitor: Visitor, table_id: UUID, version: int) -> Table:
    """Show the best play of the open decision, which then counts as assisted."""
    table = _changed_table(visitor, table_id, version)
    row = _needed_round(table)
    if table.training != Training.ADVISE or not can_advise(states_of(row)[-1], row):
        raise NotDone(Refused.NOTHING_TO_ADVISE)
    row.advised = True
    row.save(update_fields=["advised"])
    _save(table)
    return table


@transaction.atomic
def guess(
    *, visitor: Visitor, table_id: UUID, version: int, code: Code, browser_ms: int | None = None
) -> Table:
    """Name the best play in test mode. The first guess is the decision that is logged.

    Raises Http404 or NotDone.
    """
    table = _changed_table(visitor, table_id, version)
    row = _needed_round(table)
    state = states_of(row)[-1]
    situation, advice = state.question, advice_for(state, chart_of(row.chart))
    if table.training != Training.TEST or advice is None or situation is None:
        raise NotDone(Refused.NOT_TESTED)
    if any(names_play(Code(old), advice, situation) for old in row.guesses):
        raise NotDone(Refused.NOT_TESTED)
    if not row.guesses:
        action = guessed_action(code, advice, situation)
        _log(table, row, state, action, visitor=visitor, browser_ms=browser_ms)
    if code.value not in row.guesses:
        row.guesses.append(code.value)
    row.save(update_fields=["guesses"])
    _save(table)
    return table


@transaction.atomic
def refill(*, visitor: Visitor, table_id: UUID, version: int) -> Table:
    """Fill the bankroll up, between rounds, when it has run short."""
    table = _changed_table(visitor, table_id, version)
    if _open_round(table):
        raise NotDone(Refused.ROUND_OPEN)
    if not table.is_short:
        raise NotDone(Refused.CHIPS_ENOUGH)
    missing = _full_bankroll(table.maximum) - table.bankroll
    table.bankroll += missing
    table.bought += missing
    _save(table)
    return table


@transaction.atomic
def change_settings(*, visitor: Visitor, table_id: UUID, version: int, settings: Settings) -> Table:
    """Change the settings between rounds. Other rules are dealt from a new shoe."""
    table = _changed_table(visitor, table_id, version)
    if _open_round(table):
        raise NotDone(Refused.ROUND_OPEN)
    old = table.rules.code
    _set(table, settings)
    if table.rules.code != old:
        _end_shoe(table.shoes.get(ended_at=None), timezone.now())
        _new_shoe(table)
    _save(table)
    return table


@transaction.atomic
def turn_sound(*, visitor: Visitor, table_id: UUID, on: bool) -> Table:
    """Turn the table's sounds on or off, at any time."""
    table = locked_table(visitor, table_id)
    table.sound = on
    table.save(update_fields=["sound"])
    return table


@transaction.atomic
def leave_table(*, visitor: Visitor, table_id: UUID) -> Table:
    """Leave between rounds, which ends the shoe; raise NotDone while a round is open."""
    table = locked_table(visitor, table_id)
    if _open_round(table):
        raise NotDone(Refused.ROUND_OPEN)
    if table.left_at is None:
        now = timezone.now()
        _end_shoe(table.shoes.get(ended_at=None), now)
        table.left_at = now
        _save(table)
    return table


@transaction.atomic
def give_back_lost_round(*, visitor: Visitor, table_id: UUID) -> Table:
    """Take an open round that cannot be played on off the table, and give its bets back.

    A round that can be played on stays.
    """
    table = locked_table(visitor, table_id)
    row = _open_round(table)
    if row is None:
        return table
    try:
        states_of(row)
    except Unplayable:
        table.bankroll = row.funds + row.bet
        row.delete()
        _save(table)
    return table


@transaction.atomic
def share_round(*, visitor: Visitor, round_id: UUID, shared: bool) -> PlayedRound:
    """Let everybody who has the address of a round see it, or nobody else any more."""
    row = own_round(visitor, round_id)
    row.shared_at = (row.shared_at or timezone.now()) if shared else None
    row.save(update_fields=["shared_at"])
    return row


def _changed_table(visitor: Visitor, table_id: UUID, version: int) -> Table:
    table = locked_table(visitor, table_id)
    if table.left_at:
        raise NotDone(Refused.LEFT)
    if table.version != version:
        raise NotDone(Refused.STALE)
    return table


def _open_round(table: Table) -> PlayedRound | None:
    return table.rounds.filter(ended_at=None).select_related("shoe", "rules", "chart").first()


def _needed_round(table: Table) -> PlayedRound:
    row = _open_round(table)
    if row is None:
        raise NotDone(Refused.NO_ROUND)
    return row


def _save(table: Table) -> None:
    table.version += 1
    table.save()


def _keep(table: Table, row: PlayedRound, states: list[Round], now: datetime) -> None:
    """Store a round as its last state has it, and the chips with it."""
    state, seat = states[-1], states[-1].seats[0]
    with_moves(row, state)
    row.asked_at = now
    table.bankroll = row.funds + row.bet - seat.staked
    if state.over:
        _finish(table, row, states, now)
    row.save()
    _save(table)


def _finish(table: Table, row: PlayedRound, states: list[Round], now: datetime) -> None:
    state, plays = states[-1], review(states, chart_of(row.chart))
    row.ended_at, row.net = now, state.net(0)
    row.mistakes_cost = row.bet * sum(play.cost for play in plays if play.wrong)
    row.record = str(Record.of(state))
    table.bankroll = row.funds + row.bet + row.net
    table.rounds_played += 1
    table.won += row.net
    table.expected += expected_result(state.rules, row.bet)
    table.given_up += row.bet * sum(play.cost for play in plays)
    table.squared_bets += row.bet**2
    assert isinstance(state.shoe, Shoe)
    if state.shoe.spent:
        _end_shoe(row.shoe, now)
        _new_shoe(table)
    else:
        row.shoe.dealt = state.shoe.dealt
        row.shoe.save(update_fields=["dealt"])


def _new_shoe(table: Table) -> None:
    seed = secrets.token_hex(16)
    DealtShoe.objects.create(
        table=table,
        number=table.shoes.count() + 1,
        code=table.rules.code,
        seed=seed,
        commitment=commitment(seed),
        made_at=timezone.now(),
    )


def _end_shoe(shoe: DealtShoe, now: datetime) -> None:
    shoe.ended_at = now
    shoe.save(update_fields=["ended_at"])


def _set(table: Table, settings: Settings) -> None:
    table.rules, table.chart = settings.rules, settings.chart
    table.minimum, table.maximum = settings.minimum, settings.maximum
    table.training = settings.training
    table.shows_rules, table.sound = settings.shows_rules, settings.sound


def _full_bankroll(maximum: int) -> int:
    return BUY_IN * maximum * CHIP


def _log(
    table: Table,
    row: PlayedRound,
    state: Round,
    action: Action,
    *,
    visitor: Visitor,
    browser_ms: int | None,
) -> None:
    """Grade a decision into the one log, where the chart has an answer to it.

    In test mode the first guess is logged, and the play that follows it is not. Whoever plays on
    where the chart surrenders is graded as if by the best other play.
    """
    situation, advice = state.question, advice_for(state, chart_of(row.chart))
    if situation is None or advice is None or row.guesses:
        return
    if action is Action.DECLINE:
        if advice.action is not Action.SURRENDER:
            return  # what is played instead is a decision of its own
        values = analyse(situation.rules.core).evaluate(situation).values
        action = next(other for other in values if other is not Action.SURRENDER)
    verdict = grade(situation, action, chart_of(row.chart))
    if table.learner is None:
        table.learner = learner_for(visitor=visitor, time_zone=table.time_zone)
    assert state.active is not None
    record(
        key=decision_key(row),
        sitting=row.public_id,
        learner=table.learner,
        mode=Mode.TABLE,
        rules=row.rules,
        chart=row.chart,
        deal=str(Deal(state.active[1].cards, state.upcard)),
        verdict=verdict,
        asked_at=row.asked_at,
        browser_ms=browser_ms,
        assisted=row.advised or table.training == Training.HINT,
    )
