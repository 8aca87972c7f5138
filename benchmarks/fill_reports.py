"""Fill a fresh database with the decisions of three learners: one of a month, two of some years.

Run by reports.py in the site's environment. Prints as JSON their session keys and what to ask for.
"""

from __future__ import annotations

import argparse
import json
import sys
import uuid
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from random import Random
from typing import Any

from fill import Row, call_command, people, samples, sign_in, store

# fill has set Django up
from django.db import transaction  # isort: skip
from django.db.models import DateField, F, Max, Min, Value  # isort: skip
from django.db.models.functions import TruncMonth  # isort: skip
from django.utils import timezone  # isort: skip
from trainer.accounts.models import User  # isort: skip
from trainer.decisions.models import EVER, EVERY_MODE, SUMS, Decision, Mode, Scope, Tally  # isort: skip
from trainer.decisions.queries import log_sums  # isort: skip
from trainer.decisions.services import BEGINS_WITH  # isort: skip
from trainer.review.services import open_deck  # isort: skip
from trainer.rulebook.models import Teaching  # isort: skip
from trainer.rulebook.queries import teachings  # isort: skip

FEW, FEW_DAYS = 1_000, 30
"""Decisions of one who has practised for a month, and met most cells."""
SOME, DAYS = 20_000, 1_200
"""Of one who has met all cells, often, on as many days as the one with the most."""
RIGHT, ASSISTED = 0.85, 0.03
MODES = [*[Mode.DRILL] * 80, *[Mode.REVIEW] * 15, *[Mode.TIMED] * 5]
BATCH = 20_000


def decisions(
    learner: User, count: int, days: int, pools: Sequence[Sequence[Sequence[Row]]], random: Random
) -> Iterator[Decision]:
    """So many decisions, evenly over the days; a table was played on the first day alone."""
    today = timezone.now().date()
    for number in range(count):
        rows = random.choice(random.choice(pools))
        row = rows[0] if random.random() < RIGHT else random.choice(rows)
        day = today - timedelta(days=days - 1 - number * days // count)
        moment = datetime.combine(day, time(8), tzinfo=timezone.get_current_timezone())
        own: dict[str, Any] = {
            "key": uuid.UUID(int=random.getrandbits(128), version=4),
            "sitting": uuid.UUID(int=random.getrandbits(128), version=4),
            "learner_id": learner.pk,
            "decided_at": moment + timedelta(seconds=number % (count // days + 1)),
            "day": day,
            "mode": Mode.TABLE if number < 20 else random.choice(MODES),
            "thinking_ms": random.randrange(300, 5_000),
            "browser_ms": None,
            "assisted": random.random() < ASSISTED,
        }
        yield Decision(**{**row, **own})


def write(made: Iterator[Decision]) -> None:
    batch: list[Decision] = []
    for decision in made:
        batch.append(decision)
        if len(batch) == BATCH:
            store(batch)
            batch = []
    store(batch)


def add_up() -> None:
    """The tallies of the whole log, summed by the database."""
    month, mode = TruncMonth("day"), F("mode")
    every, ever = Value(EVERY_MODE), Value(EVER, DateField())
    for scope, of, place, start in (
        (Scope.CELL, every, "cell", ever),
        (Scope.MODE_CELL, mode, "cell", ever),
        (Scope.CELL_DAY, every, "cell", F("day")),
        (Scope.MODE_CELL_DAY, mode, "cell", F("day")),
        (Scope.MONTH, mode, "category", month),
        (Scope.DAY, mode, "category", F("day")),
    ):
        add_up_scope(scope, of, place, start)


def add_up_scope(scope: Scope, mode: Any, place: str, start: Any) -> None:
    rows = (
        Decision.objects.annotate(of=mode, starts=start)
        .values_list("learner", "rules", "chart", "of", place, "starts")
        .annotate(**log_sums(), last=Max("decided_at"))
        .order_by("learner", "rules", "chart", "of", place, "starts")
    )
    batch: list[Tally] = []
    before: tuple[Any, ...] = ()
    done = [0] * len(SUMS)
    for *cell, starts, last in ((*row[:6], row[6:]) for row in rows.iterator()):
        *sums, last_at = last
        running = scope in BEGINS_WITH and tuple(cell) == before
        done = [one + other for one, other in zip(sums, done, strict=True)] if running else sums
        before = tuple(cell)
        learner, rules, chart, of, where = cell
        batch.append(
            Tally(
                learner_id=learner,
                scope=scope,
                start=starts if isinstance(starts, date) else date.fromisoformat(starts),
                mode=of,
                rules_id=rules,
                chart_id=chart,
                place=where,
                last_at=last_at,
                **dict(zip(SUMS, done, strict=True)),
            )
        )
        if len(batch) == BATCH:
            store(batch)
            batch = []
    store(batch)


@transaction.atomic
def fill(count: int) -> dict[str, Any]:
    random = Random(count)
    taught: list[Teaching] = list(teachings()[:3])
    taught = [one for one in taught if one.chart.slug.startswith("exact-")][:2]
    users = [user for user in people(6) if not user.is_guest]
    few, some, many = users
    pools = [samples(few, one, random) for one in taught]
    write(decisions(few, FEW, FEW_DAYS, pools, random))
    write(decisions(some, SOME, DAYS, pools, random))
    write(decisions(many, count, DAYS, pools, random))
    add_up()
    for user in users:
        open_deck(learner=user, rule_set=taught[0].rule_set, chart=taught[0].chart)
    keys = sign_in(users)
    told = {}
    for name, user, key in zip(("few", "some", "many"), users, keys, strict=True):
        mine = Decision.objects.filter(learner=user)
        ends = mine.aggregate(first=Min("day"), last=Max("day"))
        decision = mine.filter(correct=False).order_by("-pk").first()
        assert decision is not None
        middle = mine.order_by("-pk").values_list("pk", flat=True)[mine.count() // 2]
        told[name] = {
            "session": key,
            "decisions": mine.count(),
            "first": str(ends["first"] + timedelta(days=(ends["last"] - ends["first"]).days // 3)),
            "last": str(ends["last"] - timedelta(days=(ends["last"] - ends["first"]).days // 4)),
            "decision": str(decision.key),
            "before": middle,
            "deck": f"{taught[0].rule_set.current_id}-{taught[0].chart.current_id}",
        }
    return {"learners": told, "tallies": Tally.objects.count()}


def main() -> None:
    """Migrate, load the rulebook, fill."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, required=True)
    options = parser.parse_args()
    call_command("migrate", interactive=False, verbosity=0, stdout=sys.stderr)
    call_command("load_rulebook", stdout=sys.stderr)
    print(json.dumps(fill(options.decisions)))


if __name__ == "__main__":
    main()
