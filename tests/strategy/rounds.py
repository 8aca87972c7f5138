"""Short words for rounds in tests: cards in dealing order, moves as in a record, a story as text.

With one seat the cards come as: player, upcard, player, hole card (where there is one), and then as
they are drawn.
"""

from __future__ import annotations

from collections.abc import Sequence

from strategy.actions import Action
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
    ShoeRefilled,
    UpcardDealt,
)
from strategy.legality import Refusal
from strategy.money import CHIP, chips
from strategy.records import read_moves
from strategy.round import Round
from strategy.rules import Rules
from strategy.shoe import FixedShoe


def play(
    rules: str,
    cards: str,
    moves: str = "",
    *,
    bets: Sequence[int] = (10,),
    funds: Sequence[int | None] | None = None,
) -> Round:
    """A round after some moves; bets and funds in chips."""
    held = funds and [fund if fund is None else fund * CHIP for fund in funds]
    state = Round.deal(
        Rules.parse(rules), [bet * CHIP for bet in bets], FixedShoe.parse(cards), funds=held
    )
    for action, amount in read_moves(moves):
        state = state.act(action, amount or None)
    return state


def legal(state: Round) -> str:
    """The letters of what may be done: ``HSDP``."""
    return "".join(map(str, state.legal_actions))


def refusals(state: Round, letters: str) -> list[Refusal | None]:
    """Why each of the actions is refused."""
    return [state.refusal(Action(letter)) for letter in letters]


def results(state: Round) -> list[str]:
    """What was settled so far: ``["insurance -5", "win 10"]``."""
    return [
        told(event).split(": ")[1]
        for event in state.events
        if isinstance(event, HandSettled | InsuranceSettled)
    ]


def hands(state: Round, seat: int = 0) -> list[str]:
    """The ranks of a seat's hands."""
    return [str(hand.hand) for hand in state.seats[seat].hands]


def net(state: Round, seat: int = 0) -> str:
    """What a seat has gained, in chips."""
    return chips(state.net(seat))


def turn(state: Round) -> tuple[int, int] | None:
    """Whose turn it is, seat and hand numbered from 1."""
    return None if state.turn is None else (state.turn.seat + 1, state.turn.hand + 1)


def story(state: Round) -> list[str]:
    """All that has happened, a line each; seats and hands numbered from 1."""
    return [told(event) for event in state.events]


def told(event: Event) -> str:
    match event:
        case CardDealt(seat, hand, card):
            return f"{seat + 1}.{hand + 1}: {card}"
        case UpcardDealt(card):
            return f"upcard {card}"
        case HoleCardDealt():
            return "hole card"
        case ShoeRefilled(source):
            return f"refilled {source.value}"
        case Insured(seat, amount):
            return f"{seat + 1}: insures {chips(amount)}"
        case KeptOn(seat):
            return f"{seat + 1}: plays on"
        case DealerLooked(natural):
            return "looks: natural" if natural else "looks: none"
        case Acted(seat, hand, action, staked):
            return f"{seat + 1}.{hand + 1}: {action.word} +{chips(staked)}"
        case HoleCardTurned(card):
            return f"turns {card}"
        case DealerDrew(card):
            return f"draws {card}"
        case HandSettled(seat, hand, outcome, net):
            return f"{seat + 1}.{hand + 1}: {outcome.value} {chips(net)}"
        case InsuranceSettled(seat, net):
            return f"{seat + 1}: insurance {chips(net)}"
    raise AssertionError(f"no words for {event}")
