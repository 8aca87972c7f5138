"""Writing to the log: the one way in which a decision of any mode comes to be."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from strategy.grading import Verdict
from trainer.accounts.models import User
from trainer.accounts.services import local_date
from trainer.decisions.models import EVER, EVERY_MODE, Decision, Mode, Scope, Tally
from trainer.rulebook.models import ChartVersion, RuleSetVersion

IDLE = timedelta(minutes=2)
"""Whoever answers later than this was away; the time tells nothing of their pace."""
_MOST_MS = 2**31 - 1


class AlreadyDecided(Exception):
    """The question has an answer; the first one stands."""


@transaction.atomic(savepoint=False)
def record(
    *,
    key: UUID,
    sitting: UUID,
    learner: User,
    mode: Mode,
    rules: RuleSetVersion,
    chart: ChartVersion,
    deal: str,
    verdict: Verdict,
    asked_at: datetime,
    browser_ms: int | None = None,
    assisted: bool = False,
) -> Decision:
    """Write a decision, and add it to the tallies.

    Raises AlreadyDecided where ``key`` has one; then the transaction cannot go on.
    """
    now = timezone.now()
    decision = Decision(
        key=key,
        sitting=sitting,
        learner=learner,
        decided_at=now,
        day=local_date(learner, now),
        mode=mode,
        rules=rules,
        chart=chart,
        deal=deal,
        situation=str(verdict.situation),
        category=verdict.situation.category.value,
        cell=str(verdict.situation.cell),
        longer=len(verdict.situation.hand.ranks) > 2,
        action=verdict.action.value,
        right=verdict.right.value,
        correct=verdict.correct,
        cost_millionths=round(1_000_000 * verdict.cost),
        thinking_ms=_milliseconds(now - asked_at),
        browser_ms=browser_ms,
        assisted=assisted,
    )
    try:
        decision.save(force_insert=True)
    except IntegrityError as error:
        if _is_doubled(error):
            raise AlreadyDecided(key) from None
        raise
    _add(decision)
    return decision


def _is_doubled(error: IntegrityError) -> bool:
    """Whether a unique constraint refused a row, as PostgreSQL or SQLite says it."""
    cause = error.__cause__
    return (
        getattr(cause, "sqlstate", "") == "23505"
        or getattr(cause, "sqlite_errorname", "") == "SQLITE_CONSTRAINT_UNIQUE"
    )


def _milliseconds(time: timedelta) -> int:
    return min(max(0, time // timedelta(milliseconds=1)), _MOST_MS)


def _counts(decision: Decision) -> dict[str, int]:
    if decision.assisted:
        return {"assisted": 1}
    if not decision.correct:
        counts = {"answers": 1, "cost_millionths": decision.cost_millionths}
    else:
        counts = {"answers": 1, "correct": 1, "run": 1}
    if decision.thinking_ms < _milliseconds(IDLE):
        timed, time = ("longer_timed", "longer_ms") if decision.longer else ("timed", "thinking_ms")
        counts |= {timed: 1, time: decision.thinking_ms}
    return counts


def tallies_of(decision: Decision, goal: int) -> list[Tally]:
    """What a decision adds to the tallies: a row for each that it belongs to."""
    counts = _counts(decision)
    spans = [
        (Scope.CELL, EVER, EVERY_MODE, decision.cell),
        (Scope.CELL_MONTH, decision.day.replace(day=1), decision.mode, decision.cell),
        (Scope.CELL_DAY, decision.day, decision.mode, decision.cell),
        (Scope.MONTH, decision.day.replace(day=1), decision.mode, decision.category),
        (Scope.DAY, decision.day, decision.mode, decision.category),
    ]
    return [
        Tally(
            learner_id=decision.learner_id,
            scope=scope,
            start=start,
            mode=mode,
            rules_id=decision.rules_id,
            chart_id=decision.chart_id,
            place=place,
            last_at=decision.decided_at,
            goal=goal,
            **counts,
        )
        for scope, start, mode, place in spans
    ]


_KEY = ("learner", "scope", "start", "mode", "rules", "chart", "place")
_SUMS = (
    *("answers", "correct", "assisted", "cost_millionths"),
    *("timed", "thinking_ms", "longer_timed", "longer_ms"),
)


def _add(decision: Decision) -> None:
    """Insert the decision's tallies, or add it to those that have their keys: one statement.

    An error ends the run of right answers. The ORM's own upsert can only overwrite, not add; the
    statement is the same for both databases.
    """
    meta = Tally._meta
    table, fields = meta.db_table, [field for field in meta.local_fields if not field.primary_key]
    rows = [
        [field.get_db_prep_save(getattr(tally, field.attname), connection) for field in fields]
        for tally in tallies_of(decision, decision.learner.daily_goal)
    ]
    columns = ", ".join(field.column for field in fields)
    keys = ", ".join(field.column for field in fields if field.name in _KEY)
    row = f"({', '.join(['%s'] * len(fields))})"
    erred = not decision.correct and not decision.assisted
    news = [f"{name} = {table}.{name} + excluded.{name}" for name in _SUMS]
    news += ["last_at = excluded.last_at"]
    news += [f"run = {'' if erred else f'{table}.run + '}excluded.run"]
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} ({columns}) VALUES {', '.join([row] * len(rows))}"  # noqa: S608
            f" ON CONFLICT ({keys}) DO UPDATE SET {', '.join(news)}",
            [value for values in rows for value in values],
        )
