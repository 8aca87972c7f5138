"""Test data. People are plain rows; everything else comes about through the site's services."""

from __future__ import annotations

from tests.factories.drills import DrillFactory, answer, deal_hand, play
from tests.factories.log import decide
from tests.factories.people import PASSWORD, GuestFactory, UserFactory
from tests.factories.rulebook import taught, teach

__all__ = [
    "PASSWORD",
    "DrillFactory",
    "GuestFactory",
    "UserFactory",
    "answer",
    "deal_hand",
    "decide",
    "play",
    "taught",
    "teach",
]
