"""Published charts and printed tables, read from ``data`` without the engine's own readers."""

from __future__ import annotations

import csv
import tomllib
from typing import NamedTuple

from strategy.actions import Code
from strategy.cards import UPCARDS
from strategy.charts import Chart
from strategy.hands import Hand
from strategy.rules import Rules, Surrender
from strategy.situations import Category, Cell
from tests.strategy.samples import DATA


class Published(NamedTuple):
    """A published chart: the rules that it is for, the stock chart to agree, its cells' codes."""

    rules: Rules
    stock: str
    cells: dict[Cell, str]


SOURCES = tomllib.loads((DATA / "charts" / "sources.toml").read_text(encoding="utf-8"))


def published(name: str) -> Published:
    """A chart of ``data/charts``."""
    cells = {}
    with (DATA / "charts" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        for line in csv.DictReader(file):
            for upcard in UPCARDS:
                cell = Cell(Category(line["section"]), line["row"], upcard)
                assert cell not in cells
                cells[cell] = line[str(upcard)]
    return Published(Rules.parse(SOURCES[name]["rules"]), SOURCES[name]["stock"], cells)


def comes_down_to(code: str, rules: Rules) -> str:
    """A printed code with its conditions about splits and surrender settled by the rules."""
    if len(code) == 2 and code[0] == "P":
        return "P" if rules.double_after_split else code[1].upper()
    if len(code) == 2 and code[0] == "R" and rules.surrender is Surrender.NONE:
        return code[1].upper()
    return code


def plain_code(chart: Chart, cell: Cell) -> str | None:
    """A chart's code for a cell; for a pair that is not split, its total's code."""
    code = chart.cells.get(cell)
    if code is Code.TOTAL:
        code = chart.cells.get(Cell(Category.HARD, str(Hand.parse(cell.row).total), cell.upcard))
    return str(code) if code else None


TITLES = {"Hard Totals:": Category.HARD, "Soft Totals:": Category.SOFT, "Pairs:": Category.PAIR}


def printed_table() -> dict[Cell, str]:
    """The letters of the Atlantic City sheet's three tables, as printed."""
    cells = {}
    category = None
    for line in (DATA / "atlantic_city_printed.txt").read_text(encoding="utf-8").splitlines():
        words = line.split("\t")
        if line in TITLES:
            category = TITLES[line]
        elif len(words) == 11 and words[0] != "Your Cards":
            row = words[0]
            if category is not Category.HARD:
                row = row.strip("()").replace(",", "").replace("10", "T")
            for upcard, letter in zip(UPCARDS, words[1:], strict=True):
                assert Cell(category, row, upcard) not in cells
                cells[Cell(category, row, upcard)] = letter
        elif words[0] == "Your Cards":
            assert words[1:] == ["2", "3", "4", "5", "6", "7", "8", "9", "10", "A"]
    return cells
