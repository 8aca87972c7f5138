"""What the commands of ``python -m strategy`` answer: each takes its options and returns a text.

The analysis is loaded by the commands that need it alone, so that looking up a chart stays quick.
"""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

from strategy.actions import Code
from strategy.cards import PACK, UPCARDS, Card
from strategy.chart_csv import MOST_BYTES, decoded, looks_like_csv, read_csv, write_csv
from strategy.charts import NOT_STATED, Chart, ChartError, stock_chart, stock_chart_names
from strategy.events import HandSettled, InsuranceSettled
from strategy.money import CHIP, chips
from strategy.printed_charts import printed_chart, printed_chart_names
from strategy.records import Record
from strategy.rules import Rules, RulesError
from strategy.shoe import Shoe, commitment
from strategy.situations import ROWS, Category, Cell, Situation


def ev(options: Namespace) -> str:
    """What each play of a situation is worth, best first."""
    from strategy.analysis import NEAR_TIE, analyse

    rules = Rules.parse(options.rules)
    situation = Situation.parse(options.situation, rules)
    found = analyse(rules).evaluate(situation)
    if options.json:
        return json.dumps(
            {
                "rules": rules.code,
                "situation": str(situation),
                "ev": {action.word: value for action, value in found.values.items()},
                "best": found.best.word,
                "gap": found.gap,
                "conditional": found.conditional,
            }
        )
    lines = [f"{situation} under {rules.code}", ""]
    for action, value in found.values.items():
        behind = "" if action is found.best else f"{-found.cost(action):+11.6f}"
        lines.append(f"{action.word:10}{value:+10.6f}{behind}")
    lines += ["", "in original bets" + ", given no dealer natural" * found.conditional]
    if found.runner_up and found.gap < NEAR_TIE:
        lines.append("a close call")
    return "\n".join(lines)


def chart(options: Namespace) -> str:
    """A chart as tables to read, as a chart file, as CSV or as JSON."""
    rules = _rules_or_none(options.chart)
    found = _exact_chart(rules) if rules else _read_chart(options.chart, options.rules)
    if options.json:
        return json.dumps({"rules": found.rules.code} | _tables(found))
    if options.toml:
        return found.dumps().rstrip("\n")
    if options.csv:
        return write_csv(found).rstrip("\n")
    lines = [found.name, found.rules.code, found.source]
    for category, rows in _tables(found).items():
        if rows:
            head = "".join(f"{upcard:>4}" for upcard in map(str, UPCARDS))
            lines += ["", f"{category:5}{head}"]
            lines += [
                f"{row:5}" + "".join(f"{code or NOT_STATED:>4}" for code in rows[row])
                for row in rows
            ]
    return "\n".join(lines)


def edge(options: Namespace) -> str:
    """What a game is worth before the deal, by best play and by the exact chart."""
    from strategy.analysis import analyse

    rules = Rules.parse(options.rules)
    found = analyse(rules).edge()
    by_upcard = {str(upcard): value for upcard, value in found.by_upcard.items()}
    if options.json:
        return json.dumps(
            {
                "rules": rules.code,
                "game_ev": found.game_ev,
                "chart_ev": found.chart_ev,
                "by_upcard": by_upcard,
            }
        )
    return "\n".join(
        [
            rules.code,
            "",
            f"best play    {_percent(found.game_ev)}",
            f"exact chart  {_percent(found.chart_ev)}",
            "",
            "of best play, by the dealer's upcard:",
            *(f"{upcard:>11}  {_percent(value)}" for upcard, value in by_upcard.items()),
        ]
    )


def compare(options: Namespace) -> str:
    """The cells whose play changes from one game to another, and what habit costs there."""
    from strategy.analysis import analyse
    from strategy.analysis.compare import flips

    home, away = Rules.parse(options.home), Rules.parse(options.away)
    found = flips(analyse(home).chart(), away)
    if options.json:
        listed = [
            {"cell": str(f.cell), "from": f.home.value, "to": f.away.value, "cost": f.cost}
            for f in found
        ]
        return json.dumps({"flips": listed})
    lines = [f"from {home.code}", f"to   {away.code}", ""]
    if not found:
        return "\n".join([*lines, "no cell changes"])
    rows = ((each, each.home, each.away) for each in found)
    counted = _counted(len(found), "cell changes", "cells change")
    return "\n".join(
        [*lines, f"{counted}; playing on as at home costs:", *_priced("from to", rows)]
    )


def audit(options: Namespace) -> str:
    """Where a printed chart errs under its rules or others, and what that costs."""
    from strategy.analysis.audit import audit as audit_chart

    printed = _read_chart(options.chart, options.rules)
    found = audit_chart(printed, Rules.parse(options.rules) if options.rules else None)
    if options.json:
        return json.dumps(
            {
                "cells": found.cells,
                "wrong": [
                    {
                        "cell": str(each.cell),
                        "printed": each.printed.value,
                        "exact": each.exact.value,
                        "cost": each.cost,
                    }
                    for each in found.wrong
                ],
                "printed_ev": found.printed_ev,
                "chart_ev": found.chart_ev,
            }
        )
    rows = ((each, each.printed, each.exact) for each in found.wrong)
    errors = f"{len(found.wrong) or 'none'} in error"
    return "\n".join(
        [
            printed.name,
            f"under {found.rules.code}",
            "",
            f"{_counted(found.cells, 'cell', 'cells')} compared, {errors}",
            *_priced("printed exact", rows),
            "",
            f"as printed   {_percent(found.printed_ev)}",
            f"exact chart  {_percent(found.chart_ev)}",
        ]
    )


