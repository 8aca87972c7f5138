"""What the database says of the answers: none lost, none doubled, every sum right."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

_AWAKE = "NOT assisted AND thinking_ms < :idle"
_LATER = "NOT assisted AND later"
_SUMS = {
    "answers": "SUM(NOT assisted)",
    "correct": "SUM(correct AND NOT assisted)",
    "assisted": "SUM(assisted)",
    "timed": f"SUM({_AWAKE} AND NOT later)",
    "thinking_ms": f"SUM(CASE WHEN {_AWAKE} AND NOT later THEN thinking_ms ELSE 0 END)",
    "cost_millionths": "SUM(CASE WHEN assisted OR correct THEN 0 ELSE cost_millionths END)",
    "later_answers": f"SUM({_LATER})",
    "later_correct": f"SUM({_LATER} AND correct)",
    "later_timed": f"SUM({_AWAKE} AND later)",
    "later_ms": f"SUM(CASE WHEN {_AWAKE} AND later THEN thinking_ms ELSE 0 END)",
    "later_cost_millionths": (
        f"SUM(CASE WHEN {_LATER} AND NOT correct THEN cost_millionths ELSE 0 END)"
    ),
    "last_at": "MAX(decided_at)",
}
"""What the columns of a tally sum."""
_MONTH = "strftime('%Y-%m-01', day)"
_EVER = "'0001-01-01'"
_KEYS = {
    "cell": ("''", "cell", _EVER),
    "mode_cell": ("mode", "cell", _EVER),
    "cell_day": ("''", "cell", "day"),
    "mode_cell_day": ("mode", "cell", "day"),
    "month": ("mode", "category", _MONTH),
    "day": ("mode", "category", "day"),
}
"""The mode, place and start of the tallies of each scope."""
_RUNNING = ("cell_day", "mode_cell_day")
"""Scopes whose rows hold all that was done up to their day."""
_WRONG_DRILLS = """
    SELECT COUNT(*) FROM drills_drill AS drill
    WHERE answered != (SELECT COUNT(*) FROM decisions_decision WHERE sitting = drill.public_id)
       OR correct != (SELECT COUNT(*) FROM decisions_decision
                      WHERE sitting = drill.public_id AND correct)
"""


@dataclass(frozen=True, slots=True)
class Check:
    """The log after a run against what the learners were told."""

    added: int
    """Decisions that the run added."""
    lost: int
    """Acknowledged answers without a decision."""
    doubled: int
    """Answers acknowledged twice or recorded twice, and decisions that nobody sent."""
    wrong_sums: int
    """Rows of tallies, and drills, whose sums are not those of the log."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """A filled database, read beside the server."""

    path: Path
    idle_ms: int
    """Thinking times from here on are not counted, in milliseconds."""

    def size(self) -> int:
        """How many decisions there are."""
        with closing(self._open()) as database:
            count: int = database.execute("SELECT COUNT(*) FROM decisions_decision").fetchone()[0]
        return count

    def mark(self) -> int:
        """The last decision so far."""
        with closing(self._open()) as database:
            mark: int = database.execute("SELECT MAX(id) FROM decisions_decision").fetchone()[0]
        return mark

    def check(self, mark: int, acknowledged: Iterable[str], sent: Iterable[str]) -> Check:
        """What was added after the mark, against the keys of the answers."""
        told = Counter(acknowledged)
        with closing(self._open()) as database:
            rows = database.execute("SELECT key FROM decisions_decision WHERE id > ?", (mark,))
            recorded = Counter(key for (key,) in rows)
            wrong = sum(_wrong_rows(database, scope, self.idle_ms) for scope in _KEYS)
            wrong += database.execute(_WRONG_DRILLS).fetchone()[0]
        twice = sum(count - 1 for counts in (told, recorded) for count in counts.values())
        return Check(
            added=recorded.total(),
            lost=len(told.keys() - recorded.keys()),
            doubled=twice + len(recorded.keys() - set(sent)),
            wrong_sums=wrong,
        )

    def _open(self) -> sqlite3.Connection:
        return sqlite3.connect(f"{self.path.as_uri()}?mode=ro", uri=True, timeout=20)


def _wrong_rows(database: sqlite3.Connection, scope: str, idle_ms: int) -> int:
    """How many tallies of a scope differ from the log, or are in one of them only."""
    key = f"learner_id, rules_id, chart_id, {', '.join(_KEYS[scope])}"
    sums = list(_SUMS.values())
    if scope in _RUNNING:
        mode, place, start = _KEYS[scope]
        same = f"PARTITION BY learner_id, rules_id, chart_id, {mode}, {place} ORDER BY {start}"
        sums = [
            f"{'MAX' if each.startswith('MAX') else 'SUM'}({each}) OVER ({same})" for each in sums
        ]
    summed = f"SELECT {key}, {', '.join(sums)} FROM decisions_decision GROUP BY {key}"  # noqa: S608
    tallied = (
        "SELECT learner_id, rules_id, chart_id, mode, place, start,"  # noqa: S608
        f" {', '.join(_SUMS)} FROM decisions_tally WHERE scope = ?"
    )
    log = set(database.execute(summed, {"idle": idle_ms}))
    return len({row[:6] for row in log ^ set(database.execute(tallied, (scope,)))})
