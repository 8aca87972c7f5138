"""``python -m strategy``: what plays are worth, charts, house edges, comparisons and audits.

    python -m strategy ev "6D S17 LS" "T6 v 9"
    python -m strategy chart "6D H17 NDAS" --csv
    python -m strategy edge "8D S17 SP2 FRESH"
    python -m strategy compare "6D S17 LS" "6D H17 LS"
    python -m strategy audit printed.csv --rules "6D S17 LS"
    python -m strategy lookup 6d-s17-das "T6 v 9" --rules "6D S17 NS"
    python -m strategy replay "1D FRESH | 10 | TS 9H 6D TC 5H | H"
    python -m strategy shoe 6D 00ff

``--json`` prints JSON. A fault is told in one line on standard error, with exit status 2.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from strategy import commands
from strategy.charts import NotInChart, stock_chart_names

_RULES = 'rules code, such as "6D H17 LS"; what it does not say has its default'


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    try:
        print(options.run(options), flush=True)
    except (ValueError, NotInChart) as error:
        print("strategy:", _one_line(str(error)), file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader has seen enough; what is still buffered goes nowhere
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _one_line(text: str) -> str:
    return " ".join(text.split())


class _Parser(argparse.ArgumentParser):
    """Tells a fault as the commands do: in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"strategy: {_one_line(message)} (see {self.prog} --help)\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m strategy", description="Blackjack strategy, exactly.")
    added = parser.add_subparsers(required=True, metavar="COMMAND")
    stock = ", ".join(stock_chart_names())

    ev = added.add_parser("ev", help="what each play of a situation is worth")
    ev.add_argument("rules", help=_RULES)
    ev.add_argument("situation", help='such as "T6 v 9" or "88 v A -P" (-P: may not be split)')
    ev.set_defaults(run=commands.ev)

    chart = added.add_parser("chart", help="print the exact chart of rules, or a stored chart")
    chart.add_argument("chart", help=f"{_RULES}; or one of {stock}, or a chart file")
    chart.add_argument("--rules", help="rules code for a CSV file, which names none")
    forms = chart.add_mutually_exclusive_group()
    forms.add_argument("--text", action="store_true", help="print tables to read (the default)")
    forms.add_argument("--toml", action="store_true", help="print a chart file")
    forms.add_argument("--csv", action="store_true", help="print comma-separated values")
    chart.set_defaults(run=commands.chart)

    edge = added.add_parser("edge", help="what a game is worth before the deal")
    edge.add_argument("rules", help=_RULES)
    edge.set_defaults(run=commands.edge)

    compare = added.add_parser("compare", help="the cells that change from one game to another")
    compare.add_argument("home", metavar="rules", help=_RULES)
    compare.add_argument("away", metavar="rules", help="rules code of the other game")
    compare.set_defaults(run=commands.compare)

    audit = added.add_parser("audit", help="where a printed chart errs, and what it costs")
    audit.add_argument("chart", metavar="file", help="chart file (TOML or CSV), or a stored chart")
    audit.add_argument("--rules", help="rules code; without it, the rules of the chart")
    audit.set_defaults(run=commands.audit)

    lookup = added.add_parser("lookup", help="say what a chart plays")
    lookup.add_argument("chart", help=f"one of {stock}, or a chart file")
    lookup.add_argument("situation", help='such as "T6 v 9" or "88 v A -P" (-P: may not be split)')
    lookup.add_argument("--rules", help="rules code; without it, the rules of the chart")
    lookup.set_defaults(run=commands.lookup)

    replay = added.add_parser("replay", help="play a record of a round again")
    replay.add_argument("record", help="rules | bets | cards | actions")
    replay.set_defaults(run=commands.replay)

    shoe = added.add_parser("shoe", help="the order of the cards that a seed gives")
    shoe.add_argument("rules", help=_RULES)
    shoe.add_argument("seed", help="the text of which the table had shown the hash")
    shoe.set_defaults(run=commands.shoe)

    for command in (ev, edge, compare, audit, lookup, replay, shoe, forms):
        command.add_argument("--json", action="store_true", help="print JSON")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
