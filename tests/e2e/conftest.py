"""A browser against the running site, and a watch that lets nothing go wrong in silence."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from strategy.situations import Cell
from tests.e2e.people import guest_key, sign_in
from tests.e2e.rigged import RiggedTable, sit_down
from tests.e2e.table import Table
from tests.e2e.watch import Watch
from tests.factories import DrillFactory, UserFactory, deal_hand, taught
from tests.factories.tables import Shuffler
from trainer.accounts.models import User

# Playwright's sync interface runs an event loop in the thread in which the tests use the database.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE_MS = 20_000
"""The longest wait for what should be there at once, on a machine that is busy."""

expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The system's own Chromium; without one the tests are skipped, where that is not forbidden."""
    wanted = [name] if (name := os.environ.get("CHROMIUM")) else NAMES
    found = next(filter(None, map(shutil.which, wanted)), None)
    if found is None:
        message = f"no Chromium found (looked for {', '.join(wanted)}); name one with CHROMIUM"
        if os.environ.get("UPCARD_REQUIRE_BROWSER") == "1":
            pytest.fail(message, pytrace=False)
        pytest.skip(message)
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    flags = [*FLAGS, "--no-sandbox"] if root else FLAGS
    return {**browser_type_launch_args, "executable_path": found, "args": flags}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any], live_server) -> dict[str, Any]:
    return {
        **browser_context_args,
        "base_url": live_server.url,
        "locale": "en-GB",
        "timezone_id": "Europe/Lisbon",
    }


@pytest.fixture(autouse=True)
def site(live_server, rulebook) -> None:
    """The site runs, with the rule sets and charts of the data files."""


@pytest.fixture
def watch(live_server) -> Watch:
    """What goes wrong in the browser fails the test, but for what it says that it expects."""
    return Watch(live_server.url)


@pytest.fixture
def real_time() -> bool:
    """Whether pages go by the real clock. Else tests can stop their clock and move it on, and so
    never wait; but what is thrown in a timer is then lost. Modules of tests say which they want."""
    return False


@pytest.fixture
def new_context(
    new_context: Callable[..., BrowserContext], watch: Watch, site: None, real_time: bool
) -> Iterator[Callable[..., BrowserContext]]:
    """Contexts that are watched."""
    made: list[BrowserContext] = []

    def make(**settings: Any) -> BrowserContext:
        context = new_context(**settings)
        context.set_default_timeout(PATIENCE_MS)
        watch.attach(context)
        if settings.get("java_script_enabled", True) and not real_time:
            context.clock.install()
        made.append(context)
        return context

    yield make
    for context in made:
        context.cookies()  # a round trip, so that everything reported until now has arrived
    watch.check()


@pytest.fixture
def seat(real_time: bool) -> Callable[..., Table]:
    """Seat the guest of a page at a new drill, with the hand and the cells of one's choice."""

    def take(
        page: Page,
        deal: str = "",
        *,
        cells: Sequence[str] = (),
        rule_set: str = "atlantic-city",
        **settings: Any,
    ) -> Table:
        drill = DrillFactory(
            guest_key=guest_key(page.context),
            teaching=taught(rule_set),
            cells=[Cell.parse(cell) for cell in cells],
            **settings,
        )
        if deal:
            deal_hand(drill, deal)
        page.goto(f"/drill/{drill.public_id}/")
        return Table(page, real_time)

    return take


@pytest.fixture
def sit(real_time: bool, monkeypatch: pytest.MonkeyPatch) -> Callable[..., RiggedTable]:
    """Seat the guest of a page at a new table, with cards of one's choice."""
    return partial(sit_down, shuffle=Shuffler(monkeypatch), real_time=real_time)


@pytest.fixture
def learner(context: BrowserContext) -> User:
    """Somebody with an account, signed in in the context."""
    user = UserFactory(username="ada")
    sign_in(context, user)
    return user
