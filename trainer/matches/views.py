"""The pages of matches: making a table, and playing at it."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.translation import gettext

from strategy.actions import Action, UnknownAction
from strategy.money import MoneyError, units
from trainer.accounts.access import known_visitor, learner_of, visitor_of
from trainer.core.http import Request, get_only, get_or_post, never_stored, post_only, render_page
from trainer.decisions.wording import UNKNOWN_ACTION
from trainer.matches import again, services
from trainer.matches.access import get_sitting
from trainer.matches.forms import (
    CodeForm,
    QuickForm,
    SeenForm,
    TableForm,
    initial_terms,
    places_like,
    quick_in_words,
    quick_terms,
    usual_name,
)
from trainer.matches.models import PlayerKind
from trainer.matches.news import poll, sitting_of
from trainer.matches.pages import change, show, show_to, status_of
from trainer.matches.people import names_of_seats
from trainer.matches.presence import note_seen
from trainer.matches.queries import own_tables
from trainer.matches.refusals import NotDone
from trainer.matches.wording import REFUSED, STYLES
from trainer.tables.wording import UNREADABLE_BET


@never_stored
@get_or_post
def lobby(request: Request) -> HttpResponse:
    """One's tables, a quick match, joining by a code, and making a table."""
    if request.method != "POST":
        return _lobby(request, _empty_form(request))
    form = TableForm(request.POST, own_name=_own_name(request))
    if not form.is_valid():
        return _lobby(request, form, status=422)
    try:
        table = services.make_table(
            visitor=known_visitor(request),
            name=form.maker,
            terms=form.terms,
            time_zone=form.cleaned_data["time_zone"],
        )
    except NotDone as error:
        return _lobby(request, form, notice=REFUSED[error.why], status=status_of(error.why))
    return redirect("matches:play", table.public_id)


@never_stored
@post_only
def quick(request: Request) -> HttpResponse:
    """Begin a match against computer players at once."""
    sent = QuickForm(request.POST)
    sent.is_valid()
    try:
        table = services.make_table(
            visitor=known_visitor(request),
            name=_own_name(request),
            terms=quick_terms(),
            time_zone=sent.cleaned_data["time_zone"],
        )
    except NotDone as error:
        form, notice = _empty_form(request), REFUSED[error.why]
        return _lobby(request, form, notice=notice, status=status_of(error.why))
    return redirect("matches:play", table.public_id)


def _lobby(
    request: Request, form: TableForm, *, notice: str | Promise = "", status: int = 200
) -> HttpResponse:
    tables = own_tables(learner_of(visitor_of(request)))
    context = {
        "form": form,
        "quick_form": QuickForm(auto_id="quick_%s"),
        "quick": quick_in_words(),
        "styles": [(PlayerKind(kind).label, about) for kind, about in STYLES.items()],
        "code_form": CodeForm(),
        "tables": tables,
        "notice": notice,
    }
    return render_page(request, "matches/lobby.html", context, status=status)


def _empty_form(request: Request) -> TableForm:
    """As for newcomers, or with what a table agreed that the visitor was at."""
    own = _own_name(request)
    try:
        like = get_sitting(visitor_of(request), UUID(request.GET.get("like", "")))
    except (Http404, ValueError):
        return TableForm(own_name=own, initial=initial_terms(None))
    places = places_like(like.seats, names_of_seats(like), like.me.pk)
    return TableForm(own_name=own, like=places, initial=initial_terms(like.table))


def _own_name(request: Request) -> str:
    return usual_name(visitor_of(request)) or gettext("Guest")


@never_stored
@get_only
def play(request: Request, table_id: UUID) -> HttpResponse:
    """The table; asked again by itself, it answers 204 as long as nothing has changed."""
    seen = request.GET.get("seen")
    if request.htmx and seen and (asked := poll(table_id, request.GET.get("me", ""))):
        note_seen(asked.me, asked.seen[asked.me])
        if asked.key == seen:
            return HttpResponse(status=204)
        return show_to(request, sitting_of(visitor_of(request), table_id, asked))
    return show(request, table_id)


@never_stored
@post_only
def begin(request: Request, table_id: UUID) -> HttpResponse:
    return change(request, table_id, services.begin)


@never_stored
@post_only
def bet(request: Request, table_id: UUID) -> HttpResponse:
    seen = SeenForm(request.POST).moves
    try:
        size = units(request.POST.get("size", ""))
    except MoneyError:
        return show(request, table_id, notice=UNREADABLE_BET, status=422)
    return change(request, table_id, services.bet, seen=seen, size=size)


@never_stored
@post_only
def act(request: Request, table_id: UUID) -> HttpResponse:
    form = SeenForm(request.POST)
    try:
        action = Action.parse(request.POST.get("action", ""))
    except UnknownAction:
        return show(request, table_id, notice=UNKNOWN_ACTION, status=422)
    return change(
        request,
        table_id,
        services.act,
        seen=form.moves,
        action=action,
        browser_ms=form.browser_time,
    )


@never_stored
@post_only
def hint(request: Request, table_id: UUID) -> HttpResponse:
    seen = SeenForm(request.POST).moves
    return change(request, table_id, services.hint, seen=seen)


@never_stored
@post_only
def play_on(request: Request, table_id: UUID) -> HttpResponse:
    """Have the computer players begin the next round, or play some among themselves."""
    seen = SeenForm(request.POST).moves
    rounds = services.ROUNDS_AT_ONCE if request.POST.get("rounds") == "many" else 1
    return change(request, table_id, services.play_on, seen=seen, rounds=rounds)


@never_stored
@post_only
def end(request: Request, table_id: UUID) -> HttpResponse:
    """End the match, or have it end after the round at hand, or play on after that."""
    seen = SeenForm(request.POST).moves
    play_on = request.POST.get("play_on") == "yes"
    return change(request, table_id, services.end, seen=seen, play_on=play_on)


@never_stored
@post_only
def play_again(request: Request, table_id: UUID) -> HttpResponse:
    """To the table that follows, or to its door for whoever has no seat there yet."""
    visitor = visitor_of(request)
    try:
        following = again.play_again(visitor=visitor, table_id=table_id)
    except NotDone as error:
        return show(request, table_id, notice=REFUSED[error.why], status=status_of(error.why))
    user = learner_of(visitor)
    if following.participants.filter(user=user, at_table=True).exists():
        return redirect("matches:play", following.public_id)
    return redirect("matches:join", following.code)
