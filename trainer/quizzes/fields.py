"""Fields of the builder: moments where the class is, and cells picked on a chart."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from strategy.cards import UPCARDS
from strategy.situations import ALL_CELLS, ROWS, Category, Cell
from trainer.core.wording import CATEGORIES, cell_name, row_label
from trainer.drills.dealer import dealt_cells
from trainer.rulebook.models import ChartVersion, RuleSetVersion
from trainer.rulebook.queries import chart_of, shown_row

YEARS: Final = range(2000, 2101)
_BY_TEXT = {str(cell): cell for cell in ALL_CELLS}


class MomentField(forms.DateTimeField):
    """A day and a time of the clock where the class is, to the minute, in one of YEARS."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
    zone: ZoneInfo = ZoneInfo("UTC")

    def __init__(self, **kwargs: Any) -> None:
        messages = {
            "invalid": _("That is no time. Write it like 2026-03-12 16:00."),
            "year": _("The year has to be one from %(first)d to %(last)d."),
        }
        super().__init__(error_messages=messages, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        return _local(value, self.zone) if isinstance(value, datetime) else value

    def to_python(self, value: Any) -> datetime | None:
        """The moment; raise ValidationError also for a time that the clock there jumps over."""
        with timezone.override(self.zone):
            moment = super().to_python(value)
        if moment and moment.year not in YEARS:
            params = {"first": YEARS[0], "last": YEARS[-1]}
            raise forms.ValidationError(self.error_messages["year"], code="year", params=params)
        return moment


def _local(moment: datetime, zone: ZoneInfo) -> datetime:
    return moment.astimezone(zone).replace(tzinfo=None)


def whole_field(label: Any, low: int, high: int, help_text: Any = "") -> forms.IntegerField:
    """A whole number within limits, or none; the help names the limits."""
    return forms.IntegerField(
        label=label,
        required=False,
        help_text=format_lazy(help_text or _("{low} to {high}"), low=low, high=high),
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "min": low, "max": high}),
        validators=[MinValueValidator(low), MaxValueValidator(high)],
    )


class CellsField(forms.Field):
    """Cells picked on a chart; the page draws the chart, with a box for each."""

    widget = forms.MultipleHiddenInput

    def clean(self, value: Any) -> tuple[Cell, ...]:
        picked = list(value or [])
        if unknown := [text for text in picked if text not in _BY_TEXT]:
            raise forms.ValidationError(
                _("There is no cell %(cell)s.") % {"cell": str(unknown[0])[:40]}
            )
        wanted = set(picked)
        return tuple(cell for cell in ALL_CELLS if str(cell) in wanted)


@dataclass(frozen=True, slots=True)
class PickCell:
    """A cell with its box."""

    value: str
    name: str
    code: str
    kind: str
    picked: bool
    offered: bool
    """It can come up, and the chart answers it."""


@dataclass(frozen=True, slots=True)
class PickRow:
    label: str
    cells: Sequence[PickCell]


def pick_tables(
    rules: RuleSetVersion, chart: ChartVersion, picked: Collection[str]
) -> list[tuple[Promise, list[PickRow]]]:
    """The tables of a chart to pick cells on; rows in which nothing can come up are left out."""
    offered = set(dealt_cells(rules.code, chart.text, frozenset(Category), longer=False))
    tables = []
    for category, rows in ROWS.items():
        found = []
        for row in reversed(rows):
            cells = [Cell(category, row, upcard) for upcard in UPCARDS]
            if offered.isdisjoint(cells):
                continue
            shown = shown_row(chart_of(chart), category, row).cells
            boxes = [
                PickCell(
                    value=str(cell),
                    name=cell_name(cell),
                    code=each.code,
                    kind=each.kind,
                    picked=str(cell) in picked,
                    offered=cell in offered,
                )
                for cell, each in zip(cells, shown, strict=True)
            ]
            found.append(PickRow(row_label(category, row), boxes))
        tables.append((CATEGORIES[category], found))
    return tables
