"""The reports in the browser: the heat map in every light, the way from an error to its drill."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import assert_accessible
from tests.e2e.picture import Picture, steps
from tests.e2e.table import tab_to
from tests.factories import decide
from trainer.accounts.models import User
from trainer.drills.models import Drill

SHADED = {
    "TS 6D v 9H": "H" * 10,
    "TS 5D v 9H": "H" * 9 + "S",
    "TS 4D v 9H": "H" * 8 + "S" * 2,
    "TS 3D v 9H": "H" * 6 + "S" * 4,
    "TS 2D v 9H": "H" * 2 + "S" * 8,
}
"""Answers that give a cell each shade, from the best to the worst."""


@pytest.fixture
def heat(page: Page, learner: User) -> Page:
    """The heat map of somebody whose cells have every shade."""
    for deal, plays in SHADED.items():
        for play in plays:
            decide(learner, deal, play)
    page.goto("/progress/chart/")
    return page


@pytest.mark.parametrize("light", ["light", "dark", "print"])
def test_the_shades_of_the_heat_map_stay_apart_in_grey(heat: Page, light: str):
    if light == "print":
        heat.emulate_media(media="print", color_scheme="light")
    else:
        heat.emulate_media(color_scheme=light)
    column = heat.get_by_role("table", name="Hard totals")
    column.scroll_into_view_if_needed()
    picture = Picture.of(heat)
    shades = [picture.corner_of(column.locator(f"td.heat--{number}").first) for number in range(5)]
    darker = steps(shades)
    if light == "dark":  # the worst is the lightest there
        darker = [-step for step in darker]
    assert min(darker) > 0.02, shades
    paper = picture.at(3, 3)
    assert (paper.lightness < 0.1) is (light == "dark")
    values = [
        words.split()[0] for words in column.locator("td:has(.heat__count)").all_inner_texts()
    ]
    assert sorted(values) == ["100%", "20%", "60%", "80%", "90%"]


def test_on_paper_the_heat_map_fits_and_the_site_is_left_out(heat: Page):
    heat.set_viewport_size({"width": 718, "height": 1047})
    heat.emulate_media(media="print", color_scheme="light")
    expect(heat.locator(".site-header")).to_be_hidden()
    expect(heat.locator(".tabs")).to_be_hidden()
    for table in heat.locator("table.chart--heat").all():
        box = table.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 718
    assert heat.pdf(format="A4").startswith(b"%PDF")


def test_on_a_phone_the_heat_map_needs_no_scrolling_sideways(heat: Page):
    heat.set_viewport_size({"width": 375, "height": 667})
    assert heat.evaluate("document.documentElement.scrollWidth") == 375
    link = heat.get_by_role("link", name=re.compile("hard 12 v 9: 20% right, 10 answers"))
    link.scroll_into_view_if_needed()
    box = link.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 24


def test_from_an_error_to_its_drill_by_keyboard(heat: Page, learner: User):
    tab_to(heat, heat.get_by_role("link", name="Weak spots"))
    heat.keyboard.press("Enter")
    expect(heat.locator(".spot")).to_have_count(4)
    tab_to(heat, heat.get_by_role("link", name="hard 12 v 9"))
    heat.keyboard.press("Enter")
    expect(heat.get_by_role("heading", level=1)).to_have_text("hard 12 v 9: Hit")
    tab_to(heat, heat.get_by_role("button", name="Drill this"))
    heat.keyboard.press("Enter")
    expect(heat.locator(".felt")).to_be_visible()
    assert Drill.objects.get(learner=learner).cells[0] == "hard 12 v 9"


def test_the_history_is_read_page_by_page(page: Page, learner: User):
    for _hand in range(55):
        decide(learner)
    page.goto("/progress/history/")
    expect(page.get_by_text("55 answers in all.")).to_be_visible()
    page.get_by_role("link", name="Older").click()
    expect(page.locator("table.history tbody tr")).to_have_count(5)
    page.get_by_role("link", name="Latest").click()
    expect(page.locator("table.history tbody tr")).to_have_count(50)
    page.locator(".history__hand").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("hard 16 against a 9")


def test_the_reports_break_no_rule_of_axe(new_context, learner: User, context, heat: Page, watch):
    page = new_context(reduced_motion="reduce").new_page()
    page.context.add_cookies(context.cookies())
    for address in (
        "/progress/",
        "/progress/weak/",
        "/progress/habits/",
        "/progress/chart/",
        "/progress/cell/?cell=hard+12+v+9",
        "/progress/history/",
    ):
        page.goto(address)
        assert_accessible(page)
    page.locator(".history__hand").first.click()
    assert_accessible(page)
    watch.expect(422)
    page.goto("/progress/history/?first=2026-03-02&last=2026-03-01")
    expect(page.get_by_text("The last day is before the first.")).to_be_visible()
    assert_accessible(page)
