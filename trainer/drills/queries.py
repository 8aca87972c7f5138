"""Reading drills: what the play page and the summary show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import QuerySet
from django.utils.functional import Promise

from strategy.actions import Action
from strategy.cards import Card
from strategy.charts import Chart
from strategy.dealing import Deal
from strategy.grading import Verdict, right_play
from strategy.rules import HoleCard
from strategy.situations import CHOICES, Category, Cell, Situation
from trainer.accounts.access import Visitor
from trainer.core.wording import ACTIONS, CATEGORIES, counted_hand, rank_name
from trainer.decisions.models import Decision
from trainer.decisions.queries import (
    Record,
    deal_of,
    decisions_of,
    sitting_records,
    total,
    verdict_of,
)
from trainer.drills.models import Drill, Question
from trainer.drills.services import Answer
from trainer.drills.wording import note, reason, verdict_head
from trainer.rulebook.queries import ShownRow, chart_of, rules_of, shown_row


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


@dataclass(frozen=True, slots=True)
class Hand:
    """The hand in play."""

    question: Question
    deal: Deal
    player: str
    dealer: str
    choices: Sequence[Choice]
    hint: ShownVerdict | None
    hole: bool
    """Whether the dealer has a hole card."""

    @property
    def upcards(self) -> Sequence[Card]:
        return [self.deal.upcard]


@dataclass(frozen=True, slots=True)
class Play:
    """All that the play page shows; ``hand`` is None when the drill is over or paused."""

    drill: Drill
    hand: Hand | None
    verdict: ShownVerdict | None


def play_of(drill: Drill, *, answered: UUID | None = None) -> Play:
    """The page of a drill as it stands, in at most two queries.

    It shows the verdict on the last answer, or that on the question ``answered``.
    """
    decisions = decisions_of(drill.public_id)
    if answered:
        decisions = decisions.filter(key=answered)
    last = decisions.last() if drill.answered else None
    question = None
    if not drill.ended_at and not drill.paused_at:
        question = drill.questions.get(number=drill.asked)
    verdict = None
    if last:
        verdict = shown_verdict(verdict_of(last), chart_of(last.chart), assisted=last.assisted)
    return Play(drill, _hand(drill, question), verdict)


def play_after(answer: Answer) -> Play:
    """The page after an answer: no query."""
    chart, assisted = chart_of(answer.drill.chart), answer.decision.assisted
    verdict = shown_verdict(answer.verdict, chart, assisted=assisted)
    return Play(answer.drill, _hand(answer.drill, answer.next_question), verdict)


def _hand(drill: Drill, question: Question | None) -> Hand | None:
    if question is None:
        return None
    deal = Deal.parse(question.deal)
    situation = deal.situation(rules_of(drill.rules))
    return Hand(
        question=question,
        deal=deal,
        player=counted_hand(situation),
        dealer=rank_name(deal.upcard.rank),
        choices=[
            Choice(action, ACTIONS[action], number)
            for number, action in enumerate(CHOICES, start=1)
            if action in situation.allowed
        ],
        hint=_hint(drill, situation) if question.assisted else None,
        hole=situation.rules.hole_card is HoleCard.PEEK,
    )


def _hint(drill: Drill, situation: Situation) -> ShownVerdict:
    chart = chart_of(drill.chart)
    return shown_verdict(right_play(situation, chart), chart, assisted=True)


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


@dataclass(frozen=True, slots=True)
class Summary:
    """How a drill went."""

    drill: Drill
    overall: Record
    categories: Sequence[tuple[Promise, Record]]
    missed: Sequence[Missed]


def summary_of(drill: Drill) -> Summary:
    """The result of a drill so far; two queries."""
    records = sitting_records(drill.public_id)
    missed: dict[Cell, Missed] = {}
    for decision in wrong_decisions(drill):
        cell, verdict = decision.chart_cell, verdict_of(decision)
        shown = shown_verdict(verdict, chart_of(decision.chart), assisted=decision.assisted)
        times = missed[cell].times + 1 if cell in missed else 1
        missed[cell] = Missed(deal_of(decision), shown, ACTIONS[verdict.action], times)
    return Summary(
        drill=drill,
        overall=total(records.values()),
        categories=[
            (CATEGORIES[category], records[category])
            for category in Category
            if category in records
        ],
        missed=sorted(missed.values(), key=lambda miss: -miss.times),
    )


def wrong_decisions(drill: Drill) -> QuerySet[Decision]:
    return decisions_of(drill.public_id).filter(correct=False)


def missed_cells(drill: Drill) -> list[Cell]:
    """The cells answered wrong in a drill, each once."""
    cells = wrong_decisions(drill).values_list("cell", flat=True)
    return [Cell.parse(cell) for cell in dict.fromkeys(cells)]


def open_drill(visitor: Visitor) -> Drill | None:
    """The drill that the visitor started last, where it goes on; one query, none for a stranger."""
    last = _drills_of(visitor).first()
    return last if last and not last.ended_at else None


def remembered_drill(visitor: Visitor) -> Drill | None:
    """The last drill whose settings the visitor chose: not one of missed hands alone. One query."""
    return _drills_of(visitor).filter(cells=[]).first()


def _drills_of(visitor: Visitor) -> QuerySet[Drill]:
    """The visitor's drills, latest first."""
    drills = Drill.objects.select_related("rules", "chart").order_by("-started_at")
    if visitor.user:
        return drills.filter(learner=visitor.user)
    if visitor.guest_key:
        return drills.filter(guest_key=visitor.guest_key)
    return drills.none()
