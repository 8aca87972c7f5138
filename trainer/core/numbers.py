"""How figures are written, everywhere alike."""

from __future__ import annotations

from math import floor, sqrt
from typing import Final

from django.utils.translation import gettext, ngettext

ENOUGH = 10
"""Fewer answers than this are too few to claim anything from."""

_Z_95: Final = 1.959963984540054
"""The normal distribution keeps 95 % within so many standard deviations."""


def wilson(part: int, whole: int) -> tuple[float, float]:
    """The 95 % interval of a share, of which ``part`` of ``whole`` trials (at least one) tell.

    Wilson's score interval without continuity correction (Newcombe 1998, method 3).
    """
    share, z2 = part / whole, _Z_95**2
    middle = (share + z2 / (2 * whole)) / (1 + z2 / whole)
    reach = _Z_95 * sqrt(share * (1 - share) / whole + z2 / (4 * whole**2)) / (1 + z2 / whole)
    return max(0.0, min(share, middle - reach)), min(1.0, max(share, middle + reach))


def percent(part: int, whole: int) -> str:
    """``part`` of ``whole`` as a whole percent, rounded half up; nothing of nothing is a dash.

    What is not all is never written 100 %, and what is not nothing never 0 %.
    """
    if not whole:
        return "–"
    rounded = (200 * part + whole) // (2 * whole)
    if part < whole:
        rounded = min(rounded, 99)
    if part > 0:
        rounded = max(rounded, 1)
    return gettext("%(percent)d%%") % {"percent": rounded}


def rounded(value: float) -> float:
    """A percent as grades are shown, written to files and ranked: to a tenth, rounded half up.

    What is not all is never 100, and what is not nothing never 0.
    """
    tenths = floor(10 * value + 0.5)
    if 0 < value < 100:
        tenths = min(max(tenths, 1), 999)
    return tenths / 10


def figure(value: float | None) -> str:
    """A grade as a number, ``66.7`` or ``100``; nothing where there is none."""
    return "" if value is None else f"{rounded(value):g}"


def in_percent(value: float | None) -> str:
    """The same with its sign; a dash where there is none."""
    return "–" if value is None else gettext("%(percent)s%%") % {"percent": figure(value)}


def seconds(milliseconds: float) -> str:
    """A time of thinking, to a tenth of a second."""
    return gettext("%(seconds).1f s") % {"seconds": milliseconds / 1000}


def bets(value: float) -> str:
    """A difference in original bets, to a thousandth."""
    return f"{value:.3f}"


def per_100(value: float) -> str:
    """What is lost in 100 hands, in original bets to a hundredth; what is not nothing never 0."""
    if 0 < value < 0.005:
        return gettext("less than 0.01")
    return f"{value:.2f}"


def compact_bets(value: float) -> str:
    """The same to a thousandth, as short as it can be: ``.052``, ``1.3``."""
    if value >= 1:
        return f"{value:.1f}"
    return f"{value:.3f}".removeprefix("0") if value >= 0.0005 else "<.001" if value else "0"


def signed_bets(value: float) -> str:
    """A value in original bets with its sign, to a thousandth; minus as a minus sign."""
    return f"{value:+.3f}".replace("-", "−")


def signed_percent(value: float) -> str:
    """A share such as a house edge in percent, to a thousandth of a percent, with its sign."""
    return f"{100 * value:+.3f}%".replace("-", "−")


def share(part: float) -> str:
    """A chance in percent, to a tenth; what is not sure never 100 %, and what may be never 0 %."""
    if 0 < part < 0.0005:
        return gettext("less than 0.1%")
    if 0.9995 <= part < 1:
        return gettext("more than 99.9%")
    return gettext("%(percent).1f%%") % {"percent": 100 * part}


def hands(count: int) -> str:
    return ngettext("%(count)d hand", "%(count)d hands", count) % {"count": count}
