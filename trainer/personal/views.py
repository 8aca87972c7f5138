"""The pages about what is kept of somebody."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime

from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from trainer.accounts.access import Visitor, visitor_of
from trainer.accounts.services import zone_of
from trainer.core.http import (
    Request,
    download,
    get_only,
    get_or_post,
    never_stored,
    post_only,
    render_page,
)
from trainer.decisions.models import Decision
from trainer.personal import services
from trainer.personal.exports import as_json, as_zip
from trainer.personal.forms import DeleteForm
from trainer.personal.kinds import NOTES
from trainer.personal.ownership import Owner, owner_of
from trainer.personal.queries import is_known, kept_of


@never_stored
@get_only
def data(request: Request) -> HttpResponse:
    context = {"kept": kept_of(visitor_of(request)), "notes": NOTES}
    return render_page(request, "personal/data.html", context)


@never_stored
@post_only
def export_json(request: Request) -> HttpResponseBase:
    """Asked for by a form: what only follows links sets off no such work."""
    return _export(request, as_json, "json", "application/json")


@never_stored
@post_only
def export_csv(request: Request) -> HttpResponseBase:
    return _export(request, as_zip, "zip", "application/zip")


def _export(
    request: Request,
    export: Callable[[Owner, datetime], Iterator[bytes]],
    ending: str,
    content_type: str,
) -> HttpResponseBase:
    visitor = visitor_of(request)
    if not is_known(visitor):
        return redirect("personal:data")
    owner = owner_of(visitor)
    now = timezone.now().astimezone(zone_of(owner.learner))
    return download(export(owner, now), f"upcard-{now.date()}.{ending}", content_type)


@never_stored
@get_or_post
def delete(request: Request) -> HttpResponse:
    """Ask whether it is meant, and then delete. Of whom nothing is kept, nothing is asked."""
    visitor = visitor_of(request)
    if not is_known(visitor):
        return redirect("personal:data")
    form = DeleteForm(request.POST if request.method == "POST" else None, user=visitor.user)
    if form.is_valid():
        return _delete(request, visitor, keep_account=form.keeps_account)
    status = 422 if form.is_bound else 200
    return render_page(request, "personal/delete.html", {"form": form}, status=status)


def _delete(request: Request, visitor: Visitor, *, keep_account: bool) -> HttpResponse:
    if keep_account:
        answers = services.delete_practice(visitor=visitor)[Decision]
        told = ngettext(
            "Your practice data are deleted, %(count)d answer among them.",
            "Your practice data are deleted, %(count)d answers among them.",
            answers,
        )
        messages.success(request, told % {"count": answers})
        return redirect("personal:data")
    services.delete_everything(visitor=visitor)
    logout(request)
    messages.success(request, _("All that was kept of you is deleted."))
    return redirect("home")
