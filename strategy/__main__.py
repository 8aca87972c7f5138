"""``python -m strategy``: print charts and look up situations.

    python -m strategy chart 6d-s17-das
    python -m strategy lookup 6d-s17-das "T6 v 9" --rules "6D S17 NS"

Everywhere a chart is named, the path of a chart file may stand instead. ``--json`` prints JSON.
A fault is told in one line on standard error, with exit status 2.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from strategy.cards import UPCARDS
from strategy.charts import Chart, ChartError, NotInChart, stock_chart, stock_chart_names
from strategy.rules import Rules
from strategy.situations import ROWS, Category, Situation


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    try:
        print(options.run(options), flush=True)
    except (ValueError, NotInChart) as error:
        print("strategy:", " ".join(str(error).split()), file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader has seen enough; what is still buffered goes nowhere
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m strategy", description="Blackjack charts.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    known = f"one of {', '.join(stock_chart_names())}, or a chart file"

    chart = commands.add_parser("chart", help="print a chart")
    chart.add_argument("chart", help=known)
    chart.set_defaults(run=_print_chart)

    lookup = commands.add_parser("lookup", help="say what a chart plays")
    lookup.add_argument("chart", help=known)
    lookup.add_argument("situation", help='such as "T6 v 9" or "88 v A -P" (-P: may not be split)')
    lookup.add_argument("--rules", help="rules code; without it, the rules of the chart")
    lookup.set_defaults(run=_lookup)

    for command in (chart, lookup):
        command.add_argument("--json", action="store_true", help="print JSON")
    return parser


def _read_chart(name: str) -> Chart:
    path = Path(name)
    try:
        if not path.is_file():
            return stock_chart(name)
        return Chart.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise ChartError(f"{name} cannot be read: {error}") from None


def _print_chart(options: argparse.Namespace) -> str:
    chart = _read_chart(options.chart)
    if options.json:
        return json.dumps({"rules": chart.rules.code} | _tables(chart))
    lines = [chart.name, chart.rules.code, chart.source]
    for category, rows in _tables(chart).items():
        if not rows:
            continue
        head = "".join(f"{upcard:>4}" for upcard in map(str, UPCARDS))
        lines += ["", f"{category:5}{head}"]
        lines += [f"{row:5}" + "".join(f"{code or '.':>4}" for code in rows[row]) for row in rows]
    return "\n".join(lines)


def _tables(chart: Chart) -> dict[str, dict[str, list[str | None]]]:
    return {
        category.value: {
            row: [code and code.value for code in chart.row(category, row)]
            for row in ROWS[category]
            if any(chart.row(category, row))
        }
        for category in Category
    }


def _lookup(options: argparse.Namespace) -> str:
    chart = _read_chart(options.chart)
    rules = Rules.parse(options.rules) if options.rules else chart.rules
    situation = Situation.parse(options.situation, rules)
    advice = chart.advise(situation)
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


if __name__ == "__main__":
    raise SystemExit(main())
