"""Match tables of several devices each, all of which look for news every second.

    .venv/bin/python benchmarks/match_tables.py [--postgres URL] [--seconds 60] >tables.json

Makes a database of its own, starts script/server on it (twice on PostgreSQL) and plays the devices
over real HTTP as browsers with htmx do: each looks for news every second, and bets or plays when it
is its turn, after a pause. An action is seen by all when the last of the other devices of its table
has got a page with it. Prints JSON on stdout, progress on stderr. The exit status is 1 where
something was answered wrongly or a move was lost, 2 where the benchmark could not be run. What is
measured is told in docs/benchmarks.md.
"""

from __future__ import annotations

import argparse
import json
import platform
import re
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from answers import percentile
from learners import BadPage, Learner
from reports import own_database
from servers import ROOT, Failure, run_program, serving

TABLES, DEVICES = 20, 5
PAUSE_S = (1.0, 3.0)
"""So long a player thinks, evenly distributed."""
POLL_S = 1.0
WARM_UP_S = 10.0
"""Before the times count: a process solves the rules and the first hands once."""
MOST_POLL_P95_MS = 50
MOST_SEEN_S = 2.0

_POLL = re.compile(r'"seen": "([^"]*)", "heard": "([^"]*)", "me": "([^"]*)"')
_SEEN = re.compile(r'name="seen" value="(\d+)"')
_HEARD = re.compile(r'name="heard" value="([^"]*)"')
_TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
_BUTTON = re.compile(r'<button[^>]*name="(size|action)" value="([^"]+)"([^>]*)>')


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


@dataclass(slots=True)
class Seen:
    """When the devices of a table got to know of its moves, by how many had been made."""

    devices: int
    lock: threading.Lock = field(default_factory=threading.Lock)
    sent: dict[int, float] = field(default_factory=dict)
    """When a move was sent, by the number of moves after it."""
    known: list[int] = field(default_factory=list)
    """By device, how many moves it knows of."""
    times: dict[int, list[float]] = field(default_factory=dict)
    """When each of the others got a page with the move."""

    def knows(self, device: int, moves: int) -> None:
        """A device has got a page with so many moves."""
        at = time.perf_counter()
        with self.lock:
            for number, since in self.sent.items():
                if self.known[device] < number <= moves:
                    self.times.setdefault(number, []).append(at - since)
            self.known[device] = max(self.known[device], moves)


class Device:
    """A player of a table with a browser."""

    def __init__(self, port: int, table: str, session: str, number: int, seen: Seen) -> None:
        self.browser = Learner(port, number, session_key=session)
        self.table, self.number, self.seen = table, number, seen
        self.random = Random(f"{table}/{number}")
        self.quiet: list[float] = []
        """Milliseconds of polls without news."""
        self.news: list[float] = []
        self.moves: list[float] = []
        self.errors = 0
        self.since = 0.0
        self.page = ""

    def play(self, since: float, over: float) -> None:
        """Look on, and move when it is one's turn, until it is over; note the times since when."""
        self.since = since
        self._read(self._ask("GET", f"/match/{self.table}/")[1])
        time.sleep(self.random.uniform(0, POLL_S))
        moves_at = self._next_move()
        while time.perf_counter() < over:
            due = time.perf_counter() + POLL_S
            if moves_at and time.perf_counter() >= moves_at:
                self._move()
                moves_at = self._next_move()
            elif self._poll():
                moves_at = self._next_move()
            time.sleep(max(0.0, min(due, moves_at or due) - time.perf_counter()))

    def _next_move(self) -> float | None:
        if not self._buttons():
            return None
        return time.perf_counter() + self.random.uniform(*PAUSE_S)

    def _poll(self) -> bool:
        """Whether there was news."""
        seen, heard, me = _found(_POLL, self.page).groups()
        path = f"/match/{self.table}/?seen={seen}&heard={heard}&me={me}"
        status, page, took = self._ask("GET", path, htmx=True)
        if status == 204:
            self._note(self.quiet, took)
            return False
        self._note(self.news, took)
        self._read(page)
        return True

    def _move(self) -> None:
        name, value = self.random.choice(self._buttons())
        made = int(_found(_SEEN, self.page)[1])
        form = [
            ("csrfmiddlewaretoken", _found(_TOKEN, self.page)[1]),
            ("seen", str(made)),
            ("heard", _found(_HEARD, self.page)[1]),
            (name, value),
        ]
        if time.perf_counter() >= self.since:
            self.seen.sent[made + 1] = time.perf_counter()
        where = "bet" if name == "size" else "act"
        status, page, took = self._ask("POST", f"/match/{self.table}/{where}/", form, htmx=True)
        if status != 200:
            raise BadPage(f"a move was answered with status {status}")
        self._note(self.moves, took)
        self._read(page)

    def _note(self, times: list[float], took: float) -> None:
        if time.perf_counter() >= self.since:
            times.append(took)

    def _buttons(self) -> list[tuple[str, str]]:
        found = _BUTTON.findall(self.page)
        return [(name, value) for name, value, more in found if "disabled" not in more]

    def _read(self, page: str) -> None:
        self.page = page
        made = int(_found(_SEEN, page)[1])
        if made not in self.seen.sent or self.seen.known[self.number] < made:
            self.seen.knows(self.number, made)

    def _ask(
        self, method: str, path: str, form: Sequence[tuple[str, str]] = (), *, htmx: bool = False
    ) -> tuple[int, str, float]:
        begun = time.perf_counter()
        status, page, _to = self.browser.request(method, path, form, htmx=htmx)
        took = 1000 * (time.perf_counter() - begun)
        if status not in (200, 204):
            raise BadPage(f"{path} was answered with status {status}")
        return status, page, took


