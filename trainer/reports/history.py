"""Every decision of every mode, as it was shown, latest first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final
from uuid import UUID

from django.db import models
from django.db.models import F, Q, QuerySet, Sum
from django.http import Http404
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from strategy.cards import Card
from strategy.dealing import Deal
from strategy.grading import reason_for
from strategy.situations import Category, Cell, Situation
from trainer.accounts.models import User
from trainer.core.wording import ACTIONS, situation_name
from trainer.decisions.models import Decision, Mode
from trainer.decisions.queries import deal_of
from trainer.decisions.tallies import (
    Selection,
    category_records,
    selected_days,
    selected_decisions,
)
from trainer.decisions.wording import reason_in_words
from trainer.reports.decks import Taught
from trainer.rulebook.queries import ShownRow, chart_of, rules_of, shown_row

PAGE: Final = 50


class Outcome(models.TextChoices):
    """What came of an answer."""

    RIGHT = "right", _("Right")
    WRONG = "wrong", _("Wrong")
    ASSISTED = "assisted", _("With a hint")


_DECISIONS = {
    Outcome.RIGHT: Q(correct=True, assisted=False),
    Outcome.WRONG: Q(correct=False, assisted=False),
    Outcome.ASSISTED: Q(assisted=True),
}
_TALLIES = {
    Outcome.RIGHT: F("correct"),
    Outcome.WRONG: F("answers") - F("correct"),
    Outcome.ASSISTED: F("assisted"),
}
"""How many of a tally's decisions have the outcome."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which of the selected decisions are listed."""

    category: Category | None = None
    outcome: Outcome | None = None
    cell: Cell | None = None

    def of(self, decisions: QuerySet[Decision]) -> QuerySet[Decision]:
        if self.category:
            decisions = decisions.filter(category=self.category.value)
        if self.outcome:
            decisions = decisions.filter(_DECISIONS[self.outcome])
        if self.cell:
            decisions = decisions.filter(cell=str(self.cell))
        return decisions


@dataclass(frozen=True, slots=True)
class Entry:
    """A decision of the list."""

    decision: Decision
    deal: Deal
    taught: Taught
    sitting: str
    """The address of the drill, test or table that it was made in."""

    @property
    def upcards(self) -> Sequence[Card]:
        return [self.deal.upcard]

    @property
    def chosen(self) -> Promise:
        return ACTIONS[self.decision.chosen_action]

    @property
    def right(self) -> Promise:
        return ACTIONS[self.decision.right_action]

    @property
    def cost(self) -> float:
        """What the play made lost against the best of these cards, in original bets."""
        return self.decision.cost_millionths / 1_000_000


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the history."""

    entries: Sequence[Entry]
    older: int | None
    """The key of the last decision, where there are older ones."""


def history(selection: Selection, wanted: Wanted, before: int | None = None) -> Page:
    """The decisions that are wanted, PAGE at most, from the one with the key ``before`` on.

    Three queries at most. However rare what is wanted is, no day is read in which it did not occur.
    Raises Http404 for a key that is not the learner's.
    """
    start = _day_of(selection.learner, before)
    decisions = wanted.of(selected_decisions(selection)).select_related("rules", "chart")
    if start:
        decisions = decisions.filter(Q(day__lt=start) | Q(day=start, pk__lt=before))
    if wanted.cell is None:
        decisions = decisions.filter(day__in=_days_with(selection, wanted, start))
    rows = list(decisions.order_by("-day", "-pk")[: PAGE + 1])
    entries = [entry_of(decision) for decision in rows[:PAGE]]
    return Page(entries, rows[PAGE - 1].pk if len(rows) > PAGE else None)


def entry_of(decision: Decision) -> Entry:
    taught = Taught(decision.rules, decision.chart)
    return Entry(decision, deal_of(decision), taught, _sitting(decision))


def _day_of(learner: User, key: int | None) -> date | None:
    if key is None:
        return None
    day = Decision.objects.filter(learner=learner, pk=key).values_list("day", flat=True).first()
    if day is None:
        raise Http404
    return day


def _days_with(selection: Selection, wanted: Wanted, start: date | None) -> list[date]:
    """The latest days that hold a page of what is wanted, up to the day where the page starts."""
    tallies = selected_days(selection)
    if start:
        tallies = tallies.filter(start__lte=start)
    if wanted.category:
        tallies = tallies.filter(place=wanted.category.value)
    count = _TALLIES[wanted.outcome] if wanted.outcome else F("answers") + F("assisted")
    rows = tallies.order_by("-start").values_list("start").annotate(found=Sum(count))
    days, sum_ = [], 0
    for day, found in rows.filter(found__gt=0).iterator(chunk_size=100):
        days.append(day)
        sum_ += found if day != start else 0
        if sum_ > PAGE:
            break
    return days


_SITTINGS: Mapping[str, str] = {
    Mode.DRILL: "drills:summary",
    Mode.REVIEW: "drills:summary",
    Mode.TIMED: "timed:result",
    Mode.QUIZ: "quizzes:result",
    Mode.TABLE: "tables:history",
}


def _sitting(decision: Decision) -> str:
    return reverse(_SITTINGS[decision.mode], args=[decision.sitting])


def count_of(selection: Selection, wanted: Wanted) -> int:
    """How many decisions there are in all; one query. Not known for a cell."""
    records = category_records(selection)
    chosen = [
        record for group, record in records.items() if wanted.category in (None, group.category)
    ]
    match wanted.outcome:
        case Outcome.RIGHT:
            return sum(record.correct for record in chosen)
        case Outcome.WRONG:
            return sum(record.wrong for record in chosen)
        case Outcome.ASSISTED:
            return sum(record.assisted for record in chosen)
        case _:
            return sum(record.answers + record.assisted for record in chosen)


@dataclass(frozen=True, slots=True)
class Shown:
    """A decision as it was shown, with the row of the chart that graded it."""

    entry: Entry
    situation: Situation
    rows: Sequence[ShownRow]
    reason: str

    @property
    def name(self) -> str:
        return situation_name(self.situation)

    @property
    def is_first(self) -> bool:
        """Whether it is of a cell that two cards bring up: then there is a page about that."""
        return self.entry.decision.chart_cell in self.entry.taught.course.stakes


def shown_decision(learner: User, key: UUID) -> Shown:
    """A decision of the learner by the key of its question; raise Http404."""
    mine = Decision.objects.filter(learner=learner, key=key)
    decision = mine.select_related("rules", "chart").first()
    if decision is None:
        raise Http404
    situation = Situation.parse(decision.situation, rules_of(decision.rules))
    chart, cell = chart_of(decision.chart), decision.chart_cell
    return Shown(
        entry=entry_of(decision),
        situation=situation,
        rows=[shown_row(chart, cell.category, cell.row, lit=cell)],
        reason=reason_in_words(reason_for(situation, decision.right_action), situation),
    )
