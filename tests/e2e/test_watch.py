"""What goes wrong in a browser does not go unseen: the watch over the other tests is awake."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

WRONGS = {
    "console error": "console.error('broken')",
    "console warning": "console.warn('odd')",
    "uncaught": "setTimeout(() => { throw new Error('broken') })",
    "Content Security Policy": """
        document.head.append(Object.assign(document.createElement('script'), {text: '1'}))
    """,
    "status 404": "fetch('/nowhere/')",
    "failed: net::ERR_FAILED": "fetch('/lost/').catch(() => {})",
}


@pytest.fixture
def real_time() -> bool:
    return True


@pytest.mark.parametrize("wrong", WRONGS)
def test_the_watch_sees(page: Page, watch, wrong: str):
    page.route("**/lost/", lambda route: route.abort())
    page.goto("/")
    watch.check()

    with page.expect_event("console" if wrong != "uncaught" else "pageerror"):
        page.evaluate(f"() => {{ {WRONGS[wrong]} }}")

    assert any(wrong in problem for problem in watch.problems), watch.problems
    with pytest.raises(AssertionError, match=wrong):
        watch.check()
    watch.problems.clear()


def test_what_is_expected_and_does_not_happen_is_wrong_too(page: Page, watch):
    page.goto("/")
    watch.expect(404)

    with pytest.raises(AssertionError, match="did not happen: 404"):
        watch.check()

    page.goto("/nowhere/")
