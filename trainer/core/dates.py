"""Dates that are planned for, everywhere alike."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

FARTHEST: Final = timedelta(days=366)
"""Nobody plans their play for longer than a year ahead, be it a leap year."""
