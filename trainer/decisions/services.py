"""Writing to the log: the one way in which a decision of any mode comes to be."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from uuid import UUID

from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from strategy.grading import Verdict
from trainer.accounts.models import User
from trainer.accounts.services import local_date
from trainer.decisions.models import CellTally, DayTally, Decision, Mode
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
    counts = _counts(decision)
    _add_to_cell(decision, counts)
    day_tally = DayTally(
        learner=learner,
        day=decision.day,
        category=decision.category,
        mode=mode,
        goal=learner.daily_goal,
        **counts,
    )
    _add(day_tally, counts, key=("learner", "day", "category", "mode"))
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
    counts = {
        "answers": 1,
        "correct": int(decision.correct),
        "cost_millionths": decision.cost_millionths,
    }
    if decision.thinking_ms < _milliseconds(IDLE):
        counts |= {"timed": 1, "thinking_ms": decision.thinking_ms}
    return counts


def _add_to_cell(decision: Decision, counts: dict[str, int]) -> None:
    """Add to the tally of the decision's cell; an error ends the run of right answers."""
    erred = not decision.correct and not decision.assisted
    if decision.correct and not decision.assisted:
        counts = counts | {"run": 1}
    tally = CellTally(
        learner=decision.learner,
        chart=decision.chart,
        cell=decision.cell,
        last_at=decision.decided_at,
        **counts,
    )
    replaced = ("last_at", "run") if erred else ("last_at",)
    _add(tally, counts, key=("learner", "chart", "cell"), replaced=replaced)


def _add(
    tally: CellTally | DayTally,
    counts: Mapping[str, int],
    *,
    key: Collection[str],
    replaced: Collection[str] = (),
) -> None:
    """Insert a tally, or add the counts to the one that has its key and replace some columns there:
    one statement.

    The ORM's own upsert can only overwrite, not add; the statement is the same for both databases.
    """
    meta = tally._meta
    table, fields = meta.db_table, [field for field in meta.local_fields if not field.primary_key]
    values = [field.get_db_prep_save(getattr(tally, field.attname), connection) for field in fields]
    columns = ", ".join(field.column for field in fields)
    keys = ", ".join(field.column for field in fields if field.name in key)
    news = [f"{name} = {table}.{name} + excluded.{name}" for name in counts]
    news += [f"{name} = excluded.{name}" for name in replaced]
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} ({columns}) VALUES ({', '.join(['%s'] * len(values))})"  # noqa: S608
            f" ON CONFLICT ({keys}) DO UPDATE SET {', '.join(news)}",
            values,
        )
