"""Template tags about decisions."""

from __future__ import annotations

from django import template

from trainer.decisions.shown import level_rules

register = template.Library()
register.simple_tag(level_rules)
