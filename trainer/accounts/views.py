"""A person's own settings."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from trainer.accounts.access import visitor_of
from trainer.accounts.forms import TimeZoneForm
from trainer.accounts.services import set_time_zone
from trainer.core.http import Request, get_or_post, render_page


@get_or_post
@login_required
def settings(request: Request) -> HttpResponse:
    user = visitor_of(request).user
    assert user is not None
    form = TimeZoneForm(request.POST or None, user=user)
    if request.method == "POST" and form.is_valid():
        set_time_zone(user=user, time_zone=form.cleaned_data["time_zone"])
        messages.success(request, _("Saved."))
        return redirect("accounts:settings")
    status = 422 if form.is_bound else 200
    return render_page(request, "accounts/settings.html", {"form": form}, status=status)
