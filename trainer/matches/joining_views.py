"""Coming to a table by its link or code: to take a seat, or to play on for somebody."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import Promise
from django_htmx.http import HttpResponseClientRedirect

from trainer.accounts.access import known_visitor, learner_of, visitor_of
from trainer.accounts.attempts import count_wrong, must_wait, wait_page
from trainer.core.codes import typed
from trainer.core.http import Request, get_or_post, never_stored, post_only, render_page
from trainer.matches import leaving, services
from trainer.matches.access import table_to_join
from trainer.matches.doors import door_of
from trainer.matches.forms import AskForm, CodeForm, JoinForm, usual_name
from trainer.matches.models import MatchTable, Stage
from trainer.matches.pages import status_of
from trainer.matches.presence import note_seen
from trainer.matches.refusals import NotDone
from trainer.matches.wording import REFUSED, WRONG_CODE


@never_stored
@get_or_post
def enter_code(request: Request) -> HttpResponse:
    """Type the code of a table."""
    if must_wait(request):
        return wait_page(request)
    form = CodeForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        code = typed(form.cleaned_data["code"])
        try:
            return redirect("matches:join", table_to_join(code).code)
        except Http404:
            count_wrong(request)
            form.add_error("code", WRONG_CODE)
    return render_page(
        request, "matches/code.html", {"form": form}, status=422 if form.is_bound else 200
    )


@never_stored
@get_or_post
def join(request: Request, code: str) -> HttpResponse:
    """What the table has agreed; whoever agrees sits down.

    Somebody who asks to play on for another waits here, and is led to the table when let in.
    """
    if must_wait(request):
        return wait_page(request)
    _require_table(request, code)
    form = _join_form(request)
    if not form.is_valid():
        return _show(request, code, form, status=422 if form.is_bound else 200)
    try:
        table = services.join(
            visitor=known_visitor(request),
            code=typed(code),
            name=form.cleaned_data["name"],
            time_zone=form.cleaned_data["time_zone"],
        )
    except NotDone as error:
        return _show(request, code, form, REFUSED[error.why], status_of(error.why))
    return redirect("matches:play", table.public_id)


@never_stored
@post_only
def ask(request: Request, code: str) -> HttpResponse:
    """Ask to play on for somebody who has gone."""
    if must_wait(request):
        return wait_page(request)
    _require_table(request, code)
    form, asked = _join_form(request), AskForm(request.POST)
    if not (form.is_valid() and asked.is_valid()):
        return _show(request, code, form, status=422)
    try:
        leaving.ask(
            visitor=known_visitor(request),
            code=typed(code),
            number=asked.cleaned_data["number"],
            name=form.cleaned_data["name"],
            time_zone=form.cleaned_data["time_zone"],
        )
    except NotDone as error:
        return _show(request, code, form, REFUSED[error.why], status_of(error.why))
    return redirect("matches:join", typed(code))


def _require_table(request: Request, code: str) -> None:
    """Count a code that leads nowhere; raise Http404."""
    try:
        table_to_join(typed(code))
    except Http404:
        count_wrong(request)
        raise


def _join_form(request: Request) -> JoinForm:
    data = request.POST if request.method == "POST" else None
    return JoinForm(data, initial={"name": usual_name(visitor_of(request))})


def _led_in(request: Request, table: MatchTable) -> HttpResponse:
    """To the table, as a whole page also where htmx asked on behalf of somebody who waited."""
    response = redirect("matches:play", table.public_id)
    return HttpResponseClientRedirect(response.url) if request.htmx else response


def _show(
    request: Request,
    code: str,
    form: JoinForm,
    notice: str | Promise = "",
    status: int = 200,
) -> HttpResponse:
    door = door_of(table_to_join(typed(code)), learner_of(visitor_of(request)))
    if door.asker:
        note_seen(door.asker.pk, door.asker.seen_at)
    if door.leads_in and door.table.stage is not Stage.GATHERING and not notice:
        return _led_in(request, door.table)
    context = {"door": door, "form": form, "notice": notice}
    return render_page(request, "matches/join.html", context, status=status)
