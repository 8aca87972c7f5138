"""The results of one quiz, its attempts, and regrading it."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from trainer.accounts.access import account_of
from trainer.classroom.access import require_open
from trainer.classroom.models import Member
from trainer.core.http import Request, get_only, get_or_post, never_stored, render_page
from trainer.gradebook.access import attempt_at, published_quiz
from trainer.gradebook.attempt import shown_attempt
from trainer.gradebook.forms import RegradeForm
from trainer.gradebook.quiz_results import changes_of, quiz_results
from trainer.gradebook.regrading import Preview, preview
from trainer.gradebook.services import ChangedMeanwhile
from trainer.gradebook.services import regrade as regrade_quiz
from trainer.gradebook.statistics import Finding
from trainer.quizzes.wording import Reader


@never_stored
@get_only
@login_required
def quiz(request: Request, quiz_id: UUID) -> HttpResponse:
    found, member = published_quiz(account_of(request), quiz_id)
    reader = Reader.of(account_of(request), found.classroom)
    context = {
        "member": member,
        "results": quiz_results(found, reader),
        "findings": list(Finding),
    }
    return render_page(request, "gradebook/quiz.html", context)


@never_stored
@get_only
@login_required
def attempt(request: Request, quiz_id: UUID, attempt_id: UUID) -> HttpResponse:
    found, member = published_quiz(account_of(request), quiz_id)
    shown = shown_attempt(found, attempt_at(found, attempt_id))
    reader = Reader.of(account_of(request), found.classroom)
    context = {
        "member": member,
        "quiz": found,
        "shown": shown,
        "begun": reader.moment(shown.attempt.started_at),
    }
    return render_page(request, "gradebook/attempt.html", context)


@never_stored
@get_or_post
@login_required
def regrade(request: Request, quiz_id: UUID) -> HttpResponse:
    """Choose another key, see what it would change, and save just that."""
    user = account_of(request)
    found, member = published_quiz(user, quiz_id)
    require_open(member.classroom)
    if request.method != "POST":
        return _show(request, member, RegradeForm(quiz=found))
    form = RegradeForm(request.POST, quiz=found)
    if not form.is_valid():
        return _show(request, member, form, status=422)
    if "save" not in request.POST:
        return _show(request, member, form, preview(found, form.key))
    try:
        digest = request.POST.get("digest", "")
        made = regrade_quiz(who=user, quiz_id=quiz_id, key=form.key, digest=digest)
    except ChangedMeanwhile as error:
        return _show(request, member, form, error.preview, status=409)
    messages.success(request, _saved(made.changed) if made else _("It is graded so already."))
    return redirect("gradebook:quiz", quiz_id)


def _show(
    request: Request,
    member: Member,
    form: RegradeForm,
    found: Preview | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    context = {
        "member": member,
        "quiz": form.quiz,
        "form": form,
        "preview": found,
        "meanwhile": status == 409,
        "changes": changes_of(form.quiz, Reader.of(account_of(request), member.classroom)),
    }
    return render_page(request, "gradebook/regrade.html", context, status=status)


def _saved(changed: int) -> str:
    return ngettext(
        "Regraded. The results of %(count)d student changed.",
        "Regraded. The results of %(count)d students changed.",
        changed,
    ) % {"count": changed}
