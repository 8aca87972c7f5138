"""Computer players: each style bets and plays by what a player at its seat may see, and no more.

>>> from strategy.agreements import Agreement
>>> match = Match.begin(Agreement.parse("S17 | 100 | 5 10 | 20 | A:copycat B:expert"), seed="x")
>>> player = PLAYERS[Kind.COPYCAT]
>>> player.bet(match.visible(0), Random("a whim"))
100
>>> moved(match).bets
(100, None)

Decisions are the same for the same view and the same random source; ``moved`` takes one from the
seed of the match, so that a match of computer players follows from its agreement and its seed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Final

from strategy.actions import Action
from strategy.agreements import Kind
from strategy.chances import EarlierBet, LastBet, LastPlay, affordable, usual_bet
from strategy.match import Match, MatchView
from strategy.results import results_of
from strategy.seats import PlayerHand
from strategy.situations import Situation, SituationError

_BARRABLE: Final = frozenset({Action.HIT, Action.DOUBLE, Action.SPLIT, Action.SURRENDER})
_TOO_CLOSE: Final = 1e-9
"""Plays whose chances differ by less are as good: then the chart's is played."""

Betting = Callable[[MatchView, Random], int]
Playing = Callable[[MatchView, Random], Action]


@dataclass(frozen=True, slots=True)
class Player:
    """A style: how it bets and how it plays. Both are asked only when it is the seat's turn."""

    kind: Kind
    bet: Betting
    act: Playing


def moved(match: Match, kind: Kind | None = None) -> Match:
    """The match after the computer player whose turn it is has bet or acted.

    ``kind`` is the style of whoever plays for the one that was agreed on, as for a person who has
    gone. Raises ValueError where it is a person's turn, or nobody's.
    """
    seat = match.turn
    if seat is None:
        raise ValueError("the match is over")
    view = match.visible(seat)
    kind = kind or match.agreement.chairs[seat].kind
    if kind is Kind.PERSON:
        raise ValueError("it is a person's turn")
    player = PLAYERS[kind]
    whim = Random(f"{match.seed}/move {len(match.moves) + 1}")
    if match.playing:
        return match.act(seat, player.act(view, whim))
    return match.bet(seat, player.bet(view, whim))


def computers_moved(match: Match) -> Match:
    """The match after the moves of computer players up to a person's turn or the round's end.

    Called again it goes on into the next round.
    """
    played = match.rounds_played
    while match.turn is not None and match.rounds_played == played:
        if match.agreement.chairs[match.turn].kind is Kind.PERSON:
            break
        match = moved(match)
    return match


def _bets_the_same(view: MatchView, whim: Random) -> int:
    return min(usual_bet(view.agreement), _sizes(view)[-1])


def _bets_least(view: MatchView, whim: Random) -> int:
    return view.agreement.sizes[0]


def _chases_losses(view: MatchView, whim: Random) -> int:
    """While it has lost, one size more each round; otherwise whatever comes to mind."""
    sizes, last = _sizes(view), view.last_bets[view.seat]
    if last is None or view.piles[view.seat] >= view.agreement.chips:
        return whim.choice(sizes)
    return next((size for size in sizes if size > last), sizes[-1])


def _bets_to_win(view: MatchView, whim: Random) -> int:
    """The bet with the best chance of winning the match; of equal ones the smallest."""
    bet = LastBet(view) if view.rounds_left == 0 else EarlierBet(view)
    return max(_sizes(view), key=lambda size: (round(bet.worth(size), 9), -size))


def _as_the_dealer(view: MatchView, whim: Random) -> Action:
    hand = _hand(view).hand
    return Action.HIT if view.agreement.rules.dealer_draws(hand) else Action.STAND


def _without_risk(view: MatchView, whim: Random) -> Action:
    """Hits what no card can break, up to soft 17; neither doubles nor splits."""
    hand = _hand(view).hand
    safe = hand.total <= 17 if hand.soft else hand.total <= 11
    return Action.HIT if safe else Action.STAND


def _by_hunches(view: MatchView, whim: Random) -> Action:
    """Splits and doubles gladly, and feels about a stiff hand now this way and now that."""
    hand, legal = _hand(view).hand, _legal(view)
    if Action.SPLIT in legal and whim.random() < 0.75:
        return Action.SPLIT
    if Action.DOUBLE in legal and 8 <= hand.total <= 11:
        return Action.DOUBLE
    if hand.total < 12 or (hand.soft and hand.total < 18):
        return Action.HIT
    return Action.HIT if hand.total < 17 and whim.random() < 0.5 else Action.STAND


def _by_chart(view: MatchView, whim: Random) -> Action:
    situation = _situation(view)
    if situation is None:
        return Action.STAND
    return results_of(view.agreement.hits_soft_17).chart.advise(situation).action


def _to_win(view: MatchView, whim: Random) -> Action:
    """By the chart, and in the last round the play with the best chance of winning the match."""
    charted = _by_chart(view, whim)
    if view.rounds_left != 0:
        return charted
    play = LastPlay(view)
    worth = {action: play.worth(action) for action in _legal(view)}
    best = max(worth, key=lambda action: worth[action])
    return best if worth[best] > worth[charted] + _TOO_CLOSE else charted


PLAYERS: Final[Mapping[Kind, Player]] = {
    player.kind: player
    for player in (
        Player(Kind.COPYCAT, _bets_the_same, _as_the_dealer),
        Player(Kind.CAUTIOUS, _bets_least, _without_risk),
        Player(Kind.GAMBLER, _chases_losses, _by_hunches),
        Player(Kind.CHART, _bets_the_same, _by_chart),
        Player(Kind.EXPERT, _bets_to_win, _to_win),
    )
}
"""The player of each kind that is not a person, the best last."""


def _sizes(view: MatchView) -> tuple[int, ...]:
    return affordable(view.agreement, view.piles[view.seat])


def _legal(view: MatchView) -> tuple[Action, ...]:
    assert view.table is not None
    return view.table.legal_actions


def _hand(view: MatchView) -> PlayerHand:
    """The hand at turn."""
    assert view.table is not None
    assert view.table.turn is not None
    return view.table.seats[view.table.turn.seat].hands[view.table.turn.hand]


def _situation(view: MatchView) -> Situation | None:
    """What the hand at turn asks of a chart; None for more cards than one pack has of a rank."""
    assert view.table is not None
    barred = _BARRABLE.difference(_legal(view))
    try:
        return Situation(view.table.rules, _hand(view).hand, view.table.dealer[0].rank, barred)
    except SituationError:
        return None
