"""A quiz in Chromium: built with its preview, published, taken with keys and in two tabs."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.axe import assert_accessible
from tests.e2e.people import sign_in
from tests.e2e.watch import Watch
from tests.factories import ClassroomFactory, MemberFactory, QuizFactory
from trainer.accounts.models import User
from trainer.classroom.models import Classroom, Member
from trainer.quizzes.models import Attempt, Quiz, Reveal

A_MOMENT_MS = 400
"""Longer than a change waits for another, and than a second press is taken for a bounce."""


@pytest.fixture
def classroom() -> Classroom:
    return ClassroomFactory(name="Evening class")


@pytest.fixture
def member(classroom: Classroom) -> Member:
    return MemberFactory(classroom=classroom, name="Ann Aster")


@pytest.fixture
def enter(new_context: Callable[..., BrowserContext]) -> Callable[..., Page]:
    """Open a page as one of the people of the class."""

    def enter(user: User, address: str, **settings: object) -> Page:
        context = new_context(reduced_motion="reduce", **settings)
        sign_in(context, user)
        page = context.new_page()
        page.goto(address)
        return page

    return enter


def test_a_teacher_builds_a_quiz_and_sees_what_it_comes_to(enter, watch: Watch, classroom):
    watch.bear(422)  # no cell is picked yet
    page = enter(classroom.owner, f"/classes/{classroom.public_id}/")
    assert_accessible(page)
    page.get_by_role("link", name="New quiz").click()
    page.get_by_label("Title").fill("Stiff hands")
    expect(page.get_by_role("group", name="Pick the cells")).to_be_hidden()
    page.get_by_text("Cells picked on the chart").click()
    page.clock.run_for(A_MOMENT_MS)
    expect(page.locator("#preview")).to_contain_text("Pick at least one cell of the chart.")
    page.get_by_role("button", name="16", exact=True).click()
    page.clock.run_for(A_MOMENT_MS)
    expect(page.locator("#preview")).to_contain_text("10 cells")
    page.get_by_label("hard 15 v 10").focus()
    page.keyboard.press("Space")
    page.clock.run_for(A_MOMENT_MS)
    expect(page.locator("#preview")).to_contain_text("11 cells")
    assert_accessible(page)
    page.get_by_role("button", name="Save the draft").click()
    expect(page.get_by_role("heading", name="Stiff hands")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_role("status").first).to_contain_text("the students can see it")
    assert len(Quiz.objects.get().cells) == 11


def test_a_student_takes_it_with_keys_in_two_tabs(enter, watch: Watch, member):
    watch.expect(409)  # the other tab answers a hand that is answered
    deals = ("TS 6D v 9H", "AS 7D v 8H", "8S 8D v 9H")
    quiz = QuizFactory(classroom=member.classroom, deals=deals, seconds=600, reveal=Reveal.AT_ONCE)
    page = enter(member.user, f"/quiz/{quiz.public_id}/", viewport={"width": 375, "height": 667})
    assert_accessible(page)
    page.set_viewport_size({"width": 375, "height": 667})
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("button", name="Stand")).to_be_in_viewport(ratio=1)
    other = page.context.new_page()
    other.goto(page.url)
    page.keyboard.press("h")
    expect(page.locator(".told__head")).to_have_text("Right: Hit with hard 16 against a 9.")
    assert_accessible(page)
    other.keyboard.press("s")
    expect(other.locator(".notice:visible")).to_contain_text("your first answer counts")
    expect(other.locator(".drill-bar__count")).to_have_text("1 of 3")
    other.clock.run_for(A_MOMENT_MS)
    other.keyboard.press("h")
    expect(other.locator(".told__head")).to_contain_text("Stand, not Hit")
    other.clock.run_for(A_MOMENT_MS)
    other.keyboard.press("p")
    other.get_by_role("link", name="See your result").click()
    expect(other).to_have_url(re.compile("/result/$"))
    expect(other.locator("main")).to_contain_text("2 of 3 right")
    assert_accessible(other)
    assert Attempt.objects.get().answered == 3
