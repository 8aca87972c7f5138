"""The pages of a test: start, play, history."""

from __future__ import annotations

from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from strategy.actions import Action, UnknownAction
from strategy.dealing import NothingToDeal
from strategy.grading import IllegalAction
from trainer.accounts.access import known_visitor, visitor_of
from trainer.core.http import (
    Request,
    get_only,
    get_or_post,
    never_stored,
    post_only,
    render_page,
    wants_part,
)
from trainer.decisions.wording import UNKNOWN_ACTION, illegal
from trainer.drills.forms import AnswerForm
from trainer.timed import services
from trainer.timed.access import get_test, get_test_of, is_past_now, tests_of
from trainer.timed.clock import ALLOWANCE
from trainer.timed.forms import OwnForm, ReadyForm
from trainer.timed.models import TimedTest
from trainer.timed.queries import (
    Play,
    open_test,
    placement,
    play_after,
    play_of,
    ready_tests,
    remembered_teaching,
)
from trainer.timed.result_views import show_result
from trainer.timed.results import Row
from trainer.timed.wording import CLOSED, TOO_LATE

PAGE = 20
"""So many tests are on a page of the history."""


@never_stored
@get_or_post
def start(request: Request) -> HttpResponse:
    """The ready-made tests, and a form for one's own."""
    return _start(request, ready=request.method == "POST")


@never_stored
@get_or_post
def own(request: Request) -> HttpResponse:
    """The same page; its form for one's own test leads here."""
    return _start(request, own=request.method == "POST")


def _start(request: Request, *, ready: bool = False, own: bool = False) -> HttpResponse:
    visitor = visitor_of(request)
    initial = {"teaching": remembered_teaching(visitor)}
    ready_form = ReadyForm(request.POST if ready else None, initial=initial, user=visitor.user)
    own_form = OwnForm(request.POST if own else None, initial=initial, user=visitor.user)
    form = own_form if own else ready_form
    if form.is_valid():
        teaching = form.cleaned_data["teaching"]
        try:
            test = services.start_test(
                visitor=known_visitor(request),
                rules=teaching.rule_set.current,
                chart=teaching.chart.current,
                setting=form.setting(),
                time_zone=form.cleaned_data["time_zone"],
            )
        except NothingToDeal:
            form.add_error(None, _("Under these rules no such hand can come up."))
        else:
            return redirect("timed:play", test.public_id)
    context = {
        "ready_form": ready_form,
        "own_form": own_form,
        "tests": ready_tests(),
        "placement": placement(),
        "allowance": ALLOWANCE.total_seconds(),
        "open_test": open_test(visitor),
    }
    return render_page(request, "timed/start.html", context, status=422 if form.is_bound else 200)


@never_stored
@get_only
def play(request: Request, test_id: UUID) -> HttpResponse:
    page = play_of(get_test(visitor_of(request), test_id))
    if page.hand is None and not wants_part(request):
        return redirect("timed:result", test_id)
    return _show(request, page)


@never_stored
@post_only
def answer(request: Request, item_id: UUID) -> HttpResponse:
    try:
        step = services.answer_item(
            visitor=visitor_of(request),
            item_id=item_id,
            action=Action.parse(request.POST.get("action", "")),
            browser_ms=AnswerForm(request.POST).browser_time(),
        )
    except UnknownAction:
        return _refuse(request, item_id, UNKNOWN_ACTION, 400)
    except IllegalAction as error:
        return _refuse(request, item_id, illegal(error), 422)
    except services.NotOpen as error:
        return _refuse(request, item_id, CLOSED[error.why], 409)
    if step.decision is None:
        return _refuse(request, item_id, TOO_LATE, 409)
    if request.htmx:
        return _show(request, play_after(step))
    return redirect("timed:play", step.test.public_id)


@never_stored
@post_only
def passed(request: Request, item_id: UUID) -> HttpResponse:
    """The hand's own time is up: on to the next one."""
    try:
        test = services.pass_hand(visitor=visitor_of(request), item_id=item_id)
    except services.NotOpen as error:
        return _refuse(request, item_id, CLOSED[error.why], 409)
    if request.htmx:
        return _show(request, play_of(test))
    return redirect("timed:play", test.public_id)


@post_only
def end(request: Request, test_id: UUID) -> HttpResponse:
    test = services.end_test(visitor=visitor_of(request), test_id=test_id)
    return redirect("timed:result", test.public_id)


@never_stored
@get_only
def history(request: Request) -> HttpResponse:
    visitor = visitor_of(request)
    services.settle(visitor=visitor)
    tests = tests_of(visitor).filter(is_past_now())
    page = Paginator(tests, PAGE).get_page(request.GET.get("page"))
    context = {"rows": [Row.of(test) for test in page], "pages": page}
    return render_page(request, "timed/history.html", context)


def _show(
    request: Request, page: Play, *, notice: str | Promise = "", status: int = 200
) -> HttpResponse:
    context = {"play": page, "notice": notice}
    return render_page(request, "timed/play.html", context, partial="drill", status=status)


def _refuse(request: Request, item_id: UUID, notice: str | Promise, status: int) -> HttpResponse:
    """The page as it stands now, or the result where the test is over, with the reason."""
    visitor = visitor_of(request)
    services.settle(visitor=visitor)
    test: TimedTest = get_test_of(visitor, item_id)
    page = play_of(test)
    if page.hand is None and not wants_part(request):
        return show_result(request, test, notice=notice, status=status)
    return _show(request, page, notice=notice, status=status)
