"""What the templates of reports need."""

from __future__ import annotations

from django import template
from django.utils.functional import Promise

from strategy.actions import Action
from trainer.core.wording import ACTIONS, cell_name

register = template.Library()

register.filter("cell_name", cell_name)


@register.filter
def play_name(action: Action) -> Promise:
    return ACTIONS[action]
