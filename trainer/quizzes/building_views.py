"""The builder: a form for a quiz, with a preview of what it comes to."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from strategy.dealing import NothingToDeal
from trainer.accounts.access import account_of
from trainer.classroom.access import require_open, teaching
from trainer.classroom.models import Member
from trainer.core.http import Request, get_or_post, post_only, render_page
from trainer.quizzes import services
from trainer.quizzes.access import signed_in, taught_quiz
from trainer.quizzes.building import TooFewAnswers
from trainer.quizzes.forms import DatesForm, QuizForm
from trainer.quizzes.models import Quiz
from trainer.quizzes.preview import Preview, preview_of
from trainer.quizzes.queries import About
from trainer.quizzes.services import CannotBeDone
from trainer.quizzes.wording import REFUSED, Reader, zone_in_words


@signed_in
@get_or_post
def new(request: Request, class_id: UUID) -> HttpResponse:
    member = teaching(account_of(request), class_id)
    require_open(member.classroom)
    form = QuizForm(_posted(request), classroom=member.classroom)
    if form.is_valid():
        try:
            quiz = services.make_quiz(who=account_of(request), class_id=class_id, plan=form.plan())
        except (NothingToDeal, TooFewAnswers) as error:
            _tell(form, error)
        else:
            messages.success(request, _("Saved as a draft. Look at its hands, then publish it."))
            return redirect("quizzes:quiz", quiz.public_id)
    return _show(request, member, form, None)


@signed_in
@get_or_post
def edit(request: Request, quiz_id: UUID) -> HttpResponse:
    """All of a quiz; title and dates alone once a student has started."""
    user = account_of(request)
    quiz, member = taught_quiz(user, quiz_id)
    require_open(member.classroom)
    if quiz.attempts.exists():
        return _edit_dates(request, quiz, member)
    form = QuizForm(_posted(request), classroom=member.classroom, quiz=quiz)
    if form.is_valid():
        try:
            services.change_quiz(who=user, quiz_id=quiz_id, plan=form.plan())
        except CannotBeDone:  # somebody has started meanwhile
            return _edit_dates(request, quiz, member)
        except (NothingToDeal, TooFewAnswers) as error:
            _tell(form, error)
        else:
            messages.success(request, _("Saved."))
            return redirect("quizzes:quiz", quiz_id)
    return _show(request, member, form, quiz)


def _edit_dates(request: Request, quiz: Quiz, member: Member) -> HttpResponse:
    form = DatesForm(_posted(request), classroom=member.classroom, quiz=quiz)
    if form.is_valid():
        services.change_dates(who=account_of(request), quiz_id=quiz.public_id, dates=form.dates())
        if QuizForm.declared_fields.keys() & request.POST.keys() - DatesForm.declared_fields.keys():
            messages.warning(request, str(REFUSED[services.Why.BEGUN]))
        messages.success(request, _("Saved."))
        return redirect("quizzes:quiz", quiz.public_id)
    return _show(request, member, form, quiz, begun=True)


@signed_in
@post_only
def preview_new(request: Request, class_id: UUID) -> HttpResponse:
    member = teaching(account_of(request), class_id)
    return _preview(request, member, None)


@signed_in
@post_only
def preview(request: Request, quiz_id: UUID) -> HttpResponse:
    quiz, member = taught_quiz(account_of(request), quiz_id)
    return _preview(request, member, quiz)


def _preview(request: Request, member: Member, quiz: Quiz | None) -> HttpResponse:
    """What the form comes to; the title can wait."""
    form = QuizForm(request.POST, classroom=member.classroom, quiz=quiz)
    form.fields["title"].required = False
    found = None
    if form.is_valid():
        try:
            found = preview_of(member.classroom, form.plan())
        except (NothingToDeal, TooFewAnswers) as error:
            _tell(form, error)
    return _show(request, member, form, quiz, found=found, status=200 if found else 422)


def _posted(request: Request) -> object:
    return request.POST if request.method == "POST" else None


def _tell(form: QuizForm, error: NothingToDeal | TooFewAnswers) -> None:
    if isinstance(error, TooFewAnswers):
        form.add_error(
            "origin",
            _(
                "The quizzes of this class do not tell yet where it is weak: that takes ten answers"
                " in a cell, with an error among them."
            ),
        )
    else:
        form.add_error("origin", _("Under these rules no such hand can come up."))


def _show(
    request: Request,
    member: Member,
    form: DatesForm,
    quiz: Quiz | None,
    *,
    begun: bool = False,
    found: Preview | None = None,
    status: int | None = None,
) -> HttpResponse:
    reader = Reader.of(account_of(request), member.classroom)
    context = {
        "form": form,
        "classroom": member.classroom,
        "member": member,
        "zone": zone_in_words(member.classroom.zone),
        "about": About(quiz, quiz.state(reader.at), reader) if quiz else None,
        "begun": begun,
        "preview": found,
        "other_chart": request.POST.get("shown") != _shown(form) if form.is_bound else False,
    }
    status = status or (422 if form.is_bound else 200)
    return render_page(request, "quizzes/build.html", context, partial="preview", status=status)


def _shown(form: DatesForm) -> str:
    """Whose chart the picker shows."""
    teaching = form.shown_teaching if isinstance(form, QuizForm) else None
    return str(teaching.pk) if teaching else ""
