"""Misconceptions: wrong rules that learners follow, as data, and what their followers play.

Each is a table of ``data/misconceptions.toml``; the keys are told in ``docs/misconceptions.md``.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final, TypeAlias

from strategy.actions import Action, UnknownAction
from strategy.analysis import analyse
from strategy.cards import UPCARDS
from strategy.charts import Chart
from strategy.habits import (
    AsHard,
    CopiesDealer,
    Forced,
    Habit,
    Insures,
    OtherRules,
    Question,
    Without,
    first_questions,
)
from strategy.rules import Insurance, Rules, RulesError
from strategy.situations import ALL_CELLS, CHOICES, ROWS, Category, Cell
from strategy.stakes import PlayValues, frequencies, insurance_loss, losses


class MisconceptionError(ValueError):
    """Data that define no misconception; says which one, and what is wrong."""


Solved: TypeAlias = Callable[[Rules], Chart]
"""Gives the exact chart of rules."""


def exact_chart(rules: Rules) -> Chart:
    """The exact chart of rules, worked out here and now."""
    return analyse(rules.core).chart()


@dataclass(frozen=True, slots=True)
class Misconception:
    """A wrong rule: its key, its English name and sentence, and what its followers do."""

    slug: str
    name: str
    sentence: str
    habit: Habit

    @property
    def reach(self) -> int:
        """The number of cells that it speaks of: the fewer, the more specific it is."""
        return len(self.habit.cells)

    def follower(self, rules: Rules, chart: Chart, solved: Solved = exact_chart) -> Follower:
        """Somebody who holds it at a table with rules where a chart is taught."""
        if not isinstance(self.habit, OtherRules):
            return Follower(self, chart)
        away = self.habit.away(rules)
        return Follower(self, solved(away) if away else None)

    def plays(
        self, rules: Rules, chart: Chart, solved: Solved = exact_chart
    ) -> Mapping[Cell, Action]:
        """What followers play in the cells that two cards bring up and that ``chart`` answers."""
        follower = self.follower(rules, chart, solved)
        return {each.cell: follower.play(each) for each in first_questions(rules, chart)}


@dataclass(frozen=True, slots=True)
class Follower:
    """Somebody who holds a misconception."""

    misconception: Misconception
    chart: Chart | None
    """What they go by: the chart taught, or that of other rules where there are such rules."""

    def play(self, asked: Question) -> Action:
        return self.misconception.habit.play_of(asked, self.chart) if self.chart else asked.right


def that_apply(rules: Rules, chart: Chart, solved: Solved = exact_chart) -> list[Misconception]:
    """The misconceptions that can be told under rules from playing by the chart.

    They differ from it in a cell that two cards bring up, or take insurance that is offered. Of
    those that come to the same plays the most specific is kept.
    """
    asked = first_questions(rules, chart)
    known = [[each.right for each in asked]]
    found = []
    for each in sorted(all_misconceptions(), key=lambda each: each.reach):
        follower = each.follower(rules, chart, solved)
        plays = [follower.play(question) for question in asked]
        insures = isinstance(each.habit, Insures) and rules.insurance is not Insurance.NONE
        if insures or plays not in known:
            found.append(each)
            known.append(plays)
    return sorted(found, key=all_misconceptions().index)


def loss(
    rules: Rules,
    chart: Chart,
    misconception: Misconception,
    values: PlayValues,
    solved: Solved = exact_chart,
) -> float:
    """What always following it loses against the chart in 100 hands, in original bets.

    First decisions alone are counted, and insurance where that is what is taken. Below 0 where the
    chart that is taught is the worse. ``values`` are those of the plays under the rules.
    """
    if isinstance(misconception.habit, Insures):
        return 100 * insurance_loss(rules)
    right = {each.cell: each.right for each in first_questions(rules, chart)}
    lost = losses(right, misconception.plays(rules, chart, solved), values)
    times = frequencies(rules)
    return 100 * sum(times[cell] * each for cell, each in lost.items())


@cache
def all_misconceptions() -> tuple[Misconception, ...]:
    """Those that come with the package, in the order of the file."""
    file = resources.files("strategy") / "data" / "misconceptions.toml"
    return read(file.read_text(encoding="utf-8"))


def other_rules(rules: Rules) -> list[Rules]:
    """The other rules whose exact charts followers go by at a table with these."""
    habits = [each.habit for each in all_misconceptions()]
    found = [each.away(rules) for each in habits if isinstance(each, OtherRules)]
    return [away for away in found if away]


def misconception(slug: str) -> Misconception:
    """The misconception with this key; raise MisconceptionError where there is none."""
    for each in all_misconceptions():
        if each.slug == slug:
            return each
    raise MisconceptionError(f"there is no misconception {slug!r}")


def read(text: str) -> tuple[Misconception, ...]:
    """Read a file of misconceptions; raise MisconceptionError that names what is wrong."""
    try:
        data = tomllib.loads(text)
    except ValueError as error:
        raise MisconceptionError(f"not readable as TOML: {error}") from None
    return tuple(_read_one(slug, table) for slug, table in data.items())


_TEXTS: Final = ("name", "sentence")
_NARROWING: Final = {
    "play": ("cells", "right"),
    "without": ("cells",),
    "as_hard": ("cells",),
    "copies": (),
    "rules": (),
    "insures": (),
}
"""The keys of which a misconception has one, and what may stand beside each."""
_SWITCHES: Final[Mapping[str, object]] = {"as_hard": True, "copies": "dealer", "insures": True}
"""Keys with one possible value."""


def _read_one(slug: str, table: object) -> Misconception:
    try:
        if not re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", slug):
            raise MisconceptionError("a key is of small letters, digits and hyphens")
        if not isinstance(table, dict):
            raise MisconceptionError("it is not a table")
        for key in _TEXTS:
            if not isinstance(table.get(key), str) or not table[key]:
                raise MisconceptionError(f"{key!r} is missing or is not a text")
        return Misconception(slug, table["name"], table["sentence"], _read_habit(table))
    except MisconceptionError as error:
        raise MisconceptionError(f"{slug}: {error}") from None


def _read_habit(table: Mapping[str, Any]) -> Habit:
    kinds = [key for key in _NARROWING if key in table]
    if len(kinds) != 1:
        raise MisconceptionError(f"it has one of the keys {', '.join(_NARROWING)}")
    [kind] = kinds
    if odd := table.keys() - {kind, *_TEXTS, *_NARROWING[kind]}:
        raise MisconceptionError(f"{min(odd)!r} has no meaning beside {kind!r}")
    if kind in _SWITCHES and table[kind] != _SWITCHES[kind]:
        raise MisconceptionError(f"{kind!r} can be {_SWITCHES[kind]!r} and nothing else")
    cells = _read_cells(table.get("cells"))
    match kind:
        case "play":
            [play] = _read_actions(table, kind, 1)
            if play is Action.SPLIT and any(cell.category is not Category.PAIR for cell in cells):
                raise MisconceptionError("only a pair is split")
            return Forced(cells, play, _read_right(table))
        case "without":
            [action] = _read_actions(table, kind, 1)
            if action is Action.STAND:
                raise MisconceptionError("nobody plays without standing")
            return Without(cells, action)
        case "as_hard":
            return AsHard(cells)
        case "copies":
            return CopiesDealer()
        case "rules":
            return OtherRules(_read_tokens(table["rules"]))
        case _:
            return Insures()


def _read_right(table: Mapping[str, Any]) -> frozenset[Action]:
    most = len(CHOICES)
    return frozenset(_read_actions(table, "right", most) if "right" in table else CHOICES)


def _read_actions(table: Mapping[str, Any], key: str, most: int) -> list[Action]:
    words = _words(table[key], key)
    try:
        actions = [Action.parse(word) for word in words]
    except UnknownAction as error:
        raise MisconceptionError(f"{key!r}: {error}") from None
    if not set(actions) <= set(CHOICES):
        raise MisconceptionError(f"{key!r}: insurance is no play of a hand")
    if not 1 <= len(actions) <= most:
        raise MisconceptionError(f"{key!r} takes {most} at most, and has {len(actions)}")
    return actions


def _read_tokens(value: object) -> tuple[str, ...]:
    tokens = _words(value, "rules")
    try:
        for token in tokens:
            Rules().with_token(token)
    except RulesError as error:
        raise MisconceptionError(f"'rules': {error}") from None
    if not tokens:
        raise MisconceptionError("'rules' names no rule")
    return tuple(tokens)


def _words(value: object, key: str) -> list[str]:
    if not isinstance(value, str):
        raise MisconceptionError(f"{key!r} is not a text")
    return value.split()


def _read_cells(patterns: object) -> frozenset[Cell]:
    if patterns is None:
        return frozenset(ALL_CELLS)
    if not isinstance(patterns, list) or not patterns:
        raise MisconceptionError("'cells' is a list of texts such as 'hard 12-16 v 7-A'")
    return frozenset(cell for pattern in patterns for cell in _cells(_words(pattern, "cells")))


def _cells(words: list[str]) -> Iterator[Cell]:
    """The cells of a pattern such as ``soft A2-A7 v 2-6``."""
    try:
        category, at = Category(words[0]), words.index("v")
    except (ValueError, IndexError):
        raise MisconceptionError(f"{' '.join(words)!r} is not as 'hard 12-16 v 7-A'") from None
    upcards = {str(upcard): upcard for upcard in UPCARDS}
    for row in _spanned(words[1:at], ROWS[category]):
        for upcard in _spanned(words[at + 1 :], tuple(upcards)):
            yield Cell(category, row, upcards[upcard])


def _spanned(words: Iterable[str], names: tuple[str, ...]) -> list[str]:
    """The names that are listed one by one or as spans such as ``12-16``."""
    found: list[str] = []
    for word in words:
        first, _, last = word.partition("-")
        span = [*names[names.index(first) :]] if first in names else []
        if (last or first) not in span:
            raise MisconceptionError(f"{word!r} is no span from {names[0]} to {names[-1]}")
        found += span[: span.index(last or first) + 1]
    if not found:
        raise MisconceptionError("a pattern has rows and upcards")
    return found
