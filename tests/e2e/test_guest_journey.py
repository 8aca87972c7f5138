"""A guest comes, drills by keyboard alone, makes an account, and finds every answer again."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.table import DIGITS, Table, tab_to
from tests.factories import PASSWORD
from trainer.accounts.models import User
from trainer.decisions.models import Decision

WRONG = (2, 5, 7)
"""The hands that the guest plays wrong on purpose, counted from 1."""


@pytest.fixture
def real_time() -> bool:
    return True


def go(page: Page, wanted: Locator) -> None:
    """Come to a link or button by Tab, and follow it."""
    tab_to(page, wanted)
    page.keyboard.press("Enter")


def link(page: Page, name: str) -> Locator:
    return page.get_by_role("link", name=name, exact=True)


def write(page: Page, field: str, text: str) -> None:
    tab_to(page, page.locator(f"#id_{field}"))
    page.keyboard.type(text)


def expect_ten_answers(page: Page) -> None:
    expect(page.get_by_role("heading", name="Progress", level=1)).to_be_visible()
    figures = page.locator(".stat", has_text="All hands")
    expect(figures.locator(".stat__value")).to_have_text("70%")
    expect(figures.locator(".stat__note").first).to_contain_text("7 right of 10")


def test_a_guest_drills_by_keyboard_signs_up_and_keeps_every_answer(page):
    page.goto("/")
    go(page, page.get_by_role("button", name="Deal me in"))
    expect(page).to_have_title(re.compile("Drill"))

    table = Table(page, real_time=True)
    for number in range(1, 11):
        key = table.wrong if number in WRONG else table.right
        head = table.head(key)
        table.press(DIGITS[key] if number % 2 else key.lower())
        expect(table.verdict).to_have_text(head)
        table.expect_answered(number)
    expect(page.locator(".drill-bar__score")).to_have_text("7 right")

    go(page, page.get_by_role("button", name="End"))
    expect(page.get_by_role("heading", name="Your drill", level=1)).to_be_visible()
    expect(page.locator(".stat", has_text="All hands")).to_contain_text("7 right of 10")
    missed = sum(map(int, re.findall(r"missed (\d)", page.locator("main").inner_text())))
    once = page.locator(".missed").filter(has_not_text=re.compile(r"missed \d")).count()
    assert missed + once == len(WRONG)

    go(page, link(page, "Sign up and take them along"))
    write(page, "username", "ada")
    write(page, "password1", PASSWORD)
    write(page, "password2", PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator(".site-nav--user")).to_contain_text("ada")
    assert User.objects.get().email == ""

    go(page, link(page, "Progress"))
    expect_ten_answers(page)

    go(page, link(page, "Sign out"))
    go(page, page.get_by_role("main").get_by_role("button", name="Sign Out"))
    expect(link(page, "Log in")).to_be_visible()
    go(page, link(page, "Progress"))
    expect(page.get_by_role("heading", name="No answers yet")).to_be_visible()

    go(page, link(page, "Log in"))
    write(page, "login", "ada")
    write(page, "password", PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator(".site-nav--user")).to_contain_text("ada")
    go(page, link(page, "Progress"))
    expect_ten_answers(page)

    go(page, link(page, "ada"))
    expect(page.locator("#id_time_zone")).to_have_value("Europe/Lisbon")
    assert Decision.objects.filter(learner__username="ada").count() == 10


def test_the_time_zone_of_the_browser_comes_with_the_drill(page):
    page.goto("/drill/")
    page.get_by_role("button", name="Deal").click()
    table = Table(page, real_time=True)

    table.press(table.right)
    table.expect_answered(1)

    assert User.objects.get().time_zone == "Europe/Lisbon"


def test_on_a_shared_computer_the_next_one_sees_nothing_of_the_last(page, seat):
    table = seat(page, cells=["hard 16 v T"])
    table.press("H")
    table.expect_answered(1)
    drill = page.url
    page.goto("/account/signup/")
    write(page, "username", "ada")
    write(page, "password1", PASSWORD)
    write(page, "password2", PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator(".site-nav--user")).to_contain_text("ada")
    go(page, link(page, "Sign out"))
    go(page, page.get_by_role("main").get_by_role("button", name="Sign Out"))
    expect(link(page, "Log in")).to_be_visible()

    assert page.request.get(drill).status == 404
    page.goto("/progress/")
    expect(page.get_by_role("heading", name="No answers yet")).to_be_visible()
    page.goto("/")
    expect(page.get_by_role("button", name="Deal me in")).to_be_visible()
