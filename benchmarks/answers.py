"""How long an answer takes, and whether any is lost: the htmx answer request against script/server.

    .venv/bin/python benchmarks/answers.py [--decisions 100000] [--answers 600]

Makes databases of its own in var, serves them on free ports of loopback, prints the figures as
JSON on stdout (times are milliseconds) and its progress on stderr, and takes all away again: a few
minutes. The exit status is 1 where an answer was lost or doubled or a sum is wrong, 2 where the
benchmark could not be run; missed goals of speed are only reported. What is measured is told in
docs/benchmarks.md.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import signal
import sqlite3
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any

from learners import (
    DEALINGS,
    Answers,
    BadPage,
    Learner,
    answer_all,
    double_click_all,
    drilling,
)
from ledger import Check, Ledger
from servers import ROOT, Failure, Server, run_program, serving

FEW = 1_000
"""Decisions in the small database that growth is measured from."""
LEARNERS = 200
"""Who share the decisions in the filled database."""
TOGETHER = (8, 32)
"""Learners at once, after the runs with one."""
DOUBLE_CLICKERS = 4
WARM_UP = 64
BATCH = 20
"""Answers in a row on one database, before the next one's turn, where growth is measured."""
SECONDS_OF_A_RUN = 180
MOST_P95_MS = 20
MOST_QUERIES = 8
MOST_GROWTH = 1.25
"""A ratio of times: 1 is no growth, the rest is the noise of a machine that does other things."""


@dataclass(frozen=True, slots=True)
class Site:
    """A filled database and the server on it."""

    server: Server
    ledger: Ledger
    session_keys: Sequence[str]
    """Of signed-in learners."""


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def percentile(times: Sequence[float], percent: int) -> float | None:
    """The nearest-rank percentile in milliseconds; None of nothing."""
    if not times:
        return None
    rank = max(1, math.ceil(len(times) * percent / 100))
    return round(sorted(times)[rank - 1], 2)


def figures(answers: Answers) -> dict[str, Any]:
    """The times and counts of a run."""
    acknowledged = len(answers.acknowledged)
    return {
        "answers": acknowledged,
        "p50_ms": percentile(answers.times, 50),
        "p95_ms": percentile(answers.times, 95),
        "p99_ms": percentile(answers.times, 99),
        "answers_per_second": round(acknowledged / answers.seconds, 1) if answers.seconds else None,
        "errors": answers.errors,
        "cut_short": answers.cut_short,
    }


def cpu_an_answer(before: float | None, after: float | None, answers: Answers) -> float | None:
    """The server's processor time for an answer, in milliseconds, where it is known."""
    if before is None or after is None or not answers.sent:
        return None
    return round((after - before) / len(answers.sent), 2)


def checked(check: Check) -> dict[str, int]:
    return {
        "recorded": check.added,
        "lost": check.lost,
        "doubled": check.doubled,
        "wrong_sums": check.wrong_sums,
    }