def lookup(options: Namespace) -> str:
    """What a chart plays in a situation."""
    found = _read_chart(options.chart, options.rules)
    rules = Rules.parse(options.rules) if options.rules else found.rules
    situation = Situation.parse(options.situation, rules)
    advice = found.advise(situation)
    if options.json:
        return json.dumps(
            {
                "rules": rules.code,
                "situation": str(situation),
                "cell": str(advice.cell),
                "code": advice.code.value,
                "action": advice.action.word,
            }
        )
    return f"{situation}: {advice.action.word} ({advice.cell} is {advice.code})"


class _Priced(Protocol):
    """A cell with what it costs to play it otherwise."""

    @property
    def cell(self) -> Cell: ...
    @property
    def cost(self) -> float: ...
    @property
    def per_100(self) -> float: ...
    @property
    def near_tie(self) -> bool: ...


def _priced(titles: str, rows: Iterable[tuple[_Priced, Code, Code]]) -> list[str]:
    """A table of cells with two codes and the costs in original bets; nothing for no cells."""
    one, other = titles.split()
    lines = [
        f"{each.cell!s:14}{first!s:9}{second!s:7}{each.cost:9.4f}{each.per_100:14.4f}"
        + "  close call" * each.near_tie
        for each, first, second in rows
    ]
    head = f"{'':14}{one:9}{other:7}{'each time':>9}{'in 100 hands':>14}"
    return ["", head, *lines] if lines else []


def _percent(value: float) -> str:
    return f"{100 * value:+.4f} %"


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _rules_or_none(text: str) -> Rules | None:
    """The rules that a text says; None where it names a chart.

    A text that is neither, but has a token of a rules code, is read as one to tell its fault.
    """
    if not text.split() or text in stock_chart_names() or text in printed_chart_names():
        return None
    try:
        return Rules.parse(text)
    except RulesError:
        if _is_file(Path(text)) or not any(map(_is_token, text.split())):
            return None
        raise


def _is_token(text: str) -> bool:
    try:
        Rules.parse(text)
    except RulesError:
        return False
    return True


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a name too long, or one that no file can have
        return False


def _exact_chart(rules: Rules) -> Chart:
    from strategy.analysis import analyse

    return analyse(rules).chart()


def _read_chart(name: str, rules: str | None) -> Chart:
    """A chart file or a stored chart; ``rules`` for a file that names none."""
    path = Path(name)
    if not _is_file(path):
        return printed_chart(name) if name in printed_chart_names() else stock_chart(name)
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise ChartError(f"{name} cannot be read: {error}") from None
    try:
        text = decoded(data)
        if path.suffix.lower() != ".csv" and not looks_like_csv(text):
            return Chart.loads(text)
        if not rules:
            raise ChartError('a CSV file names no rules: add them, as in --rules "6D S17 LS"')
        return read_csv(text, Rules.parse(rules), name=path.stem, source=path.name)
    except ChartError as error:
        raise ChartError(f"{name}: {error}") from None


def _tables(found: Chart) -> dict[str, dict[str, list[str | None]]]:
    return {
        category.value: {
            row: [code and code.value for code in found.row(category, row)]
            for row in ROWS[category]
            if any(found.row(category, row))
        }
        for category in Category
    }


def replay(options: Namespace) -> str:
    """What a record of a round comes to: the dealer's cards, and each hand with its result."""
    end = Record.parse(options.record).replay()
    hands = [event for event in end.events if isinstance(event, HandSettled)]
    insurance = [event for event in end.events if isinstance(event, InsuranceSettled)]
    net = [end.net(seat) for seat in range(len(end.seats))]
    if options.json:
        told = {
            "rules": end.rules.code,
            "dealer": str(end.dealer),
            "hands": [
                {
                    "seat": each.seat,
                    "hand": str(end.seats[each.seat].hands[each.hand].hand),
                    "outcome": each.outcome.value,
                    "net": each.net / CHIP,
                }
                for each in hands
            ],
            "insurance": [{"seat": each.seat, "net": each.net / CHIP} for each in insurance],
            "net": [amount / CHIP for amount in net],
        }
        return json.dumps(told)
    lines = [end.rules.code, "", f"dealer  {_cards(end.dealer_cards)}  ({end.dealer.total})"]
    for each in hands:
        hand = end.seats[each.seat].hands[each.hand]
        result = f"{each.outcome.value} {chips(each.net)}"
        lines.append(f"seat {each.seat + 1}  {_cards(hand.cards)}  ({hand.hand.total})  {result}")
    lines += [f"seat {each.seat + 1}  insurance {chips(each.net)}" for each in insurance]
    return "\n".join([*lines, "", f"net     {', '.join(map(chips, net))}"])


def shoe(options: Namespace) -> str:
    """The hash of a seed, and the cards of its shoe in dealing order."""
    found = Shoe.of(Rules.parse(options.rules), seed=options.seed)
    if options.json:
        cards = [str(card) for card in found.order]
        return json.dumps({"commitment": commitment(options.seed), "cards": cards})
    order, width = found.order, len(PACK) // 4
    lines = [_cards(order[start : start + width]) for start in range(0, len(order), width)]
    return "\n".join([f"SHA-256 {commitment(options.seed)}", "", *lines])


def _cards(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))
