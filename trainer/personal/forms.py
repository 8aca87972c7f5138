"""What somebody confirms before anything is deleted."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import get_adapter
from crispy_forms.helper import FormHelper
from crispy_forms.layout import Submit
from django import forms
from django.db import models
from django.utils.translation import gettext_lazy as _

from trainer.accounts.models import User


class Extent(models.TextChoices):
    """How much is deleted."""

    PRACTICE = (
        "practice",
        _("My practice data: answers, drills, tests, tables, reviews, trips and charts of my own"),
    )
    EVERYTHING = "everything", _("My account and everything in it")


class DeleteForm(forms.Form):
    """How much, whether that is meant, and who says so."""

    extent = forms.ChoiceField(
        label=_("What shall be deleted?"),
        choices=Extent.choices,
        initial=Extent.PRACTICE,
        widget=forms.RadioSelect,
    )
    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    sure = forms.BooleanField(
        label=_("I know that nobody can bring it back"),
        error_messages={"required": _("Tick this box if you mean it.")},
    )

    def __init__(self, *args: Any, user: User | None, **kwargs: Any) -> None:
        """``user`` is the account; a guest has no choice and no password."""
        super().__init__(*args, **kwargs)
        self._user = user
        if user is None:
            del self.fields["extent"]
        if user is None or not user.has_usable_password():
            del self.fields["password"]
        self.helper = FormHelper()
        self.helper.form_action = "personal:delete"
        name = _("Delete") if user else _("Forget me")
        self.helper.add_input(Submit("delete", name, css_class="btn-danger"))

    def clean_password(self) -> str:
        """The password, tried no more often than at signing in."""
        password: str = self.cleaned_data["password"]
        if not get_adapter().reauthenticate(self._user, password):
            raise forms.ValidationError(_("That is not your password."))
        return password

    @property
    def keeps_account(self) -> bool:
        """Whether a valid form asks for practice data alone."""
        return self.cleaned_data.get("extent") == Extent.PRACTICE
