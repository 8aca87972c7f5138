"""The piles of a match over its rounds, as lines in SVG that our style sheet colours."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

import leather
from django.utils.safestring import SafeString

from strategy.money import CHIP
from trainer.core.svg import scaled_svg

WIDTH, HEIGHT = 640, 280
DASHES: Final = ("", "9 3", "2 3", "9 3 2 3", "15 4", "5 5", "2 6")
"""How the lines of the seats are told apart without colour, in seating order."""
MOST_LABELS = 10


class _Line(leather.Line):  # type: ignore[misc]
    """A line that the page's own key names, dashes and all."""

    def legend_to_svg(self, series: object, palette: object) -> list[object]:
        return []


def piles_chart(history: Sequence[Sequence[int]], own: Collection[int]) -> SafeString | None:
    """A line for each seat, from what it began with; None before a round was settled.

    ``history`` has the piles before the first round and after each, in seating order; the seats of
    whoever looks are bolder.
    """
    if len(history) < 2:
        return None
    rounds = len(history) - 1
    top = _round_up(max(map(max, history)) / CHIP)
    chart = leather.Chart()
    chart.add_x_scale(0, rounds)
    step = -(-rounds // MOST_LABELS)
    chart.add_x_axis(ticks=list(range(0, rounds + 1, step)))
    chart.add_y_scale(0, top)
    chart.add_y_axis(ticks=[top * part // 4 for part in range(5)])
    for seat, dashes in enumerate(DASHES[: len(history[0])]):
        line = [(number, piles[seat] / CHIP) for number, piles in enumerate(history)]
        width = 4 if seat in own else 2
        chart.add_series(
            leather.Series(line), _Line("currentColor", width, stroke_dasharray=dashes or None)
        )
    return scaled_svg(chart, width=WIDTH, height=HEIGHT)


def _round_up(most: float) -> int:
    """The end of the scale: a number of four round parts that is no less."""
    step = 4
    while step * 10 < most:
        step *= 10
    return int(-(-most // step) * step)
