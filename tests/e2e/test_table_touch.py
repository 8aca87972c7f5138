"""A table played on a phone by taps and swipes on the felt."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.rigged import INSURED, RiggedTable, sent_changes

DIRECTIONS = {"tap": (0, 0), "right": (1, 0), "left": (-1, 0), "up": (0, -1), "down": (0, 1)}
SWIPE_PX = 90

Gesture = Callable[..., None]


@pytest.fixture
def table(new_context, sit) -> RiggedTable:
    size = {"width": 375, "height": 667}
    return sit(new_context(viewport=size, screen=size, is_mobile=True, has_touch=True).new_page())


@pytest.fixture
def gesture(table: RiggedTable) -> Gesture:
    """Touch the felt with one finger, and move it in a direction, so many pixels."""
    session = table.page.context.new_cdp_session(table.page)

    def touch(kind: str, points: list[dict[str, float]]) -> None:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def move(name: str, pixels: int = SWIPE_PX) -> None:
        table.ready()
        box = table.felt.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        across, down = (pixels * step for step in DIRECTIONS[name])
        touch("touchStart", [{"x": x, "y": y}])
        for part in (0.5, 1):
            touch("touchMove", [{"x": x + part * across, "y": y + part * down}])
        touch("touchEnd", [])

    return move


@pytest.fixture
def play(table: RiggedTable, gesture: Gesture) -> Callable[[str], None]:
    """A gesture that the server answers."""

    def make(name: str) -> None:
        table.mark()
        gesture(name)
        table.expect_answer()

    return make


def test_swipes_change_the_bet(table: RiggedTable, gesture):
    sent = sent_changes(table.page)
    expect(table.bet).to_have_value("5")

    for name, chips in (
        ("right", 10),
        ("right", 15),
        ("left", 10),
        ("up", 500),
        ("right", 500),
        ("down", 5),
        ("left", 5),
    ):
        gesture(name)
        expect(table.bet).to_have_value(str(chips))

    assert sent == []


def test_a_tap_deals_and_hits_and_a_swipe_to_the_right_stands(table: RiggedTable, gesture, play):
    table.shuffle(table.row, "2S TH 3S 7C 5D 4D")
    play("tap")
    expect(table.verdict).to_have_text("You have 5 against a 10.")
    sent = sent_changes(table.page)
    gesture("down")  # no pair
    assert sent == []

    play("tap")
    expect(table.verdict).to_have_text("You have 10 against a 10.")
    for name in ("left", "up", "down"):  # three cards are neither surrendered, doubled nor split
        gesture(name)
    assert sent == ["act"]
    play("right")

    expect(table.verdict).to_have_text("You lose 5 chips.")
    assert table.row.rounds.get().moves == "H S"


def test_swipes_double_surrender_and_split(table: RiggedTable, play):
    for cards, name, told in (
        ("6S 5H 5D TC TD TS", "up", "10, doubled"),
        ("TS TH 6S 8C", "left", "Surrendered"),
        ("8S 6H 8D TC 3C 2C", "down", "Hand 2"),
    ):
        table.shuffle(table.row, cards)
        play("tap")
        play(name)
        expect(table.felt).to_contain_text(told)


def test_no_gesture_answers_whether_to_insure(table: RiggedTable, gesture, play):
    table.shuffle(table.row, INSURED)
    play("tap")
    sent = sent_changes(table.page)

    for name in DIRECTIONS:
        gesture(name)

    expect(table.verdict).to_have_text("The dealer shows an ace. Insurance?")
    assert sent == []
    table.click("N")
    expect(table.verdict).to_have_text("You have 16 against an ace.")
