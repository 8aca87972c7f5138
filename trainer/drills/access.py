"""The one door to drills: what is not the visitor's does not exist for them."""

from __future__ import annotations

from uuid import UUID

from django.db.models import QuerySet
from django.http import Http404

from trainer.accounts.access import Visitor
from trainer.drills.models import Drill, Question


def get_drill(visitor: Visitor, drill_id: UUID) -> Drill:
    """A drill of the visitor with all that its page needs; raise Http404."""
    return _own(visitor, _drills(), drill_id)


def locked_drill(visitor: Visitor, drill_id: UUID) -> Drill:
    """The same, locked until the transaction ends."""
    return _own(visitor, _drills().select_for_update(of=("self",)), drill_id)


def locked_question(visitor: Visitor, question_id: UUID) -> Question:
    """A question of the visitor and its drill, both locked; raise Http404. One query."""
    question = (
        Question.objects.select_related("drill__rules", "drill__chart", "drill__learner")
        .select_for_update(of=("self", "drill"))
        .filter(public_id=question_id)
        .first()
    )
    if question is None or not is_own(visitor, question.drill):
        raise Http404
    return question


def drill_of_question(visitor: Visitor, question_id: UUID) -> Drill:
    """The drill in which a question of the visitor was asked; raise Http404."""
    return _own(visitor, _drills(), question_id, field="questions__public_id")


def is_own(visitor: Visitor, drill: Drill) -> bool:
    """Whether the drill is the visitor's; one that nobody has answered is its session's."""
    return visitor.owns(drill.learner, drill.guest_key)


def _drills() -> QuerySet[Drill]:
    return Drill.objects.select_related("rules", "chart", "learner")


def _own(
    visitor: Visitor, drills: QuerySet[Drill], public_id: UUID, field: str = "public_id"
) -> Drill:
    drill = drills.filter(**{field: public_id}).first()
    if drill is None or not is_own(visitor, drill):
        raise Http404
    return drill
