"""Reading tables: what the table, its history and its proofs show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext

from strategy.actions import Action, Code
from strategy.cards import Card
from strategy.events import CardDealt, HandSettled, InsuranceSettled
from strategy.legality import Phase, Refusal
from strategy.money import CHIP, chips
from strategy.review import Play, review
from strategy.round import Round
from strategy.rules import Rules
from strategy.seats import HandState, PlayerHand, Seat
from strategy.situations import CHOICES
from trainer.accounts.access import Visitor
from trainer.core.wording import ACTIONS, rank_name, upcard_name
from trainer.rulebook.queries import chart_of, rules_of
from trainer.rulebook.wording import rules_in_words
from trainer.tables.models import PlayedRound, Table, Training
from trainer.tables.states import states_of
from trainer.tables.training import CODES, advice_for, names_play, shown_code
from trainer.tables.wording import (
    CODES as CODE_WORDS,
)
from trainer.tables.wording import (
    OUTCOMES,
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
class ShownHand:
    """A hand as the felt shows it."""

    cards: Sequence[Card]
    still: int
    """So many of the cards lay there before the last action."""
    label: str
    count: str
    bet: int
    doubled: bool
    active: bool
    outcome: Promise | None
    net: int | None
    kind: str
    """For the colour of the result: win, lose, push, or nothing."""


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
    played: str
    best: str
    cost: float


@dataclass(frozen=True, slots=True)
class Felt:
    """A state of a round as its player may see it."""

    phase: str
    dealer: Sequence[Card]
    dealer_still: int
    dealer_count: str
    hole: bool
    hands: Sequence[ShownHand]
    insurance: int
    insurance_net: int | None
    over: bool


@dataclass(frozen=True, slots=True)
class TablePage:
    """All that the table shows."""

    table: Table
    rules: Rules
    rule_words: Sequence[str]
    commitment: str
    felt: Felt | None
    round_number: int
    choices: Sequence[Choice]
    missing: Sequence[str]
    """Why a double, a split or an insurance is not to be had, where only chips are missing."""
    question: bool
    hint: Code | None
    hint_words: Promise | None
    may_ask: bool
    """The question mark of the advise mode is there."""
    guesses: Sequence[Guess]
    said: Sequence[str]
    """What has happened since the player's last action, a sentence each."""
    result: str
    mistakes: Sequence[Mistake]
    last: PlayedRound | None
    """The finished round that lies on the table."""
    turn: str
    most: int
    """The greatest bet that table and bankroll allow, in chips."""
    may_refill: bool
    sounds: str
    """What is to be heard of the last action: names for the page's script."""


