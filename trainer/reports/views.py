"""What a learner's answers show."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, TypeVar
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone

from strategy.situations import Cell
from trainer.accounts.access import known_visitor, learner_of, visitor_of
from trainer.accounts.services import zone_of
from trainer.core.http import Request, get_only, never_stored, post_only, render_page
from trainer.core.wording import CATEGORIES
from trainer.decisions.levels import standings
from trainer.decisions.shown import shown_levels
from trainer.decisions.streaks import longest_of, today_of
from trainer.decisions.tallies import Step
from trainer.drills.models import Dealing, Drill
from trainer.drills.queries import drills_of
from trainer.drills.services import start_drill
from trainer.reports.cells import cell_report
from trainer.reports.charts import DASHES, accuracy_chart, drawn
from trainer.reports.decks import Taught, cell_pages, decks_of
from trainer.reports.forms import (
    CellForm,
    ChartForm,
    DeckForm,
    DrillForm,
    FilterForm,
    HistoryForm,
    ReportForm,
)
from trainer.reports.habits import habits_in
from trainer.reports.heat import Measure, heat_map
from trainer.reports.history import count_of, history, shown_decision
from trainer.reports.overview import overview_of
from trainer.reports.preferences import preference
from trainer.reports.weak import weak_spots
from trainer.rulebook.queries import UPCARD_LABELS

AnyForm = TypeVar("AnyForm", bound=ReportForm)
TWO_CLICKS = timedelta(seconds=5)
HANDS_A_CELL = 5
"""A drill of a weak spot deals each of its cells so often."""


@never_stored
@get_only
def progress(request: Request) -> HttpResponse:
    learner = learner_of(visitor_of(request))
    if learner is None:
        return _show(request, "progress", {})
    form, today = FilterForm(request.GET, learner=learner), today_of(learner)
    context: dict[str, Any] = {
        "form": form,
        "levels": shown_levels(standings(learner)),
        "streak": today.streak,
        "longest": longest_of(learner),
    }
    if form.is_valid():
        report = overview_of(form.selection, preference(request, "step", Step.DAY))
        context["answered"] = bool(report.decks) or bool(decks_of(learner))
        context |= {
            "report": report,
            "chart": accuracy_chart(report.points),
            "lines": [(CATEGORIES[one], DASHES[one]) for one in drawn(report.points)],
            "steps": Step.choices,
        }
    return _show(request, "progress", context)


@never_stored
@get_only
def heat(request: Request) -> HttpResponse:
    form = _deck_form(request, DeckForm)
    context: dict[str, Any] = {"form": form, "upcards": UPCARD_LABELS}
    if form and form.is_valid():
        measure = preference(request, "measure", Measure.ACCURACY)
        context |= {
            "map": heat_map(form.selection, form.taught, measure),
            "measures": Measure.choices,
        }
    return _show(request, "heat", context)


@never_stored
@get_only
def cell(request: Request) -> HttpResponse:
    form = _deck_form(request, CellForm)
    context: dict[str, Any] = {"form": form, "upcards": UPCARD_LABELS}
    if form and form.is_valid():
        context["report"] = cell_report(form.selection, form.taught, form.cleaned_data["cell"])
    return _show(request, "cell", context)


@never_stored
@get_only
def weak(request: Request) -> HttpResponse:
    form = _deck_form(request, DeckForm)
    context: dict[str, Any] = {"form": form, "all": "all" in request.GET}
    if form and form.is_valid():
        context |= {
            "spots": weak_spots(form.selection, form.taught),
            "cells": cell_pages(form.selection, form.taught),
        }
    return _show(request, "weak", context)


@never_stored
@get_only
def habits(request: Request) -> HttpResponse:
    form = _deck_form(request, ChartForm)
    context: dict[str, Any] = {"form": form}
    if form and form.is_valid():
        context["habits"] = habits_in(form.learner, form.taught)
    return _show(request, "habits", context)


@never_stored
@get_only
def past(request: Request) -> HttpResponse:
    form = _deck_form(request, HistoryForm)
    context: dict[str, Any] = {"form": form}
    if form and form.is_valid():
        context |= {
            "page": history(form.selection, form.wanted, form.cleaned_data["before"]),
            "count": None if form.wanted.cell else count_of(form.selection, form.wanted),
            "zone": str(zone_of(form.learner)),
        }
    return _show(request, "history", context)


@never_stored
@get_only
def decision(request: Request, key: UUID) -> HttpResponse:
    learner = learner_of(visitor_of(request))
    if learner is None:
        raise Http404
    context = {
        "shown": shown_decision(learner, key),
        "upcards": UPCARD_LABELS,
        "zone": str(zone_of(learner)),
    }
    return _show(request, "decision", context)


@post_only
def drill(request: Request) -> HttpResponse:
    """Start a drill of some cells of a chart that the learner was taught."""
    form = _deck_form(request, DrillForm)
    if form is None:
        raise Http404
    if not form.is_valid():
        return render_page(request, "errors/422.html", {"form": form}, status=422)
    cells, once = form.cleaned_data["cells"], form.cleaned_data["once"]
    if begun := _just_begun(request, form.taught, cells):
        return redirect("drills:play", begun.public_id)
    started = start_drill(
        visitor=known_visitor(request),
        rules=form.taught.rules,
        chart=form.taught.chart,
        categories={cell.category for cell in cells},
        dealing=Dealing.EVEN,
        longer=False,
        length=len(cells) if once else max(10, HANDS_A_CELL * len(cells)),
        time_zone=form.learner.time_zone,
        cells=cells,
        back=f"{reverse('reports:habits' if once else 'reports:weak')}?deck={form.taught.key}",
    )
    return redirect("drills:play", started.public_id)


def _just_begun(request: Request, taught: Taught, cells: Sequence[Cell]) -> Drill | None:
    """The drill of the first click of two, in which nothing is answered yet."""
    last = drills_of(visitor_of(request)).filter(
        rules=taught.rules, chart=taught.chart, started_at__gt=timezone.now() - TWO_CLICKS
    )
    drill = last.first()
    same = drill and not drill.answered and drill.cells == [str(cell) for cell in cells]
    return drill if same else None


def _deck_form(request: Request, form: type[AnyForm]) -> AnyForm | None:
    """The form of a report about charts; None where the visitor has answered nothing yet."""
    learner = learner_of(visitor_of(request))
    decks = decks_of(learner) if learner else []
    if learner is None or not decks:
        return None
    data = request.POST if request.method == "POST" else request.GET
    return form(data, learner=learner, decks=decks)


def _show(request: Request, name: str, context: dict[str, Any]) -> HttpResponse:
    """A report; what its form says is wrong is told with status 422."""
    form = context.get("form")
    status = 422 if form and form.errors else 200
    return render_page(request, f"reports/{name}.html", context, status=status)
