"""A live quiz in Chromium: a wall and two phones, each in a browser of its own."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.axe import assert_accessible
from tests.e2e.people import sign_in
from tests.factories import ClassroomFactory, MemberFactory, QuizFactory
from trainer.accounts.models import User
from trainer.live.models import LiveAnswer
from trainer.quizzes.models import Quiz

PHONE = {"width": 375, "height": 667}


@pytest.fixture
def real_time() -> bool:
    return True


@pytest.fixture
def quiz() -> Quiz:
    """A draft of two hands in a class of two."""
    classroom = ClassroomFactory(name="Evening class")
    for name in ("Ann Aster", "Ben Birch"):
        MemberFactory(classroom=classroom, name=name)
    return QuizFactory(classroom=classroom, published_at=None, title="Sixteens")


@pytest.fixture
def enter(new_context: Callable[..., BrowserContext], quiz: Quiz) -> Callable[..., Page]:
    """Open the class's live page as one of its people."""

    def enter(user: User, **settings: object) -> Page:
        context = new_context(reduced_motion="reduce", **settings)
        sign_in(context, user)
        page = context.new_page()
        page.goto(f"/live/class/{quiz.classroom.public_id}/")
        return page

    return enter


def test_a_class_plays_a_live_quiz(enter, quiz):
    students = [member.user for member in quiz.classroom.members.filter(role="student")]
    wall = enter(quiz.classroom.owner, viewport={"width": 1280, "height": 800})
    assert_accessible(wall)
    wall.get_by_label("Standings").check()
    wall.get_by_role("button", name="Open").click()
    expect(wall.locator(".live-lobby__joined", has_text="0 are here")).to_be_visible()
    assert_accessible(wall)

    phones = [enter(student, viewport=PHONE, has_touch=True) for student in students]
    for phone in phones:
        phone.get_by_role("button", name="Join in").click()
    expect(wall.locator(".live-lobby__joined", has_text="2 are here")).to_be_visible()
    wall.get_by_role("button", name="Ask the first hand").click()

    ann, ben = phones
    expect(ann.locator("form.actions")).to_be_visible()
    assert_accessible(ann)
    ann.locator("#play-H").tap()
    expect(ann.get_by_text("Your answer is in").first).to_be_visible()
    expect(wall.get_by_text("1 of 2 has answered")).to_be_visible()
    expect(ben.locator("form.actions")).to_be_visible()
    ben.keyboard.press("s")
    expect(wall.locator(".live-result__right", has_text="Right: Hit")).to_be_visible()
    expect(ann.locator(".last-mark--right")).to_be_visible()
    expect(ben.locator(".last-mark--wrong")).to_be_visible()
    expect(ben.locator("#announcer")).to_contain_text("Wrong. Right: Hit")
    assert_accessible(wall)
    assert_accessible(ben)

    wall.get_by_role("button", name="Next hand").click()
    expect(ann.get_by_text("2 of 2")).to_be_visible()
    wall.get_by_role("button", name="Show the answers now").click()
    expect(ann.get_by_text("Not answered")).to_be_visible()
    wall.get_by_role("button", name="See how it went").click()
    expect(wall.locator(".live-podium li")).to_have_count(1)
    expect(wall.locator(".live-podium")).to_contain_text("Ann Aster")
    expect(ann.get_by_text("That is place 1 of 2.")).to_be_visible()
    expect(ben.get_by_text("0 of your 1 answers were right.")).to_be_visible()
    assert_accessible(wall)
    assert LiveAnswer.objects.count() == 2


def test_a_phone_without_javascript_plays_too(enter, quiz):
    student = quiz.classroom.members.filter(role="student").first().user
    wall = enter(quiz.classroom.owner)
    wall.get_by_role("button", name="Open").click()
    phone = enter(student, viewport=PHONE, java_script_enabled=False)
    phone.get_by_role("button", name="Join in").click()
    wall.get_by_role("button", name="Ask the first hand").click()
    phone.get_by_role("link", name="Look again").click()
    phone.locator("#play-H").click()
    expect(phone.locator(".last-mark--right")).to_be_visible()
