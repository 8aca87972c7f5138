"""Answers come into the learners' own log when their right answers may be shown, and not before.

Where a quiz tells them at once, that is with the answer. Where it tells them after it has closed,
it is done when somebody looks, or by ``manage.py tidy``. Where it never tells them, the answers
never come into the log: a learner's own reports would give them away.
"""

from __future__ import annotations

import logging
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet

from trainer.accounts.models import User
from trainer.decisions.models import Decision
from trainer.quizzes.models import Attempt, Reveal
from trainer.quizzes.taking import log, verdict_of
from trainer.quizzes.telling import are_over_for_all

_LOGGER: Final = logging.getLogger(__name__)


def settle(user: User) -> int:
    """Log the user's answers in quizzes that have closed; one query where there are none."""
    return _log_all(Q(learner=user))


def settle_all() -> int:
    """Log everybody's; how many attempts there were."""
    return _log_all(Q())


def _log_all(whose: Q) -> int:
    """One attempt that cannot be logged is told to whoever runs the site, and keeps nobody else."""
    logged = 0
    for pk in list(_due().filter(whose).values_list("pk", flat=True)):
        try:
            logged += _log_attempt(pk)
        except Exception:
            _LOGGER.exception("the answers of attempt %d could not be logged", pk)
    return logged


def _due() -> QuerySet[Attempt]:
    return Attempt.objects.filter(are_over_for_all(), logged=False, quiz__reveal=Reveal.CLOSED)


@transaction.atomic
def _log_attempt(pk: int) -> bool:
    """Log the answers of an attempt that are not in the log yet, in their order."""
    attempt = (
        _due()
        .select_for_update(of=("self",))
        .select_related("quiz__rules", "quiz__chart", "learner")
        .filter(pk=pk)
        .first()
    )
    if attempt is None:
        return False
    known = Decision.objects.filter(sitting=attempt.public_id).values("key")
    answered = attempt.items.filter(answered_at__isnull=False).exclude(public_id__in=known)
    for item in answered.select_related("question").order_by("number"):
        item.attempt = attempt
        log(item, verdict_of(item), learner=attempt.learner)
    attempt.logged = True
    attempt.save(update_fields=["logged"])
    return True
