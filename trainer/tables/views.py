"""The pages of tables: the lobby, the table itself, its history and its proofs."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.functional import Promise

from strategy.actions import UnknownAction
from strategy.legality import IllegalAction
from strategy.money import CHIP, MoneyError
from trainer.accounts.access import known_visitor, visitor_of
from trainer.core.http import (
    Request,
    get_only,
    get_or_post,
    never_stored,
    post_only,
    render_page,
)
from trainer.decisions.wording import UNKNOWN_ACTION
from trainer.rulebook.queries import rule_sets, rules_of
from trainer.rulebook.rule_form import FIELD, TABLE_CHOICES, rule_choices
from trainer.rulebook.services import keep_rules
from trainer.tables import services
from trainer.tables.access import get_round, get_table, is_own, tables_of
from trainer.tables.forms import (
    STAKES,
    TableForm,
    VersionForm,
    initial_of,
    read_action,
    read_bet,
    read_code,
    staged_bet,
)
from trainer.tables.history import checked_shoe, ended_shoes, round_page, rounds_of
from trainer.tables.luck import luck_of
from trainer.tables.models import Table
from trainer.tables.queries import has_open_round, table_page
from trainer.tables.refusals import NotDone, Refused
from trainer.tables.states import Unplayable
from trainer.tables.wording import REFUSALS, REFUSED, ROUND_LOST, UNREADABLE_BET

_STARTING_TOKENS = ["6D", "S17", "PEEK", "DOA", "DAS", "SP4", "SA2", "NS", "3:2", "NOINS", "USUAL"]
"""Those from which the settings start of the sheet in which every rule is one."""
_MOVED_ON = (Refused.STALE, Refused.ROUND_OPEN, Refused.NO_ROUND, Refused.LEFT)
"""Refusals by how the table stands: 409. The others are of what was asked: 422."""
_ROUNDS_A_PAGE = 25
_SHOES_A_PAGE = 10
_LEFT_TABLES = 10


@never_stored
@get_or_post
def lobby(request: Request) -> HttpResponse:
    """The tables that can be opened, and those that are."""
    visitor = visitor_of(request)
    data = request.POST if request.method == "POST" else None
    tables = tables_of(visitor)
    form = TableForm(data, initial=initial_of(tables.first()))
    if form.is_valid() and (response := _sit_down(request, form)):
        return response
    offered = [row.current for row in rule_sets() if row.current]
    codes = [rules.code for rules in offered]
    chosen = request.POST.get("rules", "")
    context = {
        "form": form,
        "rule_sets": offered,
        "chosen": chosen if chosen in codes else next(iter(codes), ""),
        "tables": tables.filter(left_at=None),
        "left": tables.exclude(left_at=None)[:_LEFT_TABLES],
    }
    status = 422 if form.is_bound else 200
    return render_page(request, "tables/lobby.html", context, status=status)


@never_stored
@get_or_post
def choose_rules(request: Request) -> HttpResponse:
    """Every rule as a choice of its own, for a table that no rule set has."""
    data = request.POST if request.method == "POST" else None
    form = TableForm(data, initial=initial_of(None))
    if form.is_valid() and (response := _sit_down(request, form)):
        return response
    chosen = request.POST.getlist(FIELD) or _STARTING_TOKENS
    context = {"form": form, "choices": rule_choices(chosen, TABLE_CHOICES)}
    status = 422 if form.is_bound else 200
    return render_page(request, "tables/rules.html", context, status=status)


@never_stored
@get_only
def play(request: Request, table_id: UUID) -> HttpResponse:
    return _show(request, get_table(visitor_of(request), table_id))


@never_stored
@post_only
def deal(request: Request, table_id: UUID) -> HttpResponse:
    visitor, seen = visitor_of(request), VersionForm(request.POST).seen()
    try:
        bet = read_bet(request.POST.get("bet", ""))
    except MoneyError:
        return _refuse(request, table_id, UNREADABLE_BET, 422)
    return _change(
        request,
        table_id,
        lambda: services.deal_round(visitor=visitor, table_id=table_id, version=seen, bet=bet),
        moved=True,
    )


@never_stored
@post_only
def act(request: Request, table_id: UUID) -> HttpResponse:
    form = VersionForm(request.POST)
    try:
        chosen = read_action(request.POST.get("action", ""))
    except UnknownAction:
        return _refuse(request, table_id, UNKNOWN_ACTION, 422)
    return _change(
        request,
        table_id,
        lambda: services.act(
            visitor=visitor_of(request),
            table_id=table_id,
            version=form.seen(),
            action=chosen.action,
            amount=chosen.amount,
            browser_ms=form.browser_time(),
        ),
        moved=True,
    )


@never_stored
@post_only
def advise(request: Request, table_id: UUID) -> HttpResponse:
    visitor, seen = visitor_of(request), VersionForm(request.POST).seen()
    return _change(
        request,
        table_id,
        lambda: services.take_advice(visitor=visitor, table_id=table_id, version=seen),
    )


@never_stored
@post_only
def guess(request: Request, table_id: UUID) -> HttpResponse:
    form = VersionForm(request.POST)
    try:
        code = read_code(request.POST.get("code", ""))
    except UnknownAction:
        return _refuse(request, table_id, UNKNOWN_ACTION, 422)
    return _change(
        request,
        table_id,
        lambda: services.guess(
            visitor=visitor_of(request),
            table_id=table_id,
            version=form.seen(),
            code=code,
            browser_ms=form.browser_time(),
        ),
    )


@never_stored
@post_only
def refill(request: Request, table_id: UUID) -> HttpResponse:
    visitor, seen = visitor_of(request), VersionForm(request.POST).seen()
    return _change(
        request,
        table_id,
        lambda: services.refill(visitor=visitor, table_id=table_id, version=seen),
    )


@never_stored
@post_only
def sound(request: Request, table_id: UUID) -> HttpResponse:
    visitor, turn_on = visitor_of(request), request.POST.get("on") == "yes"
    return _change(
        request,
        table_id,
        lambda: services.turn_sound(visitor=visitor, table_id=table_id, on=turn_on),
    )


@never_stored
@get_or_post
def settings(request: Request, table_id: UUID) -> HttpResponse:
    """Change the table's settings, between rounds."""
    visitor = visitor_of(request)
    table = get_table(visitor, table_id)
    data = request.POST if request.method == "POST" else None
    form = TableForm(data, initial=initial_of(table))
    if form.is_valid():
        chosen, seen = _settings_of(form), VersionForm(request.POST).seen()
        return _change(
            request,
            table_id,
            lambda: services.change_settings(
                visitor=visitor, table_id=table_id, version=seen, settings=chosen
            ),
        )
    context = {
        "form": form,
        "table": table,
        "round_open": has_open_round(table),
        "choices": rule_choices(
            request.POST.getlist(FIELD) or rules_of(table.rules).tokens, TABLE_CHOICES
        ),
    }
    status = 422 if form.is_bound else 200
    return render_page(request, "tables/settings.html", context, status=status)


