"""One round at a table, immutable: the only referee of what is legal and of what is paid.

>>> from strategy.shoe import FixedShoe
>>> start = Round.deal(Rules(), [10 * CHIP], FixedShoe.parse("TS 9H 6D TC 5H"))
>>> str(start.question), [action.word for action in start.legal_actions]
('T6 v 9', ['hit', 'stand', 'double'])
>>> end = start.act(Action.HIT)
>>> end.over, chips(end.net(0))
(True, '10')

Money is in the units of ``strategy.money``; seats and hands are numbered from 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Self

from strategy.actions import Action
from strategy.cards import Card
from strategy.events import Event, HandSettled, InsuranceSettled
from strategy.hands import Hand
from strategy.legality import IllegalAction, Phase, Refusal, refusal_in_play
from strategy.money import CHIP, chips
from strategy.playing import Draft, Move
from strategy.rules import Rules
from strategy.seats import PlayerHand, Seat, Turn
from strategy.shoe import CardSource, Refill
from strategy.situations import CHOICES, Situation, SituationError

MOST_SEATS: Final = 7

_ASKED: Final = {
    Phase.INSURANCE: (Action.INSURE, Action.DECLINE),
    Phase.EARLY_SURRENDER: (Action.SURRENDER, Action.DECLINE),
    Phase.PLAY: CHOICES,
    Phase.OVER: (),
}
_BARRABLE: Final = (Action.HIT, Action.DOUBLE, Action.SPLIT, Action.SURRENDER)


class BetError(ValueError):
    """Bets that no table takes; says which and why."""


@dataclass(frozen=True, slots=True)
class View:
    """What a player may know of a round: nothing that lies face down or is still to come."""

    rules: Rules
    seats: tuple[Seat, ...]
    dealer: tuple[Card, ...]
    """The dealer's cards that lie face up."""
    hole_hidden: bool
    """Whether there is one more, face down."""
    phase: Phase
    turn: Turn | None
    legal_actions: tuple[Action, ...]
    """Of the player himself: none while it is another's turn."""
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Round:
    """A state of a round. ``act`` makes the next one; this one stays as it is."""

    rules: Rules
    shoe: CardSource = field(repr=False)
    """As the cards dealt so far left it."""
    seats: tuple[Seat, ...]
    dealer_cards: tuple[Card, ...] = field(repr=False)
    """With the hole card: shown to nobody while ``hole_hidden``."""
    hole_hidden: bool
    phase: Phase
    turn: Turn | None
    events: tuple[Event, ...]
    drawn: tuple[Card | Refill, ...] = field(repr=False)
    """All cards in dealing order, the hole card too; a Refill where the shoe had run out."""
    moves: tuple[Move, ...]

    @classmethod
    def deal(
        cls,
        rules: Rules,
        bets: Sequence[int],
        shoe: CardSource,
        *,
        funds: Sequence[int | None] | None = None,
    ) -> Self:
        """Deal a round to one to seven seats.

        ``bets`` are whole chips; ``funds`` is what each seat can stake beside its bet. Raises
        BetError, or ShoeEmpty of a fixed shoe with too few cards.
        """
        if not 1 <= len(bets) <= MOST_SEATS:
            raise BetError(f"a table has 1 to {MOST_SEATS} seats, not {len(bets)}")
        for bet in bets:
            if bet <= 0 or bet % CHIP:
                raise BetError(f"a bet is a whole number of chips, not {chips(bet)}")
        held = funds if funds is not None else [None] * len(bets)
        for fund in held:
            if fund is not None and fund < 0:
                raise BetError(f"a bet is {chips(-fund)} more than the player has")
        seats = [Seat(bet, funds=fund) for bet, fund in zip(bets, held, strict=True)]
        draft = Draft(rules, shoe, seats)
        draft.deal()
        return cls._of(draft)

    def act(self, action: Action, amount: int | None = None) -> Self:
        """The round after an action of the hand whose turn it is.

        ``amount`` is for insurance alone: what is staked on it, the most allowed unless said.
        Raises IllegalAction, or ShoeEmpty of a fixed shoe with too few cards.
        """
        if refusal := self.refusal(action, amount):
            raise IllegalAction(action, refusal)
        draft = Draft(
            self.rules,
            self.shoe,
            list(self.seats),
            list(self.dealer_cards),
            self.hole_hidden,
            self.phase,
            self.turn,
            list(self.events),
            list(self.drawn),
            list(self.moves),
        )
        draft.act(action, self._insured(amount) if action is Action.INSURE else 0)
        return self._of(draft)

    @property
    def over(self) -> bool:
        return self.phase is Phase.OVER

    @property
    def upcard(self) -> Card:
        return self.dealer_cards[0]

    @property
    def dealer(self) -> Hand:
        """The dealer's cards that lie face up."""
        return Hand.of(self._shown_cards)

    @property
    def active(self) -> tuple[Seat, PlayerHand] | None:
        """The seat and the hand whose turn it is; None when the round is over."""
        if self.turn is None:
            return None
        seat = self.seats[self.turn.seat]
        return seat, seat.hands[self.turn.hand]

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        """What may be done now, in the order in which it is always listed."""
        return tuple(action for action in _ASKED[self.phase] if self.refusal(action) is None)

    def refusal(self, action: Action, amount: int | None = None) -> Refusal | None:
        """Why an action is not legal now; None where it is."""
        if self.active is None:
            return Refusal.OVER
        seat, hand = self.active
        if action not in _ASKED[self.phase]:
            return {
                Phase.INSURANCE: Refusal.ANSWER_INSURANCE,
                Phase.EARLY_SURRENDER: Refusal.ANSWER_SURRENDER,
            }.get(self.phase, Refusal.NOT_OFFERED)
        if self.phase is Phase.PLAY:
            return refusal_in_play(self.rules, seat, hand, self.upcard, action)
        if action is Action.INSURE:
            insured = self._insured(amount)
            if not seat.may_insure(insured, self.rules):
                return Refusal.INSURANCE_AMOUNT
            return None if seat.can_stake(insured) else Refusal.CHIPS_SHORT
        return None

    @property
    def question(self) -> Situation | None:
        """What the present decision asks of a chart.

        None where it is about insurance, where only standing is legal, and where a fresh pack has
        brought a hand more cards of a rank than the rules' decks have. Raises nothing.
        """
        if self.active is None or self.phase is Phase.INSURANCE:
            return None
        seat, hand = self.active
        barred = frozenset(
            action
            for action in _BARRABLE
            if refusal_in_play(self.rules, seat, hand, self.upcard, action)
        )
        if barred == frozenset(_BARRABLE):
            return None
        try:
            return Situation(self.rules, hand.hand, self.upcard.rank, barred)
        except SituationError:
            return None

    def net(self, seat: int) -> int:
        """What a seat has gained so far by what was settled, below 0 a loss."""
        return sum(
            event.net
            for event in self.events
            if isinstance(event, HandSettled | InsuranceSettled) and event.seat == seat
        )

    def visible(self, seat: int) -> View:
        """What the player at a seat may know."""
        mine = self.turn is not None and self.turn.seat == seat
        return View(
            self.rules,
            self.seats,
            self._shown_cards,
            self.hole_hidden,
            self.phase,
            self.turn,
            self.legal_actions if mine else (),
            self.events,
        )

    @property
    def _shown_cards(self) -> tuple[Card, ...]:
        return self.dealer_cards[:1] if self.hole_hidden else self.dealer_cards

    def _insured(self, amount: int | None) -> int:
        assert self.active is not None
        return self.active[0].most_insurance(self.rules) if amount is None else amount

    @classmethod
    def _of(cls, draft: Draft) -> Self:
        return cls(
            draft.rules,
            draft.shoe,
            tuple(draft.seats),
            tuple(draft.dealer),
            draft.hole_hidden,
            draft.phase,
            draft.turn,
            tuple(draft.events),
            tuple(draft.drawn),
            tuple(draft.moves),
        )
