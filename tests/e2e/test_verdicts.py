"""An answer is graded by the chart, and the page says so: in words, in the row and in the score."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from strategy.cards import UPCARDS
from tests.e2e.table import GUARD_MS
from trainer.decisions.models import Decision

HANDS = {
    "hard": "hard 16 v T",
    "soft": "soft A7 v 9",
    "pair": "pair 88 v 6",
    "double": "hard 11 v 6",
    "surrender": "hard 16 v 9",
}


@pytest.mark.parametrize("kind", HANDS)
@pytest.mark.parametrize("played", ["right", "wrong"])
def test_the_verdict_lights_the_cell_and_counts(page, seat, kind, played):
    table = seat(page, cells=[HANDS[kind]], rule_set="six-deck-surrender")
    key = getattr(table, played)
    head, advice = table.head(key), table.advice

    table.press(key)

    expect(table.verdict).to_have_text(head)
    table.expect_answered(1)
    kinds = {"right": "verdict--right", "wrong": "verdict--wrong"}
    expect(page.locator(".verdict")).to_contain_class(kinds[played])
    expect(page.locator(".verdict__reason")).not_to_be_empty()
    score = "1 right" if played == "right" else "0 right"
    expect(page.locator(".drill-bar__score")).to_have_text(score)
    lit = page.locator(".verdict .cell--lit")
    expect(lit).to_have_count(1)
    expect(lit).to_have_text(advice.code.value)
    column = lit.evaluate("cell => cell.cellIndex")
    assert UPCARDS[column - 1] is advice.cell.upcard
    row = page.locator(".verdict table.chart tbody th").inner_text()
    assert row.replace(",", "") == advice.cell.row


def test_the_reason_says_when_the_first_choice_is_not_allowed(page, seat):
    table = seat(page, "AS 2H 5D v 5C")
    assert table.advice.code.value == "Ds"

    table.press("S")

    expect(table.verdict).to_have_text("Right: Stand with soft 18 against a 5.")
    expect(page.locator(".verdict__reason")).to_contain_text("double, is not allowed")


def test_an_answer_is_in_the_log_as_it_was_given(page, seat):
    table = seat(page, "8S 8H v 6D")

    table.press("H")
    table.expect_answered(1)

    decision = Decision.objects.get()
    assert (decision.deal, decision.action, decision.right) == ("8S 8H v 6D", "H", "P")
    assert decision.browser_ms is not None
    assert decision.browser_ms >= GUARD_MS
