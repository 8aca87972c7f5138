"""A match in Chromium: people and computer players, each device in a browser of its own."""

from __future__ import annotations

import re
from collections.abc import Callable
from time import monotonic

import pytest
from playwright.sync_api import Page, Request, expect

from tests.e2e.match_table import (
    Device,
    acts,
    at_turn,
    computer,
    deal_until,
    go_away,
    person,
    table_of,
)
from tests.e2e.people import sign_in
from tests.e2e.table import tab_to
from tests.factories import UserFactory
from trainer.decisions.models import Decision
from trainer.matches.models import MatchTable, PlayerKind, Seat

PHONE = {"width": 375, "height": 667}
FOLLOWS_S = 2
"""So soon the others see what somebody has done."""
LOST = "net::ERR_INTERNET_DISCONNECTED"


@pytest.fixture
def real_time() -> bool:
    return True


@pytest.fixture
def hold(new_context) -> Callable[..., Device]:
    """A browser of somebody's own."""

    def make(**settings: object) -> Device:
        return Device(new_context(reduced_motion="reduce", **settings).new_page())

    return make


@pytest.fixture
def phone(hold) -> Device:
    return hold(viewport=PHONE, screen=PHONE, has_touch=True)


@pytest.fixture
def seat_two(hold) -> Callable[..., tuple[MatchTable, Device, Device]]:
    """Ann and Ben, each with a device, and perhaps computer players, at a table in play."""

    def make(computers: int = 0, **terms: object) -> tuple[MatchTable, Device, Device]:
        ann, ben = hold(), hold()
        others = [computer(name=f"Computer {number}") for number in range(computers)]
        table = table_of(ann.page.context, [person(), person(here=False), *others], **terms)
        join(ben.page, table.code, "Ben")
        ann.open(table)
        ann.click(ann.page.get_by_role("button", name="Begin"))
        expect(ben.felt).to_be_visible()
        return table, ann, ben

    return make


def join(page: Page, code: str, name: str) -> None:
    page.goto("/match/")
    page.get_by_label("Code of the table").fill(code)
    page.get_by_role("button", name="Go to the table").click()
    page.get_by_label("Your name at the table").fill(name)
    page.get_by_role("button", name="Sit down").click()


def moves_of(table: MatchTable) -> list[str]:
    table.refresh_from_db()
    return table.moves.split()


def test_two_people_and_a_computer_player_from_making_the_table_to_the_result(hold):
    ann, ben = hold(), hold(viewport=PHONE, has_touch=True)
    page = ann.page
    page.goto("/match/")
    page.get_by_label("Name of the table").fill("Sunday")
    page.get_by_label("Rounds").fill("2")
    page.get_by_label("Name at seat 1").fill("Ann")
    page.get_by_label("Who has seat 2").select_option("link")
    page.get_by_label("Who has seat 4").select_option("")
    page.get_by_role("button", name="Make the table").click()

    expect(page.get_by_role("heading", name="Sunday", level=2)).to_be_visible()
    expect(page.get_by_role("button", name="Begin")).to_be_disabled()
    expect(page.locator(".match-join .qr")).to_be_visible()
    join(ben.page, page.locator(".match-join__code").inner_text().lower(), "Ben")
    expect(ben.page.get_by_text("begins when whoever made the table says so")).to_be_visible()
    expect(page.locator(".match-places")).to_contain_text("Ben")
    ann.click(page.get_by_role("button", name="Begin"))
    expect(ben.felt).to_be_visible()
    expect(ann.felt.locator(".match-seat")).to_have_count(3)

    table, moved = MatchTable.objects.get(), []
    while name := at_turn(table):
        {"Ann": ann, "Ben": ben}[name].stand_or_bet()
        moved.append(name)
    assert min(moved.count("Ann"), moved.count("Ben")) >= 2

    for each in (ann, ben):
        expect(each.page.locator(".match--over")).to_be_visible()
        expect(each.status).to_contain_text(re.compile("wins the match|A draw"))
        expect(each.page.locator(".match-result__seats tbody tr")).to_have_count(3)
        expect(each.announcer).to_contain_text("All rounds are played.")
    page.get_by_role("link", name="With other terms").click()
    expect(page.get_by_label("Rounds")).to_have_value("2")
    expect(page.get_by_label("Who has seat 2")).to_have_value("link")


def test_each_follows_the_other_within_two_seconds_by_itself(seat_two):
    table, ann, ben = seat_two(rounds=3)
    took = []
    while name := at_turn(table):
        mover, other = (ann, ben) if name == "Ann" else (ben, ann)
        expect(mover.may.first).to_be_visible()
        before = other.announcer.inner_text()
        mover.stand_or_bet()
        began = monotonic()
        expect(other.announcer).not_to_have_text(before)
        took.append(monotonic() - began)
    assert len(took) >= 6
    assert max(took) < FOLLOWS_S


