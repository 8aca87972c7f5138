"""Cards move only for those who like it and never wait for it; charts come out on paper."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.e2e.table import Table

CARDS = ".felt [role=img]"
RUNNING = "document.getAnimations().filter((one) => one.playState === 'running').length"


def opacities(page: Page) -> list[str]:
    return page.locator(CARDS).evaluate_all(
        "cards => cards.map((card) => getComputedStyle(card).opacity)"
    )


def expect_all_cards_visible(page: Page) -> None:
    cards = page.locator(CARDS)
    expect(cards).to_have_count(4)
    for card in cards.all():
        expect(card).to_be_visible()
    assert opacities(page) == ["1"] * 4


def test_with_less_motion_nothing_moves_and_the_cards_are_there_at_once(new_context, seat):
    page = new_context(reduced_motion="reduce").new_page()
    table: Table = seat(page, cells=["hard 16 v T"])
    assert page.evaluate("document.getAnimations().length") == 0
    expect_all_cards_visible(page)

    table.press("H")
    table.expect_answered(1)

    assert page.evaluate(RUNNING) == 0
    expect_all_cards_visible(page)


def test_cards_are_visible_from_the_first_frame_of_their_movement(page: Page, seat):
    table: Table = seat(page, cells=["hard 16 v T"])
    table.press("H")
    table.expect_answered(1)

    page.evaluate(
        "document.getAnimations().forEach((one) => { one.pause(); one.currentTime = 0; })"
    )

    expect_all_cards_visible(page)


def test_a_chart_is_printed_with_its_tables_and_without_the_site_around_it(page: Page):
    paper = {"width": 718, "height": 1047}  # A4 less margins of 1 cm, at 96 dots per inch
    page.set_viewport_size(paper)
    page.goto("/charts/atlantic-city-printed/")
    page.emulate_media(media="print", color_scheme="light")

    expect(page.locator(".site-header")).to_be_hidden()
    expect(page.locator(".site-footer")).to_be_hidden()
    tables = page.locator("table.chart")
    expect(tables).to_have_count(3)
    for table in tables.all():
        expect(table).to_be_visible()
        box = table.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= paper["width"]
    hard = page.get_by_role("table", name="Hard totals")
    row = hard.get_by_role("row").filter(has=page.get_by_role("rowheader", name="16", exact=True))
    assert row.locator("td").all_inner_texts() == list("SSSSSHHHHH")
    assert page.pdf(format="A4").startswith(b"%PDF")
