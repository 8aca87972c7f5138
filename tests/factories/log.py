"""Decisions in the log, written by the service that writes all of them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.utils import timezone

from strategy.actions import Action
from strategy.dealing import Deal
from strategy.grading import grade
from tests.factories.rulebook import taught
from trainer.accounts.models import User
from trainer.decisions.models import Decision, Mode
from trainer.decisions.services import record
from trainer.rulebook.models import Teaching
from trainer.rulebook.queries import chart_of, rules_of


def decide(
    learner: User,
    deal: str = "TS 6D v 9H",
    action: str = "H",
    *,
    teaching: Teaching | None = None,
    thought: timedelta = timedelta(seconds=3),
    **others: Any,
) -> Decision:
    """Record an answer to a deal, given now after so much thought; by default a right one."""
    teaching = teaching or taught()
    rules, chart = teaching.rule_set.current, teaching.chart.current
    assert rules is not None
    assert chart is not None
    situation = Deal.parse(deal).situation(rules_of(rules))
    verdict = grade(situation, Action.parse(action), chart_of(chart))
    settings = {
        "key": uuid4(),
        "sitting": uuid4(),
        "mode": Mode.DRILL,
        "asked_at": timezone.now() - thought,
    }
    return record(
        **(settings | others),
        learner=learner,
        rules=rules,
        chart=chart,
        deal=deal,
        verdict=verdict,
    )
