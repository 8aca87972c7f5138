"""A class in Chromium: made, joined by link and by roster, its quiz taken, its results exported."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.axe import assert_accessible
from tests.e2e.people import sign_in
from tests.factories import QuizFactory, UserFactory
from trainer.accounts.models import User
from trainer.classroom.models import Classroom, Member

A_MOMENT_MS = 400
ROSTER = "Name;Section;Student number\r\nBen Birch;A;0017\r\n\r\nbén;B;0017\r\n"


@pytest.fixture
def enter(new_context: Callable[..., BrowserContext]) -> Callable[..., Page]:
    """Open a page as somebody with an account."""

    def enter(user: User, address: str) -> Page:
        context = new_context(reduced_motion="reduce", accept_downloads=True)
        sign_in(context, user)
        page = context.new_page()
        page.goto(address)
        return page

    return enter


def answer(page: Page, *keys: str) -> None:
    """Start the quiz of the page and answer its hands."""
    page.get_by_role("button", name="Start").click()
    for number, key in enumerate(keys, 1):
        expect(page.locator("form.actions")).to_be_visible()
        page.clock.run_for(A_MOMENT_MS)
        page.keyboard.press(key)
        expect(page.locator(".drill-bar__count")).to_have_text(f"{number} of {len(keys)}")


def test_from_an_empty_page_to_the_grade_book(enter, tmp_path: Path):
    teacher = enter(UserFactory(username="tess"), "/classes/")
    assert_accessible(teacher)
    teacher.get_by_role("link", name="New class").first.click()
    teacher.get_by_label("Name of the class").fill("Evening class")
    teacher.get_by_label("Your name in this class").fill("Tess Teal")
    teacher.get_by_role("button", name="Make the class").click()
    teacher.get_by_role("link", name="Members").click()
    assert_accessible(teacher)
    classroom = Classroom.objects.get()

    ann = enter(UserFactory(username="ann"), f"/classes/join/{classroom.join_code}/")
    assert_accessible(ann)
    ann.get_by_label("Your name in this class").fill("Ann Aster")
    ann.get_by_role("button", name=re.compile("Join")).click()

    roster = tmp_path / "roster.csv"
    roster.write_text(ROSTER, encoding="utf-16")
    teacher.get_by_role("link", name="Import a roster").click()
    teacher.get_by_label("Roster").set_input_files(roster)
    teacher.get_by_role("button", name="Read the file").click()
    expect(teacher.locator("main")).to_contain_text("Ben Birch")
    assert_accessible(teacher)
    teacher.get_by_role("button", name=re.compile("^Import")).click()
    code = Member.objects.get(name="Ben Birch").first_code
    ben = enter(UserFactory(username="ben"), f"/classes/sign-in/{code}/")
    ben.get_by_role("button", name="Take this place").click()

    quiz = QuizFactory(classroom=classroom, title="=Sixteens", deals=("TS 6D v 9H", "AS 7D v 8H"))
    for page, keys in ((ann, "hs"), (ben, "sh")):
        page.goto(f"/quiz/{quiz.public_id}/")
        answer(page, *keys)
        page.get_by_role("link", name="See your result").click()
        assert_accessible(page)
    expect(ann.locator("main")).to_contain_text("2 of 2 right")
    expect(ben.locator("main")).to_contain_text("0 of 2 right")
    expect(ben.locator("main")).not_to_contain_text("Ann Aster")

    teacher.get_by_role("link", name="Results", exact=True).click()
    expect(teacher.get_by_role("row", name=re.compile("Ann Aster"))).to_contain_text("100")
    expect(teacher.get_by_role("row", name=re.compile("Ben Birch A 2 0 0"))).to_be_visible()
    assert_accessible(teacher)
    with teacher.expect_download() as download:
        teacher.get_by_role("link", name="CSV").click()
    text = Path(download.value.path()).read_text(encoding="utf-8-sig")
    assert "'=Sixteens" in text
    assert re.search("Ann Aster.*100", text)
    teacher.get_by_role("link", name="=Sixteens", exact=True).click()
    assert_accessible(teacher)
    teacher.get_by_role("link", name=re.compile("Regrade")).click()
    assert_accessible(teacher)
