"""The list of somebody's classes, making one, and coming to one by a code."""

from __future__ import annotations

from allauth.account.forms import SignupForm
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from trainer.accounts.access import account_of, known_visitor, visitor_of
from trainer.accounts.attempts import count_wrong, must_wait, wait_page
from trainer.accounts.models import User
from trainer.classroom import joining, services
from trainer.classroom.access import class_to_join, place_to_take
from trainer.classroom.forms import CodeForm, JoinForm, NewClassForm
from trainer.classroom.models import Classroom
from trainer.classroom.queries import my_classes, owner_name
from trainer.classroom.tabs import front_page
from trainer.classroom.wording import UNKNOWN_CODE
from trainer.core.codes import typed
from trainer.core.http import Request, get_only, get_or_post, never_stored, render_page


@never_stored
@get_only
@login_required
def index(request: Request) -> HttpResponse:
    return render_page(request, "classroom/index.html", {"mine": my_classes(account_of(request))})


@get_or_post
@login_required
def new(request: Request) -> HttpResponse:
    user = account_of(request)
    initial = {"teacher": user.get_full_name() or user.get_username()}
    form = NewClassForm(request.POST if request.method == "POST" else None, initial=initial)
    if form.is_valid():
        zone = user.time_zone or form.cleaned_data["time_zone"] or settings.TIME_ZONE
        try:
            member = services.make_class(
                owner=user,
                name=form.cleaned_data["name"],
                time_zone=zone,
                teacher=form.cleaned_data["teacher"],
            )
        except services.TooMany:
            form.add_error(None, _("You have too many classes. Hand one over first."))
        else:
            return redirect("classroom:members", member.classroom.public_id)
    status = 422 if form.is_bound else 200
    return render_page(request, "classroom/new.html", {"form": form}, status=status)


@never_stored
@get_or_post
@login_required
def join_by_code(request: Request) -> HttpResponse:
    """A code is typed in."""
    return _enter(request, "classroom/join_code.html")


@never_stored
@get_or_post
def sign_in(request: Request) -> HttpResponse:
    """The same for who has a first sign-in code, and perhaps no account yet."""
    return _enter(request, "classroom/sign_in.html")


def _enter(request: Request, template: str) -> HttpResponse:
    if request.method == "POST":
        known_visitor(request)  # to be counted by
    if must_wait(request):
        return wait_page(request)
    form = CodeForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        if address := _leads_to(form.cleaned_data["code"]):
            return redirect(address)
        count_wrong(request)
        form.add_error("code", UNKNOWN_CODE)
    status = 422 if form.is_bound else 200
    return render_page(request, template, {"form": form}, status=status)


def _leads_to(code: str) -> str | None:
    """Where a code leads, of whichever kind it is."""
    if class_to_join(code):
        return reverse("classroom:join", args=[code])
    return reverse("classroom:place", args=[code]) if place_to_take(code) else None


def _nowhere(request: Request, template: str) -> HttpResponse:
    """The answer to a link whose code leads nowhere."""
    count_wrong(request)
    context = {"form": CodeForm(), "notice": UNKNOWN_CODE}
    return render_page(request, template, context, status=404)


@never_stored
@get_or_post
@login_required
def join(request: Request, code: str) -> HttpResponse:
    """The class that a link leads to, and whether to join it."""
    user, code = account_of(request), typed(code)
    if must_wait(request):
        return wait_page(request)
    classroom = class_to_join(code)
    if classroom is None:
        return _nowhere(request, "classroom/join_code.html")
    member = joining.row_of(classroom, user)
    if member and member.left_at is None:
        messages.info(request, _("You are in this class already."))
        return redirect(front_page(member))
    initial = {"name": user.get_full_name() or user.get_username()}
    form = JoinForm(request.POST if request.method == "POST" else None, initial=initial)
    if form.is_valid():
        return _join(request, form, classroom, code)
    context = {"form": form, "classroom": classroom, "teacher": owner_name(classroom)}
    status = 422 if form.is_bound else 200
    return render_page(request, "classroom/join.html", context, status=status)


def _join(request: Request, form: JoinForm, classroom: Classroom, code: str) -> HttpResponse:
    name = form.cleaned_data["name"]
    try:
        member = joining.join(user=account_of(request), code=code, name=name)
    except joining.UnknownCode:
        return _nowhere(request, "classroom/join_code.html")
    except services.TooMany:
        form.add_error(None, _("This class is full."))
        context = {"form": form, "classroom": classroom, "teacher": owner_name(classroom)}
        return render_page(request, "classroom/join.html", context, status=422)
    messages.success(request, _("Welcome to the class."))
    return redirect(front_page(member))


@never_stored
@get_or_post
def place(request: Request, code: str) -> HttpResponse:
    """The place on a roster that a code is for: taken with an account, old or new."""
    user, code = visitor_of(request).user, typed(code)
    if must_wait(request):
        return wait_page(request)
    member = place_to_take(code)
    if member is None:
        return _nowhere(request, "classroom/sign_in.html")
    context = {"place": member, "address": reverse("classroom:place", args=[code])}
    if user is None:
        form = SignupForm(initial={"email": member.email})
        return render_page(request, "classroom/place_new.html", {**context, "form": form})
    if request.method == "POST":
        return _take(request, user, code, context)
    other = joining.row_of(member.classroom, user)
    refused = other is not None and not joining.may_be_merged(member, other)
    context |= {"other": other, "refused": refused}
    return render_page(request, "classroom/place.html", context)


def _take(request: Request, user: User, code: str, context: dict[str, object]) -> HttpResponse:
    try:
        member = joining.take_place(user=user, code=code)
    except joining.UnknownCode:
        return _nowhere(request, "classroom/sign_in.html")
    except joining.AlreadyIn as error:
        context = {**context, "other": error.member, "refused": True}
        return render_page(request, "classroom/place.html", context, status=409)
    messages.success(request, _("Welcome to the class."))
    return redirect(front_page(member))
