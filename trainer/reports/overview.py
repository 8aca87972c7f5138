"""How a learner does as a whole: accuracy, cost and pace, by category, mode, rule set and time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypeVar

from django.utils.functional import Promise

from strategy.losses import Loss, mean_loss
from strategy.situations import Category
from trainer.core.wording import CATEGORIES
from trainer.decisions.models import Mode
from trainer.decisions.queries import Record, total
from trainer.decisions.tallies import (
    Group,
    Selection,
    Step,
    category_records,
    cell_records,
    course,
)
from trainer.reports.costs import losses_in
from trainer.reports.decks import Taught, taught_decks

Key = TypeVar("Key")


@dataclass(frozen=True, slots=True)
class Figures:
    """A record with its name, and what its errors lose at a table."""

    name: str | Promise
    record: Record
    loss: Loss | None = None
    deck: Taught | None = None


@dataclass(frozen=True, slots=True)
class Point:
    """A span of the course: a record for each category, and over all."""

    start: date
    categories: Sequence[Record]
    overall: Record


@dataclass(frozen=True, slots=True)
class Overview:
    """All that the overview shows."""

    overall: Figures
    categories: Sequence[Figures]
    modes: Sequence[Figures]
    decks: Sequence[Figures]
    step: Step
    points: Sequence[Point]
    """Latest first."""

    @property
    def earlier(self) -> bool:
        """Whether there are answers before the first point."""
        return total(point.overall for point in self.points) != self.overall.record


def overview_of(selection: Selection, step: Step) -> Overview:
    """The overview of what is selected; six queries at most."""
    groups = category_records(selection)
    decks = _sums(groups, lambda group: group.deck)
    taught = taught_decks(decks)
    cells = cell_records(selection)
    losses = {
        deck: losses_in(cells.get(deck, {}), one.course.stakes) for deck, one in taught.items()
    }
    of_both = _sums(groups, lambda group: (group.deck, group.category))
    of_category, of_mode = (
        _sums(groups, lambda group: group.category),
        _sums(groups, lambda group: group.mode),
    )
    return Overview(
        overall=Figures(
            "",
            total(groups.values()),
            _mean((losses[deck].whole, record) for deck, record in decks.items()),
        ),
        categories=[
            Figures(
                CATEGORIES[category],
                of_category.get(category, Record()),
                _mean(
                    (losses[deck].by_category[category], record)
                    for (deck, own), record in of_both.items()
                    if own is category
                ),
            )
            for category in Category
        ],
        modes=[Figures(mode.label, of_mode[mode]) for mode in Mode if mode in of_mode],
        decks=[
            Figures(taught[deck].name, record, losses[deck].whole, taught[deck])
            for deck, record in sorted(decks.items(), key=lambda pair: -pair[1].answers)
        ],
        step=step,
        points=[
            Point(start, [records.get(c, Record()) for c in Category], total(records.values()))
            for start, records in course(selection, step).items()
        ],
    )


def _sums(groups: Mapping[Group, Record], key: Callable[[Group], Key]) -> dict[Key, Record]:
    sums: dict[Key, Record] = {}
    for group, record in groups.items():
        sums[key(group)] = sums.get(key(group), Record()) + record
    return sums


def _mean(losses: Iterable[tuple[Loss | None, Record]]) -> Loss | None:
    """What the errors lose over several decks, as often as they were answered."""
    return mean_loss([(loss, record.answers) for loss, record in losses if loss])
