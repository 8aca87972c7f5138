"""On a phone the hand and all plays are on one screen, within reach of a thumb."""

from __future__ import annotations

from itertools import product

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.table import Table
from tests.factories import DrillFactory, play
from trainer.accounts.models import User

SCREENS = {"375x667": (375, 667), "375x812": (375, 812)}
PLAY_PX, CONTROL_PX = 44, 24
"""The least side of what a thumb hits: of a play, and of any other control (WCAG 2.5.8)."""

HANDS = {
    "five buttons": "8S 8H v TD",
    "five cards": "2S 3H 2D AC 4H v TD",
    "a long verdict": "TS 6D v 9H",
}
FITS = """
() => {
  const view = document.documentElement;
  const inside = (element) => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && box.left >= 0 && box.top >= 0
      && box.right <= innerWidth && box.bottom <= innerHeight;
  };
  const wanted = ".felt .card, .drill button, .seat__label, .verdict__head";
  const parts = [...document.querySelectorAll(wanted)];
  return {
    lines: [...document.querySelectorAll(".drill-bar p")].filter((part) => part.clientHeight > 30)
      .map((part) => part.textContent.trim()),
    scrolls: view.scrollHeight > innerHeight || view.scrollWidth > innerWidth,
    size: [innerWidth, innerHeight],
    outside: parts.filter((part) => part.checkVisibility() && !inside(part))
      .map((part) => part.getAttribute("aria-label") || part.textContent.trim()),
    covered: [...document.querySelectorAll(".drill button")].filter((button) => {
      const box = button.getBoundingClientRect();
      const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      return !button.contains(top);
    }).map((button) => button.textContent.trim()),
  };
}
"""
FIRST_FRAME = """
() => {
  for (const one of document.getAnimations()) { one.pause(); one.currentTime = 0; }
  return [innerWidth, innerHeight];
}
"""
CORNERS_HIDDEN = """
hand => {
  const boxes = [...hand.querySelectorAll(".card")].map((card) => card.getBoundingClientRect());
  const steps = boxes.slice(1).map((box, place) => box.left - boxes[place].left);
  return steps.filter((step) => step < 14);
}
"""
"""Steps from a card to the next that are too small to show the corner with rank and suit."""

SMALL = """
least => [...document.querySelectorAll("a, button, input:not([type=hidden]), select, summary")]
  .filter((one) => one.checkVisibility() && !one.matches(".skip-link"))
  .filter((one) => getComputedStyle(one).display !== "inline")
  .map((one) => [one.textContent.trim() || one.name, one.getBoundingClientRect()])
  .filter(([, box]) => box.width > 1 && (box.width < least || box.height < least))
  .map(([name, box]) => `${name}: ${box.width} x ${box.height}`)
"""


@pytest.fixture
def phone(new_context):
    """A page of a phone with a touch screen of so many pixels."""

    def hold(width: int, height: int) -> Page:
        size = {"width": width, "height": height}
        return new_context(
            viewport=size, screen=size, is_mobile=True, has_touch=True, device_scale_factor=2
        ).new_page()

    return hold


def expect_one_screen(page: Page, screen: tuple[int, int]) -> None:
    """As the cards slide in and when they have: neither the page nor the view of it moves."""
    assert page.evaluate(FIRST_FRAME) == [*screen]
    page.evaluate("document.getAnimations().forEach((one) => one.finish())")
    shown = page.evaluate(FITS)
    fits = {"lines": [], "scrolls": False, "size": [*screen], "outside": [], "covered": []}
    assert shown == fits
    for hand in page.locator(".felt .hand").all():
        assert hand.evaluate(CORNERS_HIDDEN) == []


