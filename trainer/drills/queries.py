"""Reading drills: what the play page and the summary show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import QuerySet
from django.utils.functional import Promise

from strategy.dealing import Deal
from strategy.grading import right_play
from strategy.situations import Category, Cell, Situation
from trainer.accounts.access import Visitor
from trainer.core.wording import CATEGORIES
from trainer.decisions.models import Decision
from trainer.decisions.queries import (
    Record,
    decisions_of,
    sitting_records,
    total,
    verdict_of,
)
from trainer.decisions.shown import Missed, ShownVerdict, missed_hands, shown_verdict
from trainer.drills.hands import DealtHand
from trainer.drills.models import Drill, Question
from trainer.drills.services import Answer
from trainer.rulebook.queries import chart_of, rules_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand(DealtHand):
    """The hand in play."""

    question: Question
    hint: ShownVerdict | None


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
        situation=situation,
        hint=_hint(drill, situation) if question.assisted else None,
    )


def _hint(drill: Drill, situation: Situation) -> ShownVerdict:
    chart = chart_of(drill.chart)
    return shown_verdict(right_play(situation, chart), chart, assisted=True)


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
    return Summary(
        drill=drill,
        overall=total(records.values()),
        categories=[
            (CATEGORIES[category], records[category])
            for category in Category
            if category in records
        ],
        missed=missed_hands(wrong_decisions(drill)),
    )


def wrong_decisions(drill: Drill) -> QuerySet[Decision]:
    return decisions_of(drill.public_id).filter(correct=False)


def missed_cells(drill: Drill) -> list[Cell]:
    """The cells answered wrong in a drill, each once."""
    cells = wrong_decisions(drill).values_list("cell", flat=True)
    return [Cell.parse(cell) for cell in dict.fromkeys(cells)]


def open_drill(visitor: Visitor) -> Drill | None:
    """The drill that the visitor started last, where it goes on; one query, none for a stranger."""
    last = drills_of(visitor).first()
    return last if last and not last.ended_at else None


def remembered_drill(visitor: Visitor) -> Drill | None:
    """The last drill whose settings the visitor chose: not one of missed hands alone. One query."""
    return drills_of(visitor).filter(cells=[]).first()


def drills_of(visitor: Visitor) -> QuerySet[Drill]:
    """The visitor's drills, latest first."""
    drills = Drill.objects.select_related("rules", "chart").order_by("-started_at")
    if visitor.user:
        return drills.filter(learner=visitor.user)
    if visitor.guest_key:
        return drills.filter(guest_key=visitor.guest_key)
    return drills.none()