def _found(pattern: re.Pattern[str], page: str) -> re.Match[str]:
    found = pattern.search(page)
    if found is None:
        raise BadPage(f"no {pattern.pattern} in the page")
    return found


def play_all(devices: Sequence[Device], seconds: float) -> None:
    since = time.perf_counter() + WARM_UP_S
    over = since + seconds

    def run(device: Device) -> None:
        try:
            device.play(since, over)
        except (OSError, HTTPException, BadPage) as error:
            device.errors += 1
            say(str(error))

    threads = [threading.Thread(target=run, args=(each,), daemon=True) for each in devices]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(WARM_UP_S + seconds + 60)
    if any(thread.is_alive() for thread in threads):
        raise Failure("the devices did not come to an end")


def run(address: Path | str, folder: Path, servers: int, seconds: float) -> dict[str, Any]:
    filled = run_program(
        "fill_matches.py", address, "--tables", str(TABLES), "--devices", str(DEVICES)
    )
    tables: Sequence[Mapping[str, Any]] = list(filled)  # type: ignore[arg-type]
    with ExitStack() as stack:
        running = [
            stack.enter_context(serving(address, folder / f"server-{number}.log"))
            for number in range(servers)
        ]
        seen = [Seen(DEVICES, known=[0] * DEVICES) for _table in tables]
        devices = [
            Device(running[number % servers].port, table["table"], session, number, board)
            for table, board in zip(tables, seen, strict=True)
            for number, session in enumerate(table["sessions"])
        ]
        for device in devices[
            :servers
        ]:  # the first request of a process loads what later ones have
            device._read(device._ask("GET", f"/match/{device.table}/")[1])
        before = [server.cpu_ms() for server in running]
        play_all(devices, seconds)
        after = [server.cpu_ms() for server in running]
    spent = [b - a for a, b in zip(before, after, strict=True) if a is not None and b is not None]
    return figures(devices, seen, seconds, sum(spent) / (WARM_UP_S + seconds))


def figures(
    devices: Sequence[Device], seen: Sequence[Seen], seconds: float, cpu_ms_a_second: float
) -> dict[str, Any]:
    quiet = [took for device in devices for took in device.quiet]
    news = [took for device in devices for took in device.news]
    moves = [took for device in devices for took in device.moves]
    followed = [
        max(times) for board in seen for times in board.times.values() if len(times) >= DEVICES - 1
    ]
    open_at_the_end = len(moves) - len(followed)
    poll_p95 = percentile(quiet + news, 95)
    slowest = percentile([1000 * each for each in followed], 95)
    errors = sum(device.errors for device in devices)
    return {
        "tables": TABLES,
        "devices": len(devices),
        "seconds": seconds,
        "polls": len(quiet) + len(news),
        "without_news_p50_ms": percentile(quiet, 50),
        "without_news_p95_ms": percentile(quiet, 95),
        "with_news": len(news),
        "with_news_p50_ms": percentile(news, 50),
        "with_news_p95_ms": percentile(news, 95),
        "moves": len(moves),
        "moves_a_second": round(len(moves) / seconds, 1),
        "move_p50_ms": percentile(moves, 50),
        "move_p95_ms": percentile(moves, 95),
        "seen_by_all": len(followed),
        "not_yet_seen_by_all_at_the_end": open_at_the_end,
        "seen_by_all_p50_ms": percentile([1000 * each for each in followed], 50),
        "seen_by_all_p95_ms": slowest,
        "seen_by_all_max_ms": round(1000 * max(followed, default=0.0)),
        "server_processor_percent": round(cpu_ms_a_second / 10),
        "errors": errors,
        "sound": not errors and open_at_the_end <= TABLES,
        "goals": {
            "poll_p95_ms": _goal(poll_p95, MOST_POLL_P95_MS),
            "seen_by_all_p95_ms": _goal(slowest, 1000 * MOST_SEEN_S),
        },
    }


def _goal(value: float | None, limit: float) -> dict[str, Any]:
    return {"value": value, "limit": limit, "met": value is not None and value < limit}


def main() -> int:
    """Run it, print the figures; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--postgres", metavar="URL", help="measure on PostgreSQL too")
    parser.add_argument("--seconds", type=int, default=60)
    options = parser.parse_args()
    if not 10 <= options.seconds <= 600:
        parser.error("--seconds: 10 to 600")
    (ROOT / "var").mkdir(exist_ok=True)
    result: dict[str, Any] = {"python": platform.python_version()}
    try:
        with TemporaryDirectory(prefix="matches-", dir=ROOT / "var") as folder:
            database = Path(folder) / "matches.sqlite3"
            result["sqlite"] = run(database, Path(folder), 1, options.seconds)
            say(f"SQLite: {result['sqlite']}")
            if options.postgres:
                with own_database(options.postgres) as address:
                    result["postgresql"] = run(address, Path(folder), 2, options.seconds)
    except Failure as error:
        say(str(error))
        return 2
    print(json.dumps(result, indent=2))
    runs = [result[name] for name in ("sqlite", "postgresql") if name in result]
    return 0 if all(each["sound"] for each in runs) else 1


if __name__ == "__main__":
    sys.exit(main())
