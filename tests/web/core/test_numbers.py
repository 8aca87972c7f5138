"""How figures are written."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.template import Context, Template
from hypothesis import given, settings
from hypothesis import strategies as st

from trainer.core.numbers import compact_bets, hands, per_100, percent, seconds, share, wilson


@pytest.mark.parametrize(
    ("part", "whole", "text"),
    [
        (2, 3, "67%"),
        (1, 3, "33%"),
        (1, 2, "50%"),
        (1, 200, "1%"),
        (5, 8, "63%"),
        (0, 0, "–"),
        (0, 7, "0%"),
        (7, 7, "100%"),
        (999, 1000, "99%"),
        (1, 1000, "1%"),
        (10**12 - 1, 10**12, "99%"),
        (1, 10**12, "1%"),
    ],
)
def test_percent(part, whole, text):
    assert percent(part, whole) == text
    shown = Template("{% load core %}{% percent part whole %}").render(
        Context({"part": part, "whole": whole})
    )
    assert shown == text


@given(st.integers(1, 10_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
@settings(deadline=None)
def test_percent_is_near_and_neither_nothing_nor_all_by_rounding(pair):
    part, whole = pair
    number = int(percent(part, whole).removesuffix("%"))
    assert abs(number - Fraction(100 * part, whole)) < 1
    assert (number == 0) == (part == 0)
    assert (number == 100) == (part == whole)


@pytest.mark.parametrize(
    ("count", "text"), [(0, "0 hands"), (1, "1 hand"), (2, "2 hands"), (1000, "1000 hands")]
)
def test_hands_have_a_real_plural(count, text):
    assert hands(count) == text
    assert Template("{% load core %}{{ n|hands }}").render(Context({"n": count})) == text


@pytest.mark.parametrize(
    ("milliseconds", "text"), [(0, "0.0 s"), (49, "0.0 s"), (1250.1, "1.3 s"), (119_999, "120.0 s")]
)
def test_seconds(milliseconds, text):
    assert seconds(milliseconds) == text


@pytest.mark.parametrize(
    ("part", "whole", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_the_interval_of_a_share_is_that_of_newcombes_table(part, whole, low, high):
    """Newcombe, Statistics in Medicine 17 (1998) 857-872, table I, method 3."""
    assert wilson(part, whole) == pytest.approx((low, high), abs=5e-5)


def test_the_interval_of_a_share_is_mirrored_and_stays_between_nothing_and_all():
    for whole in (1, 10, 500):
        for part in range(whole + 1):
            low, high = wilson(part, whole)
            assert 0 <= low <= part / whole <= high <= 1
            assert wilson(whole - part, whole) == pytest.approx((1 - high, 1 - low))


@pytest.mark.parametrize(
    ("write", "value", "text"),
    [
        (per_100, 0, "0.00"),
        (per_100, 0.004, "less than 0.01"),
        (per_100, 0.005, "0.01"),
        (per_100, 3.456, "3.46"),
        (compact_bets, 0, "0"),
        (compact_bets, 0.0004, "<.001"),
        (compact_bets, 0.0516, ".052"),
        (compact_bets, 1.26, "1.3"),
        (share, 0, "0.0%"),
        (share, 0.0004, "less than 0.1%"),
        (share, 0.1234, "12.3%"),
        (share, 0.9994, "99.9%"),
        (share, 0.99996, "more than 99.9%"),
        (share, 1, "100.0%"),
    ],
)
def test_what_is_not_nothing_is_never_nothing_nor_what_is_not_all_all(write, value, text):
    assert write(value) == text
