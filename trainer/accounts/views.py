"""A person's own settings."""

from __future__ import annotations

from allauth.account.views import LoginView, PasswordChangeView, SignupView
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from trainer.accounts.access import visitor_of
from trainer.accounts.forms import TimeZoneForm
from trainer.accounts.services import set_time_zone
from trainer.core.http import Request, get_or_post, render_page


class _Unprocessable:
    """An invalid form answers 422, as everywhere on the site."""

    def form_invalid(self, form: Form) -> HttpResponse:
        response: HttpResponse = super().form_invalid(form)  # type: ignore[misc]
        response.status_code = 422
        return response


class Login(_Unprocessable, LoginView):  # type: ignore[misc]
    """Signing in by user name or e-mail."""


class Signup(_Unprocessable, SignupView):  # type: ignore[misc]
    """Making an account."""


class ChangePassword(_Unprocessable, PasswordChangeView):  # type: ignore[misc]
    """A new password, the old one known."""


@get_or_post
@login_required
def settings(request: Request) -> HttpResponse:
    user = visitor_of(request).user
    assert user is not None
    form = TimeZoneForm(request.POST if request.method == "POST" else None, user=user)
    if form.is_valid():
        set_time_zone(user=user, time_zone=form.cleaned_data["time_zone"])
        messages.success(request, _("Saved."))
        return redirect("accounts:settings")
    status = 422 if form.is_bound else 200
    return render_page(request, "accounts/settings.html", {"form": form}, status=status)
