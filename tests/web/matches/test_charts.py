"""The piles of a match as lines."""

from __future__ import annotations

from bs4 import BeautifulSoup

from strategy.money import CHIP
from trainer.matches.charts import DASHES, piles_chart

HISTORY = [(100 * CHIP, 100 * CHIP), (90 * CHIP, 115 * CHIP), (90 * CHIP, 40 * CHIP)]


def lines_of(history: list[tuple[int, ...]], own: set[int]) -> list[dict[str, str]]:
    soup = BeautifulSoup(str(piles_chart(history, own)), "html.parser")
    return [path.attrs for path in soup.select(".series path")]


def test_each_seat_has_a_line_and_ones_own_is_bolder():
    lines = lines_of(HISTORY, {1})
    assert [line["stroke-width"] for line in lines] == ["2", "4"]
    assert [line["d"].count(" L ") for line in lines] == [2, 2]


def test_seven_seats_are_told_apart_without_colour():
    lines = lines_of([(100 * CHIP,) * 7, tuple(CHIP * number for number in range(7))], set())
    assert [line.get("stroke-dasharray", "") for line in lines] == list(DASHES)
    assert len(set(DASHES)) == 7


def test_the_scale_ends_at_a_round_number_above_every_pile():
    soup = BeautifulSoup(str(piles_chart(HISTORY, set())), "html.parser")
    ticks = [tick.get_text() for tick in soup.select(".axis.left text")]
    assert sorted(map(float, ticks)) == [0, 30, 60, 90, 120]


def test_there_is_nothing_to_draw_before_a_round_is_settled():
    assert piles_chart(HISTORY[:1], {0}) is None


def test_a_long_match_has_few_labels():
    soup = BeautifulSoup(str(piles_chart([(CHIP, CHIP)] * 101, set())), "html.parser")
    assert len(soup.select(".axis.bottom text")) == 11
