"""Template filters of results."""

from __future__ import annotations

from django import template
from django.utils.functional import Promise

from trainer.gradebook import wording
from trainer.gradebook.statistics import Finding

register = template.Library()

register.filter("in_percent", wording.in_percent)


@register.filter
def finding(found: Finding) -> Promise:
    return wording.FINDINGS[found][0]


@register.filter
def explained(found: Finding) -> Promise:
    return wording.FINDINGS[found][1]


@register.filter
def coefficient(value: float | None) -> str:
    """A correlation or a reliability to two places, minus as a minus sign."""
    if value is None:
        return "–"
    return f"{round(value, 2) + 0.0:.2f}".replace("-", "−")
