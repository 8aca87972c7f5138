"""A match fits the screen with any number of seats, breaks no rule of axe, and moves for nobody who
does not like it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Locator, expect

from strategy.match import Match
from tests.e2e.axe import assert_accessible
from tests.e2e.match_table import (
    LONG,
    Device,
    acts,
    computer,
    deal_until,
    go_away,
    has_split,
    person,
    settled,
    seven,
    table_of,
)
from tests.e2e.test_phone import CONTROL_PX, SMALL
from trainer.matches.models import MatchTable
from trainer.matches.services import Place

PHONE, DESKTOP = (375, 667), (1280, 800)
SIZES = {"phone": PHONE, "desktop": DESKTOP}
SEATS: dict[int, Sequence[Place]] = {
    2: (person(), computer()),
    4: (person(), person("Ben"), computer(), person("Cy")),
    7: seven(),
}
STATES: dict[str, Callable[[Match], bool]] = {
    "betting": lambda match: any(match.bets),
    "playing": acts(0),
    "split": has_split(0),
    "settled": settled,
}
OUTSIDE = """
() => [...document.querySelectorAll(".match-screen :is(button, .verdict, .felt)")]
  .filter((part) => part.checkVisibility())
  .filter((part) => {
    const box = part.getBoundingClientRect();
    return box.top < 0 || box.left < 0 || box.right > innerWidth || box.bottom > innerHeight;
  })
  .map((part) => part.id || part.className)
"""
"""Parts of the table that are not on the first screen."""
COVERED = """
() => [...document.querySelectorAll(".match-screen :is(a, button, summary)")]
  .filter((control) => control.checkVisibility() && !control.disabled)
  .filter((control) => {
    const box = control.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return !control.contains(top);
  })
  .map((control) => control.textContent.trim())
