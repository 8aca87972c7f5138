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
        dealer_count=dealer_count(state),
        hole=view.hole_hidden,
        hands=[
            shown_hand(
                hand,
                label=_label(number, len(seat.hands)),
                settled=settled.get(number),
                active=state.turn is not None and state.turn.hand == number,
                still=_still(hand, number, before),
            )
            for number, hand in enumerate(seat.hands)
        ],
        insurance=seat.insurance or 0,
        insurance_net=insured[0] if insured else None,
    )


def shown_hand(
    hand: PlayerHand,
    *,
    label: str = "",
    settled: HandSettled | None,
    active: bool = False,
    still: int = 0,
) -> ShownHand:
    """A hand of a player with its count and its bet, and the result where it is settled."""
    net = settled.net if settled else None
    return ShownHand(
        cards=hand.cards,
        still=still,
        label=label,
        count=count_of(hand),
        bet=hand.bet,
        doubled=hand.doubled,
        active=active,
        outcome=OUTCOMES[settled.outcome] if settled else None,
        net=net,
        kind="" if net is None else ("win" if net > 0 else "lose" if net < 0 else "push"),
    )


def count_of(hand: PlayerHand) -> str:
    """What the label of a hand says that it counts."""
    if hand.state is HandState.NATURAL:
        return gettext("blackjack")
    if hand.state is HandState.BUST:
        return gettext("%(total)d, bust") % {"total": hand.hand.total}
    return total_in_words(hand.hand)


def _label(number: int, hands: int) -> str:
    if hands == 1:
        return gettext("You")
    return gettext("Hand %(number)d") % {"number": number + 1}


def _still(hand: PlayerHand, number: int, before: Round | None) -> int:
    """How many first cards of a hand lay at its place before; a split moves the second one."""
    if before is None or number >= len(before.seats[0].hands):
        return 0
    old = before.seats[0].hands[number].cards
    return sum(1 for now, then in zip(hand.cards, old, strict=False) if now == then)


def dealer_count(state: Round) -> str:
    """What the dealer's label says."""
    if len(state.dealer) == 1:
        return gettext("shows %(rank)s") % {"rank": rank_name(state.upcard.rank)}
    if state.dealer.natural:
        return gettext("blackjack")
    if state.dealer.bust:
        return gettext("%(total)d, bust") % {"total": state.dealer.total}
    return total_in_words(state.dealer)
