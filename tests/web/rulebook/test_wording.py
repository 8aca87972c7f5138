"""The rules code in words."""

from __future__ import annotations

import pytest

from strategy.rules import Rules
from trainer.rulebook.wording import rules_in_words


def test_the_rules_of_a_table_in_words():
    assert rules_in_words(Rules.parse("1D H17 PEEK DOA NDAS SP2 SA2 LS 6:5 NOINS CUT75")) == [
        "1 deck",
        "Dealer hits soft 17",
        "Dealer checks for a natural under an ace or a ten",
        "Double on any two cards",
        "No double after a split",
        "One split",
        "Aces are split once",
        "Late surrender",
        "A natural pays 6 to 5",
        "No insurance",
        "Shuffled when 75% is dealt",
    ]


@pytest.mark.parametrize(("decks", "words"), [(1, "1 deck"), (2, "2 decks"), (8, "8 decks")])
def test_decks_have_a_real_plural(decks, words):
    assert rules_in_words(Rules(decks=decks))[0] == words


EVERY_TOKEN = """
    S17 H17 PEEK ENHC OBO DOA D9 D10 D0 DAS NDAS SP1 SP2 SP3 SP4 SA2 SA3 SA4 HSA NOHSA
    NS LS ES ES10 3:2 6:5 1:1 2:1 INS INS1 NOINS VALUE RANK EXACT FLOOR CUT10 CUT95 FRESH
"""


@pytest.mark.parametrize("token", EVERY_TOKEN.split())
def test_every_token_has_words(token):
    rules = Rules.parse(token)
    words = rules_in_words(rules)
    assert len(words) == len(rules.tokens)
    assert all(len(phrase) > 5 for phrase in words)