def table_page(table: Table) -> TablePage:
    """The table as it stands; three queries."""
    row = table.rounds.select_related("shoe", "rules", "chart").order_by("-number").first()
    shoe = table.shoes.order_by("-number").first()
    rules = rules_of(table.rules)
    states = states_of(row) if row else []
    state = states[-1] if states else None
    is_open = state is not None and not state.over
    assert shoe is not None
    hint = _hint(table, row, state) if row and state else None
    return TablePage(
        table=table,
        rules=rules,
        rule_words=rules_in_words(rules),
        commitment=shoe.commitment,
        felt=felt_of(*states[-2:][::-1]) if states else None,
        round_number=row.number if row else 0,
        choices=_choices(state) if state else (),
        missing=_missing(state) if state else (),
        question=state is not None and state.question is not None,
        hint=hint,
        hint_words=CODE_WORDS[hint] if hint else None,
        may_ask=bool(
            row
            and state
            and table.training == Training.ADVISE
            and not row.advised
            and advice_for(state, chart_of(row.chart))
        ),
        guesses=_guesses(table, row, state) if row and state else (),
        said=_said(states),
        result=net_in_words(row.net) if row and row.net is not None and not is_open else "",
        mistakes=mistakes_of(states, row) if row and not is_open else (),
        last=row if row and not is_open else None,
        turn=_turn(state) if state else "",
        most=min(table.maximum, table.bankroll // CHIP),
        may_refill=not is_open and table.is_short,
        sounds=_sounds(states),
    )


def felt_of(state: Round, before: Round | None = None) -> Felt:
    """What of a state may be shown: the hole card only when it is turned.

    Cards that lay there ``before`` are still, the others are dealt in.
    """
    view = state.visible(0)
    seat = view.seats[0]
    settled = {e.hand: e for e in view.events if isinstance(e, HandSettled)}
    insured = [e.net for e in view.events if isinstance(e, InsuranceSettled)]
    hands = [
        _shown_hand(hand, number, settled.get(number), state, before)
        for number, hand in enumerate(seat.hands)
    ]
    return Felt(
        phase=view.phase.value,
        dealer=view.dealer,
        dealer_still=len(before.dealer_cards) if before else 0,
        dealer_count=_dealer_count(state),
        hole=view.hole_hidden,
        hands=hands,
        insurance=seat.insurance or 0,
        insurance_net=insured[0] if insured else None,
        over=state.over,
    )


def _shown_hand(
    hand: PlayerHand,
    number: int,
    settled: HandSettled | None,
    state: Round,
    before: Round | None,
) -> ShownHand:
    label = gettext("You")
    if len(state.seats[0].hands) > 1:
        label = gettext("Hand %(number)d") % {"number": number + 1}
    count = total_in_words(hand.hand)
    if hand.state is HandState.NATURAL:
        count = gettext("blackjack")
    elif hand.state is HandState.BUST:
        count = gettext("%(total)d, bust") % {"total": hand.hand.total}
    net = settled.net if settled else None
    return ShownHand(
        cards=hand.cards,
        still=_still(hand, number, before),
        label=label,
        count=count,
        bet=hand.bet,
        doubled=hand.doubled,
        active=state.turn is not None and state.turn.hand == number,
        outcome=OUTCOMES[settled.outcome] if settled else None,
        net=net,
        kind="" if net is None else ("win" if net > 0 else "lose" if net < 0 else "push"),
    )


def _still(hand: PlayerHand, number: int, before: Round | None) -> int:
    """How many first cards of a hand lay at its place before; a split moves the second one."""
    if before is None or number >= len(before.seats[0].hands):
        return 0
    old = before.seats[0].hands[number].cards
    return sum(1 for now, then in zip(hand.cards, old, strict=False) if now == then)


def _dealer_count(state: Round) -> str:
    if len(state.dealer) == 1:
        return gettext("shows %(rank)s") % {"rank": rank_name(state.upcard.rank)}
    if state.dealer.natural:
        return gettext("blackjack")
    if state.dealer.bust:
        return gettext("%(total)d, bust") % {"total": state.dealer.total}
    return total_in_words(state.dealer)


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


def _hint(table: Table, row: PlayedRound, state: Round) -> Code | None:
    shown = table.training == Training.HINT or (table.training == Training.ADVISE and row.advised)
    advice = advice_for(state, chart_of(row.chart)) if shown else None
    return shown_code(advice) if advice else None


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
        for code in CODES
    ]


def _said(states: Sequence[Round]) -> list[str]:
    if not states:
        return []
    seen = len(states[-2].events) if len(states) > 1 else 0
    return story(states[-1].events[seen:], len(states[-1].seats[0].hands))


def _sounds(states: Sequence[Round]) -> str:
    """``card`` if one was dealt, and how the round ended if it did."""
    if not states:
        return ""
    seen = len(states[-2].events) if len(states) > 1 else 0
    new = states[-1].events[seen:]
    names = ["card"] if any(isinstance(event, CardDealt) for event in new) else []
    if states[-1].over:
        net = states[-1].net(0)
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
    """The plays of a round that lose on average against the best, or go against the chart."""
    return [_mistake(play) for play in review(states, chart_of(row.chart)) if play.wrong]


def _mistake(play: Play) -> Mistake:
    situation = play.before.question
    best = gettext("Pass")
    if play.verdict:
        best = str(ACTIONS[play.verdict.right])
    elif situation is not None:
        best = str(ACTIONS[Action.SURRENDER])
    return Mistake(
        situation=str(situation) if situation else "",
        played=move_in_words(play.before, play.move),
        best=best,
        cost=play.cost,
    )


def tables_of(visitor: Visitor) -> QuerySet[Table]:
    """The visitor's tables that were not left, latest first."""
    tables = Table.objects.filter(left_at=None).select_related("rules").order_by("-opened_at")
    mine = Q(learner=visitor.user) if visitor.user else Q(learner__guest_key=visitor.guest_key)
    if visitor.guest_key:
        mine |= Q(learner=None, guest_key=visitor.guest_key)
    elif not visitor.user:
        return tables.none()
    return tables.filter(mine)


def has_open_round(table: Table) -> bool:
    return table.rounds.filter(ended_at=None).exists()
