"""The rules as a form: one choice for each rule of the rules code."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from strategy.rules import Rules
from trainer.rulebook.wording import token_in_words

FIELD = "rule"
"""The name that all choices share: their values are tokens of one code."""

USUAL = "USUAL"
"""No token of a code: one deck is shuffled before every round, more at three quarters dealt."""

PLAY_CHOICES: Mapping[Promise, Sequence[str]] = {
    _("Decks"): [f"{decks}D" for decks in range(1, 9)],
    _("Soft 17"): ["S17", "H17"],
    _("Hole card"): ["PEEK", "ENHC", "OBO"],
    _("Doubling"): ["DOA", "D9", "D10", "D0"],
    _("Double after a split"): ["DAS", "NDAS"],
    _("Splitting"): ["SP4", "SP3", "SP2", "SP1"],
    _("Splitting aces"): ["SA2", "SA3", "SA4"],
    _("Split aces"): ["NOHSA", "HSA"],
    _("Surrender"): ["NS", "LS", "ES", "ES10"],
    _("A natural pays"): ["3:2", "6:5", "1:1", "2:1"],
    _("Pairs of tens"): ["VALUE", "RANK"],
}
"""The rules that change what a play is worth."""

TABLE_CHOICES: Mapping[Promise, Sequence[str]] = {
    **PLAY_CHOICES,
    _("Insurance"): ["INS", "INS1", "NOINS"],
    _("Payouts"): ["EXACT", "FLOOR"],
    _("Shuffling"): [USUAL, "FRESH", "CUT50", "CUT65", "CUT75", "CUT85", "CUT95"],
}
"""All rules that a table is played by."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One rule: its name, and its tokens with their words; one of them is chosen."""

    name: Promise
    options: Sequence[tuple[str, str, bool]]


def rule_choices(
    chosen: Collection[str], choices: Mapping[Promise, Sequence[str]] = PLAY_CHOICES
) -> list[Choice]:
    """The form's choices with the tokens of a code, or of a form that was sent, chosen.

    The first of a choice is chosen where no token says otherwise; those that a code leaves out
    because they are usual come first.
    """
    return [_choice(name, tokens, chosen) for name, tokens in choices.items()]


def _choice(name: Promise, tokens: Sequence[str], chosen: Collection[str]) -> Choice:
    """One choice; a cut at another place than the form has is one of its options, too."""
    cuts = [token for token in chosen if token.startswith("CUT") and "CUT75" in tokens]
    every = [*tokens, *(token for token in cuts if token not in tokens)]
    return Choice(name, [(token, token_in_words(token), token in chosen) for token in every])


def rules_from(data: Mapping[str, str], tokens: Sequence[str]) -> Rules:
    """The rules of an address: ``rules`` is a code, ``tokens`` are the choices of the form.

    Choices that another one leaves without meaning are passed over, as nobody can unmake them
    first: without splitting nothing follows a split, and aces make no more hands than other pairs.
    Raises RulesError.
    """
    if not tokens:
        return Rules.parse(data.get("rules", ""))
    kept = list(tokens)
    if "SP1" in kept:
        kept = [t for t in kept if t not in (*_ACE_HANDS, "HSA", "DAS", "NDAS")]
    if "D0" in kept:
        kept = [t for t in kept if t != "DAS"]
    for most in ("2", "3"):
        if f"SP{most}" in kept:
            kept = [f"SA{most}" if t in _ACE_HANDS and t[2:] > most else t for t in kept]
    return Rules.parse(" ".join(kept))


_ACE_HANDS = ("SA2", "SA3", "SA4")


def rules_of_choices(tokens: Sequence[str]) -> Rules:
    """The rules of the form's choices, all meant: raise RulesError where they contradict.

    Only how often aces are split is passed over where nothing is split, since the form cannot
    leave it unsaid.
    """
    usual = "FRESH" if "1D" in tokens else "CUT75"
    kept = [t for t in tokens if "SP1" not in tokens or t not in _ACE_HANDS]
    return Rules.parse(" ".join(usual if token == USUAL else token for token in kept))
