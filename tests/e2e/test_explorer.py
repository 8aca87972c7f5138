"""The explorer in a browser: rules that change a chart, cells, two tables, audits of charts."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from strategy.analysis import analyse
from strategy.cards import UPCARDS
from strategy.chart_csv import HEAD
from strategy.rules import Rules
from strategy.situations import ROWS, Cell
from tests.e2e.table import tab_to
from tests.e2e.test_phone import CONTROL_PX, SMALL
from trainer.accounts.models import User
from trainer.drills.models import Drill

S17, H17 = Rules.parse("6D S17 LS"), Rules.parse("6D H17 LS")
FLIPS = {
    "hard 11 v A": ("H", "Dh"),
    "hard 15 v A": ("H", "Rh"),
    "hard 17 v A": ("S", "Rs"),
    "soft A7 v 2": ("S", "Ds"),
    "soft A8 v 6": ("S", "Ds"),
    "pair 88 v A": ("P", "Rp"),
}
"""All that changes from S17 to H17 (tests/strategy/data/cases.csv, C-05)."""
SIXTEEN = "/explore/cell/?rules=6D+S17+LS&cell=hard+16+v+T"
EXPLORER_S17 = "/explore/?rules=6D+S17+LS"


def figures(page: Page) -> list[str]:
    return page.locator("#explored .stat__value").all_inner_texts()


def expect_rules(page: Page, rules: Rules) -> None:
    """The chart, the form and the address are those of the rules."""
    expect(page.locator("#explored code").first).to_have_text(rules.code)
    _decks, soft_17, *_others = rules.tokens
    expect(page).to_have_url(re.compile(rf"/explore/\?rules=6D\+{soft_17}\+"))
    expect(page.get_by_label("Soft 17")).to_have_value(soft_17)


def expect_drill(page: Page, rules: Rules, cells: list[str]) -> None:
    """A drill of these cells alone has begun."""
    expect(page.locator("form.actions")).to_be_visible()
    drill = Drill.objects.get()
    assert (drill.rules.code, sorted(drill.cells)) == (rules.code, sorted(cells))


def test_a_changed_rule_changes_chart_edge_marks_and_address(page: Page):
    page.goto(EXPLORER_S17)
    before = figures(page)
    soft_17 = page.get_by_label("Soft 17")
    soft_17.focus()
    soft_17.select_option("H17")

    expect_rules(page, H17)
    expect(page.locator(".cell--changed")).to_have_text(["Rs", "Rh", "Dh", "Ds", "Ds", "Rp"])
    edge, by_chart, changes = figures(page)
    exact = analyse(H17).edge()
    assert [edge, by_chart] == [f"−{-100 * ev:.3f}%" for ev in (exact.game_ev, exact.chart_ev)]
    assert edge != before[0]
    assert changes == str(len(FLIPS))
    expect(soft_17).to_be_focused()


def test_going_back_and_forward_shows_the_rules_of_the_address(page: Page):
    page.goto(EXPLORER_S17)
    page.get_by_label("Soft 17").select_option("H17")
    expect_rules(page, H17)

    page.go_back()
    expect(page.get_by_role("heading", name="Rule explorer", level=1)).to_be_visible()
    expect_rules(page, S17)
    page.go_forward()
    expect(page.get_by_role("heading", name="Rule explorer", level=1)).to_be_visible()
    expect_rules(page, H17)

    page.get_by_label("Soft 17").select_option("S17")
    expect_rules(page, S17)
    expect(page.locator(".cell--changed")).to_have_count(len(FLIPS))


def test_the_link_to_the_rules_shows_them_to_somebody_else(page: Page, new_context):
    page.goto("/explore/")
    page.get_by_label("Surrender").select_option("LS")
    expect_rules(page, S17)
    link = page.get_by_role("link", name="Link to these rules").get_attribute("href")

    stranger = new_context().new_page()
    stranger.goto(str(link))

    expect_rules(stranger, S17)
    assert figures(stranger)[:2] == figures(page)[:2]


def test_a_rule_is_changed_with_the_keyboard_alone(page: Page):
    page.goto(EXPLORER_S17)
    soft_17 = page.get_by_label("Soft 17")
    tab_to(page, soft_17)
    page.keyboard.press("ArrowDown")
    expect_rules(page, H17)
    expect(soft_17).to_be_focused()


def test_a_cell_of_the_chart_leads_to_its_page_and_that_to_a_drill(page: Page):
    page.set_viewport_size({"width": 1280, "height": 600})
    page.goto(EXPLORER_S17)
    hard = page.get_by_role("table", name="Hard totals")
    row = hard.get_by_role("row").filter(has=page.get_by_role("rowheader", name="16", exact=True))
    row.get_by_role("link").nth(8).click()

    expect(page.get_by_role("heading", level=1)).to_have_text("hard 16 v T: Rh")
    expect(page.get_by_text("Surrender, else hit")).to_be_visible()
    plays = page.locator(".plays tbody tr")
    expect(plays.get_by_role("rowheader")).to_have_text(["T6", "97"])
    for play in plays.all():
        expect(play.locator("svg.worth")).to_have_count(4)
        expect(play.locator(".plays__best")).to_contain_text("−0.500")
    expect(page.get_by_role("table", name="How the dealer ends")).to_be_visible()
    expect(page.get_by_role("table", name="What a hit leads to")).to_be_visible()

    page.get_by_role("button", name="Drill this").click()
    expect_drill(page, S17, ["hard 16 v T"])


def test_the_bar_of_a_play_is_as_long_as_the_play_is_worth(page: Page):
    page.goto("/explore/cell/?rules=6D+S17+LS&cell=hard+11+v+6")
    play = page.locator(".plays tbody tr").first
    values = [
        float(text.replace("−", "-"))
        for text in play.locator("td:has(svg) > span").all_inner_texts()
    ]
    assert max(values) > 0 > min(values)
    for value, bar in zip(values, play.locator("svg.worth").all(), strict=True):
        wide, zero = bar.bounding_box(), bar.locator("path").bounding_box()
        box = bar.locator("rect").bounding_box()
        assert wide is not None
        assert zero is not None
        assert box is not None
        assert box["width"] == pytest.approx(abs(value) * wide["width"] / 3.2, abs=0.5)
        assert (box["x"] + box["width"] / 2 > zero["x"]) == (value > 0)


def test_how_the_answer_moves_is_worked_out_when_it_is_scrolled_to(page: Page):
    asked: list[str] = []
    page.on("request", lambda request: "/moved/" in request.url and asked.append(request.url))
    page.set_viewport_size({"width": 375, "height": 667})
    page.goto(SIXTEEN)
    expect(page.get_by_role("heading", name="If one rule were another")).to_be_attached()
    assert asked == []

    page.locator("#moves").scroll_into_view_if_needed()

    expect(page.locator("#moves li").first).to_be_visible()
    assert len(asked) == 1
    other = page.locator(".moves__differs")
    expect(other).to_have_count(1)
    expect(other).to_contain_text("No surrender")
    expect(other).to_contain_text("H")


def test_two_tables_are_compared_and_just_what_differs_is_drilled(page: Page):
    page.goto("/explore/compare/")
    page.get_by_label("Rules at home").fill("6D S17 LS")
    page.get_by_label("Rules away").fill("6D H17 LS")
    page.get_by_role("button", name="Compare").click()

    expect(page.get_by_role("heading", name="6 cells are played differently")).to_be_visible()
    rows = page.locator(".errors tbody tr")
    expect(rows.get_by_role("rowheader")).to_have_text(list(FLIPS))
    for number, codes in enumerate(FLIPS.values()):
        expect(rows.nth(number).locator(".cell")).to_have_text(codes)
    page.get_by_role("button", name="Drill just these").click()

    expect_drill(page, H17, list(FLIPS))


def test_tables_are_swapped_and_chosen_by_their_names(page: Page):
    page.goto("/explore/compare/?home=6D+S17+LS&away=6D+H17+LS")
    page.get_by_role("link", name="Swap").click()
    expect(page.get_by_label("Rules at home")).to_have_value(H17.code)
    expect(page.get_by_label("Rules away")).to_have_value(S17.code)
    page.get_by_role("link", name="Six decks, dealer hits soft 17").click()
    expect(page.get_by_role("heading", name="Nothing changes")).to_be_visible()


def chart_file(**wrong: str) -> dict[str, Any]:
    """The exact chart for S17 as a file to send, but for what is wrong in it."""
    cells = analyse(S17).chart().cells
    lines = [",".join(HEAD)]
    for category, rows in ROWS.items():
        for row in rows:
            codes = [cells[Cell(category, row, upcard)].value for upcard in UPCARDS]
            lines.append(",".join([str(category), row, *(wrong.get(f"{category}{row}") or codes)]))
    return {"name": "mine.csv", "mimeType": "text/csv", "buffer": "\n".join(lines).encode()}


def test_a_chart_that_is_sent_is_audited_kept_and_offered(page: Page, learner: User):
    page.goto("/explore/audit/")
    page.get_by_label("or a file of yours").set_input_files(chart_file(hard16="S" * 10))
    page.get_by_label("Rules").fill("6D S17 LS")
    page.get_by_role("button", name="Audit").click()

    expect(page.get_by_role("heading", name="mine", level=2)).to_be_visible()
    expect(page.locator(".stat", has_text="Cells compared")).to_contain_text("5 are wrong")
    row = page.locator(".errors tbody tr", has_text="hard 16 v T")
    expect(row.locator(".cell")).to_have_text(["S", "Rh"])
    page.get_by_role("button", name="Keep it").click()

    expect(page).to_have_url(re.compile("/drill/$"))
    expect(page.get_by_text("The chart is kept")).to_be_visible()
    offered = page.locator("#id_teaching option", has_text="mine")
    expect(offered).to_have_count(1)


def test_a_guest_is_told_how_to_keep_a_chart_and_what_is_wrong_with_a_file(page: Page, watch):
    watch.expect(422)
    page.goto("/explore/audit/")
    file = page.get_by_label("or a file of yours")
    file.set_input_files(chart_file())
    page.get_by_role("button", name="Audit").click()
    expect(page.locator(".invalid-feedback")).to_contain_text("A CSV file names no rules")

    file.set_input_files(chart_file())
    page.get_by_label("Rules").fill("6D S17 LS")
    page.get_by_role("button", name="Audit").click()
    expect(page.get_by_text("Every cell is right under these rules.")).to_be_visible()
    expect(page.get_by_role("link", name="Sign up to keep the chart")).to_be_visible()


def test_without_javascript_rules_are_explored_compared_and_drilled(new_context):
    page = new_context(java_script_enabled=False).new_page()
    page.goto("/charts/")
    page.get_by_role("link", name="Explore any rules").click()
    page.get_by_label("Surrender").select_option("LS")
    page.get_by_role("button", name="Show the chart").click()
    expect(page.locator("#explored code").first).to_have_text(S17.code)
    assert int(figures(page)[2]) == page.locator(".cell--changed").count() > 0
    page.get_by_label("Soft 17").select_option("H17")
    page.get_by_role("button", name="Show the chart").click()
    expect(page.locator(".cell--changed")).to_have_count(len(FLIPS))

    page.get_by_role("link", name="Compare", exact=True).click()
    page.get_by_role("link", name="soft A7 v 2").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("soft A7 v 2: Ds")
    page.go_back()
    page.get_by_role("button", name="Drill just these").click()
    expect_drill(page, H17, list(FLIPS))


def test_without_javascript_a_link_leads_to_how_the_answer_moves(new_context):
    page = new_context(java_script_enabled=False).new_page()
    page.goto(SIXTEEN)
    page.get_by_role("link", name="See how the play moves with each rule").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("hard 16 v T")
    expect(page.locator(".moves__differs")).to_contain_text("No surrender")


PAGES = (
    *("/explore/", SIXTEEN, "/explore/cell/?rules=2D+DAS&cell=pair+88+v+6"),
    *("/explore/compare/", "/explore/audit/", "/explore/wallet/?rules=6D+S17+LS"),
    "/explore/cell/moved/?rules=6D+S17+LS&cell=hard+16+v+T",
)


@pytest.mark.parametrize("width", [320, 375])
def test_no_page_of_the_explorer_scrolls_sideways_and_no_control_is_tiny(new_context, width):
    size = {"width": width, "height": 667}
    page = new_context(viewport=size, screen=size, is_mobile=True, has_touch=True).new_page()
    sizes, tiny = {}, []
    for path in PAGES:
        page.goto(path)
        sizes[path] = page.evaluate("[innerWidth, document.documentElement.scrollWidth]")
        tiny += [(path, small) for small in page.evaluate(SMALL, CONTROL_PX)]
    page.goto("/explore/audit/")
    page.get_by_label("or a file of yours").set_input_files(
        chart_file(hard16="S" * 10) | {"name": f"{'a-long-name-of-a-file' * 4}.csv"}
    )
    page.get_by_label("Rules").fill("6D S17 LS")
    page.get_by_role("button", name="Audit").click()
    expect(page.locator(".errors")).to_be_visible()
    sizes["audited"] = page.evaluate("[innerWidth, document.documentElement.scrollWidth]")
    assert tiny == []
    assert sizes == {path: [width, width] for path in sizes}


def test_a_wallet_chart_is_printed_no_larger_than_two_bank_cards(page: Page):
    page.set_viewport_size({"width": 718, "height": 1047})
    page.goto("/explore/wallet/?rules=6D+S17+LS")
    page.emulate_media(media="print", color_scheme="light")

    expect(page.locator(".site-header")).to_be_hidden()
    expect(page.locator(".page-head")).to_be_hidden()
    expect(page.get_by_text(S17.code)).to_be_visible()
    box = page.locator(".wallet").bounding_box()
    assert box is not None
    millimetre = 96 / 25.4
    assert box["width"] <= 172 * millimetre
    assert box["height"] <= 54 * millimetre
    for table in page.locator("table.chart").all():
        inside = table.bounding_box()
        assert inside is not None
        assert inside["x"] + inside["width"] <= box["x"] + box["width"] + 1
