"""Chips in templates."""

from __future__ import annotations

from django import template

from strategy.money import CHIP
from trainer.tables.forms import STAKES
from trainer.tables.wording import chips_in_words, shown_chips, signed_chips

register = template.Library()

register.filter("chips", shown_chips)
register.filter("chips_in_words", chips_in_words)
register.filter("signed_chips", signed_chips)

_MOST_OF_A_STACK = 6


@register.filter
def lost_chips(units: float) -> str:
    """What something costs, as the loss that it is."""
    return signed_chips(-units)


@register.filter
def stack(units: int) -> list[int]:
    """The chips of a bet as a stack shows them, the greatest at the bottom, not all of many."""
    left, found = units // CHIP, []
    for stake in reversed(STAKES):
        count, left = divmod(left, stake)
        found += [stake] * min(count, _MOST_OF_A_STACK)
    return found[:_MOST_OF_A_STACK]


@register.filter
def stack_step(below: int) -> int:
    """How far up a chip is drawn that has so many below it."""
    return -3 * below
