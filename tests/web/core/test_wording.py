"""Cards, hands and plays in words."""

from __future__ import annotations

import pytest

from strategy.actions import Action
from strategy.cards import PACK, UPCARDS, Card
from strategy.grading import Reason, grade
from strategy.rules import Rules
from strategy.situations import CHOICES, Category, Situation
from tests.factories import taught
from trainer.core.wording import (
    ACTIONS,
    CATEGORIES,
    card_name,
    counted_hand,
    situation_name,
    upcard_name,
)
from trainer.decisions.wording import REASONS, reason, verdict_head
from trainer.drills.services import Closed
from trainer.drills.wording import CLOSED
from trainer.rulebook.queries import chart_of, rules_of


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("TS", "10 of spades"),
        ("AH", "ace of hearts"),
        ("QC", "queen of clubs"),
        ("2D", "2 of diamonds"),
    ],
)
def test_a_card(text, name):
    assert card_name(Card.parse(text)) == name


def test_every_card_has_a_name_of_its_own():
    assert len({card_name(card) for card in PACK}) == 52


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("T6 v T", "hard 16 against a 10"),
        ("A7 v A", "soft 18 against an ace"),
        ("88 v 8", "a pair of 8s against an 8"),
        ("TT v 6", "a pair of 10s against a 6"),
        ("AA v 2", "a pair of aces against a 2"),
    ],
)
def test_a_situation(text, name):
    assert situation_name(Situation.parse(text, Rules())) == name


def test_an_unlike_pair_of_tens_is_named_by_its_value():
    assert counted_hand(Situation.parse("KQ v 6", Rules())) == "a pair of 10s, 20"


def test_where_no_pair_is_split_it_is_named_by_its_total():
    assert counted_hand(Situation.parse("88 v 6", Rules.parse("SP1"))) == "hard 16"
    assert counted_hand(Situation.parse("AA v 6", Rules.parse("SP1"))) == "soft 12"


def test_every_upcard_has_its_article():
    assert [upcard_name(rank) for rank in UPCARDS] == [
        *(f"a {n}" for n in range(2, 8)),
        "an 8",
        "a 9",
        "a 10",
        "an ace",
    ]


def test_nothing_that_can_be_told_lacks_words():
    assert set(ACTIONS) == set(CHOICES)
    assert set(CATEGORIES) == set(Category)
    assert set(REASONS) == set(Reason)
    assert set(CLOSED) == set(Closed)


@pytest.mark.parametrize("why", Reason)
def test_every_reason_is_a_sentence_of_its_own(why):
    sentence = str(REASONS[why]).format(total=16, upcard="a 10")
    assert sentence.endswith(".")
    assert sentence[0].isupper() or sentence[0].isdigit()
    assert "{" not in sentence


def test_a_first_choice_that_is_not_allowed_is_told(rulebook):
    teaching = taught()
    rules, chart = rules_of(teaching.rule_set.current), chart_of(teaching.chart.current)
    situation = Situation.parse("245 v 6", rules)
    verdict = grade(situation, Action.HIT, chart)
    assert verdict_head(verdict) == "Right: Hit with hard 11 against a 6."
    assert reason(verdict).startswith(
        "The chart's first choice, double, is not allowed with these cards. "
    )
