from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategy.money import CHIP, MoneyError, chips, payout, units
from tests.strategy.samples import read_or_refusal


@given(st.integers(-(10**18), 10**18))
def test_amounts_survive_printing_and_reading(amount):
    assert units(chips(amount)) == amount


@pytest.mark.parametrize(
    ("text", "amount"),
    [("0", 0), ("12", 120), ("7.5", 75), ("-0.5", -5), ("007", 70), ("5.0", 50), ("-0", 0)],
)
def test_amounts_are_read(text, amount):
    assert units(text) == amount


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        " 5",
        "5\n",
        "five",
        "+5",
        "1_0",
        "1e3",
        "1E999999999",
        "inf",
        "-inf",
        "nan",
        "sNaN",
        "5.",
        ".5",
        "7.55",
        "1,5",
        "--5",
        "-",
        "٣",
        "5²",
        "1" * 19,
        "½",
    ],
)
def test_other_texts_are_refused_by_name(text):
    with pytest.raises(MoneyError) as refused:
        units(text)
    assert repr(text) in str(refused.value)


@given(st.text(max_size=25))
def test_any_text_is_read_or_refused(text):
    assert isinstance(read_or_refusal(units, MoneyError, text), int | str)


@pytest.mark.parametrize(
    ("stake", "odds", "exact", "whole"),
    [
        ("10", "3/2", "15", "15"),
        ("5", "3/2", "7.5", "7"),
        ("1", "3/2", "1.5", "1"),
        ("7", "6/5", "8.4", "8"),
        ("3", "1", "3", "3"),
        ("3", "2", "6", "6"),
        ("7", "1/2", "3.5", "3"),
        ("0.1", "3/2", "0.1", "0"),
    ],
)
def test_payouts_are_exact_or_rounded_down_to_a_whole_chip(stake, odds, exact, whole):
    pays = [payout(units(stake), Fraction(odds), whole_chips=floor) for floor in (False, True)]
    assert [chips(each) for each in pays] == [exact, whole]


@pytest.mark.parametrize("odds", [Fraction(3, 2), Fraction(6, 5), Fraction(1), Fraction(2)])
@given(bet=st.integers(1, 10**9))
def test_whole_chips_at_the_odds_of_any_rules_come_out_even(odds, bet):
    assert payout(bet * CHIP, odds, whole_chips=False) == bet * CHIP * odds
    assert payout(bet * CHIP, odds, whole_chips=True) == bet * odds // 1 * CHIP
