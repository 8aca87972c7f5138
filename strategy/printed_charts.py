"""Charts that others have printed or published, as examples for audits: kept as their sources have
them, errors and all. What a source does not state is not filled in."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Final

from strategy.charts import Chart, ChartError

_FILES: Final = resources.files("strategy") / "data" / "printed"


@cache
def printed_chart_names() -> tuple[str, ...]:
    """The names of the printed charts that come with the package, in order."""
    names = (file.name for file in _FILES.iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


@cache
def printed_chart(name: str) -> Chart:
    """A printed chart of the package; raise ChartError for a name that does not exist."""
    if name not in printed_chart_names():
        known = ", ".join(printed_chart_names())
        raise ChartError(f"there is no printed chart {name!r}; there are: {known}")
    return Chart.loads((_FILES / f"{name}.toml").read_text(encoding="utf-8"))


def stock_printed_charts() -> dict[str, Chart]:
    """All printed charts of the package by name."""
    return {name: printed_chart(name) for name in printed_chart_names()}
