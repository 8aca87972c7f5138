from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategy.actions import Action
from strategy.hands import Hand
from strategy.rules import Doubling, HoleCard, Insurance, Rules, RulesError, Surrender
from tests.strategy import samples
from tests.strategy.samples import SHEETS, read_or_refusal

MEANINGS = [
    *((f"{decks}D", "decks", decks) for decks in range(1, 9)),
    ("S17", "hits_soft_17", False),
    ("H17", "hits_soft_17", True),
    ("PEEK", "hole_card", HoleCard.PEEK),
    ("ENHC", "hole_card", HoleCard.ENHC),
    ("OBO", "hole_card", HoleCard.OBO),
    ("DOA", "doubling", Doubling.ANY),
    ("D9", "doubling", Doubling.HARD_9_TO_11),
    ("D10", "doubling", Doubling.HARD_10_TO_11),
    ("D0", "doubling", Doubling.NEVER),
    ("DAS", "double_after_split", True),
    ("NDAS", "double_after_split", False),
    *((f"SP{hands}", "max_hands", hands) for hands in range(1, 5)),
    *((f"SA{hands}", "max_ace_hands", hands) for hands in range(2, 5)),
    ("HSA", "hit_split_aces", True),
    ("NS", "surrender", Surrender.NONE),
    ("LS", "surrender", Surrender.LATE),
    ("ES", "surrender", Surrender.EARLY),
    ("ES10", "surrender", Surrender.EARLY_NOT_ACE),
    ("3:2", "natural_pays", Fraction(3, 2)),
    ("6:5", "natural_pays", Fraction(6, 5)),
    ("1:1", "natural_pays", Fraction(1)),
    ("2:1", "natural_pays", Fraction(2)),
    ("INS", "insurance", Insurance.HALF),
    ("INS1", "insurance", Insurance.WHOLE),
    ("NOINS", "insurance", Insurance.NONE),
    ("VALUE", "tens_split_by_rank", False),
    ("RANK", "tens_split_by_rank", True),
    ("EXACT", "whole_chips", False),
    ("FLOOR", "whole_chips", True),
    ("CUT75", "dealt_percent", 75),
    ("CUT10", "dealt_percent", 10),
    ("CUT95", "dealt_percent", 95),
    ("FRESH", "dealt_percent", None),
]
"""Every token of the design's table and what it says."""

DEFAULTS = (
    "S17",
    "PEEK",
    "DOA",
    "DAS",
    "SP4",
    "SA2",
    "NS",
    "3:2",
    "INS",
    "VALUE",
    "EXACT",
    "CUT75",
)


@pytest.mark.parametrize(("token", "field", "value"), MEANINGS)
def test_every_token_says_what_the_design_says(token, field, value):
    assert getattr(Rules.parse(token), field) == value
    assert getattr(Rules.parse(token.lower()), field) == value


@pytest.mark.parametrize("token", DEFAULTS)
def test_a_default_may_be_said_or_left_out(token):
    assert Rules.parse(token) == Rules.parse("") == Rules()


@given(samples.rules())
def test_rules_read_back_from_their_code(rules):
    assert Rules.parse(rules.code) == rules
    assert Rules.parse(rules.code).code == rules.code == str(rules)


@given(samples.rules(), st.data())
def test_tokens_come_in_any_order_and_case_with_silent_ones_or_without(rules, data):
    tokens = list(rules.tokens)
    silent = [("VALUE", "RANK"), ("EXACT", "FLOOR"), ("NOHSA", "HSA")]
    tokens += [quiet for quiet, loud in silent if loud not in tokens and data.draw(st.booleans())]
    tokens = [data.draw(st.sampled_from([t, t.lower(), t.title()])) for t in tokens]
    text = data.draw(st.sampled_from([" ", "  ", "\n", "\t"])).join(
        data.draw(st.permutations(tokens))
    )
    assert Rules.parse(text) == rules


@given(samples.rules())
def test_the_code_has_one_token_of_each_group_in_the_order_of_the_table(rules):
    order = [token for token, _, _ in MEANINGS if not token.startswith("CUT")]
    shown = [token for token in rules.tokens if not token.startswith("CUT")]
    assert shown == [token for token in order if token in shown]
    groups = [name for token, name, _ in MEANINGS if token in shown]
    assert len(groups) == len(set(groups))


@pytest.mark.parametrize("code", SHEETS.values(), ids=SHEETS)
def test_the_code_of_each_rule_sheet_reads_back_letter_by_letter(code):
    assert Rules.parse(code).code == code


def test_the_rule_sheets_say_what_they_say():
    first, second, third, fourth = map(Rules.parse, SHEETS.values())
    assert (first.decks, first.max_hands, first.dealt_percent) == (8, 2, None)
    assert second.whole_chips
    assert second.insurance is Insurance.NONE
    assert (third.decks, third.max_hands, third.dealt_percent) == (6, 4, 75)
    assert fourth.hole_card is HoleCard.ENHC
    assert (fourth.max_ace_hands, fourth.insurance) == (3, Insurance.WHOLE)
    assert all(
        not rules.hits_soft_17 and rules.natural_pays == Fraction(3, 2)
        for rules in (first, second, third, fourth)
    )


CLASHES = [
    (one, other)
    for one, group, _ in MEANINGS
    for other, same_group, _ in MEANINGS
    if group == same_group
]


