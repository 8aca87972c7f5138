"""How the page of a match table is answered with, after whatever was done there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import Promise

from strategy.legality import IllegalAction
from strategy.match import IllegalMove
from trainer.accounts.access import visitor_of
from trainer.core.http import Request, render_page
from trainer.core.qr import qr_code
from trainer.matches.access import Sitting, get_sitting
from trainer.matches.forms import COMPUTERS, SeenForm
from trainer.matches.leaving import close_lost
from trainer.matches.models import Stage
from trainer.matches.presence import note_seen
from trainer.matches.queries import lost_page, match_page
from trainer.matches.refusals import NotDone, Refused
from trainer.matches.results import result_of
from trainer.matches.wording import ILLEGAL, REFUSED
from trainer.tables.states import Unplayable
from trainer.tables.wording import REFUSALS

_FORBIDDEN = (Refused.NOT_YOUR_SEAT, Refused.NOT_LEADER)
_UNFIT = (Refused.NO_HINTS,)
"""Refusals of what was asked: 422. All but these and the forbidden ones are by how the table
stands: 409."""


def show(
    request: Request, table_id: UUID, *, notice: str | Promise = "", status: int = 200
) -> HttpResponse:
    """The table as it stands, to somebody who is at it; raise Http404."""
    return show_to(request, get_sitting(visitor_of(request), table_id), notice, status)


def show_to(
    request: Request, sitting: Sitting, notice: str | Promise = "", status: int = 200
) -> HttpResponse:
    """The same, to whoever has come to it."""
    sitting.me.seen_at = note_seen(sitting.me.pk, sitting.me.seen_at)
    seen = SeenForm(request.POST or request.GET)
    try:
        page = match_page(sitting, seen.known)
    except Unplayable:
        close_lost(table_id=sitting.table.public_id)
        page = lost_page(get_sitting(visitor_of(request), sitting.table.public_id))
    context: dict[str, Any] = {"page": page, "notice": notice, "computers": COMPUTERS}
    if page.stage is Stage.GATHERING:
        address = request.build_absolute_uri(reverse("matches:join", args=[page.table.code]))
        path = reverse("matches:code")
        context |= {
            "join_address": address,
            "qr": qr_code(address),
            "code_path": path,
            "code_address": request.get_host() + path,
        }
    elif page.felt and page.is_over:
        context |= {"result": result_of(sitting), "record": str(sitting.match)}
    return render_page(request, "matches/play.html", context, partial="match", status=status)


def change(
    request: Request, table_id: UUID, service: Callable[..., Sitting], **arguments: Any
) -> HttpResponse:
    """Do something and show the table; where it is refused, the table as it stands and why.

    ``arguments`` are those of the service beside who asks and the table.
    """
    try:
        sitting = service(visitor=visitor_of(request), table_id=table_id, **arguments)
    except NotDone as error:
        return show(request, table_id, notice=REFUSED[error.why], status=status_of(error.why))
    except Unplayable:
        return show(request, table_id, status=409)
    except IllegalMove as error:
        return show(request, table_id, notice=ILLEGAL[error.refusal], status=409)
    except IllegalAction as error:
        return show(request, table_id, notice=REFUSALS[error.refusal], status=422)
    if request.htmx:
        return show_to(request, sitting)
    return redirect("matches:play", table_id)


def status_of(refused: Refused) -> int:
    if refused in _FORBIDDEN:
        return 403
    return 422 if refused in _UNFIT else 409
