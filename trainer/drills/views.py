"""The pages of a drill: start, play, summary."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from strategy.actions import Action, UnknownAction
from strategy.dealing import NothingToDeal
from strategy.grading import IllegalAction
from strategy.situations import Cell
from trainer.accounts.access import known_visitor, visitor_of
from trainer.core.http import (
    Request,
    get_only,
    get_or_post,
    never_stored,
    post_only,
    render_page,
)
from trainer.decisions.wording import UNKNOWN_ACTION, illegal
from trainer.drills import services
from trainer.drills.access import drill_of_question, get_drill
from trainer.drills.forms import AnswerForm, CellsForm, StartForm
from trainer.drills.models import Dealing, Drill
from trainer.drills.queries import (
    Play,
    missed_cells,
    open_drill,
    play_after,
    play_of,
    remembered_drill,
    summary_of,
)
from trainer.drills.wording import CLOSED
from trainer.rulebook.queries import UPCARD_LABELS
from trainer.rulebook.services import keep_rules


@never_stored
@get_or_post
def start(request: Request) -> HttpResponse:
    visitor = visitor_of(request)
    data = request.POST if request.method == "POST" else None
    form = StartForm(data, last=remembered_drill(visitor), user=visitor.user)
    if form.is_valid():
        settings = dict(form.cleaned_data)
        teaching = settings.pop("teaching")
        try:
            drill = services.start_drill(
                visitor=known_visitor(request),
                rules=teaching.rule_set.current,
                chart=teaching.chart.current,
                **settings,
            )
        except NothingToDeal:
            form.add_error("categories", _("Under these rules no such hand can come up."))
        else:
            return redirect("drills:play", drill.public_id)
    context = {"form": form, "open_drill": open_drill(visitor)}
    status = 422 if form.is_bound else 200
    return render_page(request, "drills/start.html", context, status=status)


@never_stored
@get_only
def play(request: Request, drill_id: UUID) -> HttpResponse:
    return _show(request, play_of(get_drill(visitor_of(request), drill_id)))


@never_stored
@post_only
def answer(request: Request, question_id: UUID) -> HttpResponse:
    visitor = visitor_of(request)
    try:
        answered = services.answer_question(
            visitor=visitor,
            question_id=question_id,
            action=Action.parse(request.POST.get("action", "")),
            browser_ms=AnswerForm(request.POST).browser_time(),
        )
    except UnknownAction:
        return _refuse(request, question_id, UNKNOWN_ACTION, 400)
    except IllegalAction as error:
        return _refuse(request, question_id, illegal(error), 422)
    except services.NotOpen as error:
        return _not_open(request, question_id, error.why)
    if request.htmx:
        return _show(request, play_after(answered))
    return redirect("drills:play", answered.drill.public_id)


@never_stored
@post_only
def hint(request: Request, question_id: UUID) -> HttpResponse:
    try:
        drill = services.take_hint(visitor=visitor_of(request), question_id=question_id)
    except services.NotOpen as error:
        return _not_open(request, question_id, error.why)
    return _changed(request, drill)


@never_stored
@post_only
def pause(request: Request, drill_id: UUID) -> HttpResponse:
    visitor = visitor_of(request)
    return _changed(request, services.pause_drill(visitor=visitor, drill_id=drill_id))


@never_stored
@post_only
def resume(request: Request, drill_id: UUID) -> HttpResponse:
    visitor = visitor_of(request)
    return _changed(request, services.resume_drill(visitor=visitor, drill_id=drill_id))


@post_only
def end(request: Request, drill_id: UUID) -> HttpResponse:
    drill = services.end_drill(visitor=visitor_of(request), drill_id=drill_id)
    return redirect("drills:summary", drill.public_id)


@never_stored
@get_only
def summary(request: Request, drill_id: UUID) -> HttpResponse:
    drill = get_drill(visitor_of(request), drill_id)
    context = {"summary": summary_of(drill), "upcards": UPCARD_LABELS}
    return render_page(request, "drills/summary.html", context)


@post_only
def again(request: Request, drill_id: UUID) -> HttpResponse:
    """Start a drill of just the cells that were missed, each three times."""
    visitor = visitor_of(request)
    drill = get_drill(visitor, drill_id)
    cells = missed_cells(drill)
    if not cells:
        return redirect("drills:summary", drill.public_id)
    new = services.start_drill(
        visitor=visitor,
        rules=drill.rules,
        chart=drill.chart,
        categories={cell.category for cell in cells},
        dealing=Dealing.EVEN,
        longer=drill.longer,
        length=3 * len(cells),
        time_zone=drill.time_zone,
        cells=cells,
    )
    return redirect("drills:play", new.public_id)


@post_only
def cells(request: Request) -> HttpResponse:
    """Start a drill of certain cells of the exact chart of any rules."""
    form = CellsForm(request.POST)
    if not form.is_valid():
        return render_page(request, "errors/422.html", {"form": form}, status=422)
    rules, chart = keep_rules(form.cleaned_data["rules"])
    wanted: list[Cell] = form.cleaned_data["cells"]
    drill = services.start_drill(
        visitor=known_visitor(request),
        rules=rules,
        chart=chart,
        categories={cell.category for cell in wanted},
        dealing=Dealing.EVEN,
        longer=False,
        length=max(10, 3 * len(wanted)),
        cells=wanted,
    )
    return redirect("drills:play", drill.public_id)


def _show(
    request: Request, page: Play, *, notice: str | Promise = "", status: int = 200
) -> HttpResponse:
    context = {"play": page, "notice": notice, "upcards": UPCARD_LABELS}
    return render_page(request, "drills/play.html", context, partial="drill", status=status)


def _refuse(
    request: Request, question_id: UUID, notice: str | Promise, status: int
) -> HttpResponse:
    drill = drill_of_question(visitor_of(request), question_id)
    return _show(request, play_of(drill), notice=notice, status=status)


def _not_open(request: Request, question_id: UUID, why: services.Closed) -> HttpResponse:
    drill = drill_of_question(visitor_of(request), question_id)
    answered = question_id if why is services.Closed.ANSWERED else None
    return _show(request, play_of(drill, answered=answered), notice=CLOSED[why], status=409)


def _changed(request: Request, drill: Drill) -> HttpResponse:
    if request.htmx:
        return _show(request, play_of(drill))
    return redirect("drills:play", drill.public_id)
