"""How long the results of a class of 200 students with 20 quizzes take.

    .venv/bin/python benchmarks/gradebook.py [--students 200] [--quizzes 20] [--postgres URL]

Fills a database with one class, on SQLite and, where it is told, on PostgreSQL in a database of its
own; serves it on a free port of loopback, asks for every page of results in turn, prints the times
as JSON on stdout (milliseconds) and its progress on stderr, and takes all away again: two minutes.
The exit status is 2 where it could not be run; missed goals are only reported. What is measured is
told in docs/benchmarks.md.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from statistics import fmean, median
from tempfile import TemporaryDirectory
from typing import Any

from learners import Learner
from reports import own_database, say
from servers import ROOT, Failure, Server, run_program, serving

ROUNDS = 15
MOST_MS = 300
HANDS = 20
"""A quiz asks so many."""


def measured(server: Server, told: Mapping[str, Any]) -> dict[str, dict[str, float | None]]:
    """The median and the longest of each page's times, and the server's processor time, which other
    work on the machine disturbs least; pages take turns.
    """
    browser = Learner(server.port, session_key=told["session"])
    times: dict[str, list[float]] = {}
    work: dict[str, list[float]] = {}
    for number in range(ROUNDS + 1):
        for page, address in told["pages"].items():
            before = server.cpu_ms()
            started = time.perf_counter()
            status, _page, _to = browser.request("GET", address)
            took = 1000 * (time.perf_counter() - started)
            if status != 200:
                raise Failure(f"{address} was answered with status {status}")
            if number:  # the first look warms up
                times.setdefault(page, []).append(took)
                if before is not None:
                    work.setdefault(page, []).append((server.cpu_ms() or before) - before)
    browser.close()
    return {
        page: {
            "p50_ms": round(median(found), 1),
            "most_ms": round(max(found), 1),
            "cpu_ms": round(fmean(work[page]), 1) if page in work else None,
        }
        for page, found in times.items()
    }


def run(database: Path | str, log: Path, students: int, quizzes: int) -> dict[str, Any]:
    started = time.monotonic()
    sizes = {"students": students, "quizzes": quizzes, "hands": HANDS}
    options = [text for name, size in sizes.items() for text in (f"--{name}", str(size))]
    filled = run_program("fill_gradebook.py", database, *options)
    say(f"filled in {time.monotonic() - started:.0f} s: {filled['items']:,} answers")
    with serving(database, log) as server:
        found = measured(server, filled)
    slowest = max(found, key=lambda page: found[page]["p50_ms"])
    value = found["results"]["p50_ms"]
    say(f"results: {value} ms; slowest: {slowest} {found[slowest]}")
    return {
        **sizes,
        "attempts": filled["attempts"],
        "answers": filled["items"],
        "pages": found,
        "goals": {"results_p50_ms": {"value": value, "limit": MOST_MS, "met": value <= MOST_MS}},
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--students", type=int, default=200)
    parser.add_argument("--quizzes", type=int, default=20)
    parser.add_argument("--postgres", metavar="URL", help="measure on PostgreSQL too")
    options = parser.parse_args()
    sizes = options.students, options.quizzes
    if not (1 <= options.students <= 1_000 and 1 <= options.quizzes <= 50):
        parser.error("--students: 1 to 1,000; --quizzes: 1 to 50")
    result: dict[str, Any] = {"python": platform.python_version()}
    (ROOT / "var").mkdir(exist_ok=True)
    try:
        with TemporaryDirectory(prefix="gradebook-", dir=ROOT / "var") as folder:
            files = Path(folder) / "class.sqlite3", Path(folder) / "sqlite.log"
            result["sqlite"] = run(*files, *sizes)
            if options.postgres:
                with own_database(options.postgres) as address:
                    log = Path(folder) / "postgresql.log"
                    result["postgresql"] = run(address, log, *sizes)
    except Failure as error:
        say(str(error))
        return 2
    print(json.dumps(result, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
