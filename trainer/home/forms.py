"""The daily goal."""

from __future__ import annotations

from typing import Any

from crispy_forms.helper import FormHelper
from crispy_forms.layout import Submit
from django import forms
from django.utils.translation import gettext_lazy as _

from trainer.accounts.forms import BrowserZoneField
from trainer.accounts.models import MOST_HANDS_A_DAY, User


class GoalForm(forms.Form):
    """How many hands a day."""

    hands = forms.IntegerField(
        label=_("Hands a day"),
        min_value=1,
        max_value=MOST_HANDS_A_DAY,
        help_text=_("A new goal counts from the next day on which you practise."),
    )
    time_zone = BrowserZoneField()

    def __init__(self, *args: Any, learner: User | None, **kwargs: Any) -> None:
        kwargs["initial"] = {"hands": (learner or User()).daily_goal}
        super().__init__(*args, **kwargs)
        self.helper = FormHelper()
        self.helper.form_action = "goal"
        self.helper.add_input(Submit("save", _("Save")))
