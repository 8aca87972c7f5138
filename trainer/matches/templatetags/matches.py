"""Seats of the felt in templates."""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from trainer.matches.felt import ShownSeat

register = template.Library()


@register.simple_tag
def seat(shown: ShownSeat) -> SafeString:
    """A seat, drawn once for all devices of a table and as long as nothing changes at it."""
    return _drawn(shown, get_language())


@lru_cache(maxsize=2048)
def _drawn(shown: ShownSeat, _language: str | None) -> SafeString:
    return render_to_string("matches/seat.html", {"seat": shown})
