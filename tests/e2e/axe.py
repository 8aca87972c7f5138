"""The rules of axe, run on a page in both themes and at two sizes."""

from __future__ import annotations

from axe_playwright_python.base import AXE_SCRIPT
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

DESKTOP, PHONE = (1280, 800), (375, 812)


def only(*rules: str) -> dict[str, object]:
    return {"resultTypes": ["violations"], "runOnly": {"type": "rule", "values": list(rules)}}


EVERYTHING = {"resultTypes": ["violations"], "rules": {"target-size": {"enabled": True}}}
RUNS = (
    (DESKTOP, "light", EVERYTHING),
    # The theme changes colours alone, and the size what fits and what is put away.
    (DESKTOP, "dark", only("color-contrast")),
    (PHONE, "light", only("target-size", "scrollable-region-focusable", "color-contrast")),
)


def assert_accessible(page: Page) -> None:
    """No rule is broken on the page as it stands."""
    page.evaluate(AXE_SCRIPT)
    axe = Axe(axe_script="")  # it is in the page already
    for (width, height), scheme, options in RUNS:
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)
        results = axe.run(page, options=options)
        report = results.generate_report() if results.violations_count else ""
        assert not report, f"{page.url}, {width} px wide, {scheme}: {report}"
