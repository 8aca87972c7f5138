"""From the home page to a trip: planned, practised, checked, and ready."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.e2e.table import Table
from tests.factories import do_check
from trainer.trips.models import Trip


def test_a_trip_is_planned_and_checked_three_times(page: Page, learner):
    page.goto("/")
    page.get_by_role("link", name="Plan a trip").click()
    page.get_by_label("I know the chart of").select_option(index=0)
    page.get_by_label("I shall play at").select_option(label="European, no hole card")
    page.get_by_role("button", name="Show what changes").click()
    expect(page.get_by_role("heading", name="Trip to European, no hole card")).to_be_visible()
    trip = Trip.objects.get()
    expect(page.locator("table.errors tbody tr")).to_have_count(len(trip.flips))

    page.get_by_role("button", name="Check").click()
    table = Table(page, real_time=False)
    for number in range(1, len(trip.flips) + len(trip.stays) + 1):
        table.press(table.right)
        table.expect_answered(number)
    page.get_by_role("link", name="See your summary").click()
    page.get_by_role("link", name="Back to where you started it").click()
    expect(page.get_by_text("Checks passed in a row: 1 of 3")).to_be_visible()
    expect(page.locator(".check-mark--right")).to_have_count(len(trip.flips))

    for _time in range(2):
        do_check(trip)
    page.reload()
    expect(page.get_by_text("You are ready")).to_be_visible()
