"""How often each kind of computer player wins matches, and how fast they move, as JSON on stdout.

First the best player sits down with chart players that always bet the same, in each seat as often.
A shared top pile counts as a share of a win to each. Its share of the wins must be more than
an even one by four standard errors at least. Then all kinds meet at one table. Times are
processor time of a move when the charts are known; they are reported and change nothing else.

    .venv/bin/python benchmarks/matches.py [--matches 20000] [--processes 1] >matches.json

The exit status is 0, or 1 where the best player does not win clearly. Progress is told on stderr.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from strategy.agreements import Agreement, Chair, Kind  # noqa: E402
from strategy.chances import usual_bet  # noqa: E402
from strategy.match import Match  # noqa: E402
from strategy.money import CHIP, chips  # noqa: E402
from strategy.players import moved  # noqa: E402

CHIPS: Final = 100
SIZES: Final = (5, 10, 25, 50)
ROUNDS: Final = 20
RIVALS: Final = 4
"""The chart players at the table of the best player."""
MIXED: Final = (Kind.EXPERT, Kind.CHART, Kind.CAUTIOUS, Kind.COPYCAT, Kind.GAMBLER)
LEAST_ERRORS: Final = 4.0
MOST_MATCHES: Final = 1_000_000
MOST_PROCESSES: Final = 16
BATCH: Final = 50
SAYS_EVERY: Final = 1000


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def agreed(kinds: Sequence[Kind], first: int) -> Agreement:
    """The table with the kinds in their order, turned by so many seats."""
    turned = [kinds[(place + first) % len(kinds)] for place in range(len(kinds))]
    return Agreement(
        tuple(Chair(f"{kind.value} {seat}", kind) for seat, kind in enumerate(turned)),
        CHIPS * CHIP,
        tuple(size * CHIP for size in SIZES),
        ROUNDS,
    )


def batch(job: tuple[tuple[Kind, ...], str, int, int]) -> dict[str, Any]:
    """Play some matches: the sums over kinds of wins, their squares and times."""
    kinds, seed, start, stop = job
    wins, squares, drawn = Counter[Kind](), Counter[Kind](), 0
    spent: dict[str, list[float]] = {"bet": [], "act": []}
    for number in range(start, stop):
        agreement = agreed(kinds, number % len(kinds))
        match = Match.begin(agreement, seed=f"{seed} {number}")
        while not match.over:
            timed = match.agreement.chairs[match.turn or 0].kind is Kind.EXPERT
            sort, begun = "act" if match.playing else "bet", time.process_time()
            match = moved(match)
            if timed:
                spent[sort].append(time.process_time() - begun)
        drawn += match.drawn
        for seat in match.winners:
            kind = agreement.chairs[seat].kind
            wins[kind] += 1 / len(match.winners)
        for kind in set(kinds):
            mine = [agreement.chairs[seat].kind for seat in match.winners].count(kind)
            squares[kind] += (mine / len(match.winners)) ** 2
    return {"wins": wins, "squares": squares, "drawn": drawn, "spent": spent}


def played(
    kinds: tuple[Kind, ...], wanted: int, processes: int, seed: str
) -> Iterator[dict[str, Any]]:
    jobs = [(kinds, seed, start, min(start + BATCH, wanted)) for start in range(0, wanted, BATCH)]
    if processes == 1:
        yield from map(batch, jobs)
        return
    with get_context("spawn").Pool(processes) as pool:
        yield from pool.imap(batch, jobs)


def table(kinds: tuple[Kind, ...], wanted: int, processes: int, seed: str) -> dict[str, Any]:
    """The win rates at one table, a rate for each seat of a kind."""
    wins, squares, drawn, done = Counter[Kind](), Counter[Kind](), 0, 0
    spent: dict[str, list[float]] = {"bet": [], "act": []}
    for told in played(kinds, wanted, processes, seed):
        wins.update(told["wins"])
        squares.update(told["squares"])
        drawn += told["drawn"]
        for sort, times in told["spent"].items():
            spent[sort] += times
        done = min(done + BATCH, wanted)
        if done % SAYS_EVERY == 0:
            say(f"{done} matches, the best player has won {wins[Kind.EXPERT] / done:.4f}")
    rates = {}
    for kind in dict.fromkeys(kinds):
        mean = wins[kind] / wanted
        error = math.sqrt(max(squares[kind] / wanted - mean**2, 0) / (wanted - 1))
        seats = kinds.count(kind)
        rates[kind.value] = {
            "seats": seats,
            "win_rate_of_a_seat": round(mean / seats, 4),
            "from": round((mean - 1.96 * error) / seats, 4),
            "to": round((mean + 1.96 * error) / seats, 4),
            "standard_error": round(error / seats, 5),
        }
    return {
        "matches": wanted,
        "drawn": drawn,
        "even_share": round(1 / len(kinds), 4),
        "rates": rates,
        "ms_of_the_best": {
            sort: {
                "median": round(1000 * sorted(times)[len(times) // 2], 2),
                "p99": round(1000 * sorted(times)[len(times) * 99 // 100], 2),
            }
            for sort, times in spent.items()
        },
    }


def benchmark(wanted: int, processes: int, seed: str) -> dict[str, Any]:
    load = round(os.getloadavg()[0], 2)
    kinds = (Kind.EXPERT, *[Kind.CHART] * RIVALS)
    duel = table(kinds, wanted, processes, f"{seed} chart")
    best = duel["rates"][Kind.EXPERT.value]
    ahead = (best["win_rate_of_a_seat"] - duel["even_share"]) / best["standard_error"]
    return {
        "machine": {
            "cores": os.cpu_count(),
            "system": platform.system(),
            "python": platform.python_version(),
            "load_before": load,
        },
        "settings": {
            "chips": CHIPS,
            "bets": list(SIZES),
            "rounds": ROUNDS,
            "rules": agreed(kinds, 0).rules.code,
            "flat_bet": chips(usual_bet(agreed(kinds, 0))),
        },
        "against_chart_players": duel | {"errors_ahead": round(ahead, 1)},
        "all_kinds": table(MIXED, max(wanted // 4, 1000), processes, f"{seed} mixed"),
    }


def between(low: int, high: int) -> Any:
    """An argument type: a whole number from low to high."""

    def number(text: str) -> int:
        if not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"from {low} to {high}")
        return int(text)

    return number


def main() -> int:
    """Run it, print the figures; the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--matches",
        type=between(100, MOST_MATCHES),
        default=20_000,
        metavar="N",
        help="against chart players; a quarter, but 1000 at least, of all kinds (%(default)s)",
    )
    parser.add_argument("--processes", type=between(1, MOST_PROCESSES), default=1, metavar="N")
    parser.add_argument("--seed", default="match")
    options = parser.parse_args()
    told = benchmark(options.matches, options.processes, options.seed)
    print(json.dumps(told, indent=2))
    ahead = told["against_chart_players"]["errors_ahead"]
    return 0 if ahead > LEAST_ERRORS else 1


if __name__ == "__main__":
    sys.exit(main())
