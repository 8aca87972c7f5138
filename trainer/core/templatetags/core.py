"""Template tags and filters that every app may use."""

from __future__ import annotations

from django import template

from trainer.core import numbers, wording

register = template.Library()

register.filter("card_name", wording.card_name)
register.filter("seconds", numbers.seconds)
register.filter("hands", numbers.hands)
register.filter("share", numbers.share)
register.filter("bets", numbers.bets)
register.filter("per_100", numbers.per_100)
register.filter("signed_bets", numbers.signed_bets)
register.filter("signed_percent", numbers.signed_percent)


@register.simple_tag
def percent(part: int, whole: int) -> str:
    return numbers.percent(part, whole)
