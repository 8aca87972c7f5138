"""How a round goes on: a draft of its next state, on which cards are dealt and hands are settled.

Drafts change while one action is carried out; ``strategy.round`` hands out nothing but the
immutable rounds that they end as.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NamedTuple

from strategy.actions import Action
from strategy.cards import Card, Rank
from strategy.events import (
    Acted,
    CardDealt,
    DealerDrew,
    DealerLooked,
    Event,
    HandSettled,
    HoleCardDealt,
    HoleCardTurned,
    InsuranceSettled,
    Insured,
    KeptOn,
    Outcome,
    ShoeRefilled,
    UpcardDealt,
)
from strategy.hands import Hand
from strategy.legality import (
    Phase,
    can_be_natural,
    offers_early_surrender,
    split_refusal,
    takes_one_card,
)
from strategy.money import payout
from strategy.rules import HoleCard, Rules
from strategy.seats import HandState, PlayerHand, Seat, Turn
from strategy.shoe import CardSource, Refill

_INSURANCE_PAYS = 2


class Move(NamedTuple):
    """An action as a record tells it; ``amount`` is the insurance bought."""

    action: Action
    amount: int = 0


@dataclass(slots=True)
class Draft:
    """A round while something happens in it."""

    rules: Rules
    shoe: CardSource
    seats: list[Seat]
    dealer: list[Card] = field(default_factory=list)
    hole_hidden: bool = False
    phase: Phase = Phase.INSURANCE
    turn: Turn | None = None
    events: list[Event] = field(default_factory=list)
    drawn: list[Card | Refill] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)

    def deal(self) -> None:
        """One card to each seat, the upcard, a second card to each seat, and the hole card."""
        for number, seat in enumerate(self.seats):
            self.seats[number] = replace(seat, hands=(PlayerHand((), seat.bet),))
        self._deal_around()
        upcard = self._draw()
        self.dealer.append(upcard)
        self.events.append(UpcardDealt(upcard))
        self._deal_around()
        if self.rules.hole_card is HoleCard.PEEK:
            self.dealer.append(self._draw())
            self.hole_hidden = True
            self.events.append(HoleCardDealt())
        for number, seat in enumerate(self.seats):
            if seat.hands[0].hand.natural:
                self._change(Turn(number, 0), state=HandState.NATURAL)
            offered = upcard.rank is Rank.ACE and self.seats[number].most_insurance(self.rules)
            if not offered:
                self.seats[number] = replace(self.seats[number], insurance=0)
        self._proceed()

    def act(self, action: Action, amount: int) -> None:
        """Carry out a legal action of the hand whose turn it is."""
        assert self.turn is not None
        turn, seat = self.turn, self.seats[self.turn.seat]
        self.moves.append(Move(action, amount))
        match self.phase, action:
            case Phase.INSURANCE, _:
                self.seats[turn.seat] = replace(seat, insurance=amount)
                self.events.append(Insured(turn.seat, amount))
            case Phase.EARLY_SURRENDER, Action.DECLINE:
                self.seats[turn.seat] = replace(seat, kept_on=True)
                self.events.append(KeptOn(turn.seat))
            case _:
                self._play(turn, action)
        self._proceed()

    def _play(self, turn: Turn, action: Action) -> None:
        hand = self._hand(turn)
        staked = hand.bet if action in (Action.DOUBLE, Action.SPLIT) else 0
        self.events.append(Acted(*turn, action, staked))
        match action:
            case Action.STAND:
                self._change(turn, state=HandState.STOOD)
            case Action.SURRENDER:
                self._change(turn, state=HandState.SURRENDERED)
            case Action.HIT:
                self._deal_to(turn)
            case Action.DOUBLE:
                self._change(turn, bet=2 * hand.bet, doubled=True)
                self._deal_to(turn)
                if self._hand(turn).state is HandState.OPEN:
                    self._change(turn, state=HandState.STOOD)
            case Action.SPLIT:
                self._split(turn)

    def _split(self, turn: Turn) -> None:
        seat, hand = self.seats[turn.seat], self._hand(turn)
        halves = [PlayerHand((card,), hand.bet, from_split=True) for card in hand.cards]
        self.seats[turn.seat] = seat.with_hands(turn.hand, *halves)
        for number in (turn.hand, turn.hand + 1):
            self._deal_to(Turn(turn.seat, number))

    def _proceed(self) -> None:
        """Go on to the next decision, or to the end."""
        if self.phase is Phase.INSURANCE:
            waiting = (n for n, seat in enumerate(self.seats) if seat.insurance is None)
            if self._waits_for(waiting):
                return
            self.phase = Phase.EARLY_SURRENDER
        if self.phase is Phase.EARLY_SURRENDER:
            if offers_early_surrender(self.rules, self.dealer[0]):
                waiting = (
                    number
                    for number, seat in enumerate(self.seats)
                    if seat.hands[0].state is HandState.OPEN and not seat.kept_on
                )
                if self._waits_for(waiting):
                    return
            self.phase = Phase.PLAY
            if self._dealer_looks():
                return
        self.turn = self._next_open()
        if self.turn is None:
            self._dealer_plays()
            self._settle()

    def _waits_for(self, seats: Iterator[int]) -> bool:
        number = next(seats, None)
        self.turn = None if number is None else Turn(number, 0)
        return number is not None

    def _next_open(self) -> Turn | None:
        """The next hand with something to decide; split aces that may not be split again stand."""
        for seat_number, seat in enumerate(self.seats):
            for number, hand in enumerate(seat.hands):
                if hand.state is not HandState.OPEN:
                    continue
                turn = Turn(seat_number, number)
                if not takes_one_card(self.rules, hand) or not split_refusal(
                    self.rules, seat, hand
                ):
                    return turn
                self._change(turn, state=HandState.STOOD)
        return None

    def _dealer_looks(self) -> bool:
        """Look for a natural where there is a hole card; it ends the round."""
        if not self.hole_hidden or not can_be_natural(self.dealer[0]):
            return False
        natural = Hand.of(self.dealer).natural
        self.events.append(DealerLooked(natural))
        self._settle_insurance(natural)
        if natural:
            self._turn_hole_card()
            self._settle()
        return natural

    def _dealer_plays(self) -> None:
        if self.hole_hidden:
            self._turn_hole_card()
        elif self._second_card_matters():
            self._dealer_draws()
        if any(hand.state is HandState.STOOD for seat in self.seats for hand in seat.hands):
            while self.rules.dealer_draws(Hand.of(self.dealer)):
                self._dealer_draws()
        if self.rules.hole_card is not HoleCard.PEEK:
            self._settle_insurance(Hand.of(self.dealer).natural)

    def _second_card_matters(self) -> bool:
        """Whether a dealer without a hole card takes a second card: something hangs on it."""
        hands = [hand for seat in self.seats for hand in seat.hands]
        if any(hand.state is HandState.STOOD for hand in hands):
            return True
        takes_back = self.rules.hole_card is HoleCard.OBO and any(
            hand.doubled or hand.from_split for hand in hands
        )
        naturals = any(hand.state is HandState.NATURAL for hand in hands)
        insured = any(seat.insurance for seat in self.seats)
        return can_be_natural(self.dealer[0]) and (takes_back or naturals or insured)

    def _turn_hole_card(self) -> None:
        self.hole_hidden = False
        self.events.append(HoleCardTurned(self.dealer[1]))

    def _dealer_draws(self) -> None:
        card = self._draw()
        self.dealer.append(card)
        self.events.append(DealerDrew(card))

    def _settle_insurance(self, natural: bool) -> None:
        for number, seat in enumerate(self.seats):
            if seat.insurance:
                net = _INSURANCE_PAYS * seat.insurance if natural else -seat.insurance
                self.events.append(InsuranceSettled(number, net))

    def _settle(self) -> None:
        self.phase, self.turn = Phase.OVER, None
        dealer = Hand.of(self.dealer)
        for seat_number, seat in enumerate(self.seats):
            for number, hand in enumerate(seat.hands):
                outcome = outcome_of(self.rules, hand, dealer, first=number == 0)
                net = net_of(self.rules, seat, hand, outcome, dealer)
                self.events.append(HandSettled(seat_number, number, outcome, net))

    def _deal_around(self) -> None:
        for number in range(len(self.seats)):
            self._deal_to(Turn(number, 0))

    def _deal_to(self, turn: Turn) -> None:
        hand, card = self._hand(turn), self._draw()
        self.events.append(CardDealt(*turn, card))
        self._put(turn, hand.with_card(card))

    def _draw(self) -> Card:
        card, self.shoe, refill = self.shoe.draw()
        if refill is not None:
            self.events.append(ShoeRefilled(refill))
            self.drawn.append(refill)
        self.drawn.append(card)
        return card

    def _hand(self, turn: Turn) -> PlayerHand:
        return self.seats[turn.seat].hands[turn.hand]

    def _change(self, turn: Turn, **changes: object) -> None:
        self._put(turn, replace(self._hand(turn), **changes))  # type: ignore[arg-type]

    def _put(self, turn: Turn, hand: PlayerHand) -> None:
        self.seats[turn.seat] = self.seats[turn.seat].with_hands(turn.hand, hand)


def outcome_of(rules: Rules, hand: PlayerHand, dealer: Hand, *, first: bool) -> Outcome:
    """How a finished hand ends against the dealer's; ``first`` of its seat, which has the original
    bet."""
    match hand.state:
        case HandState.SURRENDERED:
            return Outcome.SURRENDER
        case HandState.NATURAL:
            return Outcome.PUSH if dealer.natural else Outcome.NATURAL
    if dealer.natural and rules.hole_card is HoleCard.OBO and not first:
        return Outcome.RETURNED
    if hand.state is HandState.BUST:
        return Outcome.BUST
    if dealer.natural:
        return Outcome.LOSE
    if dealer.bust or hand.hand.total > dealer.total:
        return Outcome.WIN
    return Outcome.PUSH if hand.hand.total == dealer.total else Outcome.LOSE


def net_of(rules: Rules, seat: Seat, hand: PlayerHand, outcome: Outcome, dealer: Hand) -> int:
    """What the player gains by a hand, below 0 a loss."""
    match outcome:
        case Outcome.NATURAL:
            return payout(hand.bet, rules.natural_pays, whole_chips=rules.whole_chips)
        case Outcome.WIN:
            return hand.bet
        case Outcome.PUSH | Outcome.RETURNED:
            return 0
        case Outcome.SURRENDER:
            return payout(hand.bet, Fraction(1, 2), whole_chips=rules.whole_chips) - hand.bet
        case Outcome.LOSE | Outcome.BUST:
            original_only = rules.hole_card is HoleCard.OBO and dealer.natural
            return -seat.bet if original_only else -hand.bet
