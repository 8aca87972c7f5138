"""What a table is opened with, a bet, and what comes with an action."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext_lazy as _

from strategy.actions import Action, Code, UnknownAction
from strategy.money import CHIP, units
from strategy.rules import Rules, RulesError
from trainer.accounts.forms import BrowserZoneField
from trainer.rulebook.rule_form import FIELD, rules_of_choices
from trainer.rulebook.wording import contradiction
from trainer.tables.models import Table, Training
from trainer.tables.training import TEST_CODES
from trainer.tables.wording import shown_chips

LIMITS = ((1, 100), (5, 500), (10, 1000), (25, 1000), (25, 2500), (100, 5000))
"""The ranges of bets that a table may have, in chips."""
STAKES = (1, 5, 25, 100, 500)
"""The denominations of the chips."""


def _limits_choices() -> list[tuple[str, str]]:
    return [
        (f"{low}-{high}", f"{shown_chips(low * CHIP)} – {shown_chips(high * CHIP)}")
        for low, high in LIMITS
    ]


class TableForm(forms.Form):
    """The settings of a table. Its rules come as tokens, one of each choice, or as a code."""

    rules = forms.CharField(required=False, max_length=200, widget=forms.HiddenInput)
    limits = forms.ChoiceField(label=_("Table limits, in chips"), choices=_limits_choices)
    training = forms.ChoiceField(
        label=_("Training mode"), choices=Training.choices, widget=forms.RadioSelect
    )
    shows_rules = forms.BooleanField(label=_("Show the rules on the table"), required=False)
    sound = forms.BooleanField(label=_("Sounds"), required=False)
    time_zone = BrowserZoneField()

    def clean_limits(self) -> tuple[int, int]:
        low, high = self.cleaned_data["limits"].split("-")
        return int(low), int(high)

    def clean_training(self) -> Training:
        return Training(self.cleaned_data["training"])

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        tokens = self.data.getlist(FIELD) if hasattr(self.data, "getlist") else []
        if not tokens and not data.get("rules"):
            if "rules" not in self.errors:
                self.add_error("rules", _("Choose the rules of the table."))
            return data
        try:
            data["rules"] = rules_of_choices(tokens) if tokens else Rules.parse(data["rules"])
        except RulesError as error:
            self.add_error(None, contradiction(error))
        return data


def initial_of(table: Table | None) -> dict[str, Any]:
    """What the form starts with: the settings of a table, or those for a newcomer."""
    if table is None:
        return {"limits": "5-500", "training": Training.NONE, "shows_rules": True}
    return {
        "limits": f"{table.minimum}-{table.maximum}",
        "training": table.training,
        "shows_rules": table.shows_rules,
        "sound": table.sound,
    }


class VersionForm(forms.Form):
    """Which state of the table the page showed; nonsense is an old state."""

    version = forms.IntegerField(min_value=0, max_value=2**31 - 1)
    browser_ms = forms.IntegerField(required=False, min_value=0, max_value=2**31 - 1)

    def seen(self) -> int:
        self.is_valid()
        version: int = self.cleaned_data.get("version", -1)
        return version

    def browser_time(self) -> int | None:
        self.is_valid()
        time: int | None = self.cleaned_data.get("browser_ms")
        return time


def read_bet(text: str) -> int:
    """A bet written in chips, in units; raise MoneyError.

    What is left of the field empty is no chips at all.
    """
    return units(text.strip() or "0")


class Chosen(NamedTuple):
    action: Action
    amount: int | None


def read_action(text: str) -> Chosen:
    """An action, with the chips of an insurance behind it: ``H``, ``I2.5``.

    Raises UnknownAction.
    """
    found = re.fullmatch(r"([A-Z])([0-9]{1,9}(?:\.[0-9])?)?", text)
    if found is None:
        raise UnknownAction(f"{text!r} is not an action")
    action = Action.parse(found[1])
    if found[2] and action is not Action.INSURE:
        raise UnknownAction(f"{text!r} is not an action")
    return Chosen(action, units(found[2]) if found[2] else None)


def read_code(text: str) -> Code:
    """A code of the test mode's bar; raise UnknownAction."""
    code = Code.parse(text)
    if code not in TEST_CODES:
        raise UnknownAction(f"{text!r} is not on the bar")
    return code


def staged_bet(table: Table, query: Mapping[str, str], posted: str | None) -> int:
    """The bet on the circle, in chips: the last one, that of a refused form, or that of the
    address with a chip added: without JavaScript the chips are links that carry the bet so far.
    """
    most = min(table.maximum, table.bankroll // CHIP)
    try:
        if posted is not None:
            return units(posted.strip()) // CHIP
        if "bet" not in query:
            return min(max(table.last_bet // CHIP, table.minimum), most)
        bet, added = (int(query.get(name) or 0) for name in ("bet", "add"))
    except ValueError:
        return 0
    return max(0, min(bet + added, most))
