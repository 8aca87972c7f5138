"""The same journey with JavaScript off: every answer is a form and a page."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.table import Table, is_answer
from tests.factories import PASSWORD
from trainer.decisions.models import Decision


@pytest.fixture
def context(new_context) -> BrowserContext:
    return new_context(java_script_enabled=False)


def test_a_guest_drills_signs_up_and_keeps_every_answer(page):
    page.goto("/")
    page.get_by_role("button", name="Deal me in").click()

    table = Table(page)
    for number in range(1, 11):
        key = table.wrong if number in (3, 6) else table.right
        head = table.head(key)
        table.button(key).click()
        expect(table.verdict).to_have_text(head)
        table.expect_answered(number)
        if number == 4:
            page.reload()
            expect(table.verdict).to_have_text(head)
            table.expect_answered(number)

    page.get_by_role("button", name="End").click()
    expect(page.locator(".stat", has_text="All hands")).to_contain_text("8 right of 10")

    page.get_by_role("link", name="Sign up and take them along").click()
    page.locator("#id_username").fill("ada")
    page.locator("#id_password1").fill(PASSWORD)
    page.locator("#id_password2").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign Up").click()
    expect(page.locator(".site-nav--user")).to_contain_text("ada")
    expect_progress(page)

    page.get_by_role("link", name="Sign out").click()
    page.get_by_role("main").get_by_role("button", name="Sign Out").click()
    page.get_by_role("link", name="Log in").click()
    page.locator("#id_login").fill("ada")
    page.locator("#id_password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign In").click()
    expect(page.locator(".site-nav--user")).to_contain_text("ada")
    expect_progress(page)


def expect_progress(page: Page) -> None:
    page.get_by_role("link", name="Progress", exact=True).click()
    figures = page.locator(".stat", has_text="All hands")
    expect(figures).to_contain_text("80%")
    expect(figures).to_contain_text("8 right of 10")


def test_going_back_shows_the_hand_that_is_open_now(page, seat):
    table = seat(page, cells=["hard 16 v T", "hard 15 v 9"])
    for number in (1, 2):
        table.button("H").click()
        table.expect_answered(number)
    open_hand = table.hand_id

    page.go_back()

    table.expect_answered(2)
    assert table.hand_id == open_hand
    table.button("S").click()
    table.expect_answered(3)
    assert Decision.objects.filter(action="S").count() == 1


def test_a_reload_does_not_send_the_answer_again(page, seat):
    table = seat(page, cells=["hard 16 v T"])
    table.button("H").click()
    table.expect_answered(1)
    sent = []
    page.on("request", lambda request: is_answer(request) and sent.append(request.url))

    page.reload()
    page.reload()

    table.expect_answered(1)
    assert sent == []


def test_a_double_click_is_one_answer(page, seat, watch):
    watch.bear(409)  # the second form gets the page with the first answer
    table = seat(page, cells=["hard 16 v T"])

    table.button("H").dblclick()

    expect(table.verdict).to_have_text("Right: Hit with hard 16 against a 10.")
    table.expect_answered(1)


def test_the_same_form_sent_again_gets_the_page_with_the_first_answer(page, seat, watch):
    watch.expect(409)
    table = seat(page, cells=["hard 16 v T"])
    second = page.context.new_page()
    second.goto(page.url)
    table.button("H").click()
    table.expect_answered(1)

    again = Table(second)
    again.button("S").click()

    expect(again.notice).to_contain_text("You had answered that hand already")
    expect(again.verdict).to_have_text("Right: Hit with hard 16 against a 10.")
    again.expect_answered(1)
    assert again.hand_id == table.hand_id


def test_hint_pause_resume_and_summary_are_forms_too(page, seat):
    table = seat(page, cells=["hard 16 v T"], length=1)
    page.get_by_role("button", name="Hint").click()
    expect(table.verdict).to_have_text("Hint: Hit.")
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_text("Paused.", exact=False).first).to_be_visible()
    expect(table.form).to_have_count(0)
    page.get_by_role("button", name="Resume").click()

    table.button("H").click()
    page.get_by_role("link", name="See your summary").click()

    expect(page.locator("main")).to_contain_text("1 answer came after a hint")
    assert Decision.objects.get().assisted
