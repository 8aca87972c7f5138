"""Sums over a learner's decisions in a span of days: read from the tallies, never from the log.

Of categories whole months are read as months, and only the rest by days; of cells what had been
done at the ends of two days. So what is read does not grow with the answers.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Final, NamedTuple, Self

from django.db import models
from django.db.models import OuterRef, QuerySet, Subquery
from django.utils.translation import gettext_lazy as _

from strategy.situations import Category, Cell
from trainer.accounts.models import User
from trainer.decisions.models import SUMS, Decision, Mode, Scope, Tally
from trainer.decisions.queries import Record, sums

_A_DAY: Final = timedelta(days=1)


class Deck(NamedTuple):
    """The chart that was taught and the rules it was taught for, by the ids of their versions."""

    rules: int
    chart: int


@dataclass(frozen=True, slots=True)
class Selection:
    """Which of a learner's decisions are meant."""

    learner: User
    first: date | None = None
    """The first day; None for all from the beginning."""
    last: date | None = None
    """The last day; None for all up to now."""
    mode: Mode | None = None
    deck: Deck | None = None

    def of(self, deck: Deck) -> Self:
        """The same with one deck alone."""
        return replace(self, deck=deck)


class Group(NamedTuple):
    """What category records are told apart by."""

    deck: Deck
    mode: Mode
    category: Category


def category_records(selection: Selection) -> dict[Group, Record]:
    """The records of each deck, mode and category; three queries at most, one for all days."""
    found: dict[Group, Record] = {}
    for rows in _tallies(selection):
        grouped = rows.values_list("rules", "chart", "mode", "place").annotate(**sums())
        for rules, chart, mode, place, *values in grouped:
            group = Group(Deck(rules, chart), Mode(mode), Category(place))
            found[group] = found.get(group, Record()) + Record(*values)
    return found


class Step(models.TextChoices):
    """How long the spans are that a course is told in."""

    DAY = "day", _("Day")
    WEEK = "week", _("Week")
    MONTH = "month", _("Month")

    def start(self, day: date) -> date:
        """The first day of the span that a day is in; weeks begin on Monday."""
        match self:
            case Step.DAY:
                return day
            case Step.WEEK:
                return day - day.weekday() * _A_DAY
            case _:
                return day.replace(day=1)


MOST_POINTS: Final = {Step.DAY: 31, Step.WEEK: 26, Step.MONTH: 36}
"""So many spans are told of, the latest ones with an answer."""


def course(selection: Selection, step: Step) -> dict[date, dict[Category, Record]]:
    """The records of the latest spans in which there were answers, by category, latest first.

    Two queries, up to three where the spans are months.
    """
    spans = _tallies(selection)
    if step is not Step.MONTH:
        first = _first_day(selection, step)
        spans = [selected_days(selection).filter(start__gte=first)] if first else []
    found: dict[date, dict[Category, Record]] = {}
    for rows in spans:
        for start, place, *values in rows.values_list("start", "place").annotate(**sums()):
            records = found.setdefault(step.start(start), {})
            category = Category(place)
            records[category] = records.get(category, Record()) + Record(*values)
    latest = sorted(found, reverse=True)[: MOST_POINTS[step]]
    return {start: found[start] for start in latest}


def _first_day(selection: Selection, step: Step) -> date | None:
    """From where on days are read for the latest spans; one query, None where there is no day."""
    most = MOST_POINTS[step]
    days = selected_days(selection).order_by("-start").values_list("start", flat=True).distinct()
    if step is Step.DAY:
        return min(days[:most], default=None)
    latest = days.first()
    return step.start(latest) - (most - 1) * 7 * _A_DAY if latest else None


def cell_records(selection: Selection, cell: Cell | None = None) -> dict[Deck, dict[Cell, Record]]:
    """The records of each cell, or of one, in each deck; two queries at most. Cells never met are
    absent.

    What was done between two days is what had been done at the end of the last one, less what had
    been done before the first.
    """
    found: dict[Deck, dict[Cell, Record]] = {}
    whole, days = _CELLS_OF_A_MODE if selection.mode else _CELLS
    ever = selected_tallies(selection).filter(scope=whole)
    if cell:
        ever = ever.filter(place=str(cell))
    until = _as_of(ever, days, selection.last) if selection.last else ever
    before = _records_of(_as_of(ever, days, selection.first - _A_DAY)) if selection.first else {}
    for (deck, met), record in _records_of(until).items():
        if earlier := before.get((deck, met)):
            record -= earlier
        if record != _NOTHING:
            found.setdefault(deck, {})[met] = record
    return found


