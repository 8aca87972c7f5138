"""A class takes a quiz at once, and forty phones a live quiz, against two web processes.

    .venv/bin/python benchmarks/quiz.py [--postgres URL] [--students 200] >quiz.json

Makes a database of its own on PostgreSQL, starts script/server twice on it, and plays the students
over real HTTP as browsers with htmx do, each with a pause before it answers. Then the books are
checked in the database. Prints JSON on stdout, progress on stderr. The exit status is 1 where an
answer was lost or doubled, 2 where the benchmark could not be run. What is measured is told in
docs/benchmarks.md.
"""

from __future__ import annotations

import argparse
import json
import platform
import re
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from http.client import HTTPException
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from answers import percentile
from learners import BadPage, Hand, Learner
from reports import own_database
from servers import ROOT, Failure, run_program, serving

HANDS = 30
LIVE_HANDS = 8
PHONES = 40
SECONDS_A_LIVE_HAND = 10
MOST_P95_MS = 200
PAUSE_S = (2.0, 6.0)
"""So long a student thinks, evenly distributed."""
ARRIVAL_S = 3.0
"""Within so many seconds all have started."""
MOST_SECONDS = 600

_TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
_ITEM = re.compile(r'hx-post="(/quiz/item/([0-9a-f-]{36})/)"')
_LIVE = re.compile(r'hx-post="(/live/([0-9a-f-]{36})/\d+/)"')
_ACTION = re.compile(r'name="action" value="([A-Z])"')
_SEEN = re.compile(r"""hx-vals='\{"seen": "([^"]+)"\}'""")


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


class Student:
    """A student of the class in a browser."""

    def __init__(self, port: int, session: str, number: int) -> None:
        self.browser = Learner(port, number, session_key=session)
        self.random = Random(number)
        self.answers: list[tuple[str, float]] = []
        """The hands acknowledged, with the milliseconds that each took."""
        self.others: list[float] = []
        """Milliseconds of all other requests."""
        self.errors = 0

    def get(self, path: str, form: Sequence[tuple[str, str]] = ()) -> str:
        """The page, after at most one redirect; a form is sent with the token of the last page."""
        method = "POST" if form else "GET"
        begun = time.perf_counter()
        status, page, to = self.browser.request(method, path, form)
        self.others.append(1000 * (time.perf_counter() - begun))
        if status == 302:
            return self.get(to)
        if status != 200:
            raise BadPage(f"{path} was answered with status {status}")
        return page

    def answer(self, hand: Hand) -> str:
        form = [
            ("csrfmiddlewaretoken", hand.token),
            ("browser_ms", "1000"),
            ("action", self.random.choice(hand.actions)),
        ]
        begun = time.perf_counter()
        status, page, _to = self.browser.request("POST", hand.path, form, htmx=True)
        took = 1000 * (time.perf_counter() - begun)
        if status != 200:
            raise BadPage(f"an answer was answered with status {status}")
        self.answers.append((hand.key, took))
        return page

    def take(self, quiz: str) -> None:
        """Start the quiz and answer it to its end."""
        time.sleep(self.random.uniform(0, ARRIVAL_S))
        page = self.get(f"/quiz/{quiz}/")
        token = _found(_TOKEN, page)
        page = self.get(f"/quiz/{quiz}/start/", [("csrfmiddlewaretoken", token)])
        while hand := _hand(_ITEM, page):
            time.sleep(self.random.uniform(*PAUSE_S))
            page = self.answer(hand)

    def play(self, live: str, over: threading.Event) -> None:
        """Join a live quiz, look for news every second, and answer what is asked."""
        page = self.get(f"/live/{live}/")
        page = self.get(f"/live/{live}/join/", [("csrfmiddlewaretoken", _found(_TOKEN, page))])
        asked = ""
        while not over.is_set():
            hand = _hand(_LIVE, page)
            if hand and hand.path != asked:
                asked = hand.path
                time.sleep(self.random.uniform(1.0, 5.0))
                page = self.answer(hand)
            time.sleep(1.0)
            seen = _SEEN.search(page)
            if seen is None:
                return
            begun = time.perf_counter()
            status, news, _to = self.browser.request(
                "GET", f"/live/{live}/?seen={seen[1]}", htmx=True
            )
            self.others.append(1000 * (time.perf_counter() - begun))
            page = news if status == 200 else page


