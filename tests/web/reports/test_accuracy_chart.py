"""The lines of accuracy over time, as SVG."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from bs4 import BeautifulSoup

from strategy.situations import Category
from trainer.decisions.queries import Record
from trainer.reports.charts import DASHES, MOST_LABELS, accuracy_chart
from trainer.reports.overview import Point

FIRST = date(2026, 3, 1)


def day(number: int, answers: int = 10, correct: int = 5) -> Point:
    record = Record(answers=answers, correct=correct)
    few = Record(answers=9, correct=9)
    return Point(FIRST + timedelta(days=number), [record, few, few], record)


def drawn(*days: Point) -> BeautifulSoup:
    svg = accuracy_chart(sorted(days, key=lambda day: day.start, reverse=True))
    assert svg
    return BeautifulSoup(svg, "html.parser")


@pytest.mark.parametrize("days", [[], [day(0)], [day(0), day(1, answers=9)]])
def test_fewer_than_two_days_that_tell_make_no_line(days):
    assert accuracy_chart(days) is None


def test_it_holds_no_style_no_script_and_no_link():
    found = drawn(*map(day, range(40)))
    for tag in found.find_all(True):
        assert tag.name not in ("script", "style", "foreignobject", "a", "image")
        assert not [name for name in tag.attrs if name == "style" or name.startswith("on")]


def test_it_scales_with_its_place():
    svg = drawn(day(0), day(1)).svg
    assert svg["viewbox"] == "0 0 640 280"


def test_each_day_that_tells_is_a_dot_and_the_better_day_is_higher():
    found = drawn(day(0, correct=2), day(1, answers=9), day(2, correct=8), day(3, correct=8))
    dots = sorted(
        (float(dot["cx"]), float(dot["cy"])) for dot in found.find_all("circle") if dot.get("cx")
    )
    assert len(dots) == 3
    assert dots[0][1] > dots[1][1] == dots[2][1]
    assert dots[1][0] - dots[0][0] == pytest.approx(2 * (dots[2][0] - dots[1][0]), rel=0.01)


@pytest.mark.parametrize("days", [2, 5, 6, 30])
def test_the_days_named_do_not_crowd(days):
    found = drawn(*map(day, range(days)))
    labels = [text.get_text() for text in found.find_all("text") if "Mar" in text.get_text()]
    assert 2 <= len(labels) <= MOST_LABELS
    assert labels[0] == "1 Mar"


@pytest.mark.parametrize("correct", [0, 10])
def test_all_wrong_and_all_right_can_be_drawn(correct):
    assert drawn(day(0, correct=correct), day(1, correct=correct)).svg


def test_categories_that_tell_have_a_dashed_line_of_their_own():
    found = drawn(day(0), day(1))
    lines = found.select(".series path")
    assert [line.get("stroke-dasharray") for line in lines] == [DASHES[Category.HARD], None]
    assert "Unnamed" not in found.get_text()
