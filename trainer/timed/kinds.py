"""The kinds of tests, the ready-made ones, and what makes two tests comparable."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from django.db import models
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from strategy.situations import Category

_SPRINT_SECONDS: Final = 60
_HANDS: Final = 50


class Kind(models.TextChoices):
    """What a test asks."""

    SPRINT = "sprint", format_lazy(_("{seconds}-second sprint"), seconds=_SPRINT_SECONDS)
    HANDS = "hands", format_lazy(_("{count} hands"), count=_HANDS)
    CHART = "chart", _("The whole chart")
    STREAK = "streak", _("Streak")
    NEAR = "near", _("Near misses")
    OWN = "own", _("Your own test")
    PLACEMENT = "placement", _("Placement")


MOST_HANDS: Final = 500
SECONDS: Final = (10, 3600)
"""The shortest and the longest time of a test."""
MOST_HAND_SECONDS: Final = 60


@dataclass(frozen=True, slots=True)
class Setting:
    """All that is chosen of a test beside rules and chart."""

    kind: Kind
    count: int | None = None
    """How many hands; None: as many as the time brings, or as the kind says."""
    seconds: int | None = None
    hand_seconds: int | None = None
    categories: tuple[Category, ...] = tuple(Category)

    def digest(self, rules: str, chart: int) -> str:
        """The same for all tests of this setting under the rules code, with the chart version."""
        parts = (
            self.kind.value,
            rules,
            chart,
            ",".join(category.value for category in self.categories),
            self.count,
            self.seconds,
            self.hand_seconds,
        )
        return sha256("/".join(map(str, parts)).encode()).hexdigest()[:32]


READY: Final[Mapping[Kind, Setting]] = {
    setting.kind: setting
    for setting in (
        Setting(Kind.SPRINT, seconds=_SPRINT_SECONDS),
        Setting(Kind.HANDS, count=_HANDS),
        Setting(Kind.CHART),
        Setting(Kind.STREAK),
        Setting(Kind.NEAR, count=30),
        Setting(Kind.PLACEMENT, count=40),
    )
}
"""The tests that are started with one button; the whole chart has as many hands as cells."""
