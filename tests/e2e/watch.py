"""A watch over browser contexts: what goes wrong in any page of theirs fails the test."""

from __future__ import annotations

import re
from http import HTTPStatus

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, Response, WebError

LEFT = "net::ERR_ABORTED"
"""A request that a page dropped because it was left: what the test wanted, not a failure."""


class Watch:
    """Collects console errors and warnings (breaches of the content security policy are among
    them), uncaught exceptions, failed requests, error statuses, and requests to other hosts."""

    def __init__(self, host: str) -> None:
        self.host = host
        self.problems: list[str] = []
        self._wanted: dict[str, bool] = {}
        """What a test says will go wrong, and whether it has."""
        self._borne: set[str] = set()

    def expect(self, *problems: int | str) -> None:
        """Error statuses and network errors (``net::ERR_FAILED``) that must happen in this test."""
        for problem in problems:
            self._wanted[str(problem)] = False
        self.bear(*problems)

    def bear(self, *problems: int | str) -> None:
        """The same for what may happen or not."""
        for problem in problems:
            self._borne.add(str(problem))

    def attach(self, context: BrowserContext) -> None:
        context.on("console", self._console)
        context.on("weberror", self._exception)
        context.on("request", self._request)
        context.on("requestfailed", self._failed)
        context.on("response", self._response)
        context.on("page", self._page)

    def check(self) -> None:
        """Fail with all that went wrong unexpectedly, and all that was expected in vain."""
        wrong = [problem for problem in self.problems if not self._is_borne(problem)]
        wrong += [f"did not happen: {name}" for name, seen in self._wanted.items() if not seen]
        assert not wrong, "in the browser:\n" + "\n".join(wrong)

    def _page(self, page: Page) -> None:
        page.on("crash", lambda: self.problems.append(f"the page crashed: {page.url}"))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning", "assert"):
            where = message.location.get("url", "")
            self.problems.append(f"console {message.type}: {message.text} ({where})")

    def _exception(self, error: WebError) -> None:
        self.problems.append(f"uncaught: {error.error}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((f"{self.host}/", "data:", "about:")):
            self.problems.append(f"a request to another host: {request.url}")

    def _failed(self, request: Request) -> None:
        if request.failure != LEFT:
            self._happened(str(request.failure), f"failed: {request.failure} of {request.url}")

    def _response(self, response: Response) -> None:
        if response.status >= HTTPStatus.BAD_REQUEST:
            self._happened(str(response.status), f"status {response.status} of {response.url}")

    def _happened(self, name: str, problem: str) -> None:
        if name in self._wanted:
            self._wanted[name] = True
        if name not in self._borne:
            self.problems.append(problem)

    def _is_borne(self, problem: str) -> bool:
        """Whether it is the console's word, or htmx's, on a problem that is borne."""
        if not problem.startswith("console error"):
            return False
        if "htmx:sendError" in problem or "htmx:afterRequest" in problem:
            return any(name.startswith("net::") for name in self._borne)
        told = re.search(r"(?:status of|Status Error Code) (\d+)|(net::\w+)", problem)
        return bool(told) and (told[1] or told[2]) in self._borne
