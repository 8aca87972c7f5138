"""What a plan comes to before it is saved: how many cells, which hands, how hard, what to mind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext, ngettext

from trainer.classroom.models import Classroom
from trainer.core.wording import cell_name
from trainer.quizzes.building import Plan, built
from trainer.quizzes.drawing import eligible_cells
from trainer.quizzes.models import Order, Quiz, Reveal
from trainer.quizzes.queries import PreviewedHand, previewed

SAMPLE: Final = 6
"""So many hands are shown."""
_SEED: Final = "preview"


@dataclass(frozen=True, slots=True)
class Preview:
    """What a quiz of these settings is like; the hands that it will ask are others."""

    cells: int
    close: Sequence[str]
    """Cells left out because they are near ties."""
    hands: Sequence[PreviewedHand]
    """Some of them, the hardest first."""
    gap: float
    """What the second-best play loses, in the mean over all hands."""
    notes: Sequence[str]


def preview_of(classroom: Classroom, plan: Plan) -> Preview:
    """Raise TooFewAnswers and NothingToDeal."""
    quiz = Quiz(classroom=classroom, seed=_SEED)
    questions = built(quiz, plan)
    eligible = eligible_cells(quiz)
    ranked = sorted(questions, key=lambda question: question.gap_millionths)
    shown = ranked[:: max(1, -(-len(ranked) // SAMPLE))]
    return Preview(
        cells=len(eligible.cells),
        close=[cell_name(cell) for cell in eligible.close],
        hands=[previewed(quiz, question) for question in shown],
        gap=sum(each.gap_millionths for each in questions) / 1_000_000 / len(questions),
        notes=_notes(quiz, len(eligible.cells)),
    )


def _notes(quiz: Quiz, cells: int) -> list[str]:
    notes = []
    if cells < quiz.count:
        notes.append(
            ngettext(
                "There is %(cells)d such cell: it is asked more than once.",
                "There are %(cells)d such cells: some are asked more than once.",
                cells,
            )
            % {"cells": cells}
        )
    if quiz.reveal == Reveal.CLOSED and quiz.closes_at is None:
        notes.append(gettext("Without a closing time, right answers are shown once you close it."))
    if quiz.reveal == Reveal.AT_ONCE and quiz.order != Order.LEVELLED:
        notes.append(
            gettext("All are asked the same hands, so those who finish first know the answers.")
        )
    if quiz.most_attempts != 1 and quiz.order != Order.LEVELLED and quiz.reveal != Reveal.AT_ONCE:
        notes.append(
            gettext(
                "The points tell: whoever answers one hand, hands in and starts again at the same"
                " hands knows whether it was right."
            )
        )
    return notes
