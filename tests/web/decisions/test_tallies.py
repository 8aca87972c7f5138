"""The tallies: always the sums over the decisions."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from datetime import datetime, timedelta
from random import Random

import pytest
import time_machine
from django.utils import timezone

from strategy.dealing import Deal
from strategy.practice import Memory
from strategy.situations import Category, Cell
from tests.factories import UserFactory, decide, taught
from trainer.accounts.models import User
from trainer.decisions.models import CellTally, DayTally, Decision
from trainer.decisions.queries import (
    Record,
    cell_memories,
    day_records,
    sitting_records,
    total,
)
from trainer.decisions.services import IDLE
from trainer.rulebook.models import ChartVersion
from trainer.rulebook.queries import rules_of

DEALS = ("TS 6D v 9H", "9S 7D v 9H", "AS 7D v 2H", "8S 8D v AH", "5S 6D v 6H", "KS QD v 6H")


def sums(decisions, key) -> dict[object, Record]:
    """The records of decisions added up by hand, by a key."""
    found: dict[object, Counter[str]] = {}
    for decision in decisions:
        counts = found.setdefault(key(decision), Counter())
        if decision.assisted:
            counts["assisted"] += 1
            continue
        counts["answers"] += 1
        counts["correct"] += decision.correct
        counts["cost_millionths"] += decision.cost_millionths
        if decision.thinking_ms < 120_000:
            counts["timed"] += 1
            counts["thinking_ms"] += decision.thinking_ms
    return {name: Record(**counts) for name, counts in found.items()}


def cell_records(learner: User, chart: ChartVersion) -> dict[object, Record]:
    """The cell tallies as records."""
    return {
        tally.cell: Record(**{field.name: getattr(tally, field.name) for field in fields(Record)})
        for tally in CellTally.objects.filter(learner=learner, chart=chart)
    }


def replayed(decisions, now: datetime) -> dict[Cell, Memory]:
    """What is known of each cell, from the decisions one by one."""
    found: dict[Cell, Memory] = {}
    for decision in decisions.order_by("pk"):
        wrong, run, _ = found.get(decision.chart_cell, Memory(0, 0, 0.0))
        if not decision.assisted:
            wrong, run = wrong + (not decision.correct), run + 1 if decision.correct else 0
        idle = (now - decision.decided_at) / timedelta(hours=1)
        found[decision.chart_cell] = Memory(wrong, run, idle)
    return found


@pytest.mark.parametrize("seed", range(3))
def test_after_any_series_they_are_the_sums_over_the_decisions(rulebook, seed):
    random = Random(seed)
    learners = [UserFactory(time_zone=zone) for zone in ("Asia/Kolkata", "America/Los_Angeles")]
    teachings = [taught(), taught("european")]
    with time_machine.travel("2026-03-07 00:00:00Z", tick=False) as clock:
        for _number in range(80):
            clock.shift(random.randrange(0, 30_000))
            deal, teaching = random.choice(DEALS), random.choice(teachings)
            allowed = Deal.parse(deal).situation(rules_of(teaching.rule_set.current)).allowed
            decide(
                random.choice(learners),
                deal,
                str(random.choice(allowed)),
                teaching=teaching,
                thought=timedelta(seconds=random.choice((0.2, 3, 119.999, 120, 4000))),
                assisted=random.random() < 0.2,
            )
    assert DayTally.objects.values("day").distinct().count() > 3
    for learner in learners:
        mine = Decision.objects.filter(learner=learner)
        for teaching in teachings:
            chart = teaching.chart.current
            assert cell_records(learner, chart) == sums(mine.filter(chart=chart), lambda d: d.cell)
            now = timezone.now()
            assert cell_memories(learner, chart, now) == replayed(mine.filter(chart=chart), now)
        by_day = sums(mine, lambda d: (d.day, Category(d.category)))
        assert {
            (day, category): record
            for day, records in day_records(learner).items()
            for category, record in records.items()
        } == by_day
        assert total(by_day.values()).answers == mine.filter(assisted=False).count()


def test_assisted_answers_stand_apart(rulebook):
    learner = UserFactory()
    decide(learner, "TS 6D v 9H", "H", assisted=True)
    decide(learner, "TS 6D v 9H", "S", assisted=True)
    assert total(cell_records(learner, taught().chart.current).values()) == Record(assisted=2)
    decide(learner, "TS 6D v 9H", "H", thought=timedelta(0))
    assert total(cell_records(learner, taught().chart.current).values()) == Record(
        answers=1, correct=1, assisted=2, timed=1
    )


def test_a_hint_ends_no_run_and_an_error_does(rulebook):
    learner = UserFactory()
    runs = []
    for action, assisted in (("H", 0), ("H", 0), ("S", 1), ("H", 1), ("S", 0), ("H", 1), ("H", 0)):
        decide(learner, "TS 6D v 9H", action, assisted=bool(assisted))
        runs.append(CellTally.objects.get().run)
    assert runs == [1, 2, 2, 2, 0, 0, 1]


def test_a_clock_set_back_makes_nobody_forget_backwards(rulebook):
    learner = UserFactory()
    decision = decide(learner)
    known = cell_memories(learner, decision.chart, decision.decided_at - timedelta(hours=1))
    assert known == {decision.chart_cell: Memory(0, 1, 0.0)}


@pytest.mark.parametrize(("late", "timed"), [(timedelta(milliseconds=-1), 1), (timedelta(0), 0)])
def test_idle_answers_count_and_their_time_does_not(rulebook, late, timed):
    with time_machine.travel("2026-03-01 12:00:00Z", tick=False):
        decision = decide(UserFactory(), thought=IDLE + late)
    tally = DayTally.objects.get()
    assert (tally.answers, tally.timed) == (1, timed)
    assert tally.thinking_ms == timed * decision.thinking_ms


def test_learners_charts_days_and_categories_are_told_apart(rulebook):
    for learner in (UserFactory(), UserFactory()):
        for teaching in (taught(), taught("european")):
            for day in (1, 2):
                with time_machine.travel(f"2026-03-0{day} 12:00:00Z", tick=False):
                    decide(learner, "TS 6D v 9H", "H", teaching=teaching)
                    decide(learner, "8S 8D v 9H", "P", teaching=teaching)
    assert CellTally.objects.count() == 2 * 2 * 2
    assert DayTally.objects.count() == 2 * 2 * 2
    assert {tally.answers for tally in CellTally.objects.all()} == {2}
    assert {tally.answers for tally in DayTally.objects.all()} == {2}


def test_the_sums_of_a_sitting_are_those_of_its_decisions(rulebook):
    learner = UserFactory()
    sitting = decide(learner, "TS 6D v 9H", "H", thought=timedelta(seconds=1)).sitting
    decide(learner, "TS 6D v 9H", "S", sitting=sitting, thought=IDLE)
    decide(learner, "8S 8D v 9H", "P", sitting=sitting, assisted=True)
    decide(learner, "8S 8D v 9H", "P")
    records = sitting_records(sitting)
    hard, pair = records[Category.HARD], records[Category.PAIR]
    assert (hard.answers, hard.correct, hard.assisted, hard.timed) == (2, 1, 0, 1)
    assert 1000 <= hard.thinking_ms < 10_000
    assert pair == Record(assisted=1)
    assert set(records) == {Category.HARD, Category.PAIR}


def test_a_large_sum_of_time_fits(rulebook):
    decide(UserFactory())
    DayTally.objects.update(thinking_ms=2**40)
    assert DayTally.objects.get().thinking_ms == 2**40


def test_records_add_up():
    one, two = Record(5, 4, 3, 2, 1000, 70_000), Record(1, 0, 1, 1, 500, 30_000)
    assert one + two == total([two, one]) == Record(6, 4, 4, 3, 1500, 100_000)
    assert (one.cost_per_100, Record().cost_per_100) == (1.4, 0)
    assert total([]) == Record()
    assert (one.wrong, one.pace_ms, Record().pace_ms) == (1, 500, None)
    assert [Record(answers=n).tells for n in (0, 9, 10, 11)] == [False, False, True, True]
