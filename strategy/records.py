"""A round as one line of text, enough to replay it to the same result.

The rules, the bets in chips, the cards in dealing order and the actions, between bars:

    1D S17 PEEK DOA DAS SP4 SA2 NS 3:2 INS FRESH | 10 | TS 9H 6D TC 5H | H

Actions are the letters of ``strategy.actions``; ``I5`` insures for five chips. Among the cards
``*`` says that the shoe was refilled from the discards, ``+`` with a fresh pack.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Self

from strategy.actions import Action, UnknownAction
from strategy.cards import Card, CardError
from strategy.legality import IllegalAction
from strategy.money import MoneyError, chips, units
from strategy.playing import Move
from strategy.round import BetError, Round
from strategy.rules import Rules, RulesError
from strategy.shoe import FixedShoe, Refill, ShoeEmpty


class RecordError(ValueError):
    """A record that cannot be read, or that tells of something that cannot have happened."""


@dataclass(frozen=True, slots=True)
class Record:
    """What is needed to play a round again.

    >>> record = Record.parse("1D NOINS FRESH | 10 | TS 9H 6D TC 5H | H")
    >>> chips(record.replay().net(0))
    '10'
    """

    rules: Rules
    bets: tuple[int, ...]
    shoe: FixedShoe
    moves: tuple[Move, ...]

    def __str__(self) -> str:
        bets = " ".join(map(chips, self.bets))
        cards = " ".join(
            card.value if isinstance(card, Refill) else str(card) for card in self.shoe.cards
        )
        return f"{self.rules.code} | {bets} | {cards} | {written_moves(self.moves)}".rstrip()

    @classmethod
    def of(cls, round_: Round) -> Self:
        """The record of a round that is over: that of an open one would tell the hole card."""
        if not round_.over:
            raise RecordError("only a round that is over has a record")
        bets = tuple(seat.bet for seat in round_.seats)
        return cls(round_.rules, bets, FixedShoe(round_.drawn), round_.moves)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a record; raise RecordError. Whether it can have happened is seen by ``replay``."""
        parts = text.split("|")
        if len(parts) != 4:
            raise RecordError("a record has four parts: rules | bets | cards | actions")
        rules, bets, cards, moves = parts
        try:
            return cls(
                Rules.parse(rules),
                tuple(map(units, bets.split())),
                FixedShoe.parse(cards),
                read_moves(moves),
            )
        except (RulesError, MoneyError, CardError, UnknownAction) as error:
            raise RecordError(str(error)) from None

    def states(self, funds: Sequence[int | None] | None = None) -> Iterator[Round]:
        """The round as dealt and after each action; raise RecordError where that cannot be.

        ``funds`` is what each seat could stake beside its bet; a record does not tell it, and only
        what else was legal hangs on it.
        """
        self._check_cards()
        try:
            state = Round.deal(self.rules, self.bets, self.shoe, funds=funds)
            yield state
            for action, amount in self.moves:
                state = state.act(action, amount if action is Action.INSURE else None)
                yield state
        except (BetError, IllegalAction, ShoeEmpty) as error:
            raise RecordError(str(error)) from None
        if not state.over:
            raise RecordError("the record ends before the round does")
        if state.drawn != self.shoe.cards:
            raise RecordError("the record has more cards than the round takes")

    def replay(self) -> Round:
        """The round at its end; raise RecordError."""
        *_, end = self.states()
        return end

    def _check_cards(self) -> None:
        """Raise RecordError where a card comes more often than there are packs."""
        packs, seen = self.rules.decks, Counter[Card]()
        for card in self.shoe.cards:
            if isinstance(card, Refill):
                packs += card is Refill.FRESH_PACK
                continue
            seen[card] += 1
            if seen[card] > packs:
                of = "one pack" if packs == 1 else f"{packs} packs"
                raise RecordError(f"{card} comes {seen[card]} times in {of}")


def written_moves(moves: Iterable[Move]) -> str:
    """Moves as the last part of a record: ``I5 H S``."""
    return " ".join(
        f"{action}{chips(amount)}" if amount else str(action) for action, amount in moves
    )


def read_moves(text: str) -> tuple[Move, ...]:
    """Read what ``written_moves`` writes; raise UnknownAction or MoneyError."""
    return tuple(map(_read_move, text.split()))


def _read_move(word: str) -> Move:
    action, amount = Action.parse(word[0]), word[1:]
    if amount and action is not Action.INSURE:
        raise UnknownAction(f"{word!r} is not an action of a record")
    return Move(action, units(amount) if amount else 0)
