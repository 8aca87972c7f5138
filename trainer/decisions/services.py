"""Writing to the log: the one way in which a decision of any mode comes to be."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db import IntegrityError, connection, transaction
from django.db.models import Field
from django.utils import timezone

from strategy.grading import Verdict
from trainer.accounts.models import User
from trainer.accounts.services import local_date
from trainer.decisions.models import EVER, EVERY_MODE, SUMS, Decision, Mode, Scope, Tally
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
    decided_at: datetime | None = None,
) -> Decision:
    """Write a decision, made now or as ``decided_at`` says, and add it to the tallies.

    Raises AlreadyDecided where ``key`` has one; then the transaction cannot go on.
    """
    now = decided_at or timezone.now()
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
        later=len(verdict.situation.hand.ranks) > 2 or bool(verdict.situation.barred),
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
    cost = 0 if decision.correct else decision.cost_millionths
    counts = {"answers": 1, "correct": int(decision.correct), "cost_millionths": cost}
    if decision.later:
        counts |= {f"later_{name}": count for name, count in counts.items()}
    if decision.thinking_ms < _milliseconds(IDLE):
        timed, time = ("later_timed", "later_ms") if decision.later else ("timed", "thinking_ms")
        counts |= {timed: 1, time: decision.thinking_ms}
    return counts


def tallies_of(decision: Decision, goal: int) -> list[Tally]:
    """What a decision adds to the tallies: a row for each that it belongs to.

    Those of days that are summed up to come before the sums that they begin with.
    """
    counts = _counts(decision)
    month = decision.day.replace(day=1)
    spans = [
        (Scope.CELL_DAY, decision.day, EVERY_MODE, decision.cell),
        (Scope.MODE_CELL_DAY, decision.day, decision.mode, decision.cell),
        (Scope.CELL, EVER, EVERY_MODE, decision.cell),
        (Scope.MODE_CELL, EVER, decision.mode, decision.cell),
        (Scope.MONTH, month, decision.mode, decision.category),
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
            **(runs_of(decision) if scope is Scope.CELL else {}),
            **counts,
        )
        for scope, start, mode, place in spans
    ]


def runs_of(decision: Decision) -> dict[str, int]:
    """What an unaided right answer adds to the runs of its cell."""
    right = int(decision.correct and not decision.assisted)
    return {"run": right, "first_run": right if not decision.later else 0}


def ended_runs(decision: Decision) -> set[str]:
    """The runs that an error ends."""
    if decision.correct or decision.assisted:
        return set()
    return {"run"} if decision.later else {"run", "first_run"}


BEGINS_WITH: Final = {Scope.CELL_DAY: Scope.CELL, Scope.MODE_CELL_DAY: Scope.MODE_CELL}
"""Sums up to a day begin with all that was done before; the others begin with nothing."""

_TABLE = Tally._meta.db_table
_FIELDS = [field for field in Tally._meta.local_fields if not field.primary_key]
_CELL = ("learner_id", "scope", "mode", "rules_id", "chart_id", "place")
_OF_CELL = " AND ".join(f"{name} = %s" for name in _CELL)


def _add(decision: Decision) -> None:
    """Insert the decision's tallies, or add it to those that have their keys: one statement.

    An error ends a run of right answers. The ORM's own upsert can only overwrite, not add; the
    statement is the same for both databases.
    """
    tallies = tallies_of(decision, decision.learner.daily_goal)
    rows = [_values(tally) for tally in tallies]
    news = [f"{name} = {_TABLE}.{name} + %s" for name in SUMS]
    news += ["last_at = excluded.last_at"]
    for name in ("run", "first_run"):
        ends = name in ended_runs(decision)
        news.append(f"{name} = {'' if ends else f'{_TABLE}.{name} + '}excluded.{name}")
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {_TABLE} ({', '.join(field.column for field in _FIELDS)})"  # noqa: S608
            f" VALUES {', '.join(values for values, _parameters in rows)}"
            f" ON CONFLICT ({', '.join(_CELL)}, start) DO UPDATE SET {', '.join(news)}",
            [value for _values, parameters in rows for value in parameters]
            + [getattr(tallies[0], name) for name in SUMS],
        )


def _values(tally: Tally) -> tuple[str, list[Any]]:
    """A row of VALUES for a tally, and its parameters.

    Sums up to a day never go back: whoever has travelled west may answer on the day before one that
    the cell has a row of already, and is counted with that.
    """
    if tally.scope not in BEGINS_WITH:
        return f"({', '.join(['%s'] * len(_FIELDS))})", [_prepared(tally, f) for f in _FIELDS]
    cell = {name: getattr(tally, name) for name in _CELL}
    before = [*(cell | {"scope": BEGINS_WITH[Scope(tally.scope)]}).values()]
    values, parameters = [], []
    for field in _FIELDS:
        value = _prepared(tally, field)
        if field.attname in SUMS:
            done = f"SELECT {field.column} FROM {_TABLE} WHERE {_OF_CELL}"  # noqa: S608
            values.append(f"COALESCE(({done}), 0) + %s")
            parameters += [*before, value]
        elif field.attname == "start":
            later = f"SELECT MAX(start) FROM {_TABLE} WHERE {_OF_CELL} AND start > %s"  # noqa: S608
            values.append(f"COALESCE(({later}), %s)")
            parameters += [*cell.values(), value, value]
        else:
            values.append("%s")
            parameters.append(value)
    return f"({', '.join(values)})", parameters


def _prepared(tally: Tally, field: Field[Any, Any]) -> Any:
    return field.get_db_prep_save(getattr(tally, field.attname), connection)