_NOTHING: Final = Record()
_CELLS: Final = (Scope.CELL, Scope.CELL_DAY)
_CELLS_OF_A_MODE: Final = (Scope.MODE_CELL, Scope.MODE_CELL_DAY)


def _as_of(ever: QuerySet[Tally], scope: Scope, day: date) -> QuerySet[Tally]:
    """What had been done in the same cells at the end of a day: a look into the index for each."""
    same = {name: OuterRef(name) for name in ("learner", "mode", "rules", "chart", "place")}
    rows = Tally.objects.filter(scope=scope, start__lte=day, **same)
    latest = rows.order_by("-start").values("pk")[:1]
    # Distinct, so that PostgreSQL looks once and not again for the row that it has found.
    return Tally.objects.filter(pk__in=ever.values_list(Subquery(latest)).distinct())


def _records_of(tallies: QuerySet[Tally]) -> dict[tuple[Deck, Cell], Record]:
    return {
        (Deck(rules, chart), Cell.parse(place)): Record(*sums)
        for rules, chart, place, *sums in tallies.values_list("rules", "chart", "place", *SUMS)
    }


def _tallies(selection: Selection) -> list[QuerySet[Tally]]:
    """The tallies of the categories: whole months, and the days of the months that are begun.

    Apart, so that each is found by the index; asked for in one, PostgreSQL or SQLite may read all.
    """
    whole, rest = split(selection.first, selection.last)
    tallies = selected_tallies(selection)
    months = [tallies.filter(scope=Scope.MONTH, **_between(*whole))] if whole else []
    return months + [tallies.filter(scope=Scope.DAY, **_between(*span)) for span in rest]


def selected_tallies(selection: Selection) -> QuerySet[Tally]:
    """The tallies of every scope and time: to be narrowed to one scope, and to the days."""
    tallies = Tally.objects.filter(learner=selection.learner)
    if selection.mode:
        tallies = tallies.filter(mode=selection.mode)
    if selection.deck:
        tallies = tallies.filter(rules=selection.deck.rules, chart=selection.deck.chart)
    return tallies


def selected_days(selection: Selection) -> QuerySet[Tally]:
    """The tallies of the days by category."""
    return selected_tallies(selection).filter(
        scope=Scope.DAY, **_between(selection.first, selection.last)
    )


def selected_decisions(selection: Selection) -> QuerySet[Decision]:
    """The decisions themselves."""
    decisions = Decision.objects.filter(learner=selection.learner)
    if selection.first:
        decisions = decisions.filter(day__gte=selection.first)
    if selection.last:
        decisions = decisions.filter(day__lte=selection.last)
    if selection.mode:
        decisions = decisions.filter(mode=selection.mode)
    if selection.deck:
        decisions = decisions.filter(rules=selection.deck.rules, chart=selection.deck.chart)
    return decisions


Span = tuple[date | None, date | None]
"""First and last day; None where it is open."""


def split(first: date | None, last: date | None) -> tuple[Span | None, Collection[Span]]:
    """The first and the last of the months that lie in a span as a whole, each by its first day,
    and what is left of the span before and after them.

    >>> whole, rest = split(date(2026, 1, 30), date(2026, 4, 2))
    >>> [str(month) for month in whole], [[str(day) for day in span] for span in rest]
    (['2026-02-01', '2026-03-01'], [['2026-01-30', '2026-01-31'], ['2026-04-01', '2026-04-02']])
    """
    begin = first if first is None or first.day == 1 else _next_month(first)
    end = None if last is None else _next_month(last) if _ends_month(last) else last.replace(day=1)
    if begin and end and begin >= end:
        return None, [(first, last)]
    rest: list[Span] = []
    if begin and first and first < begin:
        rest.append((first, begin - _A_DAY))
    if end and last and end <= last:
        rest.append((end, last))
    return (begin, _month_before(end) if end else None), rest


def _next_month(day: date) -> date:
    return (day.replace(day=28) + 4 * _A_DAY).replace(day=1)


def _month_before(month: date) -> date:
    return (month - _A_DAY).replace(day=1)


def _ends_month(day: date) -> bool:
    return (day + _A_DAY).day == 1


def _between(first: date | None, last: date | None) -> dict[str, date]:
    limits = {"start__gte": first, "start__lte": last}
    return {name: day for name, day in limits.items() if day}
