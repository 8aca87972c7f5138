"""The home page, and the daily goal."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from strategy.cards import Card
from trainer.accounts.access import known_visitor, learner_of, visitor_of
from trainer.accounts.services import learner_for, set_daily_goal
from trainer.core.http import Request, get_only, get_or_post, never_stored, render_page
from trainer.home.forms import GoalForm
from trainer.home.queries import home_page

_FAN = tuple(map(Card.parse, ("AS", "8H", "KD")))
"""The cards on the home page."""


@never_stored
@get_only
def home(request: Request) -> HttpResponse:
    context = {"page": home_page(visitor_of(request)), "fan": _FAN}
    return render_page(request, "home/home.html", context)


@never_stored
@get_or_post
def goal(request: Request) -> HttpResponse:
    """Set how many hands a day are meant to be played; a guest becomes a row with that."""
    learner = learner_of(visitor_of(request))
    form = GoalForm(request.POST if request.method == "POST" else None, learner=learner)
    if form.is_valid():
        zone = form.cleaned_data["time_zone"]
        learner = learner_for(visitor=known_visitor(request), time_zone=zone)
        set_daily_goal(learner=learner, hands=form.cleaned_data["hands"])
        messages.success(request, _("Saved. Days that have begun keep their goal."))
        return redirect("home")
    status = 422 if form.is_bound else 200
    return render_page(request, "home/goal.html", {"form": form}, status=status)
