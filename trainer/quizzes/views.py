"""The front page of a class, a quiz, and what its teachers do with it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from trainer.accounts.access import account_of
from trainer.classroom.access import membership
from trainer.classroom.models import Member
from trainer.core.http import Request, get_only, never_stored, post_only, render_page
from trainer.quizzes import services
from trainer.quizzes.access import get_quiz, signed_in, taught_quiz
from trainer.quizzes.forms import ExtendForm, ReopenForm
from trainer.quizzes.models import Quiz
from trainer.quizzes.queries import (
    quiz_for_student,
    quiz_for_teacher,
    rows_for_student,
    rows_for_teacher,
)
from trainer.quizzes.services import CannotBeDone
from trainer.quizzes.settling import settle
from trainer.quizzes.wording import REFUSED, Reader, zone_in_words
from trainer.rulebook.queries import UPCARD_LABELS


@signed_in
@never_stored
@get_only
def class_page(request: Request, class_id: UUID) -> HttpResponse:
    """The quizzes of a class: for its teachers how far they are, for a student what is to do."""
    user = account_of(request)
    member = membership(user, class_id)
    settle(user)
    reader = Reader.of(user, member.classroom)
    rows = rows_for_teacher if member.is_teacher else rows_for_student
    context = {"classroom": member.classroom, "member": member, "rows": rows(member, reader)}
    return render_page(request, "quizzes/class.html", context)


@signed_in
@never_stored
@get_only
def quiz(request: Request, quiz_id: UUID) -> HttpResponse:
    """To a student what it is and how they stand; to a teacher its hands and how far it is."""
    settle(account_of(request))
    return show_quiz(request, *get_quiz(account_of(request), quiz_id))


def show_quiz(
    request: Request,
    quiz: Quiz,
    member: Member,
    *,
    notice: str | Promise = "",
    status: int = 200,
    **forms: Any,
) -> HttpResponse:
    """The quiz as it stands, with what was refused."""
    reader = Reader.of(account_of(request), quiz.classroom)
    context: dict[str, Any] = {"classroom": quiz.classroom, "member": member, "notice": notice}
    if not member.is_teacher:
        context["page"] = quiz_for_student(quiz, member, reader)
        return render_page(request, "quizzes/quiz.html", context, status=status)
    context |= {
        "page": quiz_for_teacher(quiz, reader),
        "upcards": UPCARD_LABELS,
        "zone": zone_in_words(quiz.classroom.zone),
        "reopen_form": forms.get("reopen") or ReopenForm(classroom=quiz.classroom, quiz=quiz),
        "extend_form": forms.get("extend") or ExtendForm(classroom=quiz.classroom),
    }
    return render_page(request, "quizzes/teacher.html", context, status=status)


@signed_in
@post_only
def publish(request: Request, quiz_id: UUID) -> HttpResponse:
    try:
        services.publish_quiz(who=account_of(request), quiz_id=quiz_id)
    except CannotBeDone as error:
        return _refuse(request, quiz_id, error)
    messages.success(request, _("Published: the students can see it."))
    return redirect("quizzes:quiz", quiz_id)


@signed_in
@post_only
def close(request: Request, quiz_id: UUID) -> HttpResponse:
    try:
        services.close_quiz(who=account_of(request), quiz_id=quiz_id)
    except CannotBeDone as error:
        return _refuse(request, quiz_id, error)
    messages.success(request, _("Closed. All answers given so far are kept."))
    return redirect("quizzes:quiz", quiz_id)


@signed_in
@post_only
def reopen(request: Request, quiz_id: UUID) -> HttpResponse:
    user = account_of(request)
    row, member = taught_quiz(user, quiz_id)
    form = ReopenForm(request.POST, classroom=row.classroom, quiz=row)
    if not form.is_valid():
        return show_quiz(request, row, member, reopen=form, status=422)
    try:
        services.reopen_quiz(who=user, quiz_id=quiz_id, closes_at=form.cleaned_data["closes_at"])
    except CannotBeDone as error:
        return _refuse(request, quiz_id, error)
    messages.success(request, _("Open again."))
    return redirect("quizzes:quiz", quiz_id)


@signed_in
@post_only
def extend(request: Request, quiz_id: UUID) -> HttpResponse:
    """Give one student longer, or open the quiz again for them alone."""
    user = account_of(request)
    row, member = taught_quiz(user, quiz_id)
    form = ExtendForm(request.POST, classroom=row.classroom)
    if not form.is_valid():
        return show_quiz(request, row, member, extend=form, status=422)
    student, until = form.cleaned_data["member"], form.cleaned_data["until"]
    try:
        services.extend_quiz(who=user, quiz_id=quiz_id, member_id=student.public_id, until=until)
    except CannotBeDone as error:
        return _refuse(request, quiz_id, error)
    messages.success(
        request,
        _("%(student)s has until %(until)s.")
        % {"student": student.name, "until": Reader.of(user, row.classroom).moment(until)},
    )
    return redirect("quizzes:quiz", quiz_id)


@signed_in
@post_only
def copy(request: Request, quiz_id: UUID) -> HttpResponse:
    """Make a draft of it, and go on to edit that."""
    made = services.copy_quiz(who=account_of(request), quiz_id=quiz_id)
    messages.success(request, _("This is a copy, with other hands. Change what you like."))
    return redirect("quizzes:edit", made.public_id)


@signed_in
@post_only
def delete(request: Request, quiz_id: UUID) -> HttpResponse:
    try:
        gone = services.delete_draft(who=account_of(request), quiz_id=quiz_id)
    except CannotBeDone as error:
        return _refuse(request, quiz_id, error)
    messages.success(request, _("The draft is deleted."))
    return redirect("quizzes:class", gone.classroom.public_id)


def _refuse(request: Request, quiz_id: UUID, error: CannotBeDone) -> HttpResponse:
    row, member = taught_quiz(account_of(request), quiz_id)
    return show_quiz(request, row, member, notice=REFUSED[error.why], status=409)
