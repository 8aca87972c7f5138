"""Reading tables: what the page of a table shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext

from strategy.actions import Action
from strategy.cards import Card, Rank
from strategy.events import CardDealt
from strategy.legality import Phase, Refusal
from strategy.money import CHIP, chips
from strategy.records import Record
from strategy.review import Play, review
from strategy.round import Round
from strategy.seats import Seat
from strategy.situations import CHOICES
from trainer.accounts.models import User
from trainer.core.wording import ACTIONS, situation_name, upcard_name
from trainer.rulebook.queries import chart_of, rules_of
from trainer.rulebook.wording import rules_in_words
from trainer.tables.felt import Felt, felt_of
from trainer.tables.models import PlayedRound, Table, Training
from trainer.tables.states import states_of
from trainer.tables.training import TEST_CODES, advice_for, names_play, shown_code
from trainer.tables.wording import (
    CODE_WORDS,
    REFUSALS,
    move_in_words,
    net_in_words,
    story,
    total_in_words,
)


@dataclass(frozen=True, slots=True)
class Choice:
    """A button of the action bar."""

    value: str
    key: str
    name: str
    number: int
    """The digit that presses it."""
    style: str


@dataclass(frozen=True, slots=True)
class Guess:
    """A button of the test mode's bar."""

    code: str
    words: Promise
    tried: bool
    right: bool


@dataclass(frozen=True, slots=True)
class Mistake:
    """A play that was not the best, and what it costs on average."""

    situation: str
    """Empty where it was about insurance."""
    cell: str
    """The situation as charts write it."""
    played: str
    best: str
    cost: float


@dataclass(frozen=True, slots=True)
class Hint:
    """The best play, as the training modes show it."""

    code: str
    kind: str
    """The letter of the first play, for the colour."""
    words: Promise | str


@dataclass(frozen=True, slots=True)
class TablePage:
    """All that the table shows."""

    table: Table
    rule_words: Sequence[str]
    commitment: str
    most: int
    """The greatest bet that table and bankroll allow, in chips."""
    may_refill: bool
    felt: Felt | None = None
    choices: Sequence[Choice] = ()
    missing: Sequence[str] = ()
    """Why a double, a split or an insurance is not to be had, where only chips are missing."""
    turn: str = ""
    hint: Hint | None = None
    may_ask: bool = False
    """The question mark of the advise mode is there."""
    guesses: Sequence[Guess] = ()
    guessed: str = ""
    """The last guess and whether it was right, in words."""
    said: Sequence[str] = ()
    """What has just happened, a sentence each."""
    sounds: str = ""
    """What is to be heard of it: names for the page's script."""
    last: PlayedRound | None = None
    """The finished round that lies on the table."""
    result: str = ""
    mistakes: Sequence[Mistake] = ()


