"""The course of a learner as lines in SVG that our style sheet colours."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime, time

import leather
from django.utils.formats import date_format
from django.utils.safestring import SafeString

from strategy.situations import Category
from trainer.core.svg import scaled_svg
from trainer.decisions.queries import Record
from trainer.reports.overview import Point

WIDTH, HEIGHT = 640, 280
MOST_LABELS = 5
INK = "currentColor"
DASHES = {Category.HARD: "7 3", Category.SOFT: "2 3", Category.PAIR: "9 3 2 3"}
"""How the lines of the categories are told apart without colour; that of all hands is whole."""


class _Line(leather.Line):  # type: ignore[misc]
    """A line that the page's own key names, dashes and all."""

    def legend_to_svg(self, series: object, palette: object) -> list[object]:
        return []


class _Dots(leather.Dots):  # type: ignore[misc]
    """The same for dots."""

    def legend_to_svg(self, series: object, palette: object) -> list[object]:
        return []


def accuracy_chart(points: Sequence[Point]) -> SafeString | None:
    """Accuracy in percent over the spans with answers enough; None for fewer than two.

    A line for all hands and one for each category of which two spans tell something.
    """
    overall = _line((point.start, point.overall) for point in reversed(points))
    if len(overall) < 2:
        return None
    labelled = [moment for moment, _accuracy in overall[:: -(-len(overall) // MOST_LABELS)]]
    chart = leather.Chart()
    chart.add_x_axis(
        ticks=labelled, tick_formatter=lambda moment, index, count: date_format(moment, "j M")
    )
    chart.add_y_scale(0, 100)
    chart.add_y_axis(ticks=[0, 25, 50, 75, 100])
    for category, line in drawn(points).items():
        chart.add_series(leather.Series(line), _Line(INK, stroke_dasharray=DASHES[category]))
    chart.add_series(leather.Series(overall), _Line(INK, width=3))
    chart.add_series(leather.Series(overall), _Dots(INK))
    return scaled_svg(chart, width=WIDTH, height=HEIGHT)


def drawn(points: Sequence[Point]) -> dict[Category, list[tuple[datetime, float]]]:
    """The lines of the categories that have more than a point."""
    lines = {
        category: _line((point.start, point.categories[place]) for point in reversed(points))
        for place, category in enumerate(Category)
    }
    return {category: line for category, line in lines.items() if len(line) > 1}


def _line(records: Iterable[tuple[date, Record]]) -> list[tuple[datetime, float]]:
    return [
        (datetime.combine(start, time()), 100 * record.correct / record.answers)
        for start, record in records
        if record.tells
    ]
