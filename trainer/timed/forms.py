"""What a test is started with, and the name on a certificate."""

from __future__ import annotations

from typing import Any

from crispy_forms.helper import FormHelper
from crispy_forms.layout import Div, Field, Layout, Submit
from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from strategy.situations import Category
from trainer.accounts.forms import BrowserZoneField
from trainer.accounts.models import User
from trainer.core.wording import CATEGORIES
from trainer.rulebook.models import Teaching
from trainer.rulebook.queries import teachings
from trainer.rulebook.teaching_form import TeachingField
from trainer.timed.kinds import MOST_HAND_SECONDS, MOST_HANDS, READY, SECONDS, Kind, Setting


class _TaughtForm(forms.Form):
    """Rules and chart, and the browser's time zone."""

    teaching = TeachingField(
        queryset=Teaching.objects.none(), label=_("Rules and chart"), empty_label=None
    )
    time_zone = BrowserZoneField()

    def __init__(self, *args: Any, user: User | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["teaching"]
        assert isinstance(field, TeachingField)
        field.queryset = teachings(user)


class ReadyForm(_TaughtForm):
    """One of the ready-made tests; its buttons are in the template."""

    kind = forms.ChoiceField(
        choices=[(kind.value, kind.label) for kind in READY],
        error_messages={
            "required": _("Choose one of the tests."),
            "invalid_choice": _("Choose one of the tests."),
        },
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["teaching"].widget.attrs["class"] = "form-select"

    def setting(self) -> Setting:
        return READY[Kind(self.cleaned_data["kind"])]


def _whole(label: Any, low: int, high: int, help_text: Any) -> forms.IntegerField:
    """A whole number within limits, or none; the help names the limits."""
    return forms.IntegerField(
        label=label,
        required=False,
        help_text=format_lazy(help_text, low=low, high=high),
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "min": low, "max": high}),
        validators=[MinValueValidator(low), MaxValueValidator(high)],
    )


class OwnForm(_TaughtForm):
    """A test of one's own."""

    categories = forms.MultipleChoiceField(
        label=_("Hands"),
        choices=[(category.value, CATEGORIES[category]) for category in Category],
        initial=[category.value for category in Category],
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one kind of hand.")},
    )
    count = _whole(_("Number of hands"), 1, MOST_HANDS, _("{low} to {high}; empty: as time allows"))
    seconds = _whole(_("Seconds"), *SECONDS, _("{low} to {high}; empty: no end by the clock"))
    hand_seconds = _whole(
        _("Seconds for each hand"), 1, MOST_HAND_SECONDS, _("{low} to {high}; empty: no such limit")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, auto_id="own_%s", **kwargs)
        self.helper = FormHelper()
        self.helper.form_action = "timed:own"
        self.helper.layout = Layout(
            "teaching",
            Field("categories", wrapper_class="choice-cards"),
            Div("count", "seconds", "hand_seconds", css_class="limit-fields"),
            "time_zone",
            Submit("start", _("Start this test"), css_class="btn-primary btn-lg"),
        )

    def clean_categories(self) -> list[Category]:
        chosen = set(self.cleaned_data["categories"])
        return [category for category in Category if category.value in chosen]

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if not self.errors and data["count"] is None and data["seconds"] is None:
            self.add_error("count", _("Give a number of hands, or seconds, or both."))
        seconds, limit = data.get("seconds"), data.get("hand_seconds")
        if seconds and limit and limit > seconds:
            self.add_error("hand_seconds", _("A hand cannot have more time than the whole test."))
        return data

    def setting(self) -> Setting:
        data = self.cleaned_data
        return Setting(
            Kind.OWN,
            count=data["count"],
            seconds=data["seconds"],
            hand_seconds=data["hand_seconds"],
            categories=tuple(data["categories"]),
        )


class CertificateForm(forms.Form):
    """The name that a certificate shows."""

    name = forms.CharField(
        label=_("Name on the certificate"),
        max_length=60,
        help_text=_("Whoever has the link sees this name, the test and its result, nothing else."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = FormHelper()
        self.helper.form_tag = False
        self.helper.disable_csrf = True
        self.helper.layout = Layout("name")
