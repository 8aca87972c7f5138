"""The felt of a match: the dealer's cards across the middle, and the seats around them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from strategy.agreements import Kind
from strategy.cards import Card
from strategy.events import CardDealt, DealerDrew, Event, HandSettled, HoleCardDealt, UpcardDealt
from strategy.match import Match
from trainer.matches.access import Sitting
from trainer.matches.models import PlayerKind, Seat
from trainer.tables.felt import ShownHand, dealer_count, shown_hand


@dataclass(frozen=True, slots=True)
class ShownSeat:
    """A seat as the felt shows it."""

    number: int
    name: str
    style: str
    """Of the computer player that has the seat; empty for a person."""
    stands_in: bool
    """Whether that one plays for a person who has gone."""
    gone: bool
    own: bool
    """Whether it is played from this device."""
    pile: int
    """In the hand, without what lies on the table."""
    bet: int
    """Put out for the round to come; 0 before."""
    hands: tuple[ShownHand, ...]
    turn: bool
    sits_out: bool
    leads: bool
    """Whether no pile was bigger after the last round that was settled."""

    @property
    def renamed(self) -> bool:
        """Whether the name of a computer player does not tell its style."""
        return bool(self.style) and not self.stands_in and self.style != self.name


@dataclass(frozen=True, slots=True)
class MatchFelt:
    dealer: Sequence[Card]
    dealer_still: int
    dealer_count: str
    hole: bool
    far: Sequence[ShownSeat]
    """Beyond the dealer, from left to right."""
    near: Sequence[ShownSeat]
    """On this side, from right to left: around the table in the order of play."""


def felt_of(sitting: Sitting, names: Sequence[str], new: Iterable[Event]) -> MatchFelt:
    """The felt as everybody may see it; the cards of ``new`` events are dealt in, others lie.

    Whoever looks at it sees a seat of theirs on the near side.
    """
    match, fresh = sitting.match, _fresh(new)
    seats = [_shown(sitting, seat, names[seat.number], fresh) for seat in sitting.seats]
    far = len(seats) // 2
    own = next((seat.number for seat in seats if seat.own), len(seats) - 1)
    first = own - far - (len(seats) - far - 1) // 2
    around = [seats[(first + place) % len(seats)] for place in range(len(seats))]
    round_ = match.round
    view = round_.visible(0) if round_ else None
    dealer, hole = (view.dealer, view.hole_hidden) if view else ((), False)
    return MatchFelt(
        dealer=dealer,
        dealer_still=len(dealer) + int(hole) - fresh["dealer"],
        dealer_count=dealer_count(round_) if round_ else "",
        hole=hole,
        far=around[:far],
        near=around[far:],
    )


def _fresh(new: Iterable[Event]) -> Counter[object]:
    """How many cards each hand, and the dealer, got in these events."""
    fresh: Counter[object] = Counter()
    for event in new:
        match event:
            case CardDealt(seat=seat, hand=hand):
                fresh[seat, hand] += 1
            case UpcardDealt() | HoleCardDealt() | DealerDrew():
                fresh["dealer"] += 1
    return fresh


def _shown(sitting: Sitting, seat: Seat, name: str, fresh: Counter[object]) -> ShownSeat:
    match = sitting.match
    is_person = seat.player is Kind.PERSON
    hands = _hands(match, seat.number, fresh)
    return ShownSeat(
        number=seat.number,
        name=name,
        style="" if is_person else str(PlayerKind(seat.player.value).label),
        stands_in=bool(seat.stand_in),
        gone=is_person and sitting.has_gone(seat),
        own=seat.participant_id == sitting.me.pk,
        pile=match.in_hand(seat.number),
        bet=0 if match.playing else match.bets[seat.number] or 0,
        hands=hands,
        turn=match.turn == seat.number,
        sits_out=match.sits_out(seat.number) and not hands,
        leads=match.rounds_played > 0 and match.piles[seat.number] == max(match.piles),
    )


def _hands(match: Match, number: int, fresh: Counter[object]) -> tuple[ShownHand, ...]:
    round_ = match.round
    if round_ is None or number not in match.dealt_to:
        return ()
    place = match.dealt_to.index(number)
    settled = {
        event.hand: event
        for event in round_.events
        if isinstance(event, HandSettled) and event.seat == place
    }
    return tuple(
        shown_hand(
            hand,
            settled=settled.get(at),
            active=round_.turn is not None and (round_.turn.seat, round_.turn.hand) == (place, at),
            still=len(hand.cards) - fresh[place, at],
        )
        for at, hand in enumerate(round_.seats[place].hands)
    )
