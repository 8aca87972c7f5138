"""Published figures of ``data/figures`` and the analyses that they are held against."""

from __future__ import annotations

import csv
from functools import cache

from strategy.actions import Action
from strategy.analysis import Analysis
from strategy.rules import Rules
from strategy.situations import Situation
from tests.strategy.samples import DATA


@cache
def figures(name: str) -> list[dict[str, str]]:
    """The rows of a file."""
    with (DATA / "figures" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@cache
def _analysis(rules: Rules) -> Analysis:
    return Analysis(rules)


def analysis(code: str) -> Analysis:
    """The analysis of a full shoe, solved once."""
    return _analysis(Rules.parse(code))


def value(code: str, situation: str, action: str) -> float:
    """What a play is worth, both in words: ``value("6D", "T6 v 9", "hit")``."""
    found = analysis(code)
    return found.evaluate(Situation.parse(situation, found.rules)).values[Action.parse(action)]


def half_unit(figure: str) -> float:
    """Half a unit of the last digit of a printed figure, and a little for its binary form."""
    return 0.5 * 10.0 ** -len(figure.partition(".")[2]) + 1e-12
