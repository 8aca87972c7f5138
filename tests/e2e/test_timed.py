"""Tests by the clock in Chromium: interrupted, by key, on a phone, offline, without JavaScript."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from strategy.dealing import Deal
from tests.e2e.axe import assert_accessible
from tests.e2e.people import guest_key
from tests.e2e.table import Table, sent_answers, tab_to
from tests.e2e.test_phone import FITS
from tests.factories import TimedTestFactory, give, miss
from trainer.decisions.models import Decision
from trainer.rulebook.queries import chart_of, rules_of
from trainer.timed.kinds import Kind
from trainer.timed.models import Item, TimedTest

LEFT = "#drill [data-ask] [data-left]"


class Paper(Table):
    """The play page of a test."""

    @property
    def item(self) -> Item:
        return Item.objects.select_related("test__rules", "test__chart").get(
            public_id=self.hand_id.split("/")[-3]
        )

    @property
    def right(self) -> str:
        item = self.item
        situation = Deal.parse(item.deal).situation(rules_of(item.test.rules))
        return chart_of(item.test.chart).advise(situation).action.value

    def answer(self, key: str, number: int) -> None:
        self.press(key)
        self.expect_answered(number)

    def let_pass(self, seconds: int) -> None:
        """Let so much time pass for the server, as if the test had begun earlier, and here."""
        passed = timedelta(seconds=seconds)
        for test in TimedTest.objects.all():
            test.started_at -= passed
            test.deadline -= passed
            test.save()
        for item in Item.objects.all():
            item.asked_at -= passed
            item.save()
        self.page.clock.fast_forward(1000 * seconds)


@pytest.fixture
def take(real_time) -> Callable[..., Paper]:
    """Seat the guest of a page at a new test."""

    def start(page: Page, **setting: object) -> Paper:
        test = TimedTestFactory(guest_key=guest_key(page.context), **setting)
        page.goto(f"/test/{test.public_id}/")
        return Paper(page, real_time)

    return start


def expect_result(page: Page, told: str) -> None:
    expect(page).to_have_title("Result · Upcard")
    expect(page.locator("main")).to_contain_text(told)


def test_a_sprint_interrupted_by_a_reload_ends_by_itself(page: Page):
    page.goto("/test/")
    page.locator("button[value=sprint]").click()
    paper = Paper(page)
    expect(page.locator("#announcer")).to_contain_text("You have 60 seconds.")
    paper.answer(paper.right, 1)
    expect(page.locator(".last-mark")).to_have_text(re.compile("Right"))
    paper.answer(paper.wrong, 2)
    expect(page.locator(".last-mark")).to_have_text(re.compile("Wrong"))
    hand, cards = paper.hand_id, page.locator(".felt [role=img]").count()
    paper.let_pass(20)

    page.reload()

    expect(paper.form).to_have_attribute("action", hand)
    expect(page.locator(".felt [role=img]")).to_have_count(cards)
    expect(page.locator(LEFT)).to_have_text(re.compile(r"^[123]\d\.\d$"))
    paper.answer(paper.right, 3)
    paper.let_pass(40)

    expect_result(page, "2 right, 1 missed")
    assert TimedTest.objects.get().asked == 4
    page.go_back()
    expect(page).to_have_title("Result · Upcard")


def test_the_last_ten_seconds_are_announced_and_no_others(page: Page, take):
    take(page, count=None, seconds=900)
    said = page.locator("#clock-announcer")
    page.clock.fast_forward(850_000)
    expect(page.locator(LEFT)).to_have_text(re.compile(r"^[34]\d\.\d$"))
    expect(said).to_have_text("")
    page.clock.fast_forward(25_000)
    expect(page.locator(LEFT)).to_have_text(re.compile(r"^[12]\d\.\d$"))
    expect(said).to_have_text("")
    page.clock.fast_forward(16_000)
    expect(said).to_have_text("10 seconds left.")


def test_a_test_is_taken_by_keyboard_alone(page: Page):
    page.goto("/test/")
    tab_to(page, page.get_by_label("Number of hands"))
    page.keyboard.type("3")
    tab_to(page, page.get_by_role("button", name="Start this test"))
    page.keyboard.press("Enter")
    expect(page.locator("form.actions")).to_be_visible()
    paper = Paper(page)
    for number, key in enumerate(("h", "2"), start=1):
        paper.answer(key, number)
        paper.settled()  # the page puts the focus back when htmx has settled
        assert page.evaluate("document.activeElement !== document.body")
    paper.press("S")
    expect_result(page, "of 3")
    assert "".join(Decision.objects.order_by("pk").values_list("action", flat=True)) == "HSS"


def test_a_hand_whose_time_is_up_gives_way_to_the_next(page: Page, take):
    paper = take(page, count=5, hand_seconds=8)
    hand = paper.hand_id
    paper.let_pass(8)
    expect(page.locator(".last-mark")).to_have_text(re.compile("Too late"))
    expect(paper.form).not_to_have_attribute("action", hand)
    expect(page.locator(".drill-bar__count")).to_have_text(re.compile("1 of 5"))
    paper.press(paper.right)
    expect(page.locator(".drill-bar__count")).to_have_text(re.compile("2 of 5"))
    test = TimedTest.objects.get()
    assert (test.late, test.correct) == (1, 1)


def test_on_a_phone_clocks_hand_and_plays_are_on_one_screen(new_context, take):
    size = {"width": 375, "height": 667}
    page = new_context(viewport=size, screen=size, is_mobile=True, has_touch=True).new_page()
    paper = take(page, count=20, seconds=900, hand_seconds=60)
    give(TimedTest.objects.get(), "S", deal="TS 6D v 9H")
    Item.objects.filter(number=2).update(deal="8S 8H v TD")
    page.reload()
    expect(page.locator(".timer")).to_have_count(2)
    found = page.evaluate(FITS)
    assert not found["scrolls"]
    assert found["outside"] == found["covered"] == found["lines"] == []
    paper.button("P").tap()
    paper.expect_answered(2)


def test_an_answer_without_a_network_is_kept_and_counts_once(page: Page, take, watch):
    watch.expect("net::ERR_INTERNET_DISCONNECTED")
    paper = take(page, count=20)
    for number in range(1, 3):
        paper.answer(paper.right, number)
    hand = paper.hand_id
    page.context.set_offline(True)
    paper.press("S")
    expect(paper.unsaved).to_be_visible()
    expect(paper.unsaved).to_contain_text("Not saved yet")
    page.clock.fast_forward(60_000)
    expect(paper.unsaved).to_be_visible()
    expect(paper.form).to_have_attribute("action", hand)

    page.context.set_offline(False)

    paper.expect_answered(3)
    expect(paper.unsaved).to_be_hidden()
    sent = sent_answers(page)
    page.clock.fast_forward(60_000)
    paper.settled()
    assert sent == []
    assert Decision.objects.order_by("pk").last().action == "S"


def test_an_answer_that_was_kept_beyond_the_end_is_refused_and_said(page: Page, take, watch):
    watch.expect("net::ERR_INTERNET_DISCONNECTED", 409)
    paper = take(page, count=None, seconds=60)
    page.context.set_offline(True)
    paper.press("S")
    expect(paper.unsaved).to_be_visible()
    paper.let_pass(62)  # the allowance too: else the answer may still come in time
    expect(page.locator(LEFT)).to_have_text("0.0")
    expect(paper.unsaved).to_be_visible()

    page.context.set_offline(False)

    expect(paper.notice).to_contain_text("Your answer came after the time was up.")
    page.get_by_role("link", name="See your result").click()
    expect_result(page, "No data yet")


def test_without_javascript_a_test_is_forms_and_pages(new_context, watch):
    watch.expect(409)
    page = new_context(java_script_enabled=False).new_page()
    page.goto("/test/own/")
    page.get_by_label("Number of hands").fill("2")
    page.get_by_label("Seconds", exact=True).fill("60")
    page.get_by_role("button", name="Start this test").click()
    paper = Paper(page)
    expect(page.get_by_text("The time left is that of when this page was made")).to_be_visible()
    second = page.context.new_page()
    second.goto(page.url)
    paper.button("S").click()
    paper.expect_answered(1)
    second.locator("button[value=H]").click()
    expect(second.locator(".notice").first).to_contain_text("You had answered that hand already")
    page.get_by_role("button", name="S").first.click()
    expect_result(page, "of 2")
    page.get_by_label("Name on the certificate").fill("Ada")
    page.get_by_role("button", name="Make a certificate").click()
    expect(page.locator(".certificate")).to_contain_text("Ada")
    page.emulate_media(media="print")
    expect(page.locator(".site-header")).to_be_hidden()
    expect(page.get_by_role("button", name="Withdraw it")).to_be_hidden()


def test_with_less_motion_cards_are_there_at_once_and_bar_and_clock_agree(new_context, take):
    """G-07: one clock, and nothing waits for an animation."""
    page = new_context(reduced_motion="reduce").new_page()
    paper = take(page, count=None, seconds=60)
    assert page.evaluate("document.getAnimations().length") == 0
    for number in range(1, 4):
        expect(page.locator(".felt [role=img]")).to_have_count(4)
        shown, bar = page.evaluate(
            "() => [document.querySelector('#drill [data-left]').textContent,"
            " document.querySelector('#drill [data-timer] progress').value]"
        )
        assert abs(float(shown.replace("1:00", "60")) - bar) <= 0.1
        left = TimedTest.objects.get().deadline - paper.item.asked_at
        assert float(shown.replace("1:00", "60")) <= left.total_seconds() + 0.1
        paper.answer("S", number)
        page.clock.fast_forward(700)


def test_no_rule_of_axe_is_broken(new_context, take):
    page = new_context(reduced_motion="reduce").new_page()
    page.goto("/test/")
    assert_accessible(page)
    take(page, count=12, seconds=900, hand_seconds=60)
    assert_accessible(page)
    test = TimedTest.objects.get()
    for number in range(12):
        miss(test) if number % 3 else give(test)
    TimedTest.objects.update(kind=Kind.PLACEMENT)
    page.reload()
    expect(page).to_have_title("Result · Upcard")
    page.locator("details").evaluate_all("all => all.forEach((one) => { one.open = true; })")
    assert_accessible(page)
    page.goto("/test/history/")
    assert_accessible(page)
    page.go_back()
    page.get_by_label("Name on the certificate").fill("Ada")
    page.get_by_role("button", name="Make a certificate").click()
    expect(page.locator(".certificate")).to_be_visible()
    assert_accessible(page)