@never_stored
@post_only
def leave(request: Request, table_id: UUID) -> HttpResponse:
    try:
        table = services.leave_table(visitor=visitor_of(request), table_id=table_id)
    except NotDone as error:
        return _refuse(request, table_id, REFUSED[error.why], 409)
    return redirect("tables:history", table.public_id)


@never_stored
@get_only
def history(request: Request, table_id: UUID) -> HttpResponse:
    table = get_table(visitor_of(request), table_id)
    pages = Paginator(rounds_of(table), _ROUNDS_A_PAGE)
    context = {
        "table": table,
        "luck": luck_of(table),
        "rounds": pages.get_page(request.GET.get("page")),
    }
    return render_page(request, "tables/history.html", context)


@never_stored
@get_only
def played_round(request: Request, round_id: UUID) -> HttpResponse:
    """A finished round: its story and its replay, for its player and whom he gave the link."""
    visitor = visitor_of(request)
    row = get_round(visitor, round_id)
    step = request.GET.get("step", "")
    context = {
        "page": round_page(row, int(step) if step.isdecimal() and len(step) < 4 else -1),
        "own": is_own(visitor, row.table),
        "address": request.build_absolute_uri(request.path),
    }
    return render_page(request, "tables/round.html", context, partial="replay")


@never_stored
@post_only
def share(request: Request, round_id: UUID) -> HttpResponse:
    row = services.share_round(
        visitor=visitor_of(request),
        round_id=round_id,
        shared=request.POST.get("shared") == "yes",
    )
    return redirect("tables:round", row.public_id)


