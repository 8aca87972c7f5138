"""Codes tried by somebody: who is wrong too often has to wait."""

from __future__ import annotations

from collections.abc import Iterator

from allauth.account.adapter import get_adapter
from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _

from trainer.accounts.access import visitor_of
from trainer.core.http import Request, render_page
from trainer.core.throttle import Limit

WRONG_CODES = Limit("codes", most=10, seconds=600)
"""Of one account, or of one browser without one."""
WRONG_CODES_FROM_AN_ADDRESS = Limit("codes-address", most=50, seconds=600)
"""A whole school may be behind it."""
TOO_MANY_CODES = _(
    "Too many wrong codes. Wait ten minutes, and ask whoever has the right one for it."
)


def must_wait(request: Request) -> bool:
    """Whether too many wrong codes came from the account, the browser or the address."""
    return any(limit.is_reached(who) for limit, who in _counted(request))


def count_wrong(request: Request) -> None:
    """A wrong code."""
    for limit, who in _counted(request):
        limit.count(who)


def wait_page(request: Request) -> HttpResponse:
    """429, and when to try again."""
    context = {"notice": TOO_MANY_CODES}
    response = render_page(request, "errors/429.html", context, status=429)
    response["Retry-After"] = str(WRONG_CODES.seconds)
    return response


def _counted(request: Request) -> Iterator[tuple[Limit, str]]:
    visitor = visitor_of(request)
    if visitor.user:
        yield WRONG_CODES, f"user:{visitor.user.pk}"
    elif visitor.guest_key:
        yield WRONG_CODES, f"guest:{visitor.guest_key}"
    yield WRONG_CODES_FROM_AN_ADDRESS, get_adapter().get_client_ip(request)
