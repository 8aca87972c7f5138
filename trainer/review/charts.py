"""The load of the days to come as SVG that our style sheet colours."""

from __future__ import annotations

from collections.abc import Sequence

import leather
from django.utils.formats import date_format
from django.utils.safestring import SafeString

from trainer.core.svg import scaled_svg
from trainer.review.plan import Load

WIDTH, HEIGHT = 640, 260
MOST_LABELS = 5
"""More of them crowd on a phone: then every third bar has its day."""
TODAY, LATER = "#c79a43", "#17553f"
"""The style sheet tells today's bar by its colour, and gives both those of the theme."""


def forecast_chart(loads: Sequence[Load]) -> SafeString | None:
    """A bar for each day; None where nothing is coming."""
    most = max((load.hands for load in loads), default=0)
    if not most:
        return None
    bars = [(date_format(load.day, "j M"), load.hands) for load in loads]
    chart = leather.Chart()
    step = 1 if len(bars) <= MOST_LABELS else 3
    chart.add_x_axis(tick_formatter=lambda label, place, count: "" if place % step else label)
    top = _round_up(most)
    chart.add_y_scale(0, top)
    chart.add_y_axis(ticks=[0, top // 2, top])
    chart.add_columns(bars, fill_color=lambda bar: TODAY if bar.i == 0 else LATER)
    return scaled_svg(chart, width=WIDTH, height=HEIGHT)


def _round_up(most: int) -> int:
    """The end of the scale: a round even number that is no less."""
    step = 2 if most <= 10 else 10 if most <= 100 else 50
    return -(-most // step) * step
