"""Fill a fresh database: people, their drills, questions and graded answers, and the tallies.

Run by answers.py in the site's environment. Prints as JSON what it made, with the session keys of
the learners who are signed in.
"""

from __future__ import annotations

import argparse
import json
import secrets
import sys
import uuid
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import django  # noqa: E402

django.setup()

from django.conf import settings  # noqa: E402
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY  # noqa: E402
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402
from django.contrib.sessions.models import Session  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import transaction  # noqa: E402
from django.utils import timezone  # noqa: E402

from strategy.dealing import cells_of, deal_cell  # noqa: E402
from strategy.grading import grade  # noqa: E402
from strategy.situations import Category  # noqa: E402
from trainer.accounts.models import User  # noqa: E402
from trainer.decisions.models import EVER, SUMS, Decision, Mode, Tally  # noqa: E402
from trainer.decisions.services import BEGINS_WITH, IDLE, ended_runs, record, tallies_of  # noqa: E402
from trainer.drills.models import Dealing, Drill, Question  # noqa: E402
from trainer.rulebook.models import Teaching  # noqa: E402
from trainer.rulebook.queries import chart_of, rules_of, teachings  # noqa: E402

if TYPE_CHECKING:
    from django.db.models import Model

KEY = ("scope", "learner_id", "mode", "rules_id", "chart_id", "place", "start")
"""What a tally is told by."""
HANDS_A_DRILL = 50
DAYS = 365
POOL = 500
"""Different deals that the answers are drawn from."""
BATCH = 2_000
RIGHT, ASSISTED, IDLE_SHARE = 0.85, 0.03, 0.01
"""Shares of the answers: right ones, those after a hint, those left lying."""


Row = Mapping[str, Any]
"""The columns of a decision, but for its primary key."""


def samples(learner: User, teaching: Teaching, random: Random) -> list[list[Row]]:
    """For deals of all kinds the decisions that they allow, the right one first.

    The service writes them, so that every column is as it makes it; then they are taken back.
    """
    rule_set, version = teaching.rule_set.current, teaching.chart.current
    rules, chart = rules_of(rule_set), chart_of(version)
    cells = cells_of(rules, chart, set(Category), longer=True)
    columns = [field.attname for field in Decision._meta.concrete_fields if not field.primary_key]
    found = []
    with transaction.atomic():
        for _ in range(POOL):
            deal = deal_cell(rules, random.choice(cells), random, longer=True)
            situation = deal.situation(rules)
            rows = []
            for action in situation.allowed:
                decision = record(
                    key=uuid.uuid4(),
                    sitting=uuid.uuid4(),
                    learner=learner,
                    mode=Mode.DRILL,
                    rules=rule_set,
                    chart=version,
                    deal=str(deal),
                    verdict=grade(situation, action, chart),
                    asked_at=timezone.now(),
                )
                rows.append({name: getattr(decision, name) for name in columns})
            found.append(sorted(rows, key=lambda row: not row["correct"]))
        transaction.set_rollback(True)
    return found


def people(count: int) -> list[User]:
    """Learners: every other one has an account, the rest are guests."""
    return User.objects.bulk_create(
        User(
            username=f"learner-{number}",
            password="!" + secrets.token_hex(16),
            guest_key=secrets.token_urlsafe(32) if number % 2 else None,
        )
        for number in range(count)
    )


def sign_in(learners: Sequence[User]) -> list[str]:
    """A session for each learner, guest or not; returns the keys of those with an account."""
    store, keys, rows = SessionStore(), [], []
    expires = timezone.now() + timedelta(seconds=settings.SESSION_COOKIE_AGE)
    for learner in learners:
        key = secrets.token_hex(16)
        data = {"guest": learner.guest_key}
        if not learner.is_guest:
            data = {
                SESSION_KEY: str(learner.pk),
                BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[0],
                HASH_SESSION_KEY: learner.get_session_auth_hash(),
            }
            keys.append(key)
        rows.append(Session(session_key=key, session_data=store.encode(data), expire_date=expires))
    Session.objects.bulk_create(rows)
    return keys


