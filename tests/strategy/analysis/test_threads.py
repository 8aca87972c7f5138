"""One analysis, asked by several threads at once, as a server with threads does."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from strategy.actions import Code
from strategy.analysis import Analysis, analyse
from strategy.analysis.audit import audit
from strategy.analysis.splits import start_of
from strategy.charts import Chart
from strategy.rules import Rules
from strategy.situations import Category

RULES = Rules.parse("6D S17 LS")
STIFF = ("12", "13", "14", "15", "16", "17", "18")


@pytest.fixture(autouse=True)
def restless() -> Iterator[None]:
    """Threads take turns as often as they can."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    forget()
    yield
    sys.setswitchinterval(interval)
    forget()


def forget() -> None:
    """Nothing is solved any more."""
    analyse.cache_clear()
    start_of.cache_clear()


def charts() -> list[Chart]:
    """Charts that play split hands in different ways: each stands on fewer of its hard totals."""
    exact = Analysis(RULES).chart()
    return [
        replace(
            exact,
            cells={
                cell: Code.H
                if cell.category is Category.HARD and cell.row in STIFF[number:]
                else code
                for cell, code in exact.cells.items()
            },
        )
        for number in range(0, 6, 2)
    ]


def test_what_is_solved_for_one_thread_is_right_for_the_others():
    asked = charts()
    expected = [audit(chart, RULES).printed_ev for chart in asked]
    forget()
    analyse(RULES).edge()
    with ThreadPoolExecutor(len(asked)) as pool:
        found = list(pool.map(lambda chart: audit(chart, RULES).printed_ev, asked))
    assert found == pytest.approx(expected, abs=1e-12)
