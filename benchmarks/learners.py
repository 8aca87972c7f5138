"""Learners who drill over real HTTP as a browser with htmx does: one connection each, kept open."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http.client import HTTPConnection, HTTPException
from random import Random
from urllib.parse import urlencode

HOST = "127.0.0.1"
DEALINGS = ("even", "table", "weak")
SECONDS_A_REQUEST = 30
MOST_FAILURES = 20
"""After so many failures one after another a learner gives up."""
CLICKS_OF_A_GUEST = 10
"""Hands that a double-clicking guest answers before a new guest takes over."""

_ANSWER_PATH = re.compile(r'hx-post="(/drill/hand/([0-9a-f-]{36})/answer/)"')
_TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
_ACTION = re.compile(r'name="action" value="([A-Z])"')


class BadPage(Exception):
    """A page that is not what a learner needs to go on."""


@dataclass(frozen=True, slots=True)
class Hand:
    """The open hand of a page: where its answer goes, and what may be answered."""

    key: str
    """Of the question, 32 hexadecimal digits, as the log has it."""
    path: str
    token: str
    actions: Sequence[str]


def hand_in(page: str) -> Hand:
    """Read the open hand out of the play page or of its htmx part; raise BadPage."""
    path, token, actions = _ANSWER_PATH.search(page), _TOKEN.search(page), _ACTION.findall(page)
    if not (path and token and actions):
        raise BadPage("no open hand in the page")
    return Hand(path[2].replace("-", ""), path[1], token[1], actions)


class _StartForm(HTMLParser):
    """The fields of the start form as they stand."""

    def __init__(self) -> None:
        super().__init__()
        self.fields: list[tuple[str, str]] = []
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "select":
            self._select = values.get("name", "")
        elif tag == "option" and "selected" in values:
            self.fields.append((self._select, values["value"]))
        elif tag == "input" and (
            values.get("type") not in ("checkbox", "radio", "submit") or "checked" in values
        ):
            self.fields.append((values.get("name", ""), values.get("value", "")))


def start_fields(page: str, dealing: str) -> list[tuple[str, str]]:
    """The start form of the page filled in for an endless drill; raise BadPage."""
    form = _StartForm()
    form.feed(page)
    fields = dict.fromkeys(name for name, _ in form.fields)
    if "teaching" not in fields or "categories" not in fields:
        raise BadPage("no start form in the page")
    kept = [(name, value) for name, value in form.fields if name not in ("dealing", "length")]
    return [*kept, ("dealing", dealing), ("length", "endless")]


@dataclass(slots=True)
class Answers:
    """What one learner, or several together, saw of their answers."""

    times: list[float] = field(default_factory=list)
    """Milliseconds of each acknowledged answer, from sending it to having read the whole reply."""
    acknowledged: list[str] = field(default_factory=list)
    """The keys of the questions, one for each reply that took the answer."""
    sent: set[str] = field(default_factory=set)
    errors: int = 0
    """Replies of any other status than was to be expected, and broken connections."""
    seconds: float = 0.0
    cut_short: bool = False

    def add(self, other: Answers) -> None:
        self.times += other.times
        self.acknowledged += other.acknowledged
        self.sent |= other.sent
        self.errors += other.errors
        self.cut_short |= other.cut_short


class Learner:
    """One browser: its cookies, its connection, the hand in front of it."""

    def __init__(
        self, port: int, number: int = 0, *, session_key: str = "", dealing: str = "even"
    ) -> None:
        self.port = port
        self.dealing = dealing
        self.cookies = {"sessionid": session_key} if session_key else {}
        self.hand = Hand("", "", "", ())
        self._drill = ""
        self._connections = [HTTPConnection(HOST, port, timeout=SECONDS_A_REQUEST)]
        self._random = Random(number)

    def close(self) -> None:
        for connection in self._connections:
            connection.close()

    def request(
        self,
        method: str,
        path: str,
        form: Sequence[tuple[str, str]] = (),
        *,
        htmx: bool = False,
        line: int = 0,
    ) -> tuple[int, str, str]:
        """The status, the page, and where a redirect leads. ``line`` is the connection's number.

        Raises OSError or HTTPException where the connection breaks; the next request opens it anew.
        """
        origin = f"http://{HOST}:{self.port}"
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        body = None
        if method == "POST":
            body = urlencode(form).encode()
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            headers["Origin"] = origin
        if htmx:
            headers |= {"HX-Request": "true", "HX-Target": "drill"}
            headers["HX-Current-URL"] = f"{origin}{self._drill}"
        connection = self._connections[line]
        try:
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            page = response.read().decode(errors="replace")  # a file may be no text
        except (OSError, HTTPException):
            connection.close()
            raise
        for cookie in response.headers.get_all("Set-Cookie", ()):
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return response.status, page, response.headers.get("Location", "")

    def start(self) -> None:
        """Home page, start page, a new endless drill, its first hand; raise BadPage."""
        self._page("/")
        fields = start_fields(self._page("/drill/"), self.dealing)
        status, _, self._drill = self.request("POST", "/drill/", fields)
        if status != 302:
            raise BadPage(f"the start form was answered with status {status}")
        self.reload()

    def reload(self) -> None:
        """Get the play page anew; raise BadPage."""
        self.hand = hand_in(self._page(self._drill))

    def _page(self, path: str) -> str:
        status, page, _ = self.request("GET", path)
        if status != 200:
            raise BadPage(f"{path} was answered with status {status}")
        return page

    def choice(self) -> list[tuple[str, str]]:
        """The answer form with one of the buttons of the hand pressed at random."""
        return [
            ("csrfmiddlewaretoken", self.hand.token),
            ("browser_ms", str(self._random.randrange(400, 9000))),
            ("action", self._random.choice(self.hand.actions)),
        ]

    def answer(self, answers: Answers) -> bool:
        """Answer the hand, and go on to the next; whether the answer was acknowledged."""
        form = self.choice()
        answers.sent.add(self.hand.key)
        begun = time.perf_counter()
        try:
            status, page, _ = self.request("POST", self.hand.path, form, htmx=True)
            took = time.perf_counter() - begun
            if status != 200:
                raise BadPage(f"an answer was answered with status {status}")
            answers.acknowledged.append(self.hand.key)
            answers.times.append(1000 * took)
            self.hand = hand_in(page)
        except (OSError, HTTPException, BadPage):
            answers.errors += 1
            self._recover()
            return False
        return True

    def double_click(self, answers: Answers) -> bool:
        """Send the answer on two connections at once; whether one was taken and one refused."""
        if len(self._connections) == 1:
            self._connections.append(HTTPConnection(HOST, self.port, timeout=SECONDS_A_REQUEST))
        form, together = self.choice(), threading.Barrier(2)
        replies: list[tuple[int, str]] = []

        def send(line: int) -> None:
            together.wait(SECONDS_A_REQUEST)
            begun = time.perf_counter()
            try:
                status, page, _ = self.request("POST", self.hand.path, form, htmx=True, line=line)
            except (OSError, HTTPException):
                return
            replies.append((status, page))
            if status == 200:
                answers.acknowledged.append(self.hand.key)
                answers.times.append(1000 * (time.perf_counter() - begun))

        answers.sent.add(self.hand.key)
        clicks = [threading.Thread(target=send, args=(line,), daemon=True) for line in (0, 1)]
        for click in clicks:
            click.start()
        for click in clicks:
            click.join()
        if sorted(status for status, _ in replies) == [200, 409]:
            self.hand = hand_in(next(page for status, page in replies if status == 200))
            return True
        answers.errors += 1
        self._recover()
        return False

    def _recover(self) -> None:
        """What a person does after a failure: load the page again."""
        try:
            self.reload()
        except (OSError, HTTPException, BadPage):
            time.sleep(0.05)


@contextmanager
def drilling(learners: Sequence[Learner]) -> Iterator[Sequence[Learner]]:
    """Learners with a hand in front of each; their connections are closed at the end."""
    try:
        for learner in learners:
            learner.start()
        yield learners
    finally:
        for learner in learners:
            learner.close()


def answer_all(learners: Sequence[Learner], count: int, *, seconds: float) -> Answers:
    """Let the learners answer at the same time, together about ``count`` hands, without a pause.

    Whoever is not done after so many seconds stops.
    """

    def work(learner: Learner, share: int, over: float, answers: Answers) -> None:
        _repeat(learner.answer, share, over, answers)

    return _together(learners, count, seconds, work)


def double_click_all(learners: Sequence[Learner], count: int, *, seconds: float) -> Answers:
    """The same with every answer sent twice at once, by guests who come and go.

    So a good part of the answers are first ones, with which a guest becomes a row.
    """

    def work(learner: Learner, share: int, over: float, answers: Answers) -> None:
        while share > 0 and not answers.cut_short:
            clicks = min(share, CLICKS_OF_A_GUEST)
            _repeat(learner.double_click, clicks, over, answers)
            share -= clicks
            if share:
                learner.cookies.clear()
                learner.start()

    return _together(learners, count, seconds, work)


def _repeat(once: Callable[[Answers], bool], count: int, over: float, answers: Answers) -> None:
    failures = 0
    for _ in range(count):
        if time.monotonic() > over or failures == MOST_FAILURES:
            answers.cut_short = True
            return
        failures = 0 if once(answers) else failures + 1


def _together(
    learners: Sequence[Learner],
    count: int,
    seconds: float,
    work: Callable[[Learner, int, float, Answers], None],
) -> Answers:
    """Each learner's work in a thread of its own, all begun at the same moment."""
    share = max(1, count // len(learners))
    over = time.monotonic() + seconds
    start = threading.Barrier(len(learners) + 1)
    seen = [Answers() for _ in learners]

    def run(learner: Learner, answers: Answers) -> None:
        start.wait(SECONDS_A_REQUEST)
        try:
            work(learner, share, over, answers)
        except (OSError, HTTPException, BadPage):
            answers.errors += 1
            answers.cut_short = True

    threads = [
        threading.Thread(target=run, args=both, daemon=True)
        for both in zip(learners, seen, strict=True)
    ]
    for thread in threads:
        thread.start()
    start.wait(SECONDS_A_REQUEST)
    begun = time.perf_counter()
    for thread in threads:
        thread.join()
    total = Answers(seconds=time.perf_counter() - begun)
    for answers in seen:
        total.add(answers)
    return total