def test_a_seat_is_played_only_from_its_own_device(seat_two):
    table, ann, ben = seat_two(computers=1)
    sent: list[Request] = []
    ben.page.on("request", lambda request: request.method == "POST" and sent.append(request))

    expect(ben.status).to_contain_text("Ann, put out your bet.")
    expect(ben.may).to_have_count(0)
    ben.ready()
    ben.page.keyboard.press("1")
    ann.press("1")
    expect(ben.page.locator(".match-status--mine")).to_be_visible()
    assert (moves_of(table), sent) == (["5"], [])
    expect(ann.may).to_have_count(0)
    expect(ann.seat("Ben")).to_have_class(re.compile("match-seat--turn"))
    expect(ann.seat("Ben")).not_to_have_class(re.compile("match-seat--own"))
    expect(ben.seat("Ben")).to_have_class(re.compile("match-seat--own"))
    expect(ben.page.locator(".match-felt__row--near .match-seat--own")).to_have_count(1)


def test_several_people_share_a_phone(phone):
    table = table_of(phone.page.context, [person(), person("Ben"), computer(), person("Cy")])
    phone.open(table)
    expect(phone.felt.locator(".match-seat--own")).to_have_count(3)
    for name in ("Ann", "Ben", "Cy"):
        expect(phone.status).to_contain_text(f"{name}, put out your bet.")
        phone.click(phone.page.get_by_role("button", name="10 chips"), tap=True)
    deal_until(table, acts(0))
    phone.open(table)
    acted = []
    while "put out your bet" not in phone.status.inner_text():
        acted.append(at_turn(table))
        expect(phone.status).to_contain_text(acted[-1])
        expect(phone.turn).to_contain_text(acted[-1])
        phone.click(phone.page.locator("#play-S"), tap=True)
    assert acted[0] == "Ann"
    assert acted == sorted(acted)
    expect(phone.felt.locator(".result")).to_have_count(4)


