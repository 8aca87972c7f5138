"""The pages of a class: its members, its settings, its trail."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from trainer.accounts.access import account_of
from trainer.classroom import joining, services
from trainer.classroom.access import membership, owning, teachers_of, teaching
from trainer.classroom.forms import ClassForm, HandOverForm
from trainer.classroom.models import Classroom, Member
from trainer.classroom.queries import deeds_of, owner_name, people_of
from trainer.core.http import (
    Request,
    get_only,
    get_or_post,
    never_stored,
    post_only,
    render_page,
)
from trainer.core.qr import qr_code

DEEDS = 50
"""So many are on a page of the trail."""


@never_stored
@get_only
@login_required
def members(request: Request, class_id: UUID) -> HttpResponse:
    member = teaching(account_of(request), class_id)
    link = _join_link(request, member.classroom)
    context = {
        "member": member,
        "people": people_of(member.classroom),
        "link": link,
        "qr": link and qr_code(link),
    }
    return render_page(request, "classroom/members.html", context)


@never_stored
@get_only
@login_required
def wall(request: Request, class_id: UUID) -> HttpResponse:
    """The join code as large as the wall is; nobody's name is on it."""
    classroom = teaching(account_of(request), class_id).classroom
    link = _join_link(request, classroom)
    context = {
        "classroom": classroom,
        "link": link,
        "qr": link and qr_code(link),
        "address": request.get_host() + reverse("classroom:join_by_code"),
    }
    return render_page(request, "classroom/wall.html", context)


def _join_link(request: Request, classroom: Classroom) -> str:
    """The full address at which a class is joined; empty where none can be."""
    if classroom.join_code is None or classroom.archived_at:
        return ""
    return request.build_absolute_uri(reverse("classroom:join", args=[classroom.join_code]))


@never_stored
@get_or_post
@login_required
def settings(request: Request, class_id: UUID) -> HttpResponse:
    member = teaching(account_of(request), class_id)
    classroom = member.classroom
    form = ClassForm(request.POST if request.method == "POST" else None, classroom=classroom)
    if form.is_valid():
        services.change_class(classroom=classroom, who=account_of(request), **form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect("classroom:settings", class_id)
    return _settings(request, member, form=form)


def _settings(
    request: Request,
    member: Member,
    *,
    form: ClassForm | None = None,
    hand_over: HandOverForm | None = None,
) -> HttpResponse:
    classroom = member.classroom
    teachers = teachers_of(classroom.pk)
    context = {
        "member": member,
        "is_owner": member.user_id == classroom.owner_id,
        "form": form or ClassForm(classroom=classroom),
        "hand_over": hand_over or HandOverForm(classroom=classroom, teachers=teachers),
        "has_co_teachers": teachers.count() > 1,
        "owner_name": owner_name(classroom),
    }
    refused = (form and form.is_bound) or hand_over
    return render_page(request, "classroom/settings.html", context, status=422 if refused else 200)


@post_only
@login_required
def join_code(request: Request, class_id: UUID) -> HttpResponse:
    """A new join code, or none."""
    user = account_of(request)
    classroom = teaching(user, class_id).classroom
    if request.POST.get("code") == "none":
        services.close_joining(classroom=classroom, who=user)
        messages.success(request, _("Nobody can join by a code now."))
    else:
        services.renew_join_code(classroom=classroom, who=user)
        messages.success(
            request, _("The class has a new join code; the old one is no longer good.")
        )
    return redirect("classroom:settings", class_id)


@post_only
@login_required
def archive(request: Request, class_id: UUID) -> HttpResponse:
    user = account_of(request)
    services.archive(classroom=owning(user, class_id).classroom, who=user)
    messages.success(request, _("The class is archived."))
    return redirect("classroom:settings", class_id)


@post_only
@login_required
def reopen(request: Request, class_id: UUID) -> HttpResponse:
    user = account_of(request)
    services.reopen(classroom=owning(user, class_id).classroom, who=user)
    messages.success(request, _("The class is open again."))
    return redirect("classroom:settings", class_id)


@post_only
@login_required
def hand_over(request: Request, class_id: UUID) -> HttpResponse:
    user = account_of(request)
    member = owning(user, class_id)
    classroom = member.classroom
    teachers = teachers_of(classroom.pk)
    form = HandOverForm(request.POST, classroom=classroom, teachers=teachers)
    if not form.is_valid():
        return _settings(request, member, hand_over=form)
    services.hand_over(classroom=classroom, who=user, to=form.cleaned_data["to"])
    messages.success(request, _("The class is handed over."))
    return redirect("classroom:settings", class_id)


@never_stored
@get_only
@login_required
def trail(request: Request, class_id: UUID) -> HttpResponse:
    """What was done in the class, by whom and when."""
    member = teaching(account_of(request), class_id)
    pages = Paginator(deeds_of(member.classroom), DEEDS)
    context = {"member": member, "pages": pages.get_page(request.GET.get("page"))}
    return render_page(request, "classroom/trail.html", context)


@never_stored
@get_or_post
@login_required
def leave(request: Request, class_id: UUID) -> HttpResponse:
    """What belonging to the class is about, and the way out."""
    member = membership(account_of(request), class_id)
    if request.method == "POST":
        joining.leave(member=member)
        messages.success(request, _("You have left the class."))
        return redirect("classroom:index")
    classroom = member.classroom
    context = {
        "member": member,
        "is_owner": member.user_id == classroom.owner_id,
        "teachers": teachers_of(classroom.pk),
    }
    return render_page(request, "classroom/leave.html", context)
