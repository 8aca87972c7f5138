"""Regrading a quiz: another key, for all who have taken it and all who will."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.db.models import Case, Q, When
from django.utils import timezone

from trainer.accounts.models import User
from trainer.classroom.services import note
from trainer.gradebook.regrading import Preview, QuizKey, preview
from trainer.quizzes.access import locked_quiz
from trainer.quizzes.models import Attempt, Item, Question, Regrade


class ChangedMeanwhile(Exception):
    """What was previewed is not what would be saved now; has the preview as it is now."""

    def __init__(self, preview: Preview) -> None:
        super().__init__(preview.quiz.public_id)
        self.preview = preview


@transaction.atomic
def regrade(*, who: User, quiz_id: UUID, key: QuizKey, digest: str) -> Regrade | None:
    """Grade all answers of a quiz anew, as it was previewed; None where it is so already.

    The log is not touched: it holds the answers as they were graded when they were given. Raises
    Http404, PermissionDenied, NotStated, and ChangedMeanwhile; then nothing is changed.
    """
    quiz, _member = locked_quiz(who, quiz_id)
    list(quiz.attempts.select_for_update().order_by("pk").values_list("pk"))  # answers wait
    found = preview(quiz, key)
    if found.is_so_already:
        return None
    if found.digest != digest:
        raise ChangedMeanwhile(found)
    _write(found)
    made = Regrade.objects.create(
        quiz=quiz,
        who=who,
        at=timezone.now(),
        chart_before=quiz.chart,
        chart_after=key.chart,
        struck_before=sorted(found.struck_before),
        struck_after=sorted(key.struck),
        changed=len(found.students),
    )
    quiz.chart = key.chart
    quiz.save(update_fields=["chart"])
    note(
        classroom=quiz.classroom,
        who=who,
        kind="regraded",
        subject=quiz.public_id,
        name=quiz.title,
        changed=made.changed,
    )
    return made


def _write(found: Preview) -> None:
    for question, right in found.rights.items():
        Item.objects.filter(question=question).exclude(action="").update(
            right=right.value, correct=Case(When(action=right.value, then=True), default=False)
        )
    struck = Q(number__in=found.key.struck)
    questions = Question.objects.filter(quiz=found.quiz)
    questions.filter(struck, struck=False).update(struck=True)
    questions.filter(~struck, struck=True).update(struck=False)
    Attempt.objects.bulk_update(
        [
            Attempt(pk=taken.pk, points=taken.points, cost_millionths=taken.cost_millionths)
            for taken in found.attempts
        ],
        ["points", "cost_millionths"],
        batch_size=500,
    )
