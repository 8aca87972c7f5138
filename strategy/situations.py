"""What a player is asked: the cards, the dealer's upcard, and what is allowed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, NamedTuple, Self

from strategy.actions import Action
from strategy.cards import UPCARDS, CardError, Rank
from strategy.hands import Hand, HandError
from strategy.rules import Rules


class SituationError(ValueError):
    """A situation or a cell that cannot be read, or that no table can deal."""


class Category(Enum):
    """The three tables of a chart."""

    HARD = "hard"
    SOFT = "soft"
    PAIR = "pair"

    def __str__(self) -> str:
        return self.value


_VALUED = "A23456789T"
SOFT_ROWS: Final = {total: f"A{_VALUED[total - 12]}" for total in range(12, 22)}
"""The name of each soft total's row: ``AA`` is soft 12, ``A7`` soft 18, ``AT`` soft 21."""

ROWS: Final = {
    Category.HARD: tuple(str(total) for total in range(4, 22)),
    Category.SOFT: tuple(SOFT_ROWS.values()),
    Category.PAIR: (*(rank.value * 2 for rank in UPCARDS),),
}
"""The rows of each table in order: hard 4 to 21, soft AA to AT, pairs 22 to AA."""

_ROW_NUMBER: Final = {
    (category, row): (number, len(rows))
    for category, rows in ROWS.items()
    for number, row in enumerate(rows)
}


class Cell(NamedTuple):
    """One entry of a chart, written ``hard 16 v T``."""

    category: Category
    row: str
    upcard: Rank

    def __str__(self) -> str:
        return f"{self.category} {self.row} v {self.upcard}"

    @property
    def short(self) -> str:
        """The cell without its table's name: ``16 v T``."""
        return f"{self.row} v {self.upcard}"

    @classmethod
    def parse(cls, text: str) -> Cell:
        """Read ``soft A7 v 2``; raise SituationError for a cell that no chart has."""
        if found := _AS_WRITTEN.get(text):
            return found
        try:
            category, row, versus, upcard = text.split()
            cell = cls(Category(category), row, Rank.parse(upcard).valued)
        except ValueError:
            raise SituationError(f"{text!r} is not a cell: write hard 16 v T") from None
        if versus != "v" or (cell.category, row) not in _ROW_NUMBER:
            raise SituationError(f"{text!r} is not a cell of any chart")
        return cell


ALL_CELLS: Final = tuple(
    Cell(category, row, upcard)
    for category, rows in ROWS.items()
    for row in rows
    for upcard in UPCARDS
)
"""The 380 cells of a complete chart, table by table, row by row."""

_AS_WRITTEN: Final = {str(cell): cell for cell in ALL_CELLS}

CHOICES: Final = (Action.HIT, Action.STAND, Action.DOUBLE, Action.SPLIT, Action.SURRENDER)
"""The plays of a hand in the order in which they are always listed."""

_BARRABLE: Final = frozenset({Action.HIT, Action.DOUBLE, Action.SPLIT, Action.SURRENDER})


@dataclass(frozen=True, slots=True)
class Situation:
    """A hand against an upcard under rules, less the plays barred here for another reason.

    Plays are barred where the hand came from a split, split aces take one card, the limit of hands
    is reached, or the chips are short. In text the barred plays follow with a minus:

    >>> situation = Situation.parse("88 v A -P", Rules())
    >>> str(situation.cell), [action.word for action in situation.allowed]
    ('hard 16 v A', ['hit', 'stand', 'double'])
    """

    rules: Rules
    hand: Hand
    upcard: Rank
    barred: frozenset[Action] = frozenset()
    allowed: tuple[Action, ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        if len(self.hand) < 2:
            raise SituationError(f"a hand has two cards or more, not {len(self.hand)}")
        if self.hand.bust:
            raise SituationError(f"{self.hand} is bust: there is nothing to decide")
        self._check_shoe()
        if odd := self.barred - _BARRABLE:
            raise SituationError(f"{min(action.word for action in odd)} cannot be barred")
        legal = self.rules.first_actions(self.hand, self.upcard is Rank.ACE)
        object.__setattr__(self, "upcard", self.upcard.valued)
        object.__setattr__(self, "barred", self.barred & legal)
        allowed = tuple(action for action in CHOICES if action in legal - self.barred)
        object.__setattr__(self, "allowed", allowed)

    def _check_shoe(self) -> None:
        seen = Counter(rank.valued for rank in (*self.hand.ranks, self.upcard))
        for rank, count in seen.items():
            there = self.rules.decks * (16 if rank is Rank.TEN else 4)
            if count > there:
                raise SituationError(
                    f"{self.rules.decks}D has {there} cards of rank {rank}, not {count}"
                )

    def __str__(self) -> str:
        bars = "".join(f" -{action}" for action in CHOICES if action in self.barred)
        return f"{self.hand} v {self.upcard}{bars}"

    @property
    def category(self) -> Category:
        return self.cell.category

    @property
    def cell(self) -> Cell:
        """Where a chart answers this: a pair only where it may be split, else by its total."""
        if Action.SPLIT in self.allowed:
            return Cell(Category.PAIR, self.hand.ranks[0].valued.value * 2, self.upcard)
        return self.total_cell

    @property
    def total_cell(self) -> Cell:
        """The cell of the hand's total, soft or hard, whether or not it is a pair."""
        if self.hand.soft:
            return Cell(Category.SOFT, SOFT_ROWS[self.hand.total], self.upcard)
        return Cell(Category.HARD, str(self.hand.total), self.upcard)

    @classmethod
    def parse(cls, text: str, rules: Rules) -> Self:
        """Read ``T6 v 9`` or ``88 v A -P``; raise SituationError saying what is wrong."""
        cards, versus, rest = text.partition(" v ")
        upcard, *bars = rest.split() or [""]
        if not versus or not upcard:
            raise SituationError(f"{text!r} is not a situation: write T6 v 9")
        try:
            hand, rank = Hand.parse(cards.strip()), Rank.parse(upcard)
        except (HandError, CardError) as error:
            raise SituationError(str(error)) from None
        barred = set()
        for bar in bars:
            action = next((a for a in _BARRABLE if bar.upper() == f"-{a}"), None)
            if action is None:
                raise SituationError(f"{bar!r} bars no play (-H -D -P -R)")
            barred.add(action)
        return cls(rules, hand, rank, frozenset(barred))
