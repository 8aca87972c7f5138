"""The felt: a state of a round as its player may see it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext

from strategy.cards import Card
from strategy.events import HandSettled, InsuranceSettled
from strategy.round import Round
from strategy.seats import HandState, PlayerHand
from trainer.core.wording import rank_name
from trainer.tables.wording import OUTCOMES, total_in_words


@dataclass(frozen=True, slots=True)
class ShownHand:
    """A hand as the felt shows it."""

    cards: Sequence[Card]
    still: int
    """So many of the cards lay there before."""
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
class Felt:
    """The dealer's cards, the hands with their bets, and the insurance."""

    dealer: Sequence[Card]
    dealer_still: int
    dealer_count: str
    hole: bool
    hands: Sequence[ShownHand]
    insurance: int
    insurance_net: int | None


def felt_of(state: Round, before: Round | None = None) -> Felt:
    """What of a state may be shown: the hole card only when it is turned.

    Cards that lay there ``before`` are still, the others are dealt in.
    """
    view = state.visible(0)
    seat = view.seats[0]
    settled = {e.hand: e for e in view.events if isinstance(e, HandSettled)}
    insured = [e.net for e in view.events if isinstance(e, InsuranceSettled)]
    return Felt(
        dealer=view.dealer,
        dealer_still=len(before.dealer_cards) if before else 0,
        dealer_count=_dealer_count(state),
        hole=view.hole_hidden,
        hands=[
            _shown_hand(hand, number, settled.get(number), state, before)
            for number, hand in enumerate(seat.hands)
        ],
        insurance=seat.insurance or 0,
        insurance_net=insured[0] if insured else None,
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
