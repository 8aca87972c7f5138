"""The pages of a student taking a quiz: start, play, result."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.functional import Promise

from strategy.actions import Action, UnknownAction
from strategy.grading import IllegalAction
from trainer.accounts.access import account_of
from trainer.core.http import (
    Request,
    get_only,
    never_stored,
    post_only,
    render_page,
    wants_part,
)
from trainer.decisions.wording import UNKNOWN_ACTION, illegal
from trainer.drills.forms import AnswerForm
from trainer.quizzes import taking
from trainer.quizzes.access import attempt_of, get_attempt, get_quiz, signed_in
from trainer.quizzes.models import Attempt
from trainer.quizzes.playing import Play, play_after, play_of
from trainer.quizzes.results import result_of
from trainer.quizzes.settling import settle
from trainer.quizzes.taking import NotOpen, is_over
from trainer.quizzes.views import show_quiz
from trainer.quizzes.wording import CLOSED, TOO_LATE, Reader
from trainer.rulebook.queries import UPCARD_LABELS


@signed_in
@never_stored
@post_only
def start(request: Request, quiz_id: UUID) -> HttpResponse:
    """Begin an attempt, or go on with the one that is open."""
    user = account_of(request)
    try:
        attempt = taking.start_attempt(user=user, quiz_id=quiz_id)
    except NotOpen as error:
        quiz, member = get_quiz(user, quiz_id)
        return show_quiz(request, quiz, member, notice=CLOSED[error.why], status=409)
    return redirect("quizzes:play", attempt.public_id)


@signed_in
@never_stored
@get_only
def play(request: Request, attempt_id: UUID) -> HttpResponse:
    attempt = get_attempt(account_of(request), attempt_id)
    page = play_of(attempt)
    archived = attempt.quiz.classroom.archived_at
    if (archived or page.hand is None) and not wants_part(request):
        if is_over(attempt, timezone.now()):
            return redirect("quizzes:result", attempt_id)
        return redirect("quizzes:quiz", attempt.quiz.public_id)
    return _show(request, page)


@signed_in
@never_stored
@post_only
def answer(request: Request, item_id: UUID) -> HttpResponse:
    try:
        step = taking.answer_item(
            user=account_of(request),
            item_id=item_id,
            action=Action.parse(request.POST.get("action", "")),
            browser_ms=AnswerForm(request.POST).browser_time(),
        )
    except UnknownAction:
        return _refuse(request, item_id, UNKNOWN_ACTION, 400)
    except IllegalAction as error:
        return _refuse(request, item_id, illegal(error), 422)
    except NotOpen as error:
        return _refuse(request, item_id, CLOSED[error.why], 409)
    if step.verdict is None:
        return _refuse(request, item_id, TOO_LATE, 409)
    if request.htmx:
        return _show(request, play_after(step))
    return redirect("quizzes:play", step.attempt.public_id)


@signed_in
@never_stored
@post_only
def passed(request: Request, item_id: UUID) -> HttpResponse:
    """The hand's own time is up: on to the next one."""
    try:
        attempt = taking.pass_item(user=account_of(request), item_id=item_id)
    except NotOpen as error:
        return _refuse(request, item_id, CLOSED[error.why], 409)
    if request.htmx:
        return _show(request, play_of(attempt))
    return redirect("quizzes:play", attempt.public_id)


@signed_in
@never_stored
@post_only
def end(request: Request, attempt_id: UUID) -> HttpResponse:
    """Hand in early."""
    user = account_of(request)
    try:
        attempt = taking.end_attempt(user=user, attempt_id=attempt_id)
    except NotOpen as error:
        page = play_of(get_attempt(user, attempt_id))
        return _show(request, page, notice=CLOSED[error.why], status=409)
    return redirect("quizzes:result", attempt.public_id)


@signed_in
@never_stored
@get_only
def result(request: Request, attempt_id: UUID) -> HttpResponse:
    user = account_of(request)
    settle(user)
    attempt = get_attempt(user, attempt_id)
    if not is_over(attempt, timezone.now()):
        return redirect("quizzes:play", attempt_id)
    return _show_result(request, attempt)


def _show(
    request: Request, page: Play, *, notice: str | Promise = "", status: int = 200
) -> HttpResponse:
    context = {"play": page, "notice": notice, "upcards": UPCARD_LABELS}
    return render_page(request, "quizzes/play.html", context, partial="drill", status=status)


def _show_result(
    request: Request, attempt: Attempt, *, notice: str | Promise = "", status: int = 200
) -> HttpResponse:
    reader = Reader.of(account_of(request), attempt.quiz.classroom)
    context = {
        "classroom": attempt.quiz.classroom,
        "member": attempt.member,
        "result": result_of(attempt, reader),
        "notice": notice,
    }
    return render_page(request, "quizzes/result.html", context, status=status)


def _refuse(request: Request, item_id: UUID, notice: str | Promise, status: int) -> HttpResponse:
    """The page as it stands now, or the result where the attempt is over, with the reason."""
    attempt = attempt_of(account_of(request), item_id)
    page = play_of(attempt)
    if page.hand is None and not wants_part(request):
        return _show_result(request, attempt, notice=notice, status=status)
    return _show(request, page, notice=notice, status=status)
