"""What a teacher does about somebody in a class."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from trainer.accounts.access import account_of
from trainer.classroom import people
from trainer.classroom.access import member_of, teaching
from trainer.classroom.forms import MemberForm
from trainer.classroom.models import Member, Role
from trainer.classroom.services import TooMany
from trainer.core.http import Request, get_or_post, never_stored, post_only, render_page


def _somebody(request: Request, class_id: UUID, member_id: UUID) -> tuple[Member, Member]:
    """The teacher who asks, and who it is about."""
    teacher = teaching(account_of(request), class_id)
    return teacher, member_of(teacher.classroom, member_id)


@never_stored
@get_or_post
@login_required
def member(request: Request, class_id: UUID, member_id: UUID) -> HttpResponse:
    teacher, about = _somebody(request, class_id, member_id)
    form = MemberForm(request.POST if request.method == "POST" else None, member=about)
    if form.is_valid():
        try:
            people.edit(member=about, who=account_of(request), **form.cleaned_data)
        except people.Taken as error:
            form.add_error(error.field, _("%(name)s has it already.") % {"name": error.by.name})
        else:
            messages.success(request, _("Saved."))
            return redirect("classroom:members", class_id)
    is_owner = teacher.user_id == teacher.classroom.owner_id
    context = {
        "member": teacher,
        "about": about,
        "form": form,
        "may_change_role": about.user_id != teacher.classroom.owner_id
        and (is_owner or not about.is_teacher),
    }
    status = 422 if form.is_bound else 200
    return render_page(request, "classroom/member.html", context, status=status)


@post_only
@login_required
def first_code(request: Request, class_id: UUID, member_id: UUID) -> HttpResponse:
    _teacher, about = _somebody(request, class_id, member_id)
    people.renew_first_code(member=about, who=account_of(request))
    messages.success(request, _("There is a new code; the old one is no longer good."))
    return redirect("classroom:member", class_id, member_id)


@post_only
@login_required
def remove(request: Request, class_id: UUID, member_id: UUID) -> HttpResponse:
    _teacher, about = _somebody(request, class_id, member_id)
    people.remove(member=about, who=account_of(request))
    messages.success(request, _("%(name)s is removed.") % {"name": about.name})
    return redirect("classroom:members", class_id)


@post_only
@login_required
def bring_back(request: Request, class_id: UUID, member_id: UUID) -> HttpResponse:
    _teacher, about = _somebody(request, class_id, member_id)
    try:
        people.bring_back(member=about, who=account_of(request))
    except TooMany:
        messages.error(request, _("This class is full."))
    else:
        messages.success(request, _("%(name)s is back.") % {"name": about.name})
    return redirect("classroom:members", class_id)


@post_only
@login_required
def role(request: Request, class_id: UUID, member_id: UUID) -> HttpResponse:
    """Make somebody a co-teacher, or a student again."""
    _teacher, about = _somebody(request, class_id, member_id)
    wanted = Role.TEACHER if request.POST.get("role") == Role.TEACHER else Role.STUDENT
    people.set_role(member=about, who=account_of(request), role=wanted)
    messages.success(request, _("Saved."))
    return redirect("classroom:members", class_id)
