"""Forms of a person's own settings."""

from __future__ import annotations

from typing import Any
from zoneinfo import available_timezones

from crispy_forms.helper import FormHelper
from crispy_forms.layout import Submit
from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from trainer.accounts.models import User
from trainer.accounts.services import is_time_zone


class BrowserZoneField(forms.Field):
    """The time zone that a page's script fills in; a browser's oddity is no reason to refuse."""

    widget = forms.HiddenInput

    def __init__(self) -> None:
        super().__init__(required=False)

    def clean(self, value: Any) -> str:
        """The name of a zone that exists, or nothing."""
        name = value or ""
        return name if is_time_zone(name) else ""


class TimeZoneForm(forms.Form):
    """The time zone in which a person's days are counted."""

    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        help_text=_("A day in your reports begins at midnight here. Past days stay as they are."),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        kwargs["initial"] = {"time_zone": user.time_zone or settings.TIME_ZONE}
        super().__init__(*args, **kwargs)
        field = self.fields["time_zone"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(name, name.replace("_", " ")) for name in sorted(available_timezones())]
        self.helper = FormHelper()
        self.helper.add_input(Submit("save", _("Save")))
