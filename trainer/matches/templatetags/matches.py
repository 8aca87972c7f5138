"""Parts of a table's page that are drawn once for all who look at it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()


@register.simple_tag
def drawn(name: str, **values: Any) -> SafeString:
    """A template of nothing but the values that it is given, which are hashable.

    It is drawn once for all devices of a table, and as long as the values stay the same.
    """
    return _drawn(name, get_language(), tuple(values.items()))


@lru_cache(maxsize=4096)
def _drawn(name: str, _language: str | None, values: tuple[tuple[str, Any], ...]) -> SafeString:
    return render_to_string(name, dict(values))
