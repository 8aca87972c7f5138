"""The pages of spaced review: decks, one deck, and what is done with it."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from trainer.accounts.access import Visitor, known_visitor, learner_of, visitor_of
from trainer.core.http import (
    Request,
    get_only,
    get_or_post,
    never_stored,
    post_only,
    render_page,
)
from trainer.review import services
from trainer.review.access import get_deck
from trainer.review.folding import take_in, take_in_all
from trainer.review.forms import DateForm, DeckForm
from trainer.review.models import Deck
from trainer.review.queries import decks_of, standings_of
from trainer.review.shown import DeckPage, deck_page


@never_stored
@get_only
def index(request: Request) -> HttpResponse:
    """The one deck, or the choice among several; the first is made of the last chart answered."""
    learner = learner_of(visitor_of(request))
    found = list(decks_of(learner)) if learner else []
    if learner and not found and (first := services.begin_first_deck(learner=learner)):
        found = [first]
    if len(found) == 1:
        return redirect("review:deck", found[0].public_id)
    return redirect("review:decks")


@never_stored
@get_or_post
def decks(request: Request) -> HttpResponse:
    """All decks with what is due in each, and the form of another."""
    visitor = visitor_of(request)
    form = DeckForm(request.POST if request.method == "POST" else None, user=visitor.user)
    if form.is_valid() and (new := _added(request, form)):
        return redirect("review:deck", new.public_id)
    learner = learner_of(visitor)
    found = list(decks_of(learner)) if learner else []
    take_in_all(decks=found)
    context = {"standings": standings_of(found), "form": form}
    status = 422 if form.is_bound else 200
    return render_page(request, "review/decks.html", context, status=status)


def _added(request: Request, form: DeckForm) -> Deck | None:
    """The deck that a valid form asks for; where that cannot be, say so in the form."""
    teaching = form.cleaned_data["teaching"]
    try:
        return services.add_deck(
            visitor=known_visitor(request),
            rule_set=teaching.rule_set,
            chart=teaching.chart,
            time_zone=form.cleaned_data["time_zone"],
        )
    except services.TooManyDecks:
        most = services.MOST_DECKS
        refusal = ngettext(
            "You keep %(count)d chart in mind already, and no more fit.",
            "You keep %(count)d charts in mind already, and no more fit.",
            most,
        )
        form.add_error("teaching", refusal % {"count": most})
    return None


@never_stored
@get_only
def deck(request: Request, deck_id: UUID) -> HttpResponse:
    visitor = visitor_of(request)
    page = _page(visitor, get_deck(visitor, deck_id))
    form = DateForm(deck=page.deck, today=page.standing.day)
    return _show(request, page, form)


@post_only
def start(request: Request, deck_id: UUID) -> HttpResponse:
    drill = services.start_review(visitor=visitor_of(request), deck_id=deck_id)
    if drill is None:
        messages.info(request, _("Nothing is due now."))
        return redirect("review:deck", deck_id)
    return redirect("drills:play", drill.public_id)


@never_stored
@post_only
def set_date(request: Request, deck_id: UUID) -> HttpResponse:
    """Plan for a date; the button ``clear`` takes it away."""
    visitor = visitor_of(request)
    page = _page(visitor, get_deck(visitor, deck_id))
    form = DateForm(request.POST, deck=page.deck, today=page.standing.day)
    plays_on = None
    if "clear" not in request.POST:
        if not form.is_valid():
            return _show(request, page, form)
        plays_on = form.cleaned_data["plays_on"]
    services.set_date(visitor=visitor, deck_id=deck_id, plays_on=plays_on)
    messages.success(request, _("Saved."))
    return redirect("review:deck", deck_id)


def _page(visitor: Visitor, deck: Deck) -> DeckPage:
    take_in(deck=deck)
    return deck_page(visitor, deck)


def _show(request: Request, page: DeckPage, form: DateForm) -> HttpResponse:
    context = {"page": page, "form": form}
    status = 422 if form.is_bound else 200
    return render_page(request, "review/deck.html", context, status=status)
