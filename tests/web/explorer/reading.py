"""What the tests of the explorer share: rules, what is refused, and charts read off a page."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from bs4 import Tag
from django.http import HttpResponse

from strategy.rules import Rules
from strategy.situations import Category
from tests.web.pages import assert_page, page, recorded, words
from trainer.rulebook.models import (
    Chart,
    ChartVersion,
    RuleSet,
    RuleSetVersion,
    Solution,
    Teaching,
)

S17 = Rules.parse("6D S17 LS")
H17 = Rules.parse("6D H17 LS")

SIX_FLIPS = {
    "hard 11 v A": ("H", "Dh"),
    "hard 15 v A": ("H", "Rh"),
    "hard 17 v A": ("S", "Rs"),
    "soft A7 v 2": ("S", "Ds"),
    "soft A8 v 6": ("S", "Ds"),
    "pair 88 v A": ("P", "Rp"),
}
"""All that changes from S17 to H17 (test_cases.py, C-05), as the exact charts write it."""

BAD_RULES = [
    ("9D", "unknown rule '9D'"),
    ("6D XYZ", "unknown rule 'XYZ'"),
    ("<b>", "unknown rule '<B>'"),
    ("6D\x00", "unknown rule '6D\\x00'"),
    ("6D 8D", "8D contradicts 6D"),
    ("6D 6D", "6D is said twice"),
    ("SP1 DAS", "DAS contradicts SP1"),
    ("SP2 SA3", "SA3 contradicts SP2"),
    ("D0 DAS", "DAS contradicts D0"),
]

BAD_CELLS = [
    ("", "'' is not a cell"),
    ("hard", "'hard' is not a cell"),
    ("hard 16 v 1", "'hard 16 v 1' is not a cell"),
    ("hard 22 v T", "'hard 22 v T' is not a cell of any chart"),
    ("soft 88 v T", "'soft 88 v T' is not a cell of any chart"),
    ("hard 16 against T", "'hard 16 against T' is not a cell"),
    ("hard\x00 16 v T", "'hard\\x00 16 v T' is not a cell"),
    ("<i> 16 v T", "'<i> 16 v T' is not a cell"),
    *(
        (cell, "Two cards never bring up this cell under these rules.")
        for cell in ("hard 21 v T", "soft AT v 2", "hard 4 v T", "hard 20 v 6", "soft AA v A")
    ),
]


def at(path: str, **query: object) -> str:
    """An address with a query; rules as their code, lists as repeated names."""
    fields = {
        name: value if isinstance(value, list) else str(value) for name, value in query.items()
    }
    return f"{path}?{urlencode(fields, doseq=True)}"


def stored() -> dict[str, Any]:
    """All that the explorer may store."""
    models = (Chart, ChartVersion, RuleSet, RuleSetVersion, Solution, Teaching)
    rows = {model.__name__: sorted(model.objects.values_list("pk")) for model in models}
    return recorded() | rows


def assert_refused(response: HttpResponse, message: str) -> None:
    """A whole page that says once what is wrong."""
    assert_page(response, 422)
    assert words(response).count(message) == 1


def chart_cells(response: HttpResponse) -> dict[str, Tag]:
    """The cells of the charts on a page by their names."""
    tables = page(response).select("table.chart")
    titles = {"Hard totals": Category.HARD, "Soft totals": Category.SOFT, "Pairs": Category.PAIR}
    found = {}
    for table in tables:
        category = titles[table.caption.text]
        upcards = [heading.text.replace("10", "T") for heading in table.select("thead th")[1:]]
        for row in table.select("tbody tr"):
            label = row.th.text
            if category is not Category.HARD:
                label = label.replace("10", "T").replace(",", "")
            for upcard, cell in zip(upcards, row.select("td"), strict=True):
                found[f"{category} {label} v {upcard}"] = cell
    return found


def table_rows(response: HttpResponse) -> dict[str, list[str]]:
    """The rows of the page's table by their headings."""
    return {
        words(row.th): [words(field) for field in row.select("td")]
        for row in page(response).select("main .table tbody tr")
    }