def _found(pattern: re.Pattern[str], page: str) -> str:
    found = pattern.search(page)
    if found is None:
        raise BadPage(f"no {pattern.pattern} in the page")
    return found[1]


def _hand(pattern: re.Pattern[str], page: str) -> Hand | None:
    """The open hand of a page; None where there is none."""
    path = pattern.search(page)
    if path is None:
        return None
    return Hand(path[1], path[1], _found(_TOKEN, page), _ACTION.findall(page))


def together(students: Sequence[Student], do: Callable[[Student], None]) -> float:
    """Let all do something at the same time; how many seconds it took. What fails is counted."""

    def run(student: Student) -> None:
        try:
            do(student)
        except (OSError, HTTPException, BadPage) as error:
            student.errors += 1
            say(str(error))

    begun = time.perf_counter()
    threads = [threading.Thread(target=run, args=(each,), daemon=True) for each in students]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(max(0.0, MOST_SECONDS - (time.perf_counter() - begun)))
    if any(thread.is_alive() for thread in threads):
        raise Failure(f"the students were not done after {MOST_SECONDS} s")
    return time.perf_counter() - begun


def lead(teacher: Student, told: Mapping[str, Any], begun: Callable[[str], None]) -> None:
    """Open the live quiz, tell its address, and ask hand after hand as the wall lets it."""
    page = teacher.get(f"/live/class/{told['classroom']}/")
    token = ("csrfmiddlewaretoken", _found(_TOKEN, page))
    wall = teacher.get(
        f"/live/class/{told['classroom']}/",
        [token, ("quiz", told["draft"]), ("seconds", str(SECONDS_A_LIVE_HAND))],
    )
    live = _found(re.compile(r"/live/([0-9a-f-]{36})/wall/"), wall)
    begun(live)
    time.sleep(3.0)
    for number in range(LIVE_HANDS + 1):
        teacher.get(f"/live/{live}/ask/", [token, ("number", str(number))])
        for _second in range(SECONDS_A_LIVE_HAND + 2):
            wall = teacher.get(f"/live/{live}/wall/")
            if "Right:" in wall or number == LIVE_HANDS:
                break
            time.sleep(1.0)


def play_live(ports: Sequence[int], told: Mapping[str, Any]) -> dict[str, Any]:
    """Forty phones and a wall."""
    phones = [
        Student(ports[number % len(ports)], session, number)
        for number, session in enumerate(told["students"][:PHONES])
    ]
    teacher, over, opened = Student(ports[0], told["teacher"], -1), threading.Event(), []
    ready = threading.Event()

    def begun(live: str) -> None:
        opened.append(live)
        ready.set()

    def do(student: Student) -> None:
        if student is teacher:
            try:
                lead(teacher, told, begun)
            finally:
                ready.set()
                over.set()
        elif ready.wait(MOST_SECONDS) and opened:
            student.play(opened[0], over)

    seconds = together([teacher, *phones], do)
    return {
        "phones": len(phones),
        "hands": LIVE_HANDS,
        **figures([*phones, teacher], seconds),
        "errors": sum(each.errors for each in [teacher, *phones]),
    }


def figures(students: Sequence[Student], seconds: float) -> dict[str, Any]:
    """Times in milliseconds, and what was done in all."""
    answers = [took for student in students for _key, took in student.answers]
    others = [took for student in students for took in student.others]
    return {
        "answers": len(answers),
        "answers_a_second": round(len(answers) / seconds, 1),
        "p50_ms": percentile(answers, 50),
        "p95_ms": percentile(answers, 95),
        "p99_ms": percentile(answers, 99),
        "other_requests": len(others),
        "other_p95_ms": percentile(others, 95),
    }


