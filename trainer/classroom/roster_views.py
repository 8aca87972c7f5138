"""Rosters in and out, and the sheet of first sign-in codes."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from trainer.accounts.access import account_of
from trainer.classroom import importing, sending
from trainer.classroom.access import require_open, teaching
from trainer.classroom.forms import RosterForm
from trainer.classroom.models import Classroom, Member
from trainer.classroom.queries import roster_rows, waiting_of
from trainer.classroom.rosters import HEADERS, RosterError, read
from trainer.core.csv import lines
from trainer.core.http import (
    Request,
    download,
    get_only,
    get_or_post,
    never_stored,
    post_only,
    render_page,
)
from trainer.core.xlsx import MEDIA_TYPE, workbook


@never_stored
@get_or_post
@login_required
def roster(request: Request, class_id: UUID) -> HttpResponse:
    """A file is read, and what it would change is shown; nothing is changed yet."""
    member = teaching(account_of(request), class_id)
    require_open(member.classroom)
    posted = request.method == "POST"
    form = RosterForm(request.POST if posted else None, request.FILES if posted else None)
    if form.is_valid():
        try:
            rows, wrong = read(form.cleaned_data["file"])
        except RosterError as error:
            form.add_error("file", str(error))
        else:
            plan = importing.plan_import(member.classroom, rows, wrong)
            return _preview(request, member, plan, status=422 if plan.wrong else 200)
    return _upload(request, member, form)


def _upload(request: Request, member: Member, form: RosterForm) -> HttpResponse:
    context = {"member": member, "form": form, "columns": HEADERS.values()}
    status = 422 if form.is_bound else 200
    return render_page(request, "classroom/roster.html", context, status=status)


def _preview(
    request: Request, member: Member, plan: importing.Plan, *, status: int, stale: bool = False
) -> HttpResponse:
    context = {
        "member": member,
        "plan": plan,
        "titles": HEADERS,
        "packed": importing.pack(member.classroom, plan),
        "stale": stale,
    }
    return render_page(request, "classroom/preview.html", context, status=status)


@never_stored
@post_only
@login_required
def import_plan(request: Request, class_id: UUID) -> HttpResponse:
    """What was shown is done, all of it or nothing."""
    user = account_of(request)
    member = teaching(user, class_id)
    classroom = member.classroom
    try:
        rows, digest = importing.unpack(classroom, request.POST.get("plan", ""))
        plan = importing.import_roster(classroom=classroom, who=user, rows=rows, digest=digest)
    except importing.NotAPlan:
        form = RosterForm({}, {})
        form.errors["file"] = form.error_class([_("Read the file again: it was too long ago.")])
        return _upload(request, member, form)
    except importing.Changed as error:
        return _preview(request, member, error.plan, status=409, stale=True)
    messages.success(request, _told(plan))
    return redirect("classroom:members", class_id)


def _told(plan: importing.Plan) -> str:
    new, changed = len(plan.new), len(plan.changed)
    if not new and not changed:
        return _("Everybody in the file is in the class already.")
    return " ".join(
        [
            ngettext("%(count)d new student.", "%(count)d new students.", new) % {"count": new},
            ngettext("%(count)d changed.", "%(count)d changed.", changed) % {"count": changed},
        ]
    )


@get_only
@login_required
def as_csv(request: Request, class_id: UUID) -> HttpResponseBase:
    classroom = teaching(account_of(request), class_id).classroom
    text = "".join(lines(map(str, HEADERS.values()), roster_rows(classroom)))
    return download(text.encode(), _filename(classroom, "csv"), "text/csv; charset=utf-8")


@get_only
@login_required
def as_xlsx(request: Request, class_id: UUID) -> HttpResponseBase:
    classroom = teaching(account_of(request), class_id).classroom
    header = [str(title) for title in HEADERS.values()]
    content = workbook(classroom.name, header, roster_rows(classroom))
    return download(content, _filename(classroom, "xlsx"), MEDIA_TYPE)


def _filename(classroom: Classroom, ending: str) -> str:
    name = "-".join(filter(None, ["roster", slugify(classroom.name)]))
    return f"{name}.{ending}"


@never_stored
@get_only
@login_required
def codes(request: Request, class_id: UUID) -> HttpResponse:
    """Who has not signed in yet, with their codes: a sheet to print and cut up."""
    member = teaching(account_of(request), class_id)
    waiting = waiting_of(member.classroom)
    context = {
        "member": member,
        "waiting": waiting,
        "address": request.build_absolute_uri(reverse("classroom:sign_in")),
        "can_send": bool(settings.EMAIL_URL) and any(map(sending.can_be_sent, waiting)),
    }
    return render_page(request, "classroom/codes.html", context)


@post_only
@login_required
def send_codes(request: Request, class_id: UUID) -> HttpResponse:
    """By e-mail, to those whose address is known; where this site can send any."""
    user = account_of(request)
    classroom = teaching(user, class_id).classroom

    def address(code: str) -> str:
        return request.build_absolute_uri(reverse("classroom:place", args=[code]))

    outcome = sending.send_codes(classroom=classroom, who=user, address=address)
    told = ngettext("%(count)d code was sent.", "%(count)d codes were sent.", outcome.sent)
    level = messages.SUCCESS if outcome.sent else messages.WARNING
    messages.add_message(request, level, told % {"count": outcome.sent})
    if outcome.unsent:
        messages.warning(request, _why_unsent(outcome))
    return redirect("classroom:codes", class_id)


def _why_unsent(outcome: sending.Outcome) -> str:
    reasons = [
        (_("no e-mail address is known"), outcome.without_address),
        (_("sent before: a new code can be sent again"), outcome.sent_before),
        (
            _("you may have %(most)d sent in a day") % {"most": sending.MOST_IN_A_DAY},
            outcome.too_many,
        ),
        (_("the mail server refused the letter"), outcome.refused),
        (_("the mail server could not be reached; try again later"), outcome.broken_off),
    ]
    told = "; ".join(f"{count} ({reason})" for reason, count in reasons if count)
    return _("Not sent: %(reasons)s.") % {"reasons": told}
