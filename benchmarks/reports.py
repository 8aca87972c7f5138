"""How long the reports take for somebody with a million decisions, and for those with fewer.

    .venv/bin/python benchmarks/reports.py [--decisions 1000000] [--postgres URL]

Fills a database with three learners, on SQLite and, where it is told, on PostgreSQL in a database
of its own; serves it on a free port of loopback, asks for every report of each in turn, prints the
times as JSON on stdout (milliseconds) and its progress on stderr, and takes all away again: some
ten minutes. The exit status is 2 where it could not be run; missed goals are only reported. What is
measured is told in docs/benchmarks.md.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from learners import Learner
from servers import ROOT, Failure, run_program, serving

ROUNDS = 15
MOST_MS = 100
MOST_GROWTH = 1.25
"""A ratio of times: 1 is no growth, the rest is the noise of a machine that does other things."""


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def pages(told: Mapping[str, Any]) -> dict[str, str]:
    """The addresses of the reports of a learner."""
    span = f"first={told['first']}&last={told['last']}"
    deck = f"deck={told['deck']}"
    return {
        "overview by day": "/progress/?step=day",
        "overview by week": "/progress/?step=week",
        "overview by month": "/progress/?step=month",
        "overview of some days": f"/progress/?step=month&{span}",
        "overview of a mode": "/progress/?mode=review",
        "overview of a mode in some days": f"/progress/?mode=review&{span}",
        "chart by accuracy": f"/progress/chart/?measure=accuracy&{deck}",
        "chart by cost": f"/progress/chart/?measure=cost&{deck}",
        "chart by pace": f"/progress/chart/?measure=pace&{deck}",
        "chart by due date": f"/progress/chart/?measure=due&{deck}",
        "chart of some days": f"/progress/chart/?measure=accuracy&{deck}&{span}",
        "cell": f"/progress/cell/?{deck}&cell=hard+16+v+T",
        "cell in some days": f"/progress/cell/?{deck}&cell=hard+16+v+T&{span}&mode=review",
        "weak spots": f"/progress/weak/?{deck}",
        "all weak spots of some days": f"/progress/weak/?{deck}&{span}&all=1",
        "history": "/progress/history/",
        "history, halfway": f"/progress/history/?before={told['before']}",
        "history of errors": "/progress/history/?outcome=wrong",
        "history of the first day": "/progress/history/?mode=table",
        "history of a chart's pairs": f"/progress/history/?category=pair&{deck}",
        "habits": f"/progress/habits/?{deck}",
        "history of a cell": "/progress/history/?cell=hard+16+v+T&outcome=wrong",
        "decision": f"/progress/history/{told['decision']}/",
    }


def measured(port: int, told: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """The shortest, the median and the longest of each page's times, for each learner; pages take
    turns. Growth is told from the shortest: what else the machine does only adds to a time."""
    browsers = {name: Learner(port, session_key=one["session"]) for name, one in told.items()}
    addresses = {name: pages(one) for name, one in told.items()}
    times: dict[str, dict[str, list[float]]] = {}
    for number in range(ROUNDS + 1):
        for page in addresses["many"]:
            for name, browser in browsers.items():
                started = time.perf_counter()
                status, _page, _to = browser.request("GET", addresses[name][page])
                took = 1000 * (time.perf_counter() - started)
                if status != 200:
                    raise Failure(f"{addresses[name][page]} was answered with status {status}")
                if number:  # the first look warms up
                    times.setdefault(page, {}).setdefault(name, []).append(took)
    for browser in browsers.values():
        browser.close()
    return {
        page: {
            f"{name}_{key}": round(value, 1)
            for name, found in by_name.items()
            for key, value in (
                ("least_ms", min(found)),
                ("p50_ms", median(found)),
                ("most_ms", max(found)),
            )
        }
        | {
            "growth": round(min(by_name["many"]) / min(by_name["some"]), 2),
            "growth_from_few": round(min(by_name["many"]) / min(by_name["few"]), 2),
        }
        for page, by_name in times.items()
    }


def run(database: Path | str, log: Path, decisions: int) -> dict[str, Any]:
    started = time.monotonic()
    filled = run_program("fill_reports.py", database, "--decisions", str(decisions))
    say(f"filled in {time.monotonic() - started:.0f} s: {filled['tallies']:,} tallies")
    with serving(database, log) as server:
        found = measured(server.port, filled["learners"])
    slowest = max(found, key=lambda page: found[page]["many_p50_ms"])
    grown = max(found, key=lambda page: found[page]["growth"])
    say(f"slowest: {slowest} {found[slowest]}; grown most: {grown} {found[grown]}")
    return {
        "decisions": {name: one["decisions"] for name, one in filled["learners"].items()},
        "tallies": filled["tallies"],
        "pages": found,
        "goals": {
            "p50_ms": _goal(found[slowest]["many_p50_ms"], MOST_MS),
            "growth": _goal(found[grown]["growth"], MOST_GROWTH),
        },
    }


def _goal(value: float, limit: float) -> dict[str, Any]:
    return {"value": value, "limit": limit, "met": value <= limit}


@contextmanager
def own_database(address: str) -> Iterator[str]:
    """A database of the benchmark's own beside the one of the address; yields its address."""
    import psycopg

    name = f"upcard_reports_{time.time_ns()}"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
        try:
            yield f"{address.rpartition('/')[0]}/{name}"
        finally:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--decisions", type=int, default=1_000_000)
    parser.add_argument("--postgres", metavar="URL", help="measure on PostgreSQL too")
    options = parser.parse_args()
    if not 2_000 <= options.decisions <= 2_000_000:
        parser.error("--decisions: 2,000 to 2,000,000")
    result: dict[str, Any] = {"python": platform.python_version()}
    (ROOT / "var").mkdir(exist_ok=True)
    try:
        with TemporaryDirectory(prefix="reports-", dir=ROOT / "var") as folder:
            result["sqlite"] = run(
                Path(folder) / "many.sqlite3", Path(folder) / "sqlite.log", options.decisions
            )
            if options.postgres:
                with own_database(options.postgres) as address:
                    result["postgresql"] = run(
                        address, Path(folder) / "postgresql.log", options.decisions
                    )
    except Failure as error:
        say(str(error))
        return 2
    print(json.dumps(result, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