def books(address: str, told: Mapping[str, Any], students: Sequence[Student]) -> dict[str, int]:
    """How the database has it: nothing is lost or doubled where the differences are 0."""
    import psycopg

    with psycopg.connect(address) as connection:
        attempts, answered, points = connection.execute(
            "SELECT count(*), sum(answered), sum(points) FROM quizzes_attempt"
        ).fetchone() or (0, 0, 0)
        items, right = connection.execute(
            "SELECT count(*), count(*) FILTER (WHERE correct) FROM quizzes_item WHERE action <> ''"
        ).fetchone() or (0, 0)
        logged, live = connection.execute(
            "SELECT (SELECT count(*) FROM decisions_decision),"
            " (SELECT count(*) FROM live_liveanswer)"
        ).fetchone() or (0, 0)
    acknowledged = [key for student in students for key, _took in student.answers]
    return {
        "attempts": attempts,
        "answers": items,
        "lost": len(set(acknowledged)) - items,
        "doubled": len(acknowledged) - len(set(acknowledged)),
        "wrong_sums": abs(answered - items) + abs(points - right),
        "not_in_the_log": items + live - logged,
    }


def run(address: str, folder: Path, count: int) -> dict[str, Any]:
    filled = run_program(
        "fill_quiz.py",
        address,
        *("--students", str(count), "--hands", str(HANDS), "--live-hands", str(LIVE_HANDS)),
    )
    with ExitStack() as stack:
        servers = [
            stack.enter_context(serving(address, folder / f"server-{number}.log"))
            for number in range(2)
        ]
        ports = [server.port for server in servers]
        for port in ports:  # the first request of a process loads what later ones have
            Student(port, filled["teacher"], 0).get(f"/quiz/{filled['quiz']}/")
        students = [
            Student(ports[number % 2], session, number)
            for number, session in enumerate(filled["students"])
        ]
        seconds = together(students, lambda student: student.take(filled["quiz"]))
        taken = {"students": count, "hands": HANDS, **figures(students, seconds)}
        say(f"quiz: {taken}")
        taken["errors"] = sum(student.errors for student in students)
        live = play_live(ports, filled)
        say(f"live: {live}")
        checked = books(address, filled, students)
    whole = checked["attempts"] == count and checked["answers"] == count * HANDS
    wrong = (checked[name] for name in ("lost", "doubled", "wrong_sums", "not_in_the_log"))
    return {
        "quiz": taken,
        "live": live,
        "books": checked,
        "sound": whole and not any(wrong) and not taken["errors"] and not live["errors"],
        "goals": {
            "quiz_p95_ms": _goal(taken["p95_ms"]),
            "live_p95_ms": _goal(live["p95_ms"]),
        },
    }


def _goal(value: float | None) -> dict[str, Any]:
    return {"value": value, "limit": MOST_P95_MS, "met": value is not None and value < MOST_P95_MS}


def main() -> int:
    """Run it, print the figures; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--postgres", metavar="URL", default="postgres://postgres@127.0.0.1:5432/postgres"
    )
    parser.add_argument("--students", type=int, default=200)
    options = parser.parse_args()
    if not PHONES <= options.students <= 500:
        parser.error(f"--students: {PHONES} to 500")
    (ROOT / "var").mkdir(exist_ok=True)
    try:
        with (
            TemporaryDirectory(prefix="quiz-", dir=ROOT / "var") as folder,
            own_database(options.postgres) as address,
        ):
            result = run(address, Path(folder), options.students)
    except Failure as error:
        say(str(error))
        return 2
    print(json.dumps({"python": platform.python_version(), **result}, indent=2))
    return 0 if result["sound"] else 1


if __name__ == "__main__":
    sys.exit(main())