def drills(
    learners: Sequence[User], teaching: Teaching, decisions: int, random: Random
) -> list[Drill]:
    """Drills for so many decisions, spread over a year, oldest first, all ended."""
    now = timezone.now()
    sizes = [HANDS_A_DRILL] * (decisions // HANDS_A_DRILL)
    if decisions % HANDS_A_DRILL:
        sizes.append(decisions % HANDS_A_DRILL)
    moments = sorted(now - timedelta(days=DAYS) * random.random() for _ in sizes)
    return [
        Drill(
            learner=learner,
            guest_key=learner.guest_key or "",
            rules=teaching.rule_set.current,
            chart=teaching.chart.current,
            categories="hard,soft,pair",
            dealing=random.choice(Dealing.values),
            longer=True,
            length=size,
            seed=secrets.token_hex(16),
            asked=size,
            answered=size,
            started_at=started_at,
            ended_at=started_at + size * timedelta(seconds=5),
        )
        for number, (size, started_at) in enumerate(zip(sizes, moments, strict=True))
        for learner in [learners[number % len(learners)]]
    ]


def decisions_in(drill: Drill, pool: Sequence[Sequence[Row]], random: Random) -> Iterator[Decision]:
    """The decisions of a drill, five seconds apart; counts the right ones in the drill."""
    for number in range(drill.answered):
        rows = random.choice(pool)
        row = rows[0] if random.random() < RIGHT else random.choice(rows)
        decided_at: datetime = drill.started_at + (number + 1) * timedelta(seconds=5)
        thinking = random.randrange(300, 5_000)
        if random.random() < IDLE_SHARE:
            thinking += IDLE // timedelta(milliseconds=1)
        drill.correct += row["correct"]
        own = {
            "key": uuid.uuid4(),
            "sitting": drill.public_id,
            "learner_id": drill.learner_id,
            "decided_at": decided_at,
            "day": decided_at.date(),
            "thinking_ms": thinking,
            "browser_ms": max(0, thinking - 40),
            "assisted": random.random() < ASSISTED,
        }
        yield Decision(**{**row, **own})


def tallies(decisions: Sequence[Decision]) -> Iterator[Tally]:
    """The tallies of the decisions, added up as the service adds them."""
    found: dict[tuple[Any, ...], Tally] = {}
    for one in decisions:
        for new in tallies_of(one, goal=20):
            key = tuple(getattr(new, name) for name in KEY)
            before = found.get(key) or found.get((BEGINS_WITH.get(new.scope), *key[1:-1], EVER))
            for name in SUMS if before else ():
                setattr(new, name, getattr(new, name) + getattr(before, name))
            for name in ("run", "first_run") if before and key in found else ():
                kept = 0 if name in ended_runs(one) else getattr(before, name)
                setattr(new, name, getattr(new, name) + kept)
            found[key] = new
    yield from found.values()


def store(rows: Sequence[Model]) -> None:
    """Insert rows of one model, many at a time."""
    if rows:
        type(rows[0])._default_manager.bulk_create(rows, batch_size=BATCH)


@transaction.atomic
def fill(decisions: int, learner_count: int) -> dict[str, Any]:
    """Make everything; returns what is told to answers.py."""
    random = Random(decisions)
    teaching = teachings()[0]
    learners = people(learner_count)
    pool = samples(learners[0], teaching, random)
    session_keys = sign_in(learners)
    made = drills(learners, teaching, decisions, random)
    log = [decision for drill in made for decision in decisions_in(drill, pool, random)]
    store(made)
    by_public_id = {drill.public_id: drill for drill in made}
    store(
        [
            Question(
                public_id=decision.key,
                drill=by_public_id[decision.sitting],
                number=place % HANDS_A_DRILL + 1,
                deal=decision.deal,
                asked_at=decision.decided_at - timedelta(milliseconds=decision.thinking_ms),
                assisted=decision.assisted,
            )
            for place, decision in enumerate(log)
        ]
    )
    store(log)
    store(list(tallies(sorted(log, key=lambda one: one.decided_at))))
    return {
        "session_keys": session_keys,
        "idle_ms": IDLE // timedelta(milliseconds=1),
        "learners": len(learners),
        "drills": len(made),
    }


def main() -> None:
    """Migrate, load the rulebook, fill."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, required=True)
    parser.add_argument("--learners", type=int, required=True)
    options = parser.parse_args()
    call_command("migrate", interactive=False, verbosity=0, stdout=sys.stderr)
    call_command("load_rulebook", stdout=sys.stderr)
    print(json.dumps(fill(options.decisions, options.learners)))


if __name__ == "__main__":
    main()
