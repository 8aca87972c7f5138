"""A deck as its page shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property

from django.db.models import Q, Sum
from django.utils.functional import Promise
from django.utils.safestring import SafeString

from strategy.situations import Category, Cell
from trainer.accounts.access import Visitor
from trainer.core.numbers import ENOUGH, wilson
from trainer.core.wording import CATEGORIES, row_label
from trainer.drills.models import Drill
from trainer.review.charts import forecast_chart
from trainer.review.models import Deck
from trainer.review.plan import Load
from trainer.review.queries import Standing, open_review, standing_of

RECENT_DAYS = 30


@dataclass(frozen=True, slots=True)
class DueCell:
    """A cell that is due; what is right in it is not told before it is answered."""

    hand: str
    upcard: str
    ago: int | None
    """Days since it was answered last; None: never."""
    missed: bool
    """The last time."""
    answers: int
    misses: int


@dataclass(frozen=True, slots=True)
class Retention:
    """First tries of cells that were last answered on an earlier day."""

    tries: int
    right: int

    @property
    def tells(self) -> bool:
        return self.tries >= ENOUGH

    @property
    def bounds(self) -> tuple[int, int]:
        """The 95 % interval of the rate, in whole percent."""
        low, high = wilson(self.right, self.tries)
        return round(100 * low), round(100 * high)


@dataclass(frozen=True)
class DeckPage:
    """All that the page of a deck shows."""

    standing: Standing
    recent: Retention
    """Of the last RECENT_DAYS."""
    retention: Retention
    """Since the deck was begun."""
    begun: Drill | None
    """A review that goes on."""

    @property
    def deck(self) -> Deck:
        return self.standing.deck

    @cached_property
    def due(self) -> Sequence[tuple[Promise, Sequence[DueCell]]]:
        """The cells of the next review by category, in the order in which they are due."""
        cells = [Cell.parse(cell) for cell in self.standing.at_once]
        tables = [
            (CATEGORIES[category], [self._due(c) for c in cells if c.category is category])
            for category in Category
        ]
        return [(title, rows) for title, rows in tables if rows]

    def _due(self, cell: Cell) -> DueCell:
        memory = self.standing.memories.get(str(cell))
        return DueCell(
            hand=row_label(cell.category, cell.row),
            upcard=cell.upcard.shown,
            ago=(self.standing.day - memory.last_day).days if memory else None,
            missed=memory is not None and memory.missed,
            answers=memory.answers if memory else 0,
            misses=memory.misses if memory else 0,
        )

    @property
    def later(self) -> int:
        """Hands that are due today and do not fit in the next review."""
        return self.standing.hands - len(self.standing.at_once)

    @property
    def days_left(self) -> int:
        """Until the date, which is not past."""
        assert self.deck.plays_on is not None
        return (self.deck.plays_on - self.standing.day).days

    @property
    def all_met_on(self) -> date | None:
        """The day on which the last new cell is met; None where none is left, or it is far."""
        left = len(self.standing.unmet)
        for load in self.loads:
            left -= load.new
            if load.new and not left:
                return load.day
        return None

    @property
    def loads(self) -> Sequence[Load]:
        return self.standing.loads

    @cached_property
    def chart(self) -> SafeString | None:
        return forecast_chart(self.loads)

    @property
    def most(self) -> int:
        """Hands on the heaviest of the days to come."""
        return max(load.hands for load in self.loads)

    @property
    def mean(self) -> int:
        return round(sum(load.hands for load in self.loads) / len(self.loads))


def deck_page(visitor: Visitor, deck: Deck) -> DeckPage:
    """The page of a deck whose log has been taken in; three queries."""
    standing = standing_of(deck)
    recent, whole = _retention(deck, standing.day)
    return DeckPage(
        standing=standing,
        recent=recent,
        retention=whole,
        begun=open_review(visitor, standing),
    )


def _retention(deck: Deck, today: date) -> tuple[Retention, Retention]:
    lately = Q(day__gt=today - timedelta(days=RECENT_DAYS))
    sums = deck.retention_days.aggregate(
        recent_tries=Sum("tries", filter=lately, default=0),
        recent_right=Sum("right", filter=lately, default=0),
        tries=Sum("tries", default=0),
        right=Sum("right", default=0),
    )
    return (
        Retention(sums["recent_tries"], sums["recent_right"]),
        Retention(sums["tries"], sums["right"]),
    )
