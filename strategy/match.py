"""A match: round after round at one table, the biggest pile at the end wins. Immutable, as a round.

>>> from strategy.money import CHIP
>>> agreement = Agreement.parse("S17 | 100 | 5 10 25 | 20 | Ann:person Bob:person")
>>> match = Match.begin(agreement, seed="a match")
>>> match = match.bet(0, 10 * CHIP).bet(1, 25 * CHIP)
>>> match.playing, match.turn, [chips(match.in_hand(seat)) for seat in agreement.seats]
(True, 0, ['90', '75'])
>>> match = match.act(0, Action.STAND)
>>> str(match)
'S17 | 100 | 5 10 25 | 20 | Ann:person Bob:person | a%20match | 10 25 S'
>>> Match.parse(str(match)) == match
True

The text has the agreement, the seed and the moves: numbers are bets, letters are actions, and
``end`` is the end that its maker made. Who made a move follows from whose turn it was. The seed
tells all cards to come: a text is for keeping, and for nobody to read before the match is over.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final, NamedTuple, Self
from urllib.parse import quote, unquote

from strategy.actions import Action, UnknownAction
from strategy.agreements import Agreement, AgreementError
from strategy.legality import IllegalAction
from strategy.money import MoneyError, chips, units
from strategy.round import Round, View
from strategy.shoe import Shoe

_END: Final = "end"


class MatchRefusal(Enum):
    """Why a move in a match is not legal; each value is an English sentence."""

    OVER = "The match is over."
    BETS_FIRST = "First every seat puts out its bet."
    IN_PLAY = "The round is in play: the next bets come after it."
    NOT_YOUR_TURN = "It is another seat's turn."
    SITS_OUT = "Without the chips for the smallest bet a seat sits out."
    NOT_OFFERED = "That is not one of the table's bets."
    CHIPS_SHORT = "The pile has not the chips for that bet."
    BETWEEN_ROUNDS = "A match is ended between rounds, not when bets are out."
    ROUNDS_AGREED = "The table has agreed on a number of rounds: the match ends after them."


class IllegalMove(ValueError):
    """A move that a match does not allow now; ``refusal`` says why."""

    def __init__(self, refusal: MatchRefusal) -> None:
        super().__init__(refusal.value)
        self.refusal = refusal


class MatchTextError(ValueError):
    """A text that tells no match, or one that cannot have happened."""


class Ending(Enum):
    """Why a match is over."""

    ROUNDS = "all rounds are played"
    MAKER = "whoever made the table has ended it"
    CHIPS = "fewer than two seats have chips left"
    """Or more have, but none of them enough for the smallest bet."""


class Place(NamedTuple):
    """A line of the standings; who has the same pile has the same rank, and the next is left out.

    Of piles of 90, 120, 120 and 50 the ranks are 3, 1, 1 and 4.
    """

    rank: int
    seat: int
    pile: int


@dataclass(frozen=True, slots=True)
class MatchView:
    """What the player at a seat may know of a match: no seed, and of the round what lies open."""

    agreement: Agreement
    seat: int
    piles: tuple[int, ...]
    """As they were when the last round was settled."""
    bets: tuple[int | None, ...]
    """Of the round at hand; None for a seat that has not bet yet, or sits out."""
    bettors: tuple[int, ...]
    """The seats of the round at hand in the order in which they bet, are dealt to and play."""
    rounds_played: int
    last_bets: tuple[int | None, ...]
    """Of the round before; None for a seat that sat out, and before the first."""
    turn: int | None
    table: View | None
    """The round dealt last, with its seats numbered as in ``dealt_to``."""
    dealt_to: tuple[int, ...]
    """The seats in the order of the round dealt last."""

    @property
    def rounds_left(self) -> int | None:
        """How many rounds come after the one at hand; None where no number was agreed."""
        agreed = self.agreement.rounds
        return None if agreed is None else agreed - self.rounds_played - 1


@dataclass(frozen=True, slots=True)
class Match:
    """A state of a match. ``bet``, ``act`` and ``end`` make the next one; this one stays."""

    agreement: Agreement
    seed: str = field(repr=False)
    """Decides the pack of each round."""
    history: tuple[tuple[int, ...], ...]
    """The piles before the first round and after each."""
    bets: tuple[int | None, ...]
    """Of the round at hand; None for a seat that has not bet yet, or sits out."""
    last_bets: tuple[int | None, ...]
    """Of the round before."""
    round: Round | None = None
    """The one dealt last: in play, or over until the next is dealt. None before the first."""
    dealt_to: tuple[int, ...] = ()
    """The match's seats in the order of ``round``: seats that sit out are not in it."""
    moves: tuple[str, ...] = field(default=(), repr=False)
    ended: bool = False
    """Whether whoever made the table has ended it."""

    @classmethod
    def begin(cls, agreement: Agreement, *, seed: str) -> Self:
        """A match before its first bet."""
        nobody = (None,) * len(agreement.chairs)
        return cls(agreement, seed, ((agreement.chips,) * len(nobody),), nobody, nobody)

    @property
    def piles(self) -> tuple[int, ...]:
        """What each seat has, its bets in the round at hand included until they are settled."""
        return self.history[-1]

    @property
    def rounds_played(self) -> int:
        return len(self.history) - 1

    @property
    def playing(self) -> bool:
        """Whether a round is in play; otherwise the table bets, or the match is over."""
        return self.round is not None and not self.round.over

    @property
    def bettors(self) -> tuple[int, ...]:
        """The seats of the round at hand in the order in which they bet, are dealt to and play.

        The first seat moves on one each round; where that one sits out, the next begins.
        """
        number = len(self.piles)
        around = ((self.rounds_played + place) % number for place in range(number))
        return tuple(seat for seat in around if not self.sits_out(seat))

    @property
    def turn(self) -> int | None:
        """The seat that is to bet or to act; None when the match is over."""
        if self.over:
            return None
        if self.playing:
            assert self.round is not None
            assert self.round.turn is not None
            return self.dealt_to[self.round.turn.seat]
        return next(seat for seat in self.bettors if self.bets[seat] is None)

    @property
    def ending(self) -> Ending | None:
        """Why the match is over; None while it is not."""
        if self.ended:
            return Ending.MAKER
        if self.playing:
            return None
        if self.rounds_played == self.agreement.rounds:
            return Ending.ROUNDS
        broke = sum(pile > 0 for pile in self.piles) < 2
        return Ending.CHIPS if broke or max(self.piles) < self.agreement.sizes[0] else None

    @property
    def over(self) -> bool:
        return self.ending is not None

    @property
    def between_rounds(self) -> bool:
        """Whether no bet is out and no round is in play."""
        return not self.playing and not any(self.bets)

    @property
    def standings(self) -> tuple[Place, ...]:
        """After the last round that was settled, the biggest pile first."""
        return self.standings_after(self.rounds_played)

    def standings_after(self, rounds: int) -> tuple[Place, ...]:
        """After so many rounds, the biggest pile first; seats with the same in seating order."""
        piles = self.history[rounds]
        places = [
            Place(1 + sum(other > pile for other in piles), seat, pile)
            for seat, pile in enumerate(piles)
        ]
        return tuple(sorted(places))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seat with the biggest pile, more than one where it is a draw; none before the end."""
        if not self.over:
            return ()
        return tuple(place.seat for place in self.standings if place.rank == 1)

    @property
    def drawn(self) -> bool:
        """Whether the top pile is shared."""
        return len(self.winners) > 1

    def sits_out(self, seat: int) -> bool:
        """Whether a seat has not the chips for the smallest bet of the round at hand."""
        return self.piles[seat] < self.agreement.sizes[0]

    def in_hand(self, seat: int) -> int:
        """A seat's pile without what lies on the table for it."""
        if self.playing and seat in self.dealt_to:
            assert self.round is not None
            return self.piles[seat] - self.round.seats[self.dealt_to.index(seat)].staked
        return self.piles[seat] - (self.bets[seat] or 0)

    def bets_of(self, seat: int) -> tuple[int, ...]:
        """The sizes that a seat may put out now; none while it is not its turn to bet."""
        return tuple(size for size in self.agreement.sizes if self.bet_refusal(seat, size) is None)

    def bet_refusal(self, seat: int, size: int) -> MatchRefusal | None:
        """Why a seat may not put out a bet now; None where it may."""
        if self.over:
            return MatchRefusal.OVER
        if self.playing:
            return MatchRefusal.IN_PLAY
        if self.turn != seat:
            out = seat in self.agreement.seats and self.sits_out(seat)
            return MatchRefusal.SITS_OUT if out else MatchRefusal.NOT_YOUR_TURN
        if size not in self.agreement.sizes:
            return MatchRefusal.NOT_OFFERED
        return MatchRefusal.CHIPS_SHORT if size > self.piles[seat] else None

    def act_refusal(self, seat: int) -> MatchRefusal | None:
        """Why a seat may not act on a hand now, whatever the action; None where it may."""
        if self.over:
            return MatchRefusal.OVER
        if not self.playing:
            return MatchRefusal.BETS_FIRST
        return MatchRefusal.NOT_YOUR_TURN if self.turn != seat else None

    @property
    def end_refusal(self) -> MatchRefusal | None:
        """Why whoever made the table may not end the match now; None where they may."""
        if self.over:
            return MatchRefusal.OVER
        if self.agreement.rounds is not None:
            return MatchRefusal.ROUNDS_AGREED
        return None if self.between_rounds else MatchRefusal.BETWEEN_ROUNDS

    def bet(self, seat: int, size: int) -> Self:
        """The match after a bet; the last one has the round dealt. Raises IllegalMove."""
        if refusal := self.bet_refusal(seat, size):
            raise IllegalMove(refusal)
        bets = (*self.bets[:seat], size, *self.bets[seat + 1 :])
        after = replace(self, bets=bets, moves=(*self.moves, chips(size)))
        waits = any(bets[each] is None for each in self.bettors)
        return after if waits else after._dealt()

    def act(self, seat: int, action: Action) -> Self:
        """The match after an action on the hand whose turn it is.

        Raises IllegalMove where the seat may not act now, and the round's IllegalAction.
        """
        if refusal := self.act_refusal(seat):
            raise IllegalMove(refusal)
        assert self.round is not None
        after = replace(self, round=self.round.act(action), moves=(*self.moves, str(action)))
        return after._settled()

    def end(self) -> Self:
        """The match as whoever made the table ends it, between rounds; raises IllegalMove."""
        if refusal := self.end_refusal:
            raise IllegalMove(refusal)
        return replace(self, ended=True, moves=(*self.moves, _END))

    def visible(self, seat: int) -> MatchView:
        """What the player at a seat may know."""
        # A seat that sits out looks on from a place where it is never its turn.
        place = self.dealt_to.index(seat) if seat in self.dealt_to else len(self.dealt_to)
        return MatchView(
            self.agreement,
            seat,
            self.piles,
            self.bets,
            self.bettors,
            self.rounds_played,
            self.last_bets,
            self.turn,
            None if self.round is None else self.round.visible(place),
            self.dealt_to,
        )

    def _dealt(self) -> Self:
        """The match with a fresh pack shuffled and the round dealt."""
        order = self.bettors
        bets = [bet for seat in order if (bet := self.bets[seat]) is not None]
        rules = self.agreement.rules
        dealt = Round.deal(
            rules,
            bets,
            Shoe.of(rules, seed=f"{self.seed}/round {self.rounds_played + 1}"),
            funds=[self.piles[seat] - bet for seat, bet in zip(order, bets, strict=True)],
        )
        return replace(self, round=dealt, dealt_to=order)._settled()

    def _settled(self) -> Self:
        """The match with the piles of a round that is over; as it is while one is in play."""
        if self.round is None or not self.round.over:
            return self
        piles = list(self.piles)
        for place, seat in enumerate(self.dealt_to):
            piles[seat] += self.round.net(place)
        return replace(
            self,
            history=(*self.history, tuple(piles)),
            last_bets=self.bets,
            bets=(None,) * len(piles),
        )

    def __str__(self) -> str:
        seed = quote(self.seed, safe="")
        return f"{self.agreement} | {seed} | {' '.join(self.moves)}".rstrip()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what ``str`` writes, and play it again; raise MatchTextError."""
        parts = text.rsplit("|", 2)
        if len(parts) != 3:
            raise MatchTextError("a match has an agreement, a seed and moves, with bars between")
        agreement, seed, moves = parts
        try:
            match = cls.begin(Agreement.parse(agreement), seed=unquote(seed.strip()))
            for word in moves.split():
                match = match.after(word)
        except (AgreementError, IllegalMove, IllegalAction, MoneyError, UnknownAction) as error:
            raise MatchTextError(str(error)) from None
        return match

    def after(self, word: str) -> Self:
        """The match after a move as texts have it, made by the seat whose turn it is.

        Raises IllegalMove, IllegalAction, MoneyError or UnknownAction.
        """
        if word == _END:
            return self.end()
        if self.turn is None:
            raise IllegalMove(MatchRefusal.OVER)
        if word[0].isdecimal():
            return self.bet(self.turn, units(word))
        return self.act(self.turn, Action.parse(word))
