"""The one door to decks: what is not the visitor's does not exist for them."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Prefetch, QuerySet
from django.http import Http404

from trainer.accounts.access import Visitor
from trainer.review.models import Deck
from trainer.rulebook.models import ChartVersion, RuleSetVersion


def get_deck(visitor: Visitor, deck_id: UUID) -> Deck:
    """A deck of the visitor with all that its page needs; raise Http404."""
    return _own(visitor, all_decks(), deck_id)


def locked_deck(visitor: Visitor, deck_id: UUID) -> Deck:
    """The same, locked until the transaction ends."""
    return _own(visitor, all_decks().select_for_update(of=("self",)), deck_id)


def all_decks() -> QuerySet[Deck]:
    """Decks with their learner, with the rules and the chart that are taught now, and with the
    keys of all versions of both; three queries.
    """
    return Deck.objects.select_related(
        "learner", "rule_set__current", "chart__current"
    ).prefetch_related(
        Prefetch("rule_set__versions", RuleSetVersion.objects.only("rule_set")),
        Prefetch("chart__versions", ChartVersion.objects.only("chart")),
    )


def _own(visitor: Visitor, decks: QuerySet[Deck], deck_id: UUID) -> Deck:
    deck = decks.filter(public_id=deck_id).first()
    if deck is None or not visitor.is_learner(deck.learner):
        raise Http404
    return deck