"""
CLIPPED = """
() => {
  const felt = document.querySelector(".felt").getBoundingClientRect();
  const parts = ".card, .match-seat, .match-seat__name, .match-seat__count, .result, .stack, p";
  return [...document.querySelectorAll(`.felt :is(${parts})`)]
    .filter((part) => part.checkVisibility() && part.getBoundingClientRect().width > 1)
    .filter((part) => {
      const box = part.getBoundingClientRect();
      return box.top < felt.top || box.bottom > felt.bottom
        || box.left < felt.left || box.right > felt.right;
    })
    .map((part) => part.getAttribute("aria-label") || part.className + part.textContent.trim());
}
"""
"""Parts that stick out of the felt, which clips what does."""
OVERLAPS = """
() => {
  const parts = ".hand, .match-seat__who, .match-seat__counts, .result, .match-seat__foot, .gold";
  const boxes = [...document.querySelectorAll(`.felt :is(${parts}, .match-dealer__label)`)]
    .map((part) => [part.getAttribute("class") + part.textContent.trim(), box(part)]);
  function box(part) {
    const cards = [...part.querySelectorAll(":scope > .card")].map((card) => bounds(card));
    return cards.length ? cards.reduce(around) : bounds(part);
  }
  function bounds(part) {
    const { left, right, top, bottom } = part.getBoundingClientRect();
    return { left: left + 2, right: right - 2, top: top + 2, bottom: bottom - 2 };
  }
  function around(one, two) {
    return {
      left: Math.min(one.left, two.left), right: Math.max(one.right, two.right),
      top: Math.min(one.top, two.top), bottom: Math.max(one.bottom, two.bottom),
    };
  }
  return boxes.flatMap(([name, one], place) => boxes.slice(place + 1)
    .filter(([, two]) => one.left < two.right && two.left < one.right
      && one.top < two.bottom && two.top < one.bottom)
    .map(([other]) => `${name} over ${other}`));
}
"""


@pytest.fixture
def real_time() -> bool:
    return True


@pytest.fixture
def hold(new_context) -> Callable[..., Device]:
    """A page on a screen of so many pixels."""

    def make(size: tuple[int, int] = DESKTOP, **settings: object) -> Device:
        screen = dict(zip(("width", "height"), size, strict=True))
        settings = {"reduced_motion": "reduce", "has_touch": size == PHONE, **settings}
        return Device(new_context(viewport=screen, screen=screen, **settings).new_page())

    return make


def expect_it_fits(device: Device) -> None:
    """The whole table is on the first screen, and nothing lies over another or out of the felt."""
    page = device.page
    assert page.evaluate("document.documentElement.scrollWidth") == page.evaluate("innerWidth")
    for script in (OUTSIDE, COVERED, CLIPPED, OVERLAPS):
        assert page.evaluate(script) == []


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("seats", SEATS)
def test_the_whole_table_is_on_one_screen(hold, seats, size):
    device = hold(size)
    for wanted in STATES.values():
        table = table_of(device.page.context, SEATS[seats])
        deal_until(table, wanted, (10, 25, 50, 5, 10, 25, 50))
        device.open(table)
        expect_it_fits(device)
        assert device.page.evaluate(SMALL, CONTROL_PX) == []


def test_long_names_many_cards_and_eight_bets_fit_a_phone(hold):
    device = hold(PHONE)
    table = table_of(device.page.context, seven(LONG), maker=LONG, sizes=(1, 2, 3, 4, 5, 6, 7, 8))
    device.open(table)
    expect_it_fits(device)
    assert len({box["y"] for box in map(box_of, device.may.all())}) == 2

    deal_until(table, lambda match: settled(match) and most_cards(match) >= 5)
    device.open(table)
    expect_it_fits(device)
    deal_until(table, lambda match: has_split(3)(match) and most_cards(match) >= 4)
    device.open(table)
    expect_it_fits(device)
    expect(device.page.locator(".match-hand--active")).to_have_count(1)


def test_standings_and_mistakes_are_a_tap_away_on_a_phone(hold):
    device = hold(PHONE)
    table = table_of(device.page.context, seven())
    deal_until(table, acts(0))
    device.open(table)
    while (hit := device.page.locator("#play-H")).count():
        device.click(hit, tap=True)
    mistakes = device.page.get_by_role("link", name="in the last round")
    expect(mistakes).to_be_in_viewport()
    expect_it_fits(device)
    mistakes.tap()
    expect(
        device.page.get_by_role("heading", name="Mistakes in the last round")
    ).to_be_in_viewport()
    device.page.get_by_role("link", name="Standings").tap()
    expect(device.page.locator(".standings__place")).to_have_count(7)
    expect(device.page.locator(".standings__place").first).to_be_in_viewport()


def test_the_buttons_stay_where_they_are_when_others_play(hold):
    device = hold(PHONE)
    table = table_of(device.page.context, SEATS[4])
    device.open(table)
    bottoms = [bottom_of(device.may.last)]
    for _ in range(6):
        device.stand_or_bet()
        bottoms.append(bottom_of(device.page.locator("form.actions button").last))
    assert max(bottoms) - min(bottoms) < 2


def test_twice_the_size_nothing_scrolls_sideways(hold):
    device = hold((640, 400))
    table = table_of(device.page.context, seven(LONG), maker=LONG)
    for wanted in (acts(0), settled):
        deal_until(table, wanted)
        device.open(table)
        assert device.page.evaluate("document.documentElement.scrollWidth") == 640
        assert device.page.evaluate(CLIPPED) == []


@pytest.mark.parametrize("width", [320, 375])
def test_no_page_of_matches_scrolls_sideways_and_no_control_is_tiny(hold, width):
    device = hold((width, 667))
    page, context = device.page, device.page.context
    gathering = table_of(context, (person(), person("Ben"), person(here=False), computer()))
    playing = table_of(context, seven(LONG), maker=LONG)
    over = ended(device, table_of(context, SEATS[2], maker=LONG, rounds=1))
    paths = [f"/match/{table.public_id}/" for table in (gathering, playing, over)]
    for path in ("/match/", "/match/join/", f"/match/join/{gathering.code}/", *paths):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") == width, path
        assert page.evaluate(SMALL, CONTROL_PX) == [], path


def test_cards_slide_in_only_for_those_who_like_it(hold):
    for motion, moves in (("no-preference", "deal"), ("reduce", "")):
        device = hold(reduced_motion=motion)
        device.page.add_init_script(
            "addEventListener('animationstart', (event) => {"
            " document.documentElement.dataset.moved = event.animationName; })"
        )
        table = table_of(device.page.context, SEATS[4])
        deal_until(table, acts(0))
        device.open(table)
        device.click(device.page.locator("#play-H"))
        html = device.page.locator("html")
        if moves:
            expect(html).to_have_attribute("data-moved", moves)
        else:
            assert html.get_attribute("data-moved") is None


def test_axe_while_a_match_is_played(hold):
    device = hold()
    context = device.page.context
    table = table_of(context, seven(LONG), maker=LONG)
    for wanted in (STATES["betting"], has_split(0), settled):
        deal_until(table, wanted, (10, 25, 50, 5, 10, 25, 50))
        device.open(table)
        assert_accessible(device.page)
    device.page.locator("#agreed summary").click()
    device.page.locator("#story summary").click(force=True)
    assert_accessible(device.page)


def test_axe_around_a_match(hold, watch):
    watch.expect(422)
    device = hold()
    page, context = device.page, device.page.context
    page.goto("/match/")
    assert_accessible(page)
    page.get_by_label("Bets offered").fill("ten")
    page.get_by_label("Name at seat 2").fill("Guest")
    page.get_by_role("button", name="Make the table").click()
    expect(page.locator(".invalid-feedback").first).to_be_visible()
    assert_accessible(page)
    table = table_of(context, (person(), person(here=False), computer()))
    device.open(table)
    assert_accessible(page)
    stranger = hold()
    for path in ("/match/join/", f"/match/join/{table.code}/"):
        stranger.page.goto(path)
        assert_accessible(stranger.page)
    stranger.page.get_by_label("Your name at the table").fill("Ben")
    stranger.page.get_by_role("button", name="Sit down").click()
    device.open(table).page.get_by_role("button", name="Begin").click()
    stranger.page.goto("/charts/")
    go_away(table, "Ben")
    expect(page.locator(".match-gone")).to_be_visible()
    assert_accessible(page)


def test_axe_when_a_match_is_over(hold):
    device = hold()
    ended(device, table_of(device.page.context, SEATS[4], rounds=1))
    assert_accessible(device.page)


def ended(device: Device, table: MatchTable) -> MatchTable:
    """Played to its end on the device."""
    device.open(table)
    over = device.page.locator(".match--over")
    for _ in range(40):
        if over.count():
            break
        device.stand_or_bet()
    expect(over).to_be_visible()
    return table


def most_cards(match: Match) -> int:
    assert match.round is not None
    return max(len(hand.cards) for seat in match.round.seats for hand in seat.hands)


def box_of(locator: Locator) -> dict[str, float]:
    box = locator.bounding_box()
    assert box is not None
    return box


def bottom_of(locator: Locator) -> float:
    box = box_of(locator)
    return box["y"] + box["height"]
