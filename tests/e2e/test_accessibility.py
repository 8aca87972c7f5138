"""No rule of axe is broken on any page, in any of its states, light or dark, large or small."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.axe import assert_accessible
from tests.e2e.table import Table
from tests.factories import decide, do_check, planned
from trainer.accounts.models import User
from trainer.decisions.models import Scope, Tally


@pytest.fixture
def context(new_context) -> BrowserContext:
    return new_context(reduced_motion="reduce")


@pytest.fixture
def page(context) -> Page:
    return context.new_page()


@pytest.fixture
def check(page: Page) -> Callable[[], None]:
    return partial(assert_accessible, page)


def test_the_first_pages(page, seat, check, watch):
    page.goto("/")
    check()
    page.goto("/drill/")
    check()
    seat(page)
    page.goto("/")
    expect(page.get_by_role("link", name="Go on with your drill")).to_be_visible()
    check()
    page.goto("/drill/")
    expect(page.get_by_text("A drill of yours is still open.")).to_be_visible()
    check()
    watch.expect(422)
    for choice in ("Hard totals", "Soft totals", "Pairs"):
        page.get_by_text(choice, exact=True).click()
    page.get_by_role("button", name="Deal").click()
    expect(page.get_by_text("Choose at least one kind of hand.")).to_be_visible()
    check()


def test_the_play_page_while_hands_are_played(page, seat, check):
    table: Table = seat(page, "8S 8H v TD", cells=["hard 16 v T"], rule_set="six-deck-surrender")
    check()
    table.press("P")
    expect(page.locator(".verdict--right")).to_be_visible()
    check()
    table.press("S")
    expect(page.locator(".verdict--wrong")).to_be_visible()
    check()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".verdict--hint")).to_be_visible()
    check()
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    check()


def test_the_play_page_when_something_is_in_the_way(page, seat, check, watch):
    table: Table = seat(page, "2S 3H 2D AC 4H v TD", longer=True, length=2)
    page.route("**/answer/", lambda route: route.abort())
    watch.expect("net::ERR_FAILED", 409)
    table.press("H")
    expect(table.unsaved).to_be_visible()
    check()
    table.answer_elsewhere("H")
    page.unroute("**/answer/")
    page.clock.fast_forward(15_000)
    expect(table.notice).to_be_visible()
    check()
    table.press(table.right)
    expect(page.get_by_role("link", name="See your summary")).to_be_visible()
    check()


def test_the_summary(page, seat, check):
    seat(page)
    page.goto(f"{page.url}summary/")
    expect(page.get_by_role("heading", name="Nothing answered yet")).to_be_visible()
    check()
    table: Table = seat(page, cells=["hard 16 v T"], length=1)
    table.press("H")
    page.get_by_role("link", name="See your summary").click()
    expect(page.get_by_role("heading", name="No mistake")).to_be_visible()
    check()
    table = seat(page, cells=["hard 16 v T", "pair 88 v 6", "soft A7 v 9"], length=3)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".verdict--hint")).to_be_visible()
    for number in (1, 2, 3):
        table.press(table.wrong)
        expect(page.locator(".drill-bar__count")).to_contain_text(f"{number} of 3")
    page.get_by_role("link", name="See your summary").click()
    expect(page.locator(".missed")).to_have_count(3)
    check()


def test_progress(page, learner, check):
    page.goto("/progress/")
    expect(page.get_by_role("heading", name="No answers yet")).to_be_visible()
    check()
    answer_some(learner)
    page.goto("/progress/")
    expect(page.get_by_text("A rate is shown from ten answers on")).to_be_visible()
    check()
    for _ in range(3):
        answer_some(learner)
    another_day(learner)
    for _ in range(4):
        answer_some(learner)
    page.goto("/progress/")
    expect(page.locator(".line-chart svg")).to_be_visible()
    expect(page.get_by_role("group", name="By day").locator("tbody tr")).to_have_count(2)
    check()


def test_the_day_and_a_trip(page, learner, check):
    answer_some(learner)
    page.goto("/")
    expect(page.get_by_role("heading", name="Your levels")).to_be_visible()
    page.get_by_text("How levels are told").click()
    check()
    page.get_by_role("link", name="Change the goal").click()
    check()
    page.goto("/trip/")
    check()
    trip = planned(learner)
    do_check(trip, wrong=["hard 11 v A"])
    page.goto(f"/trip/{trip.public_id}/")
    expect(page.get_by_text("2 of 3 that change")).to_be_visible()
    check()


def answer_some(learner: User) -> None:
    for deal, action in (("TS 6D v 9H", "H"), ("TS 6D v 9H", "S"), ("8S 8H v 6D", "P")):
        decide(learner, deal, action)


def another_day(learner: User) -> None:
    """Let all that was answered have been answered the day before."""
    for tally in Tally.objects.filter(scope=Scope.DAY, learner=learner):
        tally.start -= timedelta(days=1)
        tally.save()


def test_charts_and_rules(page, check):
    for path in ("/charts/", "/charts/atlantic-city-printed/", "/charts/match-table-advice/"):
        page.goto(path)
        for details in page.locator("details").all():
            details.evaluate("one => { one.open = true; }")
        check()


def test_the_explorer(page, check, watch):
    page.goto("/explore/?rules=6D+S17+LS")
    check()
    page.get_by_label("Soft 17").select_option("H17")
    expect(page.locator(".cell--changed")).to_have_count(6)
    expect(page.locator(".htmx-request, .htmx-settling")).to_have_count(0)
    check()
    for path in ("compare/", "wallet/?rules=6D+S17+LS"):
        page.goto(f"/explore/{path}")
        check()
    watch.expect(422)
    page.goto("/explore/?rules=9D")
    expect(page.get_by_role("heading", name="That cannot be shown")).to_be_visible()
    check()


def test_the_page_of_a_cell(page, check):
    page.goto("/explore/cell/?rules=6D+S17+LS&cell=hard+16+v+T")
    page.locator("#moves").scroll_into_view_if_needed()
    expect(page.locator("#moves li").first).to_be_visible()
    check()
    page.goto("/explore/cell/moved/?rules=6D+S17+LS&cell=hard+16+v+T")
    check()


def test_the_audit_of_a_chart(page, learner, check, watch):
    watch.expect(422)
    page.goto("/explore/audit/")
    page.get_by_text("What a CSV file looks like").click()
    check()
    page.get_by_role("button", name="Audit").click()
    expect(page.locator(".alert, .invalid-feedback").first).to_be_visible()
    check()
    page.get_by_label("A printed chart").select_option(index=1)
    page.get_by_label("Rules").fill("6D H17 NDAS")
    page.get_by_role("button", name="Audit").click()
    expect(page.locator(".errors tbody tr").first).to_be_visible()
    check()


def test_signing_up_and_logging_in(page, check, watch):
    watch.expect(422)
    for path, button in (("signup", "Sign Up"), ("login", "Sign In")):
        page.goto(f"/account/{path}/")
        check()
        page.locator("input:not([type=hidden])").evaluate_all(
            "fields => fields.forEach((field) => field.required = false)"
        )
        page.get_by_role("main").get_by_role("button", name=button).click()
        expect(page.locator(".is-invalid").first).to_be_visible()
        check()
    page.goto("/account/password/reset/")
    check()


def test_the_account(page, learner, check):
    for path in ("settings", "email", "password/change", "logout"):
        page.goto(f"/account/{path}/")
        check()
    page.goto("/account/settings/")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    check()


def test_error_pages(page, seat, check, watch, monkeypatch):
    watch.expect(400, 403, 404, 405, 500)
    table: Table = seat(page)
    play_page = page.url

    def expect_page(heading: str) -> None:
        expect(page.get_by_role("heading", name=heading, level=1)).to_be_visible()
        check()

    page.goto("/nowhere/")
    expect_page("Nothing here")
    page.goto(play_page)
    page.goto(table.hand_id)
    expect_page("This page works another way")

    page.goto(play_page)
    page.locator(".drill-bar form input").evaluate_all(
        "tokens => tokens.forEach((t) => t.remove())"
    )
    page.get_by_role("button", name="End").click()
    expect_page("This form is out of date")

    page.goto(play_page)
    page.get_by_role("button", name="End").evaluate(
        "button => { for (let n = 0; n < 1001; n++) {"
        " const field = document.createElement('input');"
        " field.name = n; button.form.append(field); } }"
    )
    page.get_by_role("button", name="End").click()
    expect_page("This request makes no sense to us")

    monkeypatch.setattr("trainer.reports.views.learner_of", lambda visitor: 1 / 0)
    page.goto("/progress/")
    expect_page("Something went wrong")
