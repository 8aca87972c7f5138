"""Template filters of results."""

from __future__ import annotations

from django import template
from django.utils.functional import Promise

from trainer.core.numbers import in_percent
from trainer.gradebook import wording
from trainer.gradebook.statistics import Finding
from trainer.quizzes.wording import late_in_words

register = template.Library()

register.filter("in_percent", in_percent)
register.filter("late_in_words", late_in_words)


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
