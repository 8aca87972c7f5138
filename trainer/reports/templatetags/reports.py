"""What the templates of reports need."""

from __future__ import annotations

from django import template
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext

from strategy.actions import Action
from trainer.core.numbers import percent, seconds
from trainer.core.wording import ACTIONS, cell_name
from trainer.decisions.queries import Record

register = template.Library()

register.filter("cell_name", cell_name)


@register.filter
def play_name(action: Action) -> Promise:
    return ACTIONS[action]


@register.filter
def rate(record: Record) -> str:
    """What is right of the answers, in percent too where they tell; a dash without any."""
    # No template: a page has more than a hundred of them, and an include costs five times as much.
    if not record.answers:
        return "–"
    counts = gettext("%(correct)s of %(answers)s") % {
        "correct": record.correct,
        "answers": record.answers,
    }
    if not record.tells:
        return counts
    share = percent(record.correct, record.answers)
    return format_html('{} <span class="text-body-secondary">{}</span>', share, counts)


@register.filter
def pace(record: Record) -> str:
    """The mean thinking time of first decisions, or a dash."""
    return seconds(record.pace_ms) if record.pace_ms else "–"