def table_page(table: Table, *, moved: bool = True) -> TablePage:
    """The table as it stands; three queries. ``moved``: cards were just dealt, or it is shown anew.

    Raises Unplayable where its open round is of an engine that dealt otherwise.
    """
    row = table.rounds.select_related("shoe", "rules", "chart").order_by("-number").first()
    shoe = table.shoes.order_by("-number").first()
    assert shoe is not None
    page = TablePage(
        table=table,
        rule_words=rules_in_words(rules_of(table.rules)),
        commitment=shoe.commitment,
        most=min(table.maximum, table.bankroll // CHIP),
        may_refill=table.is_short and (row is None or row.ended_at is not None),
    )
    if row is None:
        return page
    states = states_of(row)
    state, before = states[-1], states[-2] if len(states) > 1 else None
    page = replace(page, felt=felt_of(state, before if moved else state))
    if moved:
        page = replace(page, said=_said(state, before), sounds=_sounds(state, before))
    if state.over:
        result, mistakes = net_in_words(row.net or 0), mistakes_of(states, row)
        return replace(page, last=row, result=result, mistakes=mistakes)
    guesses = _guesses(table, row, state)
    return replace(
        page,
        choices=_choices(state),
        missing=_missing(state),
        turn=_turn(state),
        hint=_hint(table, row, state),
        may_ask=table.training == Training.ADVISE and not row.advised and can_advise(state, row),
        guesses=guesses,
        guessed=_guessed(guesses, row),
    )


def _choices(state: Round) -> list[Choice]:
    legal = state.legal_actions
    if state.phase is Phase.INSURANCE:
        assert state.active is not None
        return _insurance_choices(state, state.active[0])
    if state.phase is Phase.EARLY_SURRENDER:
        return [
            Choice("R", "R", str(ACTIONS[Action.SURRENDER]), 1, "surrender"),
            Choice("N", "N", gettext("Play on"), 2, "stand"),
        ]
    return [
        Choice(action.value, action.value, str(ACTIONS[action]), number, action.word)
        for number, action in enumerate(CHOICES, start=1)
        if action in legal
    ]


def _insurance_choices(state: Round, seat: Seat) -> list[Choice]:
    """The most insurance and passing; half as much, too, where the whole bet may be insured."""
    found = []
    most = seat.most_insurance(state.rules)
    if state.refusal(Action.INSURE, most) is None:
        name = gettext("Insurance: %(chips)s") % {"chips": chips(most)}
        natural = seat.hands[0].hand.natural
        if natural and 2 * most == seat.bet and state.rules.natural_pays * 2 == 3:
            name = gettext("Even money")
        found.append(Choice("I", "I", name, 1, "hit"))
    found.append(Choice("N", "N", gettext("Pass"), 2, "stand"))
    half = seat.bet // 2
    half -= half % CHIP if state.rules.whole_chips else 0
    if most == seat.bet and state.refusal(Action.INSURE, half) is None:
        name = gettext("Half insurance: %(chips)s") % {"chips": chips(half)}
        found.append(Choice(f"I{chips(half)}", "L", name, 3, "double"))
    return found


def _missing(state: Round) -> list[str]:
    asked = {
        Phase.INSURANCE: [Action.INSURE],
        Phase.PLAY: [Action.DOUBLE, Action.SPLIT],
    }.get(state.phase, [])
    names = {**ACTIONS, Action.INSURE: gettext("Insurance")}
    return [
        f"{names[action]}: {REFUSALS[Refusal.CHIPS_SHORT]}"
        for action in asked
        if state.refusal(action) is Refusal.CHIPS_SHORT
    ]


def _hint(table: Table, row: PlayedRound, state: Round) -> Hint | None:
    """The best play, where the training mode shows it now."""
    asked = table.training == Training.ADVISE and row.advised
    if not asked and table.training != Training.HINT:
        return None
    if state.phase is Phase.INSURANCE:
        return Hint("N", "none", gettext("Pass: of a full shoe, insurance always loses"))
    advice = advice_for(state, chart_of(row.chart))
    if advice is None:
        return None
    code = shown_code(advice)
    return Hint(code.value, code.value[0], CODE_WORDS[code])


def can_advise(state: Round, row: PlayedRound) -> bool:
    """Whether there is a best play to tell of the open decision."""
    insured = state.phase is Phase.INSURANCE
    return insured or advice_for(state, chart_of(row.chart)) is not None


def _guesses(table: Table, row: PlayedRound, state: Round) -> list[Guess]:
    advice = advice_for(state, chart_of(row.chart))
    if table.training != Training.TEST or advice is None or state.question is None:
        return []
    question = state.question
    return [
        Guess(
            code=code.value,
            words=CODE_WORDS[code],
            tried=code.value in row.guesses,
            right=code.value in row.guesses and names_play(code, advice, question),
        )
        for code in TEST_CODES
    ]


def _guessed(guesses: Sequence[Guess], row: PlayedRound) -> str:
    last = next((g for g in guesses if row.guesses and g.code == row.guesses[-1]), None)
    if last is None:
        return ""
    words = gettext("%(play)s: right.") if last.right else gettext("%(play)s: wrong. Try again.")
    return words % {"play": last.words}


def _said(state: Round, before: Round | None) -> list[str]:
    seen = len(before.events) if before else 0
    return story(state.events[seen:], len(state.seats[0].hands))


def _sounds(state: Round, before: Round | None) -> str:
    """``card`` if one was dealt, and how the round ended if it did."""
    new = state.events[len(before.events) if before else 0 :]
    names = ["card"] if any(isinstance(event, CardDealt) for event in new) else []
    if state.over:
        net = state.net(0)
        names.append("win" if net > 0 else "lose" if net < 0 else "push")
    return " ".join(names)


def _turn(state: Round) -> str:
    """What the status line says of the open decision."""
    if state.active is None:
        return ""
    seat, hand = state.active
    if state.phase is Phase.INSURANCE:
        return gettext("The dealer shows an ace. Insurance?")
    told = {"count": total_in_words(hand.hand), "dealer": upcard_name(state.upcard.rank)}
    if state.phase is Phase.EARLY_SURRENDER:
        return gettext("You have %(count)s against %(dealer)s. Surrender, or play on?") % told
    if len(seat.hands) > 1:
        assert state.turn is not None
        told["number"] = str(state.turn.hand + 1)
        return gettext("Hand %(number)s has %(count)s against %(dealer)s.") % told
    return gettext("You have %(count)s against %(dealer)s.") % told


def mistakes_of(states: Sequence[Round], row: PlayedRound) -> list[Mistake]:
    """The plays of a round against the chart that lose on average, and insurance."""
    return [mistake_of(play) for play in review(states, chart_of(row.chart)) if play.wrong]


def mistake_of(play: Play) -> Mistake:
    """A wrong play in words."""
    situation = play.before.question
    best = gettext("Pass")
    if play.verdict:
        best = str(ACTIONS[play.verdict.right])
    elif situation is not None:
        best = str(ACTIONS[Action.SURRENDER])
    return Mistake(
        situation=situation_name(situation) if situation else "",
        cell=situation.cell.short if situation else "",
        played=move_in_words(play.before, play.move),
        best=best,
        cost=play.cost,
    )


def has_open_round(table: Table) -> bool:
    return table.rounds.filter(ended_at=None).exists()


LATEST_OFFERS: Final = 200


def insurance_of(learner: User) -> tuple[int, int]:
    """How often insurance was offered to the learner of late, and how often it was taken.

    Over the latest finished rounds that began with a decision about it, at the table opened last
    that offers it; two queries.
    """
    tables = Table.objects.filter(learner=learner, rules__code__contains=" INS")
    table = tables.order_by("-opened_at").first()
    if table is None:
        return 0, 0
    asked = table.rounds.exclude(ended_at=None).filter(
        Q(moves__startswith=Action.INSURE.value) | Q(moves__startswith=Action.DECLINE.value)
    )
    rows = asked.order_by("-number").values_list("moves", "record")[:LATEST_OFFERS]
    moves = [
        moves
        for moves, record in rows
        if _upcard(record) is Rank.ACE  # else it was an early surrender that was declined
    ]
    return len(moves), sum(each.startswith(Action.INSURE.value) for each in moves)


def _upcard(record: str) -> Rank:
    """The dealer's first card: one for the only seat came before it."""
    cards = [card for card in Record.parse(record).shoe.cards if isinstance(card, Card)]
    return cards[1].rank
