"""What a learner does with decks: begin one, set a date, review."""

from __future__ import annotations

from datetime import date
from random import SystemRandom
from typing import Final
from uuid import UUID

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from strategy.situations import Cell
from trainer.accounts.access import Visitor
from trainer.accounts.models import User
from trainer.accounts.services import learner_for
from trainer.decisions.models import Decision, Mode
from trainer.drills.models import Dealing, Drill
from trainer.drills.services import end_drill, start_drill
from trainer.review.access import locked_deck
from trainer.review.folding import take_in
from trainer.review.models import Deck
from trainer.review.queries import open_review, open_reviews, standing_of
from trainer.rulebook.models import Chart, RuleSet

MOST_DECKS: Final = 50


class TooManyDecks(Exception):
    """The learner has as many decks as can be kept."""


@transaction.atomic
def add_deck(*, visitor: Visitor, rule_set: RuleSet, chart: Chart, time_zone: str) -> Deck:
    """The visitor's deck of a chart under rules; a guest becomes a row here. Raises TooManyDecks.

    ``time_zone`` is that of the browser.
    """
    learner = learner_for(visitor=visitor, time_zone=time_zone)
    return open_deck(learner=learner, rule_set=rule_set, chart=chart)


@transaction.atomic
def open_deck(*, learner: User, rule_set: RuleSet, chart: Chart) -> Deck:
    """The learner's deck of a chart under rules; made the first time. Raises TooManyDecks."""
    own = Deck.objects.filter(learner=User.objects.select_for_update().get(pk=learner.pk))
    if found := own.filter(rule_set=rule_set, chart=chart).first():
        return found
    if own.count() >= MOST_DECKS:
        raise TooManyDecks
    now = timezone.now()
    return Deck.objects.create(
        learner=learner, rule_set=rule_set, chart=chart, created_at=now, used_at=now
    )


def begin_first_deck(*, learner: User) -> Deck | None:
    """A deck of the chart in which the learner answered last; None before the first answer."""
    last = (
        Decision.objects.filter(learner=learner)
        .select_related("rules__rule_set", "chart__chart")
        .order_by("-day", "-pk")
        .first()
    )
    if last is None:
        return None
    return open_deck(learner=learner, rule_set=last.rules.rule_set, chart=last.chart.chart)


@transaction.atomic
def set_date(*, visitor: Visitor, deck_id: UUID, plays_on: date | None) -> Deck:
    """Plan for a date, or for none; the form has seen to it that it is ahead. Raises Http404."""
    deck = locked_deck(visitor, deck_id)
    deck.plays_on = plays_on
    deck.save(update_fields=["plays_on"])
    return deck


@transaction.atomic
def start_review(*, visitor: Visitor, deck_id: UUID) -> Drill | None:
    """Deal what is due, each cell once; None where nothing is. Raises Http404.

    A review that was begun today goes on; an older one is ended, for other cells are due by now.
    """
    deck = locked_deck(visitor, deck_id)
    take_in(deck=deck)
    standing = standing_of(deck)
    if begun := open_review(visitor, standing):
        return begun
    for old in open_reviews(visitor, deck):
        end_drill(visitor=visitor, drill_id=old.public_id)
    cells = [Cell.parse(cell) for cell in standing.at_once]
    if not cells:
        return None
    SystemRandom().shuffle(cells)
    deck.used_at = timezone.now()
    deck.save(update_fields=["used_at"])
    assert deck.rule_set.current is not None
    assert deck.chart.current is not None
    return start_drill(
        visitor=visitor,
        rules=deck.rule_set.current,
        chart=deck.chart.current,
        categories={cell.category for cell in cells},
        dealing=Dealing.EVEN,
        longer=False,
        length=len(cells),
        time_zone=deck.learner.time_zone,
        cells=cells,
        mode=Mode.REVIEW,
        back=reverse("review:deck", args=[deck.public_id]),
    )
