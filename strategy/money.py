"""Money at a table: whole numbers of tenths of a chip, so that no payout is ever rounded by chance.

A natural at 3:2 or 6:5, half a bet back, and insurance of half a bet all come out even in tenths.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

CHIP: Final = 10
"""A whole chip in the smallest unit of money."""


class MoneyError(ValueError):
    """A text that names no amount of chips."""


def chips(units: int) -> str:
    """An amount as a number of chips.

    >>> chips(75), chips(-120), chips(0)
    ('7.5', '-12', '0')
    """
    whole, tenths = divmod(abs(units), CHIP)
    sign = "-" if units < 0 else ""
    return f"{sign}{whole}.{tenths}" if tenths else f"{sign}{whole}"


def units(text: str) -> int:
    """Read a number of chips, with at most one decimal; raise MoneyError.

    >>> units("7.5"), units("12")
    (75, 120)
    """
    found = re.fullmatch(r"(-?)([0-9]{1,18})(?:\.([0-9]))?", text)
    if found is None:
        raise MoneyError(f"{text!r} is not a number of chips")
    sign, whole, tenths = found.groups()
    amount = int(whole) * CHIP + int(tenths or 0)
    return -amount if sign else amount


def payout(stake: int, odds: Fraction, *, whole_chips: bool) -> int:
    """What a stake wins at some odds; rounded down to a whole chip where the table does so.

    A fraction of a unit, which only odds that no rules have can give, is rounded down.
    """
    won = stake * odds.numerator // odds.denominator
    return won // CHIP * CHIP if whole_chips else won
