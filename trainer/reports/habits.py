"""Which wrong rules a learner's latest answers follow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from django.utils.functional import Promise

from strategy import misconceptions, recognising
from strategy.actions import Action
from strategy.charts import Chart
from strategy.insuring import Insured, recognise_insurance
from strategy.misconceptions import Misconception
from strategy.recognising import Finding, Followed
from strategy.rules import Rules
from strategy.situations import Cell, Situation
from trainer.accounts.models import User
from trainer.core.wording import ACTIONS
from trainer.decisions.tallies import Selection, selected_decisions
from trainer.reports.decks import Taught
from trainer.reports.wording import MISCONCEPTIONS
from trainer.rulebook.solutions import solved
from trainer.tables.queries import insurance_of

LATEST: Final = 300
"""So many of the latest unaided answers in a chart tell of habits; older ones are of somebody who
has learnt since."""
ENOUGH: Final = 30
"""Fewer answers than this are not looked through, unless they are those of a whole check-up."""
SHOWN_CELLS: Final = 6
DRILLED: Final = 8
"""A drill that tells a habit from another deals so many cells."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """A cell in which a habit was followed."""

    cell: Cell
    followed: int
    asked: int
    play: Promise
    right: Promise

    @classmethod
    def of(cls, row: Followed) -> Evidence:
        return cls(row.cell, row.followed, row.asked, ACTIONS[row.play], ACTIONS[row.right])


@dataclass(frozen=True, slots=True)
class Habit:
    """A misconception that the answers follow, or may follow."""

    name: Promise
    sentence: Promise
    sure: float
    """Its chance among all that explain the same answers."""
    followed: int
    asked: int
    evidence: Sequence[Evidence]
    rival: Promise | None
    telling: Sequence[Cell]
    loss: float
    """What always following it loses in 100 hands, in original bets."""


@dataclass(frozen=True, slots=True)
class Habits:
    """What the answers in a chart say."""

    taught: Taught
    answers: int
    enough: bool
    """Whether the answers were looked through."""
    claimed: Sequence[Habit]
    suspected: Habit | None
    """The likeliest where none is claimed: some more hands would tell."""
    unasked: Sequence[Cell]
    """What a check-up deals, so that each habit would show; none where the answers have asked
    enough."""
    insured: Insured | None
    insurance_name: Promise | None


def habits_in(learner: User, taught: Taught) -> Habits:
    """The habits that the latest answers in a chart follow; two queries.

    The exact charts of other rules are needed for it, which are worked out the first time.
    """
    answers = latest_answers(learner, taught)
    rules, chart = taught.engine_rules, taught.engine_chart
    unasked = recognising.check_up(rules, chart, answers, solved=_chart_of)
    enough = len(answers) >= ENOUGH or not unasked
    claimed: list[Finding] = []
    suspected = None
    if enough:
        claimed = recognising.recognise(rules, chart, answers, solved=_chart_of)
        if not claimed:
            suspected = recognising.suspect(rules, chart, answers, solved=_chart_of)
    insured = recognise_insurance(*insurance_of(learner))
    return Habits(
        taught=taught,
        answers=len(answers),
        enough=enough,
        claimed=[_habit(finding, taught) for finding in claimed],
        suspected=_habit(suspected, taught) if suspected else None,
        unasked=unasked,
        insured=insured,
        insurance_name=_name(insured.misconception) if insured else None,
    )


def latest_answers(learner: User, taught: Taught) -> list[tuple[Situation, Action]]:
    """The latest unaided answers in a chart; one query."""
    decisions = selected_decisions(Selection(learner, deck=taught.deck)).filter(assisted=False)
    rows = decisions.order_by("-pk").values_list("situation", "action")[:LATEST]
    return [(_situation(text, taught.rules.code), Action(action)) for text, action in rows]


@lru_cache(maxsize=4096)
def _situation(text: str, rules: str) -> Situation:
    return Situation.parse(text, Rules.parse(rules))


def _chart_of(rules: Rules) -> Chart:
    return solved(rules).chart


def _habit(finding: Finding, taught: Taught) -> Habit:
    rules, chart = taught.engine_rules, taught.engine_chart
    own = finding.misconception
    return Habit(
        name=_name(own),
        sentence=MISCONCEPTIONS[own.slug][1],
        sure=finding.sure,
        followed=finding.followed,
        asked=finding.asked,
        evidence=[Evidence.of(row) for row in finding.evidence if row.followed][:SHOWN_CELLS],
        rival=_name(finding.rival) if finding.rival else None,
        telling=[cell for cell in finding.telling if cell in taught.course.stakes][:DRILLED],
        loss=misconceptions.loss(rules, chart, own, taught.course.values, solved=_chart_of),
    )


def _name(misconception: Misconception) -> Promise:
    return MISCONCEPTIONS[misconception.slug][0]