@pytest.mark.parametrize("screen", SCREENS.values(), ids=SCREENS)
def test_the_hand_and_every_play_are_on_one_screen(phone, seat, screen, watch):
    watch.expect(409)
    page = phone(*screen)
    for deal in HANDS.values():
        table: Table = seat(
            page, deal, cells=["pair 88 v T"], rule_set="six-deck-surrender", longer=True
        )
        expect_one_screen(page, screen)

        table.ready()
        table.button(table.wrong).tap()
        expect(page.locator(".verdict--wrong")).to_be_visible()
        table.settled()
        expect_one_screen(page, screen)
        table.ready()
        table.button("P").tap()
        expect(page.locator(".verdict--right")).to_be_visible()
        table.settled()
        expect_one_screen(page, screen)
        page.get_by_role("button", name="Hint").tap()
        expect(page.locator(".verdict--hint")).to_be_visible()
        table.settled()
        expect_one_screen(page, screen)

        table.answer_elsewhere("H")
        table.ready()
        table.button("S").tap()
        expect(table.notice).to_be_visible()
        table.settled()
        expect_one_screen(page, screen)


def test_a_lost_connection_leaves_the_plays_on_the_screen(phone, seat, watch):
    watch.expect("net::ERR_INTERNET_DISCONNECTED")
    page = phone(375, 667)
    table: Table = seat(page, "8S 8H v TD", rule_set="six-deck-surrender")
    page.context.set_offline(True)

    table.ready()
    table.button("H").tap()
    expect(table.unsaved).to_be_visible()

    expect_one_screen(page, (375, 667))
    expect(table.unsaved).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("screen", SCREENS.values(), ids=SCREENS)
def test_plays_are_as_big_as_a_thumb_and_no_control_is_tiny(phone, seat, screen):
    page = phone(*screen)
    seat(page, "8S 8H v TD", rule_set="six-deck-surrender")

    for button in page.locator("button.action").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= PLAY_PX
    assert page.evaluate(SMALL, CONTROL_PX) == []


def test_a_double_tap_answers_one_hand(phone, seat):
    table: Table = seat(phone(375, 812), cells=["hard 16 v T"])
    table.freeze()

    table.button("H").tap()
    table.expect_answered(1)
    table.page.clock.run_for(100)
    table.button("H").tap()
    table.page.clock.run_for(400)

    table.settled()
    table.expect_answered(1)


PAGES = (
    *(
        "/",
        "/drill/",
        "/test/",
        "/charts/",
        "/charts/atlantic-city-printed/",
        "/charts/match-table-advice/",
    ),
    *("/progress/", "/account/login/", "/account/signup/", "/account/logout/", "/nowhere/"),
    *("/account/settings/", "/account/email/", "/account/password/change/"),
    "/account/password/reset/",
)


@pytest.mark.parametrize("width", [320, 375])
def test_no_page_scrolls_sideways_and_no_control_is_tiny(
    phone, seat, rulebook, watch, width, django_user_model
):
    watch.expect(404)
    page = phone(width, 700)
    table: Table = seat(page, "2S 3H 2D AC 4H v TD", rule_set="six-deck-surrender", longer=True)
    drill = page.url.removeprefix(page.url.split("/drill/")[0])
    table.ready()
    table.button(table.wrong).tap()
    expect(page.locator(".verdict--wrong")).to_be_visible()
    guest: User = django_user_model.objects.get()
    many = DrillFactory(guest_key=guest.guest_key, length=None)
    for deal, action in product(("TS 6D v 9H", "8S 8H v 6D", "AS 7D v 9C"), "HHSS"):
        play(many, deal, action)
    paths = [drill, f"{drill}summary/", f"/drill/{many.public_id}/summary/", *PAGES]

    wide, tiny = [], []
    for path in paths:
        page.goto(path)
        sizes = page.evaluate("[innerWidth, document.documentElement.scrollWidth]")
        if sizes != [width, width]:
            wide.append((path, sizes))
        tiny += [(path, small) for small in page.evaluate(SMALL, CONTROL_PX)]
    assert (wide, tiny) == ([], [])
