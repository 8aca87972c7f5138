"""What a drill is started with, and what an answer carries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from crispy_forms.helper import FormHelper
from crispy_forms.layout import Field, Layout, Submit
from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from strategy.dealing import compositions
from strategy.rules import Rules, RulesError
from strategy.situations import Category, Cell, SituationError
from trainer.accounts.forms import BrowserZoneField
from trainer.accounts.models import User
from trainer.core.wording import CATEGORIES
from trainer.drills.models import Dealing, Drill
from trainer.rulebook.models import Teaching
from trainer.rulebook.queries import teachings
from trainer.rulebook.teaching_form import TeachingField

LENGTHS = (10, 20, 50, 100)
_ENDLESS = "endless"


class StartForm(forms.Form):
    """The settings of a drill."""

    teaching = TeachingField(
        queryset=Teaching.objects.none(), label=_("Rules and chart"), empty_label=None
    )
    categories = forms.MultipleChoiceField(
        label=_("Hands"),
        choices=[(category.value, CATEGORIES[category]) for category in Category],
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one kind of hand.")},
    )
    dealing = forms.ChoiceField(
        label=_("Dealing"), choices=Dealing.choices, widget=forms.RadioSelect
    )
    longer = forms.TypedChoiceField(
        label=_("Number of cards"),
        choices=[("no", _("Two cards")), ("yes", _("Two cards and longer hands"))],
        coerce=lambda value: value == "yes",
        widget=forms.RadioSelect,
    )
    length = forms.TypedChoiceField(
        label=_("Length"),
        choices=[
            *(
                (str(n), ngettext_lazy("%(count)d hand", "%(count)d hands", n) % {"count": n})
                for n in LENGTHS
            ),
            (_ENDLESS, _("Until I end it")),
        ],
        coerce=lambda value: None if value == _ENDLESS else int(value),
        empty_value=None,
    )
    time_zone = BrowserZoneField()

    def __init__(
        self,
        *args: Any,
        last: Drill | None = None,
        user: User | None = None,
        initial: Mapping[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        """``initial`` goes before the settings of the last drill."""
        kwargs["initial"] = {**defaults(last, user), **(initial or {})}
        super().__init__(*args, **kwargs)
        field = self.fields["teaching"]
        assert isinstance(field, TeachingField)
        field.queryset = teachings(user)
        self.helper = FormHelper()
        self.helper.form_action = "drills:start"
        self.helper.layout = Layout(
            "teaching",
            Field("categories", wrapper_class="choice-cards"),
            Field("dealing", wrapper_class="choice-cards"),
            Field("longer", wrapper_class="choice-cards"),
            "length",
            "time_zone",
            Submit("start", _("Deal"), css_class="btn-primary btn-lg"),
        )

    def clean_categories(self) -> list[Category]:
        return [Category(value) for value in self.cleaned_data["categories"]]

    def clean_dealing(self) -> Dealing:
        return Dealing(self.cleaned_data["dealing"])


def defaults(last: Drill | None, user: User | None) -> Mapping[str, Any]:
    """What the form starts with: the settings of the last drill, or those for a newcomer."""
    offered = teachings(user)
    if last is None:
        return {
            "teaching": offered.first(),
            "categories": [category.value for category in Category],
            "dealing": Dealing.EVEN,
            "longer": "no",
            "length": "20",
        }
    return {
        "teaching": offered.filter(
            rule_set=last.rules.rule_set_id, chart=last.chart.chart_id
        ).first()
        or offered.first(),
        "categories": last.categories.split(","),
        "dealing": last.dealing,
        "longer": "yes" if last.longer else "no",
        "length": str(last.length) if last.length in LENGTHS else _ENDLESS,
    }


class CellsForm(forms.Form):
    """Rules by their code, and cells of their chart that can be dealt."""

    rules = forms.CharField(max_length=200)
    cells = forms.Field(widget=forms.MultipleHiddenInput)

    def clean_rules(self) -> Rules:
        try:
            return Rules.parse(self.cleaned_data["rules"])
        except RulesError as error:
            raise forms.ValidationError(str(error)) from None

    def clean_cells(self) -> list[Cell]:
        rules: Rules | None = self.cleaned_data.get("rules")
        if rules is None:  # which is said already
            return []
        try:
            cells = [Cell.parse(text) for text in self.cleaned_data["cells"]]
        except SituationError as error:
            raise forms.ValidationError(str(error)) from None
        dealt = compositions(rules, longer=False)
        wanted = [cell for cell in dict.fromkeys(cells) if cell in dealt]
        if not wanted:
            raise forms.ValidationError(_("None of these hands can come up under the rules."))
        return wanted


class AnswerForm(forms.Form):
    """What comes with an answer beside the action; a browser's nonsense is passed over."""

    browser_ms = forms.IntegerField(required=False, min_value=0, max_value=2**31 - 1)

    def browser_time(self) -> int | None:
        self.is_valid()
        time: int | None = self.cleaned_data.get("browser_ms")
        return time
