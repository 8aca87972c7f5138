"""Findings as results tell them."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
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
