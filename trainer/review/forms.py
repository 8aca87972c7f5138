"""What a deck is made of, and the date that it is learnt for."""

from __future__ import annotations

from datetime import date
from typing import Any

from crispy_forms.helper import FormHelper
from crispy_forms.layout import Field, Layout, Submit
from django import forms
from django.utils.translation import gettext_lazy as _

from trainer.accounts.forms import BrowserZoneField
from trainer.accounts.models import User
from trainer.core.dates import FARTHEST
from trainer.review.models import Deck
from trainer.rulebook.models import Teaching
from trainer.rulebook.queries import teachings
from trainer.rulebook.teaching_form import TeachingField


class DeckForm(forms.Form):
    """The rules and the chart of a deck, and where the days of a newcomer begin."""

    teaching = TeachingField(
        queryset=Teaching.objects.none(), label=_("Rules and chart"), empty_label=None
    )
    time_zone = BrowserZoneField()

    def __init__(self, *args: Any, user: User | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["teaching"]
        assert isinstance(field, TeachingField)
        field.queryset = teachings(user)
        self.helper = FormHelper()
        self.helper.form_action = "review:decks"
        self.helper.add_input(Submit("add", _("Keep this chart in mind")))


class DateForm(forms.Form):
    """The day on which the whole chart should be known."""

    plays_on = forms.DateField(
        label=_("I play on"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={
            "required": _("Choose a date, or clear it."),
            "invalid": _("That is no date. Write it like 2026-03-12."),
        },
    )

    def __init__(self, *args: Any, deck: Deck, today: date, **kwargs: Any) -> None:
        kwargs["initial"] = {"plays_on": deck.plays_on}
        super().__init__(*args, **kwargs)
        self._first, self._last = today, today + FARTHEST
        limits = {"min": self._first.isoformat(), "max": self._last.isoformat()}
        self.fields["plays_on"].widget.attrs |= limits
        self.helper = FormHelper()
        self.helper.form_action = "review:date"
        self.helper.form_tag = False
        self.helper.layout = Layout(Field("plays_on"))

    def clean_plays_on(self) -> date:
        day: date = self.cleaned_data["plays_on"]
        if day < self._first:
            raise forms.ValidationError(_("That day is past. Choose a date from today on."))
        if day > self._last:
            raise forms.ValidationError(_("That is too far ahead. Choose a date within a year."))
        return day