def learners_of(site: Site, count: int) -> list[Learner]:
    """So many learners: guests and signed-in ones in turn, who take the dealings in turn."""
    return [
        Learner(
            site.server.port,
            number,
            session_key=site.session_keys[number // 2] if number % 2 else "",
            dealing=DEALINGS[number // 2 % len(DEALINGS)],
        )
        for number in range(count)
    ]


def measure(site: Site, learners: Sequence[Learner], count: int) -> dict[str, Any]:
    """A run: so many answers by the learners at once, and what the database says afterwards."""
    mark = site.ledger.mark()
    with drilling(learners):
        used = site.server.cpu_ms()
        answers = answer_all(learners, count, seconds=SECONDS_OF_A_RUN)
        cpu = cpu_an_answer(used, site.server.cpu_ms(), answers)
    check = site.ledger.check(mark, answers.acknowledged, answers.sent)
    return {"learners": len(learners), **figures(answers), "cpu_ms": cpu, **checked(check)}


def measure_one(site: Site, count: int) -> list[dict[str, Any]]:
    """One learner: guest and signed in, with each way of dealing."""
    runs = []
    for who, key in (("guest", ""), ("signed in", site.session_keys[0])):
        for dealing in DEALINGS:
            learner = Learner(site.server.port, session_key=key, dealing=dealing)
            run = {"who": who, "dealing": dealing, **measure(site, [learner], count)}
            runs.append(run)
            say(f"1 learner, {who}, {dealing}: p50 {run['p50_ms']} ms, p95 {run['p95_ms']} ms")
    return runs


def measure_together(site: Site, count: int) -> list[dict[str, Any]]:
    """More learners at once, half of them guests, the dealings mixed."""
    runs = []
    for learners in TOGETHER:
        run = {"who": "mixed", "dealing": "mixed"}
        run |= measure(site, learners_of(site, learners), count)
        runs.append(run)
        say(
            f"{learners} learners: p50 {run['p50_ms']} ms, p95 {run['p95_ms']} ms, "
            f"{run['answers_per_second']} answers a second"
        )
    return runs


def measure_double_clicks(site: Site, count: int) -> dict[str, Any]:
    """Every answer sent twice at the same moment: one is taken, the other refused."""
    mark = site.ledger.mark()
    learners = [Learner(site.server.port, number) for number in range(DOUBLE_CLICKERS)]
    with drilling(learners):
        answers = double_click_all(learners, count, seconds=SECONDS_OF_A_RUN)
    check = site.ledger.check(mark, answers.acknowledged, answers.sent)
    say(f"double clicks: {len(answers.sent)} hands, {check.added} recorded")
    return (
        {"learners": len(learners), "hands": len(answers.sent)} | figures(answers) | checked(check)
    )


def measure_growth(sites: Mapping[str, Site], count: int) -> dict[str, Any]:
    """One learner who is dealt weak spots, which reads the tallies, on each database.

    The databases take turns, a few answers each, so that whatever else the machine does in the
    meantime troubles them alike.
    """
    seen = {name: Answers() for name in sites}
    marks = {name: site.ledger.mark() for name, site in sites.items()}
    learners = {
        name: Learner(site.server.port, session_key=site.session_keys[0], dealing="weak")
        for name, site in sites.items()
    }
    with drilling(list(learners.values())):
        for _ in range(max(1, count // BATCH)):
            for name, learner in learners.items():
                batch = answer_all([learner], BATCH, seconds=SECONDS_OF_A_RUN)
                seen[name].add(batch)
                seen[name].seconds += batch.seconds
    told: dict[str, Any] = {}
    for name, site in sites.items():
        check = site.ledger.check(marks[name], seen[name].acknowledged, seen[name].sent)
        told[name] = {
            "decisions_after": site.ledger.size(),
            **figures(seen[name]),
            **checked(check),
        }
    say("growth: " + ", ".join(f"{name} p50 {run['p50_ms']} ms" for name, run in told.items()))
    return told


def ratio(more: float | None, less: float | None) -> float | None:
    return round(more / less, 3) if more and less else None


def goal(value: float | None, most: float, *, below: bool = False) -> dict[str, Any]:
    """A figure with its limit; one that could not be measured is missed."""
    met = value is not None and (value < most if below else value <= most)
    return {"value": value, "limit": most, "met": met}


def goals(
    runs: Sequence[Mapping[str, Any]],
    queries: Mapping[str, Mapping[str, Mapping[str, Any]]],
    growth: Mapping[str, Mapping[str, Any]],
) -> dict[str, dict[str, Any]]:
    """The figures that the project sets itself; the worst run counts."""
    p95s = [run["p95_ms"] for run in runs if run["learners"] == 1]
    cases = [case for dealings in queries.values() for case in dealings.values()]
    few = growth["few"]
    told = {
        "p95_ms_one_learner": goal(None if None in p95s else max(p95s), MOST_P95_MS, below=True),
        "queries": goal(max(case["most"] for case in cases), MOST_QUERIES),
        "queries_first_answer": goal(max(case["first"] for case in cases), MOST_QUERIES),
    }
    for name in ("many", "own"):
        for figure in ("p50_ms", "p95_ms"):
            grown = ratio(growth[name][figure], few[figure])
            told[f"growth_{name}_{figure.removesuffix('_ms')}"] = goal(grown, MOST_GROWTH)
    for figure in ("lost", "doubled", "wrong_sums", "errors"):
        told[figure] = goal(sum(run[figure] for run in (*runs, *growth.values())), 0)
    return told


def machine() -> dict[str, Any]:
    """What the figures were measured on, in general terms."""
    return {
        "cores": os.cpu_count(),
        "system": platform.system(),
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "load_before": round(os.getloadavg()[0], 2),
    }


def benchmark(decisions: int, answers: int) -> dict[str, Any]:
    """Everything; raises Failure where it cannot be run."""
    begun, told = time.monotonic(), {"machine": machine()}
    shapes = {"few": (FEW, LEARNERS), "many": (decisions, LEARNERS), "own": (decisions, 1)}
    with ExitStack() as stack:
        var = ROOT / "var"
        var.mkdir(mode=0o700, exist_ok=True)
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="benchmark-", dir=var)))
        sites: dict[str, Site] = {}
        for name, (size, learners) in shapes.items():
            say(f"filling {name}: decisions {size}, learners {learners}")
            path = folder / f"{name}.sqlite3"
            filled = run_program(
                "fill.py", path, "--decisions", str(size), "--learners", str(learners)
            )
            server = stack.enter_context(serving(path))
            sites[name] = Site(server, Ledger(path, filled["idle_ms"]), filled["session_keys"])
            told[name] = {
                "decisions": sites[name].ledger.size(),
                "learners": filled["learners"],
                "drills": filled["drills"],
                "megabytes": round(path.stat().st_size / 1e6, 1),
            }
        for site in sites.values():
            run = measure(site, [Learner(site.server.port, number) for number in range(8)], WARM_UP)
            if not run["answers"]:
                raise Failure("no answer was acknowledged")
        many = sites["many"]
        queries = run_program("count_queries.py", many.ledger.path)
        runs = measure_one(many, answers) + measure_together(many, answers)
        clicks = measure_double_clicks(many, max(1, answers // 2))
        growth = measure_growth(sites, answers)
    met = goals([*runs, {"who": "double click", **clicks}], queries, growth)
    return {
        "machine": told.pop("machine"),
        "databases": told,
        "runs": runs,
        "double_click": clicks,
        "queries": queries,
        "growth": growth,
        "goals": met,
        "seconds": round(time.monotonic() - begun),
    }


def between(low: int, high: int) -> Any:
    """An argument type: a whole number from low to high."""

    def number(text: str) -> int:
        if not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"from {low} to {high}")
        return int(text)

    return number


def stop(number: int, _frame: FrameType | None) -> None:
    """Leave by way of every ``finally``: the servers end with us."""
    sys.exit(128 + number)


def main() -> int:
    """Run it, print the figures; the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--decisions",
        type=between(2 * FEW, 1_000_000),
        default=100_000,
        help="in the filled database (default: %(default)s)",
    )
    parser.add_argument(
        "--answers",
        type=between(20, 20_000),
        default=600,
        help="answers of each run (default: %(default)s)",
    )
    options = parser.parse_args()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stop)
    try:
        told = benchmark(options.decisions, options.answers)
    except (Failure, BadPage, OSError, HTTPException) as error:
        say(f"benchmarks/answers.py: {error}")
        return 2
    print(json.dumps(told, indent=2))
    wrong = sum(told["goals"][name]["value"] for name in ("lost", "doubled", "wrong_sums"))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
