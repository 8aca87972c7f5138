"""Line charts as SVG that our style sheet colours."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, time

import leather
from django.utils.formats import date_format
from django.utils.safestring import SafeString

from trainer.core.svg import scaled_svg
from trainer.reports.queries import Day

WIDTH, HEIGHT = 640, 280
MOST_LABELS = 8


def accuracy_chart(days: Sequence[Day]) -> SafeString | None:
    """Accuracy by day over the days with answers enough, in percent; None for fewer than two."""
    points = [
        (datetime.combine(day.day, time()), 100 * day.overall.correct / day.overall.answers)
        for day in reversed(days)
        if day.overall.tells
    ]
    if len(points) < 2:
        return None
    labelled = [moment for moment, _accuracy in points[:: -(-len(points) // MOST_LABELS)]]
    chart = leather.Chart()
    chart.add_x_axis(
        ticks=labelled, tick_formatter=lambda moment, index, count: date_format(moment, "j M")
    )
    chart.add_y_scale(0, 100)
    chart.add_y_axis(ticks=[0, 25, 50, 75, 100])
    chart.add_line(points, stroke_color="currentColor")
    chart.add_dots(points, fill_color="currentColor")
    return scaled_svg(chart, width=WIDTH, height=HEIGHT)
