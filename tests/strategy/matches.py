"""Short words for matches in tests: bets and piles in chips; every seat stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import strategies as st

from strategy.actions import Action
from strategy.agreements import Agreement, Chair, Kind
from strategy.match import Match, MatchView
from strategy.money import CHIP
from strategy.round import Round
from strategy.shoe import FixedShoe


def begin(
    seats: int = 3,
    *,
    chips: int = 100,
    sizes: Sequence[int] = (5, 10, 25),
    rounds: int | None = 20,
    soft: str = "S17",
    seed: str = "a match",
) -> Match:
    """A match of persons before its first bet."""
    chairs = tuple(Chair(f"Player {number}") for number in range(1, seats + 1))
    offered = tuple(size * CHIP for size in sizes)
    agreement = Agreement(chairs, chips * CHIP, offered, rounds, soft == "H17")
    return Match.begin(agreement, seed=seed)


def with_piles(match: Match, *piles: int) -> Match:
    """The match as it would be if the piles were these."""
    return replace(match, history=(*match.history[:-1], tuple(pile * CHIP for pile in piles)))


def piles(match: Match) -> list[int]:
    return [pile // CHIP for pile in match.piles]


def bet_all(match: Match, size: int = 5) -> Match:
    """The match with the bets out and the round dealt."""
    waiting = [seat for seat in match.bettors if match.bets[seat] is None]
    for seat in waiting:
        match = match.bet(seat, size * CHIP)
    return match


def stand_all(match: Match) -> Match:
    """The match with the round at hand played to its end."""
    while match.playing:
        match = match.act(match.turn, Action.STAND)
    return match


def play_rounds(match: Match, number: int, size: int = 5) -> Match:
    for _ in range(number):
        match = stand_all(bet_all(match, size))
    return match


def in_play(match: Match, size: int = 5) -> Match:
    """The match in the first of the coming rounds that no natural of the dealer ends at once."""
    match = bet_all(match, size)
    while not match.playing:
        match = bet_all(match, size)
    return match


def seen_at_the_end(
    cards: str, *seats: tuple[int, int], moves: str = "", rounds_left: int = 0
) -> MatchView:
    """What the seat at turn sees of a round of these cards; each seat has a pile and a bet."""
    match = with_piles(begin(len(seats), rounds=1 + rounds_left), *(pile for pile, _ in seats))
    state = Round.deal(
        match.agreement.rules,
        [bet * CHIP for _, bet in seats],
        FixedShoe.parse(cards),
        funds=[(pile - bet) * CHIP for pile, bet in seats],
    )
    for word in moves.split():
        state = state.act(Action(word))
    match = replace(match, round=state, dealt_to=tuple(match.agreement.seats))
    return match.visible(match.turn)


@st.composite
def agreements(draw: st.DrawFn) -> Agreement:
    """Anything that a table can agree on, within small numbers."""
    sizes = sorted(draw(st.sets(st.integers(1, 40), min_size=1, max_size=4)))
    names = draw(
        st.lists(
            st.text(st.characters(codec="utf-8"), min_size=1, max_size=8).filter(
                lambda name: name.isprintable() and name == name.strip()
            ),
            min_size=2,
            max_size=7,
            unique=True,
        )
    )
    return Agreement(
        tuple(Chair(name, draw(st.sampled_from(Kind))) for name in names),
        draw(st.integers(sizes[0], 5 * sizes[-1])) * CHIP,
        tuple(size * CHIP for size in sizes),
        draw(st.none() | st.integers(1, 6)),
        draw(st.booleans()),
    )
