"""Seats given to others: before the match, and when somebody goes or comes back."""

from __future__ import annotations

from uuid import UUID

from django.core.exceptions import BadRequest
from django.http import HttpResponse
from django.shortcuts import redirect

from trainer.accounts.access import visitor_of
from trainer.core.http import Request, never_stored, post_only
from trainer.matches import leaving, services
from trainer.matches.forms import SeatForm
from trainer.matches.models import PlayerKind
from trainer.matches.pages import change, show
from trainer.tables.states import Unplayable


@never_stored
@post_only
def change_seat(request: Request, table_id: UUID, number: int) -> HttpResponse:
    """Give a seat that nobody has taken to a computer player, or take it away."""
    kind = _kind(request)
    return change(request, table_id, services.change_seat, number=number, kind=kind)


@never_stored
@post_only
def stand_in(request: Request, table_id: UUID, number: int) -> HttpResponse:
    kind = _kind(request)
    if kind is None:
        raise BadRequest
    return change(request, table_id, leaving.stand_in, number=number, kind=kind)


@never_stored
@post_only
def take_back(request: Request, table_id: UUID, number: int) -> HttpResponse:
    return change(request, table_id, leaving.take_back, number=number)


@never_stored
@post_only
def take_over(request: Request, table_id: UUID, number: int) -> HttpResponse:
    """Play on for somebody who has gone, or ask whoever leads for that."""
    return change(request, table_id, leaving.take_over, number=number)


@never_stored
@post_only
def decide(request: Request, table_id: UUID, asker_id: UUID) -> HttpResponse:
    """Let somebody in who asks, or do not."""
    let_in = request.POST.get("let_in") == "yes"
    return change(request, table_id, leaving.decide, asker_id=asker_id, let_in=let_in)


@never_stored
@post_only
def leave(request: Request, table_id: UUID) -> HttpResponse:
    try:
        leaving.leave(visitor=visitor_of(request), table_id=table_id)
    except Unplayable:
        return show(request, table_id, status=409)
    return redirect("matches:lobby")


def _kind(request: Request) -> PlayerKind | None:
    form = SeatForm(request.POST)
    if not form.is_valid():
        raise BadRequest
    kind: PlayerKind | str = form.cleaned_data["kind"]
    return PlayerKind(kind) if kind else None
