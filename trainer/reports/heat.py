"""A chart coloured by how its cells were answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from math import inf
from urllib.parse import quote_plus

from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from strategy.cards import UPCARDS
from strategy.situations import ROWS, Category, Cell
from trainer.core.numbers import ENOUGH, compact_bets, per_100, percent, seconds
from trainer.core.wording import CATEGORIES, cell_name, row_label
from trainer.decisions.queries import Record
from trainer.decisions.tallies import Selection, cell_records
from trainer.reports.costs import cost_of
from trainer.reports.decks import Taught, cell_pages
from trainer.review.folding import take_in
from trainer.review.queries import Standing, decks_of, standing_of


class Measure(models.TextChoices):
    """What the colour of a cell tells."""

    ACCURACY = "accuracy", _("Accuracy")
    COST = "cost", _("Cost in 100 hands")
    PACE = "pace", _("Pace")
    DUE = "due", _("Due date")


@dataclass(frozen=True, slots=True)
class Shade:
    """One of the shades of a measure, from the best to the worst."""

    limit: float
    """The worst value that still has it."""
    name: str | Promise


SHADES: Mapping[Measure, Sequence[Shade]] = {
    Measure.ACCURACY: (
        Shade(0.02, _("98% right or more")),
        Shade(0.1, _("90% or more")),
        Shade(0.25, _("75% or more")),
        Shade(0.5, _("50% or more")),
        Shade(1.0, _("less than half")),
    ),
    Measure.COST: (
        Shade(0.0, _("nothing")),
        Shade(0.005, _("up to 0.005 bets")),
        Shade(0.02, _("up to 0.02")),
        Shade(0.05, _("up to 0.05")),
        Shade(inf, _("more")),
    ),
    Measure.PACE: (
        Shade(2_000, _("up to 2 seconds")),
        Shade(3_000, _("up to 3")),
        Shade(5_000, _("up to 5")),
        Shade(8_000, _("up to 8")),
        Shade(inf, _("longer")),
    ),
    Measure.DUE: (
        Shade(-21, _("in three weeks or later")),
        Shade(-7, _("in a week or later")),
        Shade(-1, _("in some days")),
        Shade(0, _("today")),
        Shade(inf, _("overdue")),
    ),
}
"""The higher a value, the worse: the share of errors, bets, milliseconds, days since it was due."""


@dataclass(frozen=True, slots=True)
class HeatCell:
    """A cell of the heat map."""

    text: str
    count: int
    """Unaided answers."""
    shade: int | None
    """0 to 4, the worst; None where nothing is claimed."""
    address: str
    told: str
    """All of it in words."""


@dataclass(frozen=True, slots=True)
class HeatMap:
    """The tables of a chart, rows from high to low as charts are printed."""

    taught: Taught
    measure: Measure
    tables: Sequence[tuple[Promise, Sequence[tuple[str, Sequence[HeatCell | None]]]]]
    answers: int
    reviewed: bool
    """Whether the chart is among those kept in mind; only then is a cell due."""

    @property
    def shades(self) -> Sequence[tuple[int, str | Promise]]:
        return [(number, shade.name) for number, shade in enumerate(SHADES[self.measure])]


def heat_map(selection: Selection, taught: Taught, measure: Measure) -> HeatMap:
    """The chart coloured; one query, for due dates those of the review too."""
    whole = cell_records(selection.of(taught.deck)).get(taught.deck, {})
    records = {cell: record.first for cell, record in whole.items()}
    standing = _standing(selection, taught) if measure is Measure.DUE else None
    return coloured(taught, records, measure, cell_pages(selection, taught), standing)


def coloured(
    taught: Taught,
    records: Mapping[Cell, Record],
    measure: Measure,
    prefix: str,
    standing: Standing | None = None,
) -> HeatMap:
    """The chart coloured by records of first decisions.

    Each cell leads to the address that begins with ``prefix`` and ends with the cell; only a
    ``standing`` in the review says what is due.
    """
    tell = _due_of(standing) if standing else _TELLERS.get(measure, _nothing)

    def shown(cell: Cell) -> HeatCell | None:
        if cell not in taught.course.plays:
            return None
        return _heat_cell(taught, cell, records.get(cell, Record()), tell, measure, prefix)

    def rows(category: Category) -> list[tuple[str, list[HeatCell | None]]]:
        return [
            (row_label(category, row), cells)
            for row in reversed(ROWS[category])
            if any(cells := [shown(Cell(category, row, upcard)) for upcard in UPCARDS])
        ]

    return HeatMap(
        taught=taught,
        measure=measure,
        tables=[(CATEGORIES[category], found) for category in ROWS if (found := rows(category))],
        answers=sum(record.answers for record in records.values()),
        reviewed=standing is not None,
    )


Told = tuple[float, str, str] | None
"""The value that gives the shade, and how it is written in the cell and in words."""
Teller = Callable[[Taught, Cell, Record], Told]


def _heat_cell(
    taught: Taught,
    cell: Cell,
    record: Record,
    tell: Teller,
    measure: Measure,
    prefix: str,
) -> HeatCell:
    told = tell(taught, cell, record)
    name = cell_name(cell)
    answers = ngettext("%(count)d answer", "%(count)d answers", record.answers) % {
        "count": record.answers
    }
    value, text, in_words = told or (None, _part(record), "")
    words = [name, in_words, answers] if in_words else [name, answers]
    return HeatCell(
        text=text,
        count=record.answers,
        shade=None if value is None else shade_of(value, measure),
        address=prefix + quote_plus(str(cell)),
        told=": ".join([words[0], ", ".join(words[1:])]),
    )


def shade_of(value: float, measure: Measure) -> int:
    """The first shade whose limit the value keeps."""
    return next(at for at, shade in enumerate(SHADES[measure]) if value <= shade.limit)


def _part(record: Record) -> str:
    """Too few answers for a rate are told as they are."""
    return f"{record.correct}/{record.answers}" if record.answers else "–"


def _accuracy(taught: Taught, cell: Cell, record: Record) -> Told:
    if not record.tells:
        return None
    text = percent(record.correct, record.answers)
    words = gettext("%(percent)s right") % {"percent": text}
    return record.wrong / record.answers, text, words


def _cost(taught: Taught, cell: Cell, record: Record) -> Told:
    if not record.tells:
        return None
    cost = cost_of(record, taught.course.stakes.get(cell))
    words = gettext("loses %(cost)s bets in 100 hands") % {"cost": per_100(cost)}
    return cost, compact_bets(cost), words


def _pace(taught: Taught, cell: Cell, record: Record) -> Told:
    if record.timed < ENOUGH or record.pace_ms is None:
        return None
    return record.pace_ms, f"{record.pace_ms / 1000:.1f}", seconds(record.pace_ms)


def _nothing(taught: Taught, cell: Cell, record: Record) -> Told:
    return None


_TELLERS: Mapping[Measure, Teller] = {
    Measure.ACCURACY: _accuracy,
    Measure.COST: _cost,
    Measure.PACE: _pace,
}


def _due_of(standing: Standing) -> Teller:
    def tell(taught: Taught, cell: Cell, record: Record) -> Told:
        memory = standing.memories.get(str(cell))
        if memory is None:
            return None
        late = (standing.day - memory.due).days
        return late, _days(late), _due_in_words(late, memory.due)

    return tell


def _days(late: int) -> str:
    if late >= 0:
        return gettext("due")
    return ngettext("%(days)dd", "%(days)dd", -late) % {"days": -late}


def _due_in_words(late: int, due: date) -> str:
    if late > 0:
        return gettext("overdue")
    if late == 0:
        return gettext("due today")
    return ngettext("due in %(days)d day", "due in %(days)d days", -late) % {"days": -late}


def _standing(selection: Selection, taught: Taught) -> Standing | None:
    """How the chart stands in the review; None where it is not kept in mind."""
    decks = decks_of(selection.learner)
    deck = decks.filter(rule_set=taught.rules.rule_set_id, chart=taught.chart.chart_id).first()
    if deck is None:
        return None
    take_in(deck=deck)
    return standing_of(deck)
