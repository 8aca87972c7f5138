"""Percents and findings as results tell them."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from trainer.gradebook.statistics import Finding

FINDINGS: Final[dict[Finding, tuple[Promise, Promise]]] = {
    Finding.EASY: (
        _("Easy"),
        _("Nearly everybody is right: it tells nobody apart."),
    ),
    Finding.HARD: (
        _("Hard"),
        _("Many are wrong, and the two best plays are close: the hand is difficult in itself."),
    ),
    Finding.MISUNDERSTOOD: (
        _("Taught wrong?"),
        _(
            "Many make the same error where the right play is far better: a rule that they follow,"
            " not a slip."
        ),
    ),
    Finding.FLAT: (
        _("Does not tell apart"),
        _("Those who do well elsewhere are hardly more often right here."),
    ),
    Finding.REVERSED: (
        _("Look at the key"),
        _("Those who do well elsewhere are more often wrong here."),
    ),
}
"""The name of each finding, and the sentence that explains it."""


def rounded(value: float) -> float:
    """A percent as it is shown, written to files and ranked: to a tenth.

    What is not all is never 100, and what is not nothing never 0.
    """
    tenths = round(10 * value)
    if 0 < value < 100:
        tenths = min(max(tenths, 1), 999)
    return tenths / 10


def figure(value: float | None) -> str:
    """A percent as a number, ``66.7`` or ``100``; nothing where there is none."""
    return "" if value is None else f"{rounded(value):g}"


def in_percent(value: float | None) -> str:
    """The same with its sign; a dash where there is none."""
    return "–" if value is None else gettext("%(percent)s%%") % {"percent": figure(value)}