@pytest.mark.parametrize(("one", "other"), CLASHES)
def test_a_group_said_twice_is_refused_with_both_tokens_named(one, other):
    clash = f"{other} is said twice" if one == other else f"{other} contradicts {one}"
    with pytest.raises(RulesError, match=f"^{clash}$"):
        Rules.parse(f"{one} {other}")


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("SP2 SA3", "SA3 contradicts SP2"),
        ("SP2 SA4", "SA4 contradicts SP2"),
        ("SP3 SA4", "SA4 contradicts SP3"),
        ("SP1 SA2", "SA2 contradicts SP1"),
        ("SP1 SA4", "SA4 contradicts SP1"),
        ("SP1 DAS", "DAS contradicts SP1"),
        ("DAS SP1", "DAS contradicts SP1"),
        ("SP1 HSA", "HSA contradicts SP1"),
        ("D0 DAS", "DAS contradicts D0"),
        ("das d0", "DAS contradicts D0"),
    ],
)
def test_a_contradiction_between_groups_is_refused_with_the_tokens_named(code, message):
    with pytest.raises(RulesError, match=message):
        Rules.parse(code)


@pytest.mark.parametrize(
    "token",
    [
        "0D",
        "9D",
        "D",
        "10D",
        "D8",
        "D11",
        "S18",
        "SP0",
        "SP5",
        "SA1",
        "SA5",
        "5:4",
        "CUT9",
        "CUT96",
        "CUT",
        "NOPE",
        "6D,S17",
        "INS2",
        "ES9",
        "-",
    ],
)
def test_an_unknown_token_is_refused_by_name(token):
    with pytest.raises(RulesError, match=rf"^unknown rule '{token}'$"):
        Rules.parse(f"6D {token}" if token != "6D,S17" else token)


@given(st.text(max_size=20))
def test_any_text_is_rules_or_a_rules_error(text):
    found = read_or_refusal(Rules.parse, RulesError, text)
    if isinstance(found, Rules):
        assert Rules.parse(found.code) == found
    else:
        assert found.startswith("unknown rule ") or "contradicts" in found or "said twice" in found


def test_where_nothing_is_split_the_rules_about_splits_fall_silent():
    rules = Rules.parse("SP1")
    assert (rules.max_ace_hands, rules.double_after_split, rules.hit_split_aces) == (
        1,
        False,
        False,
    )
    assert rules.code == "6D S17 PEEK DOA NDAS SP1 NS 3:2 INS CUT75"


def test_where_nobody_doubles_nobody_doubles_after_a_split():
    assert not Rules.parse("D0").double_after_split


@pytest.mark.parametrize(
    "field",
    [
        "decks",
        "hits_soft_17",
        "hole_card",
        "doubling",
        "max_hands",
        "max_ace_hands",
        "surrender",
        "natural_pays",
        "insurance",
        "dealt_percent",
    ],
)
def test_a_value_that_no_token_says_is_refused_with_its_field_named(field):
    with pytest.raises(RulesError, match=f"^{field} cannot be 'nonsense'$"):
        Rules(**{field: "nonsense"})


def test_rules_with_a_change_are_new_rules():
    rules = Rules()
    assert rules.but(decks=1).code.startswith("1D ")
    assert rules == Rules()
    with pytest.raises(RulesError, match="DAS contradicts SP1"):
        rules.but(max_hands=1)


def plays(code: str, hand: str, upcard_is_ace: bool = False) -> str:
    actions = Rules.parse(code).first_actions(Hand.parse(hand), upcard_is_ace)
    return "".join(str(action) for action in Action if action in actions)


@pytest.mark.parametrize(
    ("code", "hand", "expected"),
    [
        ("DOA", "T6", "HSD"),
        ("DOA LS", "T6", "HSDR"),
        ("DOA", "88", "HSDP"),
        ("DOA", "A24", "HS"),
        ("LS", "222", "HS"),
        ("DOA LS", "AT", "S"),
        ("DOA LS", "777", "S"),
        ("D9", "63", "HSD"),
        ("D9", "65", "HSD"),
        ("D9", "62", "HS"),
        ("D9", "75", "HS"),
        ("D9", "A8", "HS"),
        ("D9", "55", "HSDP"),
        ("D10", "63", "HS"),
        ("D10", "64", "HSD"),
        ("D10", "A9", "HS"),
        ("D0", "65", "HS"),
        ("SP1", "88", "HSD"),
        ("SP1", "AA", "HSD"),
        ("VALUE", "JK", "HSDP"),
        ("RANK", "JK", "HSD"),
        ("RANK", "KK", "HSDP"),
    ],
)
def test_the_plays_of_a_hand(code, hand, expected):
    assert plays(code, hand) == expected


@pytest.mark.parametrize(
    ("code", "ace", "other"),
    [("NS", "HSD", "HSD"), ("LS", "HSDR", "HSDR"), ("ES", "HSDR", "HSDR"), ("ES10", "HSD", "HSDR")],
)
def test_surrender_depends_on_the_upcard_only_where_an_ace_is_excepted(code, ace, other):
    assert plays(code, "T6", upcard_is_ace=True) == ace
    assert plays(code, "T6", upcard_is_ace=False) == other


@given(samples.rules(), samples.hands, st.booleans())
def test_one_may_always_stand_and_hit_below_21(rules, hand, ace):
    actions = rules.first_actions(hand, ace)
    assert Action.STAND in actions
    assert (Action.HIT in actions) == (hand.total < 21)
    assert len(hand) == 2 or actions <= {Action.HIT, Action.STAND}
