"""Template tags and filters about classes."""

from __future__ import annotations

from django import template

from trainer.classroom import tabs, wording
from trainer.core import codes

register = template.Library()

register.filter("tabs", tabs.tabs_of)
register.filter("front_page", tabs.front_page)
register.filter("code", codes.shown)
register.filter("deed", wording.sentence)
