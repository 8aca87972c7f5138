"""The weak spots of a class: the cells that its quizzes found to cost most."""

from __future__ import annotations

from typing import Final

from django.db.models import Count, Q, Sum

from strategy.situations import Cell
from trainer.classroom.models import Classroom
from trainer.core.numbers import ENOUGH
from trainer.quizzes.models import Item

MOST: Final = 20
"""So many of the costliest cells are its weak spots."""


def weak_cells(classroom: Classroom) -> list[Cell]:
    """The cells whose errors cost most for each answer, from ENOUGH answers of the class on.

    Only answers in its quizzes tell; what a student practises is nobody else's. One query.
    """
    wrong = Q(correct=False)
    rows = (
        Item.objects.filter(
            question__quiz__classroom=classroom, question__struck=False, correct__isnull=False
        )
        .values("question__cell")
        .order_by("question__cell")
        .annotate(
            answers=Count("pk"),
            errors=Count("pk", filter=wrong),
            cost=Sum("cost_millionths", filter=wrong),
        )
        .filter(answers__gte=ENOUGH, errors__gt=0)
    )
    worst = sorted(rows, key=lambda row: (-row["cost"] / row["answers"], row["question__cell"]))
    return [Cell.parse(row["question__cell"]) for row in worst[:MOST]]
