"""Decisions as pages show them: the buttons, the verdict with its row of the chart, the misses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise

from strategy.actions import Action
from strategy.cards import Card
from strategy.charts import Chart
from strategy.dealing import Deal
from strategy.grading import Verdict
from strategy.situations import CHOICES, Category, Cell, Situation
from trainer.core.wording import ACTIONS, CATEGORIES
from trainer.decisions.levels import RULES, Level, Standing
from trainer.decisions.models import Decision
from trainer.decisions.queries import deal_of, verdict_of
from trainer.decisions.wording import LEVELS, level_rule, note, reason, verdict_head
from trainer.rulebook.queries import ShownRow, chart_of, shown_row


@dataclass(frozen=True, slots=True)
class Choice:
    """A button of the play page."""

    action: Action
    name: Promise
    number: int
    """The digit that presses it."""

    @property
    def key(self) -> str:
        return self.action.value

    @property
    def style(self) -> str:
        return self.action.word


@dataclass(frozen=True, slots=True)
class ShownVerdict:
    """A verdict in words, with its row of the chart."""

    correct: bool
    assisted: bool
    head: str
    right: Promise
    reason: str
    note: str
    values: Sequence[tuple[Promise, float]]
    """The exact value of each play, best first, in original bets."""
    rows: Sequence[ShownRow]
    """The one row of the chart that answers, its cell lit."""
    row_title: Promise


def choices_of(situation: Situation) -> list[Choice]:
    """The buttons for what a situation allows."""
    return [
        Choice(action, ACTIONS[action], number)
        for number, action in enumerate(CHOICES, start=1)
        if action in situation.allowed
    ]


def shown_verdict(verdict: Verdict, chart: Chart, *, assisted: bool) -> ShownVerdict:
    cell = verdict.advice.cell
    return ShownVerdict(
        correct=verdict.correct,
        assisted=assisted,
        head=verdict_head(verdict),
        right=ACTIONS[verdict.right],
        reason=reason(verdict),
        note=note(verdict),
        values=[(ACTIONS[action], value) for action, value in verdict.evaluation.values.items()],
        rows=[shown_row(chart, cell.category, cell.row, lit=cell)],
        row_title=CATEGORIES[cell.category],
    )


@dataclass(slots=True)
class Missed:
    """A cell that was answered wrong, with the last wrong answer in it."""

    deal: Deal
    verdict: ShownVerdict
    chosen: Promise
    times: int = 1

    @property
    def upcards(self) -> Sequence[Card]:
        return [self.deal.upcard]


def missed_hands(decisions: Iterable[Decision]) -> list[Missed]:
    """The cells of wrong decisions, those missed most often first."""
    missed: dict[Cell, Missed] = {}
    for decision in decisions:
        cell, verdict = decision.chart_cell, verdict_of(decision)
        shown = shown_verdict(verdict, chart_of(decision.chart), assisted=decision.assisted)
        times = missed[cell].times + 1 if cell in missed else 1
        missed[cell] = Missed(deal_of(decision), shown, ACTIONS[verdict.action], times)
    return sorted(missed.values(), key=lambda miss: -miss.times)


@dataclass(frozen=True, slots=True)
class ShownLevel:
    """The level of a category, and what it is told from."""

    category: Promise
    name: Promise
    standing: Standing

    @property
    def known(self) -> bool:
        return self.standing.level is not Level.UNKNOWN


def shown_levels(standings: Mapping[Category, Standing]) -> list[ShownLevel]:
    return [
        ShownLevel(CATEGORIES[category], LEVELS[standing.level], standing)
        for category, standing in standings.items()
    ]


def level_rules() -> list[tuple[Promise, str]]:
    """Every level that is told and what it takes, the highest first."""
    return [(LEVELS[level], level_rule(level)) for level in RULES]
