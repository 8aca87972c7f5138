"""A table fits the screen, moves only for those who like it, and is silent unless asked."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.rigged import FOUR_HANDS, INSURED, RiggedTable
from tests.e2e.test_phone import CONTROL_PX, SMALL

PHONE, DESKTOP = (375, 667), (1280, 800)
SCROLLS = """
() => {
  const page = document.documentElement;
  return page.scrollHeight > innerHeight || page.scrollWidth > innerWidth;
}
"""
UNREACHABLE = """
() => [...document.querySelectorAll(".game :is(a, button, input:not([type=hidden]), summary)")]
  .filter((control) => control.checkVisibility() && !control.disabled)
  .filter((control) => {
    const box = control.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return !control.contains(top);
  })
  .map((control) => control.textContent.trim())
"""
"""Controls out of the screen or under something else."""
CLIPPED = """
() => {
  const felt = document.querySelector(".felt").getBoundingClientRect();
  return [...document.querySelectorAll(".felt :is(.card, .seat__label, .bet-line, .result, p)")]
    .filter((part) => part.checkVisibility())
    .filter((part) => {
      const box = part.getBoundingClientRect();
      return box.top < felt.top || box.bottom > felt.bottom
        || box.left < felt.left || box.right > felt.right;
    })
    .map((part) => part.getAttribute("aria-label") || part.textContent.trim());
}
"""
"""Parts of the felt that stick out of it: it clips what does."""
OVERLAPS = """
() => {
  const boxes = [...document.querySelectorAll(".felt :is(.hand, .seat__label, .bet-line, p)")]
    .filter((part) => part.checkVisibility() && !part.matches(".felt-sign__rules"))
    .map((part) => [part.className, part.getBoundingClientRect()]);
  return boxes.flatMap(([name, one], place) => boxes.slice(place + 1)
    .filter(([, two]) => one.left < two.right - 1 && two.left < one.right - 1
      && one.top < two.bottom - 1 && two.top < one.bottom - 1)
    .map(([other]) => `${name} over ${other}`));
}
"""
COUNT_SOUNDS = """
window.AudioContext = class extends AudioContext {
  constructor() { super(); document.documentElement.dataset.audio = "made"; }
  createOscillator() {
    const data = document.documentElement.dataset;
    data.tones = Number(data.tones ?? 0) + 1;
    return super.createOscillator();
  }
};
"""


@pytest.fixture
def hold(new_context) -> Callable[[tuple[int, int]], Page]:
    """A page on a screen of so many pixels."""

    def make(size: tuple[int, int]) -> Page:
        screen = dict(zip(("width", "height"), size, strict=True))
        return new_context(
            viewport=screen, screen=screen, has_touch=size == PHONE, reduced_motion="reduce"
        ).new_page()

    return make


def expect_it_fits(table: RiggedTable) -> None:
    """On a phone all is on one screen; on any, nothing lies over another or out of the felt."""
    page = table.page
    assert page.evaluate(UNREACHABLE) == []
    if page.viewport_size == {"width": PHONE[0], "height": PHONE[1]}:
        assert not page.evaluate(SCROLLS)
    assert (page.evaluate(CLIPPED), page.evaluate(OVERLAPS)) == ([], [])


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_nothing_is_clipped_or_out_of_sight(hold, sit, size):
    table: RiggedTable = sit(hold(size))
    expect_it_fits(table)
    table.deal(INSURED)
    expect_it_fits(table)
    table.press_through("I")
    expect_it_fits(table)
    table.press_through("S")
    assert len(table.mistakes) == 2
    expect_it_fits(table)
    table.deal("2S 9H 2D TC 2C 2H AS 3D 2H 3H 5C 9C")
    for key in "HHHHHH":
        table.press_through(key)
        expect_it_fits(table)
    table.press_through("S")
    table.deal(f"{FOUR_HANDS} 2C 3D 4C 5S")
    for key in "PPPHHHS":
        table.press_through(key)
        expect_it_fits(table)
    table.press_through("SSS")
    expect(table.felt.locator(".result")).to_have_count(4)
    expect_it_fits(table)


def test_the_bars_of_the_training_modes_fit_a_phone(hold, sit):
    page = hold(PHONE)
    for training in ("hint", "advise", "test"):
        table: RiggedTable = sit(page, training=training)
        table.deal("8S TH 8D 7C")
        expect_it_fits(table)


def test_no_page_scrolls_sideways_and_no_control_is_tiny(hold, sit):
    page = hold(PHONE)
    table: RiggedTable = sit(page)
    table.deal("TS TH 6S 8C")
    assert page.evaluate(SMALL, CONTROL_PX) == []
    table.press_through("S")
    played = f"/table/round/{table.row.rounds.get().public_id}/"
    own = [f"{table.address}{part}" for part in ("", "settings/", "history/", "fairness/")]

    for path in ("/table/", "/table/rules/", *own, played):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0], path
        assert page.evaluate(SMALL, CONTROL_PX) == [], path


def test_cards_slide_in_only_for_those_who_like_it(page: Page, sit):
    table: RiggedTable = sit(page)
    running = "document.getAnimations().map((one) => one.animationName)"
    table.freeze()
    table.shuffle(table.row, "TS TH 6S 8C")
    page.evaluate(
        "addEventListener('animationstart', (event) => {"
        " document.body.dataset.moved = event.animationName; })"
    )
    page.clock.run_for(300)
    page.keyboard.press("D")
    expect(page.locator("body[data-moved=deal]")).to_be_visible()
    page.reload()

    page.emulate_media(reduced_motion="reduce")

    assert page.evaluate(running) == []


def test_a_table_is_silent_until_sound_is_turned_on(page: Page, sit):
    page.add_init_script(COUNT_SOUNDS)
    table: RiggedTable = sit(page, training="advise")
    made, sound = page.locator("html[data-audio]"), page.get_by_role("button", name="Sound")
    expect(sound).to_have_attribute("aria-pressed", "false")
    table.deal("8S TH 8D 7C 2C 3C")
    expect(made).to_have_count(0)

    def press(name: str) -> None:
        table.mark()
        page.get_by_role("button", name=name).click()
        table.expect_answer()

    press("Sound")
    expect(sound).to_have_attribute("aria-pressed", "true")
    expect(sound).to_be_focused()
    press("What is the best play?")
    expect(made).to_have_count(0)
    table.press_through("P")
    expect(made).to_have_attribute("data-tones", "1")
    press("Sound")
    expect(sound).to_have_attribute("aria-pressed", "false")
    table.press_through("S")
    expect(made).to_have_attribute("data-tones", "1")
