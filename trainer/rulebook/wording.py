"""The rules code in words."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from strategy.rules import Rules, RulesError

_TOKENS: dict[str, Promise] = {
    "S17": _("Dealer stands on soft 17"),
    "H17": _("Dealer hits soft 17"),
    "PEEK": _("Dealer checks for a natural under an ace or a ten"),
    "ENHC": _("No hole card: a dealer natural takes every bet"),
    "OBO": _("No hole card: a dealer natural takes the original bets only"),
    "DOA": _("Double on any two cards"),
    "D9": _("Double on hard 9 to 11"),
    "D10": _("Double on hard 10 and 11"),
    "D0": _("No doubling"),
    "DAS": _("Double after a split"),
    "NDAS": _("No double after a split"),
    "SP1": _("No splitting"),
    "SP2": _("One split"),
    "SP3": _("Split to three hands"),
    "SP4": _("Split to four hands"),
    "SA2": _("Aces are split once"),
    "SA3": _("Aces are split to three hands"),
    "SA4": _("Aces are split to four hands"),
    "NOHSA": _("Split aces take one card each"),
    "HSA": _("Split aces may be hit"),
    "NS": _("No surrender"),
    "LS": _("Late surrender"),
    "ES": _("Early surrender"),
    "ES10": _("Early surrender, but not against an ace"),
    "INS": _("Insurance up to half the bet"),
    "INS1": _("Insurance up to the whole bet"),
    "NOINS": _("No insurance"),
    "VALUE": _("Any two tens are a pair"),
    "RANK": _("Tens are split only with the same rank"),
    "EXACT": _("Payouts are exact, to a tenth of a chip"),
    "FLOOR": _("Payouts are rounded down to a whole chip"),
    "FRESH": _("Shuffled before every round"),
    "USUAL": _("As usual: one deck every round, more at a cut card"),
}


def token_in_words(token: str) -> str:
    """What a token of the rules code means."""
    if token in _TOKENS:
        return str(_TOKENS[token])
    if ":" in token:
        return gettext("A natural pays %(odds)s") % {"odds": token.replace(":", " to ")}
    if token.startswith("CUT"):
        return gettext("Shuffled when %(percent)s%% is dealt") % {"percent": token[3:]}
    decks = int(token[:-1])
    return ngettext("%(decks)d deck", "%(decks)d decks", decks) % {"decks": decks}


def rules_in_words(rules: Rules) -> list[str]:
    """One phrase for each rule, in the order of the code."""
    return [token_in_words(token) for token in rules.tokens]


def contradiction(error: RulesError) -> str:
    """What is wrong with rules, in words; a code that cannot be read as the engine says it."""
    if not error.tokens:
        return str(error)[:200]
    return gettext("These rules contradict each other: %(rules)s.") % {
        "rules": gettext(" / ").join(map(token_in_words, error.tokens))
    }
