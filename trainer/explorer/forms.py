"""What is audited, and what is kept of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from crispy_forms.helper import FormHelper
from crispy_forms.layout import Submit
from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from strategy.chart_csv import MOST_BYTES, decoded, looks_like_csv, read_csv
from strategy.charts import Chart, ChartError
from strategy.printed_charts import printed_chart, stock_printed_charts
from strategy.rules import Rules, RulesError


class AuditForm(forms.Form):
    """A printed chart, stored or sent as a file, and the rules to audit it under."""

    stored = forms.ChoiceField(label=_("A printed chart"), required=False)
    file = forms.FileField(
        label=_("or a file of yours"),
        required=False,
        allow_empty_file=True,
        help_text=_("TOML as in our chart files, or CSV: section, row, then 2 to A."),
    )
    rules = forms.CharField(
        label=_("Rules"),
        required=False,
        max_length=200,
        help_text=_("A rules code; a CSV file needs one, other charts name their own."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["stored"]
        assert isinstance(field, forms.ChoiceField)
        charts = [(name, chart.name) for name, chart in stock_printed_charts().items()]
        field.choices = [("", "–"), *charts]
        self.helper = FormHelper()
        self.helper.form_action = "explorer:audit"
        self.helper.add_input(Submit("audit", _("Audit")))

    def clean_rules(self) -> Rules | None:
        code = self.cleaned_data["rules"]
        try:
            return Rules.parse(code) if code else None
        except RulesError as error:
            raise forms.ValidationError(str(error)) from None

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if self.errors:
            return data
        try:
            data["chart"] = self._chart(data)
        except ChartError as error:
            self.add_error("file" if data.get("file") else None, str(error))
        return data

    def _chart(self, data: Mapping[str, Any]) -> Chart:
        file: UploadedFile | None = data.get("file")
        stored: str = data["stored"]
        if file is None and not stored:
            raise ChartError(str(_("Choose a chart, or send a file.")))
        if file is None:
            return printed_chart(stored)
        if stored:
            raise ChartError(str(_("Choose a chart or send a file, not both.")))
        text = decoded(file.read(MOST_BYTES + 1))
        if not text.strip():
            raise ChartError(str(_("The file is empty.")))
        if not looks_like_csv(text):
            return _loaded(text)
        if data.get("rules") is None:
            raise ChartError(str(_("A CSV file names no rules: add their code.")))
        name = (file.name or "").rsplit(".", 1)[0][:_LONGEST_NAME] or "CSV"
        return read_csv(text, data["rules"], name=name, source=name)


_LONGEST_NAME = 100
"""As long as the name of a stored chart may be."""


def _loaded(text: str) -> Chart:
    """A chart that can be audited, kept and drilled. Raises ChartError."""
    chart = Chart.loads(text)
    if not chart.cells:
        raise ChartError(str(_("The chart states no cell.")))
    if not 0 < len(chart.name.strip()) <= _LONGEST_NAME:
        raise ChartError(str(_("A chart's name has 1 to %d characters.") % _LONGEST_NAME))
    return chart


class KeepForm(forms.Form):
    """A chart as the text of its file, to be kept."""

    chart = forms.CharField(max_length=MOST_BYTES)

    def clean_chart(self) -> Chart:
        try:
            return _loaded(self.cleaned_data["chart"])
        except ChartError as error:
            raise forms.ValidationError(str(error)) from None
