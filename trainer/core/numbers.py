"""How figures are written, everywhere alike."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext

ENOUGH = 10
"""Fewer answers than this are too few to claim anything from."""


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


def seconds(milliseconds: float) -> str:
    """A time of thinking, to a tenth of a second."""
    return gettext("%(seconds).1f s") % {"seconds": milliseconds / 1000}


def hands(count: int) -> str:
    return ngettext("%(count)d hand", "%(count)d hands", count) % {"count": count}
