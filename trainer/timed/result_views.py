"""The pages of a test that is over: its result, what follows from it, and certificates."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise

from strategy.situations import Category, Cell
from trainer.accounts.access import Visitor, known_visitor, visitor_of
from trainer.core.http import Request, get_only, never_stored, post_only, render_page
from trainer.drills.models import Dealing, Drill
from trainer.drills.services import start_drill
from trainer.timed import services
from trainer.timed.access import get_certificate, get_test, is_own
from trainer.timed.certificates import shown_certificate
from trainer.timed.forms import CertificateForm
from trainer.timed.kinds import READY, Kind
from trainer.timed.models import TimedTest
from trainer.timed.placement import plan_of
from trainer.timed.results import decisions_in, missed_cells, result_of

FIRST_DRILL = 20
"""So many hands has the drill that a placement proposes."""


@never_stored
@get_only
def result(request: Request, test_id: UUID) -> HttpResponse:
    test = _settled_test(visitor_of(request), test_id)
    if not test.is_over(timezone.now()):
        return redirect("timed:play", test_id)
    return show_result(request, test)


def show_result(
    request: Request,
    test: TimedTest,
    *,
    notice: str | Promise = "",
    form: CertificateForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """The result of a test that is over."""
    user = visitor_of(request).user
    context = {
        "result": result_of(test),
        "form": form or CertificateForm(initial={"name": user.get_username() if user else ""}),
        "notice": notice,
    }
    return render_page(request, "timed/result.html", context, status=status)


@post_only
def again(request: Request, test_id: UUID) -> HttpResponse:
    """Start a test of the same setting."""
    test = get_test(visitor_of(request), test_id)
    new = services.start_test(
        visitor=known_visitor(request),
        rules=test.rules,
        chart=test.chart,
        setting=test.plan,
        time_zone=test.time_zone,
    )
    return redirect("timed:play", new.public_id)


@post_only
def practise(request: Request, test_id: UUID) -> HttpResponse:
    """Start a drill of just the cells that were missed, each three times."""
    visitor = visitor_of(request)
    test = _settled_test(visitor, test_id)
    cells = missed_cells(test)
    if not cells or not test.is_over(timezone.now()):
        return redirect("timed:result", test_id)
    drill = _drill(
        visitor, test, {cell.category for cell in cells}, Dealing.EVEN, 3 * len(cells), cells
    )
    return redirect("drills:play", drill.public_id)


@post_only
def follow_plan(request: Request, test_id: UUID) -> HttpResponse:
    """Begin what a placement proposes: a drill of the weak hands, or a test of the near misses.

    A chart without near misses is asked as a whole.
    """
    visitor = visitor_of(request)
    test = _settled_test(visitor, test_id)
    if test.kind != Kind.PLACEMENT or not test.is_over(timezone.now()) or not test.answered:
        return redirect("timed:result", test_id)
    plan = plan_of(test, decisions_in(test))
    if plan.weak:
        back = reverse("timed:result", args=[test_id])
        drill = _drill(visitor, test, set(plan.weak), Dealing.WEAK, FIRST_DRILL, back=back)
        return redirect("drills:play", drill.public_id)
    new = services.start_test(
        visitor=known_visitor(request),
        rules=test.rules,
        chart=test.chart,
        setting=READY[Kind.NEAR if plan.near else Kind.CHART],
        time_zone=test.time_zone,
    )
    return redirect("timed:play", new.public_id)


def _settled_test(visitor: Visitor, test_id: UUID) -> TimedTest:
    services.settle(visitor=visitor)
    return get_test(visitor, test_id)


def _drill(
    visitor: Visitor,
    test: TimedTest,
    categories: set[Category],
    dealing: Dealing,
    length: int,
    cells: Sequence[Cell] = (),
    back: str = "",
) -> Drill:
    return start_drill(
        visitor=visitor,
        rules=test.rules,
        chart=test.chart,
        categories=categories,
        dealing=dealing,
        longer=False,
        length=length,
        time_zone=test.time_zone,
        cells=cells,
        back=back,
    )


@never_stored
@post_only
def certify(request: Request, test_id: UUID) -> HttpResponse:
    """Make a certificate of the result, with the name that the learner chooses."""
    visitor = visitor_of(request)
    test = _settled_test(visitor, test_id)
    form = CertificateForm(request.POST)
    if not test.is_over(timezone.now()) or not test.done:
        return redirect("timed:result", test_id)
    if not form.is_valid():
        return show_result(request, test, form=form, status=422)
    made = services.certify(visitor=visitor, test_id=test_id, name=form.cleaned_data["name"])
    return redirect("timed:certificate", made.public_id)


@post_only
def withdraw(request: Request, test_id: UUID) -> HttpResponse:
    services.withdraw(visitor=visitor_of(request), test_id=test_id)
    return redirect("timed:result", test_id)


@never_stored
@get_only
def certificate(request: Request, certificate_id: UUID) -> HttpResponse:
    """The certificate, for whoever has its link; no search engine keeps it."""
    row = get_certificate(certificate_id)
    context = {
        "shown": shown_certificate(row),
        "address": request.build_absolute_uri(),
        "own": is_own(visitor_of(request), row.test),
    }
    response = render_page(request, "timed/certificate.html", context)
    response["X-Robots-Tag"] = "noindex"
    return response