@never_stored
@get_only
def fairness(request: Request, table_id: UUID) -> HttpResponse:
    """The present shoe's hash, and ended shoes held against their seeds."""
    table = get_table(visitor_of(request), table_id)
    pages = Paginator(ended_shoes(table), _SHOES_A_PAGE)
    shoes = pages.get_page(request.GET.get("page"))
    context = {
        "table": table,
        "present": table.shoes.filter(ended_at=None).first(),
        "shoes": shoes,
        "checked": [checked_shoe(shoe) for shoe in shoes],
    }
    return render_page(request, "tables/fairness.html", context)


def _sit_down(request: Request, form: TableForm) -> HttpResponse | None:
    """Open a table and go to it; None where that is refused, which the form then says."""
    try:
        table = services.open_table(
            visitor=known_visitor(request),
            settings=_settings_of(form),
            time_zone=form.cleaned_data["time_zone"],
        )
    except NotDone as error:
        form.add_error(None, str(REFUSED[error.why]))
        return None
    return redirect("tables:play", table.public_id)


def _settings_of(form: TableForm) -> services.Settings:
    rules, chart = keep_rules(form.cleaned_data["rules"])
    minimum, maximum = form.cleaned_data["limits"]
    return services.Settings(
        rules=rules,
        chart=chart,
        minimum=minimum,
        maximum=maximum,
        training=form.cleaned_data["training"],
        shows_rules=form.cleaned_data["shows_rules"],
        sound=form.cleaned_data["sound"],
    )


def _show(
    request: Request,
    table: Table,
    *,
    notice: str | Promise = "",
    status: int = 200,
    moved: bool = True,
) -> HttpResponse:
    """The table; where its open round cannot be played on, without it and with a word on that."""
    try:
        page = table_page(table, moved=moved)
    except Unplayable:
        visitor = visitor_of(request)
        table = services.give_back_lost_round(visitor=visitor, table_id=table.public_id)
        page, notice = table_page(table), ROUND_LOST
    posted = request.POST.get("bet") if status != 200 else None
    bet = staged_bet(table, request.GET.dict(), posted)
    context = {
        "page": page,
        "notice": notice,
        "stakes": STAKES,
        "bet": bet,
        "bet_refused": posted is not None,
        "staged": max(0, min(bet, page.most)) * CHIP,
    }
    return render_page(request, "tables/play.html", context, partial="table", status=status)


def _refuse(request: Request, table_id: UUID, notice: str | Promise, status: int) -> HttpResponse:
    table = get_table(visitor_of(request), table_id)
    return _show(request, table, notice=notice, status=status, moved=False)


def _change(
    request: Request, table_id: UUID, change: Callable[[], Table], *, moved: bool = False
) -> HttpResponse:
    """Make a change and show the table; where it is refused, the table as it stands and why.

    ``moved``: the change deals cards.
    """
    try:
        table = change()
    except NotDone as error:
        status = 409 if error.why in _MOVED_ON else 422
        return _refuse(request, table_id, REFUSED[error.why], status)
    except IllegalAction as error:
        return _refuse(request, table_id, REFUSALS[error.refusal], 422)
    except Unplayable:
        return _refuse(request, table_id, ROUND_LOST, 409)
    if request.htmx:
        return _show(request, table, moved=moved)
    return redirect("tables:play", table.public_id)