def test_the_keyboard_is_enough(hold):
    ann = hold()
    page = ann.page
    page.goto("/match/")
    tab_to(page, page.locator("#quick"))
    page.keyboard.press("Enter")
    expect(ann.felt).to_be_visible()
    table = MatchTable.objects.get()
    for _ in range(24):
        if set(moves_of(table)) > {"5", "S"}:
            break
        expect(ann.may.first).to_be_visible()
        ann.press("1" if page.locator(".match-bets").count() else "S")
    tab_to(page, page.locator("#agreed summary"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Keys")).to_be_visible()
    assert set(moves_of(table)) > {"5", "S"}


def test_without_javascript_all_of_it_works(hold):
    ann, ben = hold(java_script_enabled=False), hold(java_script_enabled=False)
    table = table_of(ann.page.context, [person(), person(here=False)], rounds=1)
    join(ben.page, table.code, "Ben")
    ann.open(table).page.get_by_role("button", name="Begin").click()
    sitting = {"Ann": ann, "Ben": ben}
    while name := at_turn(table):
        page = sitting[name].page
        page.get_by_role("link", name="Look again").click()
        stand = page.get_by_role("button", name="Stand")
        (stand if stand.count() else page.get_by_role("button", name="25 chips")).click()
    ann.page.get_by_role("link", name="Look again").click()
    expect(ann.page.locator(".match-result")).to_be_visible()


def test_a_second_press_in_a_hurry_moves_nothing(hold):
    ann = hold()
    table = table_of(ann.page.context, [person(), person("Ben"), person("Cy")])
    ann.open(table)
    ann.ready()
    ann.page.get_by_role("button", name="10 chips").dblclick()
    expect(ann.status).to_contain_text("Ben, put out your bet.")
    assert moves_of(table) == ["10"]
    ann.ready()
    for _ in range(3):
        ann.page.keyboard.press("2")
    expect(ann.status).to_contain_text("Cy, put out your bet.")
    assert moves_of(table) == ["10", "10"]


def test_a_lost_connection_loses_nothing(seat_two, watch):
    watch.expect(LOST)
    table, ann, ben = seat_two()
    ann.page.context.set_offline(True)
    expect(ann.page.locator("#offline")).to_be_in_viewport()
    ann.ready()
    ann.page.keyboard.press("2")
    expect(ann.page.get_by_text("Your answer is kept and sent again")).to_be_in_viewport()
    assert moves_of(table) == []

    ann.page.context.set_offline(False)

    expect(ann.page.locator("#unsaved")).to_be_hidden()
    expect(ann.page.locator("#offline")).to_be_hidden()
    expect(ben.status).to_contain_text("Ben, put out your bet.")
    assert moves_of(table) == ["10"]


def test_whoever_goes_is_played_for_and_takes_the_seat_back(seat_two):
    table, ann, ben = seat_two()
    address = ben.page.url
    ben.page.goto("/charts/")
    go_away(table, "Ben")
    gone = ann.page.locator(".match-gone")
    expect(gone).to_contain_text("Ben has gone. Who plays on?")
    expect(ann.seat("Ben")).to_contain_text("gone")

    gone.get_by_label("Ben has gone. Who plays on?").select_option("copycat")
    gone.get_by_role("button", name="Let it play").click()
    expect(ann.seat("Ben")).to_contain_text("Copycat stands in")
    expect(gone).to_have_count(0)
    ann.stand_or_bet()
    assert len(moves_of(table)) > 1

    ben.page.goto(address)
    ben.page.get_by_role("button", name="Play again yourself").click()
    expect(ben.page.get_by_role("button", name="Play again yourself")).to_have_count(0)
    while Seat.objects.filter(table=table, number=1).exclude(stand_in="").exists():
        ann.stand_or_bet()  # the stand-in plays the round that it has begun to its end
    expect(ann.seat("Ben")).not_to_contain_text("stands in")
    expect(ben.page.locator(".match-gone")).to_have_count(0)


def test_somebody_else_is_let_in_to_play_on(seat_two, hold):
    table, ann, ben = seat_two()
    ben.page.goto("/charts/")
    go_away(table, "Ben")
    cleo = hold(viewport=PHONE, has_touch=True)
    cleo.page.goto(f"/match/join/{table.code}/")
    cleo.page.get_by_label("Your name at the table").fill("Cleo")
    cleo.page.get_by_role("button", name="Ask to play on for Ben").click()
    expect(cleo.page.locator("#waiting")).to_be_visible()

    expect(ann.page.locator(".match-asker")).to_contain_text("Cleo asks to play on")
    ann.page.get_by_role("button", name="Let in").click()

    expect(cleo.felt).to_be_visible()
    expect(cleo.page).to_have_url(ann.page.url)
    expect(cleo.seat("Cleo")).to_have_class(re.compile("match-seat--own"))
    ann.stand_or_bet()
    cleo.stand_or_bet()
    assert moves_of(table)[:2] == ["5", "5"]


def test_whoever_leaves_is_played_for_at_once(seat_two):
    table, ann, ben = seat_two()
    ann.stand_or_bet()
    expect(ben.may.first).to_be_visible()
    ben.page.locator("#leaving summary").click()
    ben.page.locator("#leave").click()
    expect(ben.page.get_by_role("heading", name="Play a match")).to_be_visible()
    expect(ann.seat("Ben")).to_contain_text("By the chart stands in")
    assert len(moves_of(table)) > 1


def test_a_hint_shows_the_best_play_and_makes_it_assisted(hold):
    ann = hold()
    user = UserFactory(username="ada")
    sign_in(ann.page.context, user)
    ann.page.goto("/match/")
    ann.page.get_by_role("button", name="Play now").click()
    expect(ann.felt).to_be_visible()
    table = MatchTable.objects.get()
    deal_until(table, acts(0))
    ann.open(table)

    ann.click(ann.page.get_by_role("button", name="Show the best play"))

    hint = ann.page.get_by_role("note")
    expect(hint).to_be_visible()
    best = hint.locator(".cell").inner_text()
    expect(ann.announcer).to_contain_text("Best: ")
    ann.press({"H": "H", "S": "S", "D": "D", "P": "P"}[best[0]])
    assert Decision.objects.get().assisted


def test_what_is_open_stays_open_when_the_others_move(seat_two):
    _table, ann, ben = seat_two()
    ben.page.locator("#story summary").click()
    ben.page.locator("#agreed summary").click()
    ben.page.locator("#agreed-word").focus()
    ann.stand_or_bet()
    expect(ben.page.locator(".match-status--mine")).to_be_visible()
    expect(ben.page.locator("#agreed-word")).to_be_focused()
    expect(ben.page.get_by_role("heading", name="Keys")).to_be_visible()
    expect(ben.page.locator("#story")).to_contain_text("Ann bets 5 chips.")


def test_news_takes_nobody_out_of_what_they_read(hold):
    ann = hold()
    table = table_of(ann.page.context, [computer(), person()], rounds=None)
    reading, idle = (Device(ann.page.context.new_page()).open(table) for _ in range(2))
    ann.open(table)
    ann.click(ann.page.get_by_role("button", name="Next round"))
    for device in (reading, idle):
        expect(device.page.locator("#on")).to_have_count(0)
    reading.page.locator("#story summary").focus()
    while not ann.page.locator("#on").count():
        ann.stand_or_bet()
    expect(ann.page.locator("#on")).to_be_focused()
    expect(reading.page.locator("#on")).to_be_visible()
    expect(reading.page.locator("#story-word")).to_be_focused()
    expect(idle.page.locator("#on")).to_be_focused()


def test_computer_players_among_themselves_wait_to_be_asked(hold):
    ann = hold()
    places = [computer(PlayerKind.EXPERT), person(), computer(PlayerKind.COPYCAT)]
    table = table_of(ann.page.context, places, rounds=None)
    ann.open(table)
    ann.click(ann.page.get_by_role("button", name="Next round"))
    while not ann.page.get_by_role("button", name="End the match").count():
        ann.stand_or_bet()
    ann.click(ann.page.get_by_role("button", name="End the match"))
    expect(ann.page.locator(".match--over")).to_contain_text("The match was ended")
