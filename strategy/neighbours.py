"""Which cells of a chart lie beside each other, and which are confused with which.

A chart is learnt by its borders: where a row turns from one play to the next. Beside a cell are the
next upcards of its row (2 … 9 T A, as charts are printed) and the next rows of its table against
the same upcard. A pair also looks like the total that it makes.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from strategy.actions import Action
from strategy.cards import UPCARDS
from strategy.charts import Chart
from strategy.dealing import compositions
from strategy.hands import Hand
from strategy.rules import Rules
from strategy.situations import ALL_CELLS, ROWS, Category, Cell, Situation

_PLACES: Final = {
    (category, row): number for category, rows in ROWS.items() for number, row in enumerate(rows)
}


def beside(cell: Cell) -> tuple[Cell, ...]:
    """The cells next to a cell in its table: left and right in its row, then above and below.

    >>> [each.short for each in beside(Cell.parse("hard 16 v A"))]
    ['16 v T', '15 v A', '17 v A']
    """
    category, row, upcard = cell
    rows, column = ROWS[category], UPCARDS.index(upcard)
    number = _PLACES[category, row]
    across = [Cell(category, row, UPCARDS[at]) for at in _around(column, len(UPCARDS))]
    down = [Cell(category, rows[at], upcard) for at in _around(number, len(rows))]
    return (*across, *down)


def _around(place: int, size: int) -> list[int]:
    return [at for at in (place - 1, place + 1) if 0 <= at < size]


def _lookalikes() -> dict[Cell, tuple[Cell, ...]]:
    """The total that a pair makes, and the pair that makes a total."""
    found: dict[Cell, tuple[Cell, ...]] = {}
    for pair in ALL_CELLS:
        if pair.category is Category.PAIR:
            total = Situation(Rules(), Hand.parse(pair.row), pair.upcard).total_cell
            found |= {pair: (total,), total: (pair,)}
    return found


_LOOKALIKES: Final = _lookalikes()


def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """The cells that may be confused with a cell: those beside it, and a pair with its total."""
    return beside(cell) + _LOOKALIKES.get(cell, ())


def right_plays(rules: Rules, chart: Chart, *, longer: bool = True) -> dict[Cell, Action]:
    """The chart's play for the shortest hand of every cell that can come up and that it answers.

    Unless ``longer``, cells that only hands of three cards and more bring up are left out.
    """
    plays = {}
    for cell, hands in compositions(rules, longer=longer).items():
        shortest = min((hand.ranks for hand in hands), key=len)
        situation = Situation(rules, Hand(shortest), cell.upcard)
        if chart.states(situation):
            plays[cell] = chart.advise(situation).action
    return plays


def near_misses(plays: Mapping[Cell, Action], cells: Collection[Cell]) -> tuple[Cell, ...]:
    """Those of the cells that have a cell beside them whose right play differs.

    ``plays`` are the right plays as ``right_plays`` finds them; cells that are not among them have
    no play to differ.
    """
    return tuple(
        cell
        for cell in cells
        if cell in plays
        and any(plays[other] is not plays[cell] for other in beside(cell) if other in plays)
    )


def confused_with(plays: Mapping[Cell, Action], cell: Cell, chosen: Action) -> tuple[Cell, ...]:
    """The neighbours that an error in a cell was likely taken from, likeliest first.

    First those in which the action chosen is right, then the others whose right play is not that of
    the cell.
    """
    others = [other for other in neighbours(cell) if other in plays]
    taken = [other for other in others if plays[other] is chosen]
    differ = [other for other in others if plays[other] not in (chosen, plays[cell])]
    return (*taken, *differ)
