"""Charts as SVG that our style sheet colours and that is as wide as its place."""

from __future__ import annotations

import leather
from django.utils.safestring import SafeString, mark_safe


def scaled_svg(chart: leather.Chart, *, width: int, height: int) -> SafeString:
    """The chart drawn at a size, and told it so that it can be shown at another."""
    svg: str = chart.to_svg(width=width, height=height)
    scaled = svg.replace("<svg ", f'<svg viewBox="0 0 {width} {height}" ', 1)
    return mark_safe(scaled)  # noqa: S308
