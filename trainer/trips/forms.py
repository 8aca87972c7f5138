"""What a trip is planned with."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

from crispy_forms.helper import FormHelper
from crispy_forms.layout import Layout, Submit
from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from strategy.rules import Rules, RulesError
from trainer.accounts.forms import BrowserZoneField
from trainer.accounts.models import User
from trainer.accounts.services import zone_of
from trainer.core.dates import FARTHEST
from trainer.rulebook.models import Teaching
from trainer.rulebook.queries import rule_sets, rules_of, teachings
from trainer.rulebook.teaching_form import TeachingField


class DayForm(forms.Form):
    """The day of a trip, and where days begin."""

    plays_on = forms.DateField(
        label=_("I play there on"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=_("Not needed. In the week before, your home page reminds you."),
    )
    time_zone = BrowserZoneField()

    def __init__(self, *args: Any, learner: User | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.learner = learner

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        day, zone = data.get("plays_on"), data.get("time_zone")
        here = zone_of(self.learner) if self.learner or not zone else ZoneInfo(zone)
        today = timezone.now().astimezone(here).date()
        if day and not today <= day <= today + FARTHEST:
            self.add_error("plays_on", _("Name a day from today on, a year ahead at most."))
        return data


class TripForm(DayForm):
    """The chart that is known, and the table it is played at next."""

    home = TeachingField(
        queryset=Teaching.objects.none(), label=_("I know the chart of"), empty_label=None
    )
    away = forms.ChoiceField(label=_("I shall play at"))
    field_order = ("home", "away", "plays_on", "time_zone")

    def __init__(self, *args: Any, user: User | None = None, **kwargs: Any) -> None:
        """``user`` is the account whose own charts are offered too."""
        super().__init__(*args, **kwargs)
        home, away = self.fields["home"], self.fields["away"]
        assert isinstance(home, TeachingField)
        assert isinstance(away, forms.ChoiceField)
        home.queryset = teachings(user)
        away.choices = [
            (rules_of(row.current).code, row.current.name) for row in rule_sets() if row.current
        ]
        self.helper = FormHelper()
        self.helper.form_action = "trips:plan"
        self.helper.layout = Layout(
            "home",
            "away",
            "plays_on",
            "time_zone",
            Submit("plan", _("Show what changes"), css_class="btn-primary btn-lg"),
        )

    def clean_away(self) -> Rules:
        return Rules.parse(self.cleaned_data["away"])


class CodesForm(DayForm):
    """Two rules codes, as the explorer's comparison has them."""

    home = forms.CharField(max_length=200)
    away = forms.CharField(max_length=200)

    def clean_home(self) -> Rules:
        return self._rules("home")

    def clean_away(self) -> Rules:
        return self._rules("away")

    def _rules(self, name: str) -> Rules:
        try:
            return Rules.parse(self.cleaned_data[name])
        except RulesError as error:
            raise forms.ValidationError(str(error)) from None
