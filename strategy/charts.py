"""Charts: which play each cell names, as data in TOML files; read, written, looked up, compared."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Any, Final, NamedTuple, Self

from strategy.actions import Action, Code, UnknownAction
from strategy.cards import UPCARDS
from strategy.rules import Rules, RulesError
from strategy.situations import ALL_CELLS, ROWS, Category, Cell, Situation

_KEYS: Final = ("name", "rules", "source", "kind", "partial", "hard", "soft", "pair", "unprinted")
KINDS: Final = ("printed", "exact")
NOT_STATED: Final = "."
"""Stands in a row for a cell about which the source says nothing."""


class ChartError(ValueError):
    """A chart that cannot be used: not readable, or with missing, doubled or impossible cells."""


class NotInChart(LookupError):
    """A partial chart was asked for a cell that it does not state."""

    def __init__(self, cell: Cell) -> None:
        super().__init__(f"the chart says nothing about {cell}")
        self.cell = cell


class Advice(NamedTuple):
    """What a chart says to a situation."""

    cell: Cell
    code: Code
    action: Action
    """The play that the code comes down to among those allowed."""


@dataclass(frozen=True)
class Chart:
    """A strategy table for rules.

    ``cells`` holds a code for each of ALL_CELLS, or for some of them where ``partial``.
    ``unprinted`` are cells that the printed source leaves to the reader, such as hard 18 under a
    last row of 17; they are filled in so that every hand has an answer, and told apart.
    """

    name: str
    rules: Rules
    source: str
    kind: str
    cells: Mapping[Cell, Code]
    partial: bool = False
    unprinted: frozenset[Cell] = field(default_factory=frozenset)

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ChartError(f"kind {self.kind!r} is not one of: {', '.join(KINDS)}")
        for cell, code in self.cells.items():
            splits = Action.SPLIT in (code.first, code.otherwise) or code is Code.TOTAL
            if splits and cell.category is not Category.PAIR:
                raise ChartError(
                    f"{cell} cannot be {code}: only a pair is split or played as its total"
                )
        missing = [cell for cell in ALL_CELLS if cell not in self.cells]
        if missing and not self.partial:
            raise ChartError(f"cells are missing: {_listed(missing)}")
        object.__setattr__(self, "cells", MappingProxyType(dict(self.cells)))

    def advise(self, situation: Situation) -> Advice:
        """The cell that answers the situation, its code, and the play it comes down to there.

        Raises NotInChart where a partial chart does not state the cell.
        """
        cell = situation.cell
        if self.cells.get(cell) is Code.TOTAL:
            cell = situation.total_cell
        code = self.cells.get(cell)
        if code is None:
            raise NotInChart(cell)
        return Advice(cell, code, resolve(code, situation))

    def states(self, situation: Situation) -> bool:
        """Whether the chart has an answer."""
        try:
            self.advise(situation)
        except NotInChart:
            return False
        return True

    def row(self, category: Category, row: str) -> tuple[Code | None, ...]:
        """The ten codes of a row in the order 2 … 9 T A; None where a partial chart is silent."""
        return tuple(self.cells.get(Cell(category, row, upcard)) for upcard in UPCARDS)

    def differences(self, other: Chart) -> Iterator[tuple[Cell, Code, Code]]:
        """The cells on which the charts disagree: the cell, this chart's code, the other's."""
        for cell in ALL_CELLS:
            mine, theirs = self.cells.get(cell), other.cells.get(cell)
            if mine and theirs and mine is not theirs:
                yield cell, mine, theirs

    @classmethod
    def loads(cls, text: str) -> Self:
        """Read a chart file; raise ChartError that names what is wrong."""
        try:
            data = tomllib.loads(text)
        except (ValueError, RecursionError) as error:  # also of numbers too long, tables too deep
            raise ChartError(f"not readable as TOML (a row written twice?): {error}") from None
        if unknown := data.keys() - _KEYS:
            raise ChartError(f"a chart has no {min(unknown)!r} (it has {', '.join(_KEYS)})")
        for key in ("name", "rules", "source", "kind"):
            if not isinstance(data.get(key), str):
                raise ChartError(f"{key!r} is missing or is not a text")
        try:
            rules = Rules.parse(data["rules"])
        except RulesError as error:
            raise ChartError(str(error)) from None
        partial = data.get("partial", False)
        if not isinstance(partial, bool):
            raise ChartError("'partial' is true or false")
        cells = _read_tables(data)
        more = _table(data.get("unprinted", {}), "unprinted")
        if unknown := more.keys() - {category.value for category in Category}:
            raise ChartError(f"a chart has no 'unprinted.{min(unknown)}'")
        unprinted = _read_tables(more)
        if doubled := [cell for cell in unprinted if cell in cells]:
            raise ChartError(f"cells are written twice: {_listed(doubled)}")
        return cls(
            name=data["name"],
            rules=rules,
            source=data["source"],
            kind=data["kind"],
            cells=cells | unprinted,
            partial=partial,
            unprinted=frozenset(unprinted),
        )

    def dumps(self) -> str:
        """The chart as a file that ``loads`` reads to an equal chart."""
        head = [
            f"name = {_quoted(self.name)}",
            f"rules = {_quoted(self.rules.code)}",
            f"source = {_quoted(self.source)}",
            f"kind = {_quoted(self.kind)}",
        ]
        if self.partial:
            head.append("partial = true")
        printed = {cell: code for cell, code in self.cells.items() if cell not in self.unprinted}
        unprinted = {cell: self.cells[cell] for cell in self.unprinted}
        return "\n".join([*head, *_tables(printed, ""), *_tables(unprinted, "unprinted."), ""])


def resolve(code: Code, situation: Situation) -> Action:
    """The play that a code comes down to among those that a situation allows."""
    first, otherwise = code.first, code.otherwise
    if first is Action.SPLIT and otherwise and not situation.rules.double_after_split:
        first = None
    for action in (first, otherwise, Action.HIT):
        if action in situation.allowed:
            return action
    return Action.STAND


def _read_tables(data: Mapping[str, Any]) -> dict[Cell, Code]:
    cells: dict[Cell, Code] = {}
    for category in Category:
        for label, line in _table(data.get(category.value, {}), category.value).items():
            for cell, code in _read_row(category, label, line):
                if cell in cells:
                    raise ChartError(f"{category} {label}: the row is written twice")
                cells[cell] = code
    return cells


def _read_row(category: Category, label: str, line: object) -> Iterator[tuple[Cell, Code]]:
    row = label.upper().replace("10", "T") if category is not Category.HARD else label
    if row not in ROWS[category]:
        raise ChartError(f"{category} {label}: there is no such row")
    if not isinstance(line, str):
        raise ChartError(f"{category} {label}: a row is a text of ten codes")
    words = line.split()
    if len(words) != len(UPCARDS):
        raise ChartError(f"{category} {label}: a row has ten codes, not {len(words)}")
    for upcard, word in zip(UPCARDS, words, strict=True):
        cell = Cell(category, row, upcard)
        if word == NOT_STATED:
            continue
        try:
            yield cell, Code.parse(word)
        except UnknownAction as error:
            raise ChartError(f"{cell}: {error}") from None


def _table(value: object, name: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ChartError(f"{name!r} is not a table of rows")
    return value


def _tables(cells: Mapping[Cell, Code], prefix: str) -> Iterator[str]:
    for category, rows in ROWS.items():
        lines = []
        for row in rows:
            codes = [cells.get(Cell(category, row, upcard)) for upcard in UPCARDS]
            if any(codes):
                words = " ".join(f"{code or NOT_STATED!s:2}" for code in codes).rstrip()
                lines.append(f'{row} = "{words}"')
        if lines:
            yield from ("", f"[{prefix}{category}]", *lines)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08X}" for c in escaped) + '"'


def _listed(cells: Iterable[Cell], most: int = 8) -> str:
    names = [str(cell) for cell in cells]
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


_FILES: Final = resources.files("strategy") / "data" / "charts"


def stock_chart_names() -> tuple[str, ...]:
    """The names of the charts that come with the package."""
    return tuple(
        sorted(f.name.removesuffix(".toml") for f in _FILES.iterdir() if f.name.endswith(".toml"))
    )


@cache
def stock_chart(name: str) -> Chart:
    """A chart that comes with the package; raise ChartError for a name that does not exist."""
    if name not in stock_chart_names():
        raise ChartError(f"there is no chart {name!r}; there are: {', '.join(stock_chart_names())}")
    return Chart.loads((_FILES / f"{name}.toml").read_text(encoding="utf-8"))
