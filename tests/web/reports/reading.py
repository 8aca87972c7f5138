"""Logs of one's choice, and reading the reports about them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from bs4 import Tag
from django.http import HttpResponse

from tests.factories import decide, taught
from tests.web.pages import page, words
from trainer.accounts.models import User
from trainer.rulebook.models import Teaching

RIGHT = {"hard": ("TS 6D v 9H", "H"), "soft": ("AS 7D v 9H", "H"), "pair": ("8S 8D v 9H", "P")}
WRONG = {category: (deal, "S") for category, (deal, _action) in RIGHT.items()}


def log(learner: User, category: str, right: int, wrong: int, **others: Any) -> None:
    """Right answers, then wrong ones, in one cell of a category."""
    for number in range(right + wrong):
        deal, action = (RIGHT if number < right else WRONG)[category]
        decide(learner, deal, action, **others)


def answered(learner: User, deal: str, plays: str, **others: Any) -> None:
    """Answers to a deal, one for each letter, after three seconds each."""
    for play in plays:
        decide(learner, deal, play, **{"thought": timedelta(seconds=3), **others})


def key_of(teaching: Teaching | None = None) -> str:
    """How addresses name the deck of a teaching."""
    teaching = teaching or taught()
    return f"{teaching.rule_set.current_id}-{teaching.chart.current_id}"


def figures(response: HttpResponse) -> dict[str, list[str]]:
    """The value of each figure and its notes, by its label."""
    return {
        words(stat.select_one(".stat__label")): [
            words(part) for part in stat.select(".stat__value, .stat__note")
        ]
        for stat in page(response).select(".stat:not(.level)")
    }


def rows(response: HttpResponse, label: str) -> list[list[str]]:
    """The rows of the table whose heading has an id, or that is named so."""
    found = page(response)
    place = found.select_one(f".table-responsive[aria-labelledby='{label}']")
    place = place or found.find(attrs={"aria-label": label, "role": "group"})
    return [cells_of(row) for row in place.select("tbody tr")] if place else []


def cells_of(row: Tag) -> list[str]:
    return [words(cell) for cell in row.find_all(["th", "td"])]
