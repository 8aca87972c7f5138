"""Reading decks: what is due, how it stands, what is coming."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from trainer.accounts.access import Visitor
from trainer.accounts.models import User
from trainer.accounts.services import local_date
from trainer.decisions.models import Mode
from trainer.drills.models import Drill
from trainer.drills.queries import drills_of
from trainer.review.access import all_decks
from trainer.review.folding import deck_lessons, take_in
from trainer.review.memory import Memory
from trainer.review.models import MEMORY_FIELDS, Deck, ReviewCard
from trainer.review.plan import Load, Plan, forecast, worst_first

MOST_HANDS = 60
"""So many hands are reviewed at once; the rest after them."""
KNOWN_DAYS = 21
"""A cell that keeps for three weeks is told as known."""


@dataclass(frozen=True)
class Standing:
    """How a deck stands on a day."""

    deck: Deck
    day: date
    """Today, where the learner is."""
    memories: Mapping[str, Memory]
    """Of the cells that have been met."""
    unmet: Sequence[str]
    """The other cells, those that come up most often first."""

    @property
    def plan(self) -> Plan:
        """With the date of the deck, unless that is past."""
        return Plan(None if self.past else self.deck.plays_on)

    @property
    def past(self) -> bool:
        return self.deck.plays_on is not None and self.deck.plays_on < self.day

    @cached_property
    def due(self) -> list[str]:
        """The cells to be reviewed, the worst first."""
        due = {c: m for c, m in self.memories.items() if self.plan.is_due(m, self.day)}
        return worst_first(due, self.day)

    @property
    def met_today(self) -> int:
        return sum(memory.met_on == self.day for memory in self.memories.values())

    @cached_property
    def new(self) -> Sequence[str]:
        """The cells to be met today."""
        count = self.plan.new_on(self.day, unmet=len(self.unmet), met=self.met_today)
        return self.unmet[:count]

    @property
    def hands(self) -> int:
        """How many hands are due today."""
        return len(self.due) + len(self.new)

    @property
    def at_once(self) -> list[str]:
        """The cells of the next review."""
        return [*self.due, *self.new][:MOST_HANDS]

    @property
    def done_today(self) -> int:
        """The cells that were answered today and are not due again."""
        return sum(m.last_day == self.day and not m.missed for m in self.memories.values())

    @property
    def known(self) -> int:
        return sum(memory.stability >= KNOWN_DAYS for memory in self.memories.values())

    @property
    def learning(self) -> int:
        return len(self.memories) - self.known

    @cached_property
    def loads(self) -> list[Load]:
        """Today and the days to come."""
        return forecast(
            self.plan,
            self.memories.values(),
            unmet=len(self.unmet),
            today=self.day,
            met=self.met_today,
        )

    @property
    def next_load(self) -> Load | None:
        """The next day after today on which something is due."""
        return next((load for load in self.loads[1:] if load.hands), None)


def standing_of(deck: Deck) -> Standing:
    """How a deck stands today, by the learner's date. One query; the log has been taken in."""
    return standings_of([deck])[0]


def standings_of(decks: Sequence[Deck]) -> list[Standing]:
    """The same of each of several decks; one query for all."""
    cards: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
    rows = ReviewCard.objects.filter(deck__in=decks)
    for deck, *card in rows.values_list("deck", "cell", "right", *MEMORY_FIELDS):
        cards[deck].append(tuple(card))
    return [_standing(deck, cards[deck.pk]) for deck in decks]


def _standing(deck: Deck, cards: Iterable[tuple[Any, ...]]) -> Standing:
    taught = deck_lessons(deck)
    memories = {cell: Memory(*row) for cell, right, *row in cards if taught.get(cell) == right}
    return Standing(
        deck=deck,
        day=local_date(deck.learner, timezone.now()),
        memories=memories,
        unmet=[cell for cell in taught if cell not in memories],
    )


def decks_of(learner: User) -> QuerySet[Deck]:
    """The learner's decks, the one used last first."""
    return all_decks().filter(learner=learner).order_by("-used_at", "-pk")


def due_today(learner: User) -> tuple[Deck, int] | None:
    """The deck used last, and how many hands are due in it; None for a learner without a deck.

    Answers not taken in yet are: five queries where there are none, one without a deck.
    """
    deck = decks_of(learner).first()
    if deck is None:
        return None
    take_in(deck=deck)
    return deck, standing_of(deck).hands


def open_reviews(visitor: Visitor, deck: Deck) -> QuerySet[Drill]:
    """Reviews of a deck that are not over, latest first."""
    return drills_of(visitor).filter(
        mode=Mode.REVIEW,
        ended_at=None,
        rules__rule_set=deck.rule_set_id,
        chart__chart=deck.chart_id,
    )


def open_review(visitor: Visitor, standing: Standing) -> Drill | None:
    """The review that was begun today and goes on; one query.

    None where it is of an earlier day, or of a version of rules or chart that is taught no more.
    """
    deck = standing.deck
    last = (
        open_reviews(visitor, deck)
        .filter(rules=deck.rule_set.current_id, chart=deck.chart.current_id)
        .first()
    )
    if last is None or local_date(deck.learner, last.started_at) < standing.day:
        return None
    return last
