"""How long the exact analysis of a game takes, as JSON on stdout.

A whole analysis is every play of every hand, all splits, the chart and the game's value. Each rule
set is measured in a process of its own: cold, as the first analysis in it, and warm, the median of
a few after that. Times are in seconds, wall and processor; memory is the process's peak in MiB,
Python and NumPy and all. Results are not cached between the runs.

    .venv/bin/python benchmarks/analysis.py >analysis.json

The exit status is 0, or 1 where a warm analysis took more than a second of processor time, or 2
where it could not run.
"""

from __future__ import annotations

import argparse
import json
import platform
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from strategy.analysis import Analysis  # noqa: E402
from strategy.rules import Rules, RulesError  # noqa: E402

LIMIT: Final = 1.0
"""Processor seconds that a warm analysis of any rules may take."""
AIMS: Final = {
    "1D S17 SP4": 0.10,
    "6D H17 LS SP4": 0.27,
    "8D S17 SP2": 0.06,
}
"""Rules, and the seconds that a program in C++ is said to take for them."""
SECONDS_OF_A_PROCESS: Final = 120
_CHOICES: Final = (
    [f"{decks}D" for decks in range(1, 9)],
    ["S17", "H17"],
    ["PEEK", "ENHC", "OBO"],
    ["DOA", "D9", "D10", "D0"],
    ["DAS", "NDAS"],
    ["SP4", "SP3", "SP2", "SP1"],
    ["SA2", "SA3", "SA4"],
    ["NOHSA", "HSA"],
    ["NS", "LS", "ES", "ES10"],
    ["3:2", "6:5", "1:1", "2:1"],
    ["VALUE", "RANK"],
)


def random_rules(count: int, seed: int) -> Iterator[Rules]:
    """Rules drawn token by token; those that contradict themselves are drawn again."""
    random = Random(seed)
    while count:
        try:
            yield Rules.parse(" ".join(random.choice(tokens) for tokens in _CHOICES))
        except RulesError:
            continue
        count -= 1


def analyse_once(rules: Rules) -> dict[str, float]:
    wall, cpu = time.perf_counter(), time.process_time()
    analysis = Analysis(rules)
    analysis.chart()
    analysis.edge()
    return {
        "wall": round(time.perf_counter() - wall, 4),
        "cpu": round(time.process_time() - cpu, 4),
    }


def measure_here(code: str, runs: int) -> dict[str, Any]:
    """Measure one rule set in this process, which has analysed nothing before."""
    rules = Rules.parse(code)
    cold = analyse_once(rules)
    warm = [analyse_once(rules) for _ in range(runs)]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    in_mebibyte = 2**20 if sys.platform == "darwin" else 2**10
    return {
        "rules": rules.code,
        "cold": cold,
        "warm": {key: round(statistics.median(each[key] for each in warm), 4) for key in cold},
        "peak_mib": round(peak / in_mebibyte, 1),
    }


def measure(code: str, runs: int) -> dict[str, Any]:
    """Measure one rule set in a process of its own."""
    command = [sys.executable, str(Path(__file__).resolve()), "--only", code, "--runs", str(runs)]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=SECONDS_OF_A_PROCESS, check=True
    )
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def benchmark(count: int, runs: int, seed: int) -> dict[str, Any]:
    aimed = [measure(code, runs) | {"aim": aim} for code, aim in AIMS.items()]
    drawn = [measure(rules.code, runs) for rules in random_rules(count, seed)]
    slowest = max(each["warm"]["cpu"] for each in aimed + drawn)
    return {
        "machine": {"python": platform.python_version(), "system": platform.system()},
        "aimed": aimed,
        "random": drawn,
        "goal": {"warm_cpu": slowest, "most": LIMIT, "met": slowest <= LIMIT},
    }


def main() -> int:
    """Run it, print the figures; the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--random", type=int, choices=range(101), default=20, metavar="N")
    parser.add_argument("--runs", type=int, choices=range(1, 51), default=5, metavar="N")
    parser.add_argument("--seed", type=int, default=21)
    parser.add_argument("--only", metavar="RULES", help="measure these rules, in this process")
    options = parser.parse_args()
    try:
        if options.only:
            print(json.dumps(measure_here(options.only, options.runs), indent=2))
            return 0
        told = benchmark(options.random, options.runs, options.seed)
    except RulesError as error:
        print(f"benchmarks/analysis.py: {error}", file=sys.stderr)
        return 2
    except subprocess.SubprocessError as error:
        print(f"benchmarks/analysis.py: {error}", file=sys.stderr)
        return 2
    print(json.dumps(told, indent=2))
    return 0 if told["goal"]["met"] else 1


if __name__ == "__main__":
    sys.exit(main())
