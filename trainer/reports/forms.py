"""What a report is about: which days, which mode, which chart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any, ClassVar

from crispy_forms.helper import FormHelper
from crispy_forms.layout import Hidden, Layout, Submit
from django import forms
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _

from strategy.situations import Category, Cell, SituationError
from trainer.accounts.models import User
from trainer.core.wording import CATEGORIES
from trainer.decisions.models import Mode
from trainer.decisions.tallies import Selection
from trainer.reports.decks import Taught
from trainer.reports.history import Outcome, Wanted

EARLIEST, LATEST = date(2000, 1, 1), date(2999, 12, 31)


def _day(label: Any) -> forms.DateField:
    return forms.DateField(
        label=label,
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )


class ReportForm(forms.Form):
    """What a report is about, given in its address; what is left out is not limited."""

    carried: ClassVar = ("deck", "first", "last", "mode")
    """What the addresses of the other reports carry along."""

    def __init__(self, data: Any, *, learner: User, decks: Sequence[Taught] = ()) -> None:
        super().__init__(data)
        self.learner = learner
        self.decks = {taught.key: taught for taught in decks}
        if "deck" in self.fields:
            deck = self.fields["deck"]
            assert isinstance(deck, forms.ChoiceField)
            deck.choices = self._deck_choices()
        self.helper = FormHelper()
        self.helper.form_method = "get"
        self.helper.form_class = "filter-form"
        self.helper.layout = Layout(
            *(name for name in self.fields if name != "before"),
            *(Hidden(name, self.data[name]) for name in self._kept),
            Submit("show", _("Show"), css_class="btn-outline-secondary"),
        )

    @property
    def _kept(self) -> list[str]:
        """What was chosen for other reports, and is not asked for here."""
        return [name for name in self.carried if name not in self.fields and self.data.get(name)]

    @property
    def chosen(self) -> bool:
        """Whether anything is chosen that is asked for here."""
        return any(self.data.get(name) for name in self.fields)

    def _deck_choices(self) -> list[tuple[str, str]]:
        return [(key, taught.name) for key, taught in self.decks.items()]

    @property
    def query(self) -> str:
        """Of what makes sense: the other reports need not refuse it again."""
        found = {name: self.data.get(name) for name in self.carried if name not in self.errors}
        return urlencode({name: text for name, text in found.items() if text})

    @property
    def taught(self) -> Taught:
        """The chart that is chosen, or the one answered last; of a valid form with decks."""
        chosen: str = self.cleaned_data["deck"]
        return self.decks[chosen] if chosen else next(iter(self.decks.values()))


class ChartForm(ReportForm):
    """A chart alone: habits are told from the latest answers, whatever days are chosen."""

    deck = forms.ChoiceField(label=_("Chart"), required=False)


class FilterForm(ReportForm):
    """Days and mode."""

    first = _day(_("From"))
    last = _day(_("To"))
    mode = forms.ChoiceField(
        label=_("Mode"), required=False, choices=[("", _("All modes")), *Mode.choices]
    )

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        for name in ("first", "last"):
            if (day := data.get(name)) and not EARLIEST <= day <= LATEST:
                self.add_error(name, _("There are no answers of that time."))
        if data.get("first") and data.get("last") and data["first"] > data["last"]:
            self.add_error("last", _("The last day is before the first."))
        return data

    @property
    def selection(self) -> Selection:
        """Of a valid form."""
        data = self.cleaned_data
        return Selection(
            self.learner, data["first"], data["last"], Mode(data["mode"]) if data["mode"] else None
        )


class DeckForm(FilterForm):
    """The same for one chart."""

    deck = forms.ChoiceField(label=_("Chart"), required=False)
    field_order: Iterable[str] | None = ("deck", "first", "last", "mode")


class CellForm(DeckForm):
    """A cell of the chart."""

    cell = forms.CharField(widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if "deck" in data and "cell" in data:
            try:
                data["cell"] = _dealt([data["cell"]], self.taught)[0]
            except forms.ValidationError as error:
                self.add_error("cell", error)
        return data


class DrillForm(ChartForm):
    """Cells of a chart, to be drilled."""

    cells = forms.Field(widget=forms.MultipleHiddenInput)
    once = forms.BooleanField(required=False, widget=forms.HiddenInput)
    """Each cell once, to check for habits."""

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if "deck" in data and "cells" in data:
            try:
                data["cells"] = _dealt(data["cells"], self.taught)
            except forms.ValidationError as error:
                self.add_error("cells", error)
        return data


def _cell(text: str) -> Cell:
    try:
        return Cell.parse(text)
    except SituationError:
        raise forms.ValidationError(_("No chart has such a cell.")) from None


def _dealt(texts: Iterable[str], taught: Taught) -> list[Cell]:
    """The cells, each once. Raises ValidationError for one that two cards never bring up."""
    cells = [_cell(text) for text in dict.fromkeys(texts)]
    if any(cell not in taught.course.stakes for cell in cells):
        raise forms.ValidationError(_("Two cards never bring up this cell under these rules."))
    return cells


class HistoryForm(FilterForm):
    """Which decisions are listed."""

    deck = forms.ChoiceField(label=_("Chart"), required=False)
    category = forms.ChoiceField(
        label=_("Hands"),
        required=False,
        choices=[("", _("All hands")), *((c.value, CATEGORIES[c]) for c in Category)],
    )
    outcome = forms.ChoiceField(
        label=_("Answers"), required=False, choices=[("", _("All answers")), *Outcome.choices]
    )
    cell = forms.CharField(required=False, widget=forms.HiddenInput)
    before = forms.IntegerField(
        required=False, min_value=1, max_value=2**63 - 1, widget=forms.HiddenInput
    )
    field_order = ("first", "last", "mode", "deck", "category", "outcome")

    def __init__(self, data: Any, *, learner: User, decks: Sequence[Taught] = ()) -> None:
        """A cell is one of a chart: that answered last, where none is chosen."""
        if data.get("cell") and not data.get("deck") and decks:
            data = data.copy()
            data["deck"] = decks[0].key
        super().__init__(data, learner=learner, decks=decks)

    def _deck_choices(self) -> list[tuple[str, str]]:
        return [("", str(_("All charts"))), *super()._deck_choices()]

    def clean_cell(self) -> Cell | None:
        text = self.cleaned_data["cell"]
        return _cell(text) if text else None

    @property
    def selection(self) -> Selection:
        whole = super().selection
        return whole.of(self.taught.deck) if self.cleaned_data["deck"] else whole

    @property
    def wanted(self) -> Wanted:
        data = self.cleaned_data
        return Wanted(
            category=Category(data["category"]) if data["category"] else None,
            outcome=Outcome(data["outcome"]) if data["outcome"] else None,
            cell=data["cell"],
        )

    @property
    def page_query(self) -> str:
        """What the addresses of the pages before and after have in common."""
        return self._query_of(name for name in self.fields if name != "before")

    @property
    def query_without_cell(self) -> str:
        return self._query_of(name for name in self.fields if name not in ("before", "cell"))

    def _query_of(self, names: Iterable[str]) -> str:
        return urlencode({name: self.data[name] for name in names if self.data.get(name)})
