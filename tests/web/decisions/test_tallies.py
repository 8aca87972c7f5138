"""The tallies: always the sums over the decisions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import fields
from datetime import date, datetime, timedelta
from itertools import combinations
from random import Random

import pytest
import time_machine
from django.utils import timezone

from strategy.dealing import Deal
from strategy.practice import Memory
from strategy.situations import Category, Cell
from tests.factories import UserFactory, decide, taught
from trainer.accounts.models import User
from trainer.accounts.services import set_time_zone
from trainer.decisions.models import SUMS, Decision, Mode, Scope, Tally
from trainer.decisions.queries import (
    Record,
    cell_memories,
    cell_record,
    first_runs,
    sitting_records,
    total,
)
from trainer.decisions.services import IDLE
from trainer.decisions.tallies import (
    MOST_POINTS,
    Deck,
    Group,
    Selection,
    Step,
    category_records,
    cell_records,
    course,
)
from trainer.rulebook.queries import rules_of

DEALS = ("TS 6D v 9H", "9S 4D 3C v 9H", "AS 7D v 2H", "8S 8D v AH", "5S 6D v 6H", "KS QD v 6H")


def sums(decisions, key) -> dict[object, Record]:
    """The records of decisions added up by hand, by a key."""
    found: dict[object, Counter[str]] = {}
    for decision in decisions:
        counts = found.setdefault(key(decision), Counter())
        if decision.assisted:
            counts["assisted"] += 1
            continue
        later = len(Deal.parse(decision.deal).cards) > 2
        for prefix in ["", "later_"] if later else [""]:
            counts[f"{prefix}answers"] += 1
            counts[f"{prefix}correct"] += decision.correct
            counts[f"{prefix}cost_millionths"] += (
                0 if decision.correct else decision.cost_millionths
            )
        if decision.thinking_ms < 120_000:
            counts["later_timed" if later else "timed"] += 1
            counts["later_ms" if later else "thinking_ms"] += decision.thinking_ms
    return {name: Record(**counts) for name, counts in found.items()}


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


def deck_of(decision: Decision) -> Deck:
    return Deck(decision.rules_id, decision.chart_id)


def deck_and_cell(decision: Decision) -> tuple[Deck, Cell]:
    return deck_of(decision), decision.chart_cell


def deck_mode_and_category(decision: Decision) -> Group:
    return Group(deck_of(decision), Mode(decision.mode), Category(decision.category))


def nested(records: dict[object, Record]) -> dict[object, dict[object, Record]]:
    """Records by two keys as records by one in records by the other."""
    found: dict[object, dict[object, Record]] = {}
    for (one, other), record in records.items():
        found.setdefault(one, {})[other] = record
    return found


def span_and_category(step: Step) -> Callable[[Decision], tuple[date, Category]]:
    return lambda decision: (step.start(decision.day), Category(decision.category))


def selections(learner: User, days: list[date]):
    """Selections of all kinds, each with the decisions that are meant."""
    mine = Decision.objects.filter(learner=learner)
    yield Selection(learner), mine
    for mode in Mode:
        yield Selection(learner, mode=mode), mine.filter(mode=mode)
    for deck in {deck_of(decision) for decision in mine}:
        yield Selection(learner, deck=deck), mine.filter(rules=deck.rules, chart=deck.chart)
    for first, last in combinations([*days[:: len(days) // 4], date(2026, 3, 31)], 2):
        yield Selection(learner, first, last), mine.filter(day__range=(first, last))
    middle = days[len(days) // 2]
    yield Selection(learner, first=middle), mine.filter(day__gte=middle)
    yield (
        Selection(learner, last=middle, mode=Mode.DRILL),
        mine.filter(day__lte=middle, mode=Mode.DRILL),
    )


@pytest.mark.parametrize("seed", range(3))
def test_after_any_series_they_are_the_sums_over_the_decisions(rulebook, seed):
    random = Random(seed)
    learners = [UserFactory(time_zone=zone) for zone in ("Asia/Kolkata", "America/Los_Angeles")]
    teachings = [taught(), taught("european")]
    with time_machine.travel("2026-01-26 00:00:00Z", tick=False) as clock:
        for _number in range(80):
            clock.shift(random.randrange(0, 120_000))
            deal, teaching = random.choice(DEALS), random.choice(teachings)
            allowed = Deal.parse(deal).situation(rules_of(teaching.rule_set.current)).allowed
            decide(
                random.choice(learners),
                deal,
                str(random.choice(allowed)),
                teaching=teaching,
                thought=timedelta(seconds=random.choice((0.2, 3, 119.999, 120, 4000))),
                assisted=random.random() < 0.2,
                mode=random.choice([Mode.DRILL, Mode.TIMED]),
            )
    days = set(Tally.objects.filter(scope=Scope.DAY).values_list("start", flat=True))
    assert len(days) > 3
    for learner in learners:
        mine = Decision.objects.filter(learner=learner)
        for teaching in teachings:
            rules, chart = teaching.rule_set.current, teaching.chart.current
            now, of_chart = timezone.now(), mine.filter(rules=rules, chart=chart)
            assert cell_memories(learner, rules, chart, now) == replayed(of_chart, now)
        for selection, chosen in selections(learner, sorted(days)):
            assert cell_records(selection) == nested(sums(chosen, deck_and_cell))
            of_cell = nested(sums(chosen.filter(cell="hard 16 v 9"), deck_and_cell))
            assert cell_records(selection, Cell.parse("hard 16 v 9")) == of_cell
            assert category_records(selection) == sums(chosen, deck_mode_and_category)
            for step in Step:
                spans = nested(sums(chosen, span_and_category(step)))
                latest = sorted(spans, reverse=True)[: MOST_POINTS[step]]
                assert list(course(selection, step).items()) == [(s, spans[s]) for s in latest]


def test_assisted_answers_stand_apart(rulebook):
    learner = UserFactory()
    cell = Cell.parse("hard 16 v 9")
    decide(learner, "TS 6D v 9H", "H", assisted=True)
    decide(learner, "TS 6D v 9H", "S", assisted=True)
    assert cell_record(learner, cell) == Record(assisted=2)
    decide(learner, "TS 6D v 9H", "H", thought=timedelta(0))
    assert cell_record(learner, cell) == Record(answers=1, correct=1, assisted=2, timed=1)


def test_a_hint_ends_no_run_and_an_error_does(rulebook):
    learner = UserFactory()
    runs = []
    for action, assisted in (("H", 0), ("H", 0), ("S", 1), ("H", 1), ("S", 0), ("H", 1), ("H", 0)):
        decide(learner, "TS 6D v 9H", action, assisted=bool(assisted))
        runs.append(Tally.objects.get(scope=Scope.CELL).run)
    assert runs == [1, 2, 2, 2, 0, 0, 1]


def test_a_longer_hand_ends_the_run_of_the_cell_and_not_that_of_first_decisions(rulebook):
    learner = UserFactory()
    runs = []
    for deal, action in (("TS 6D", "H"), ("9S 4D 3C", "S"), ("9S 4D 3C", "H"), ("TS 6D", "H")):
        decision = decide(learner, f"{deal} v 9H", action)
        tally = Tally.objects.get(scope=Scope.CELL)
        runs.append((tally.run, tally.first_run))
        assert first_runs(learner, decision.rules, decision.chart) == {
            decision.chart_cell: runs[-1][1]
        }
    assert runs == [(1, 1), (0, 1), (1, 1), (2, 2)]


def test_a_clock_set_back_makes_nobody_forget_backwards(rulebook):
    learner = UserFactory()
    decision = decide(learner)
    before = decision.decided_at - timedelta(hours=1)
    known = cell_memories(learner, decision.rules, decision.chart, before)
    assert known == {decision.chart_cell: Memory(0, 1, 0.0)}


@pytest.mark.parametrize(("late", "timed"), [(timedelta(milliseconds=-1), 1), (timedelta(0), 0)])
def test_idle_answers_count_and_their_time_does_not(rulebook, late, timed):
    with time_machine.travel("2026-03-01 12:00:00Z", tick=False):
        decision = decide(UserFactory(), thought=IDLE + late)
    tally = Tally.objects.get(scope=Scope.DAY)
    assert (tally.answers, tally.timed) == (1, timed)
    assert tally.thinking_ms == timed * decision.thinking_ms


def test_learners_charts_days_and_categories_are_told_apart(rulebook):
    for learner in (UserFactory(), UserFactory()):
        for teaching in (taught(), taught("european")):
            for day in (1, 2):
                with time_machine.travel(f"2026-03-0{day} 12:00:00Z", tick=False):
                    decide(learner, "TS 6D v 9H", "H", teaching=teaching)
                    decide(learner, "8S 8D v 9H", "P", teaching=teaching)
    counts = {scope: Tally.objects.filter(scope=scope).count() for scope in Scope}
    days = {Scope.CELL_DAY, Scope.MODE_CELL_DAY, Scope.DAY}
    assert counts == {scope: 2 * 2 * 2 * (2 if scope in days else 1) for scope in Scope}
    assert {tally.answers for tally in Tally.objects.filter(scope=Scope.CELL)} == {2}
    assert {tally.answers for tally in Tally.objects.filter(scope=Scope.DAY)} == {1}


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
    Tally.objects.filter(scope=Scope.DAY).update(thinking_ms=2**40)
    assert Tally.objects.get(scope=Scope.DAY).thinking_ms == 2**40


def test_records_add_up():
    one, two = (
        Record(5, 4, 3, 2, 1000, 70_000, 3, 3, 4, 900, 20_000),
        Record(1, 0, 1, 1, 500, 30_000),
    )
    assert one + two == total([two, one]) == Record(6, 4, 4, 3, 1500, 100_000, 3, 3, 4, 900, 20_000)
    assert (one.cost_per_100, Record().cost_per_100) == (1.4, 0)
    assert total([]) == Record()
    assert (one.wrong, one.pace_ms, Record().pace_ms) == (1, 500, None)
    assert (one.later_pace_ms, two.later_pace_ms) == (225, None)
    assert one.first == Record(2, 1, 3, 2, 1000, 50_000)
    assert [Record(answers=n).tells for n in (0, 9, 10, 11)] == [False, False, True, True]


def test_the_sums_are_the_figures_of_a_record():
    assert tuple(field.name for field in fields(Record)) == SUMS


def test_what_was_done_up_to_a_day_never_goes_back(rulebook):
    """Somebody answers on the 2nd of March, travels west, and answers on the 1st."""
    learner = UserFactory(time_zone="Asia/Tokyo")
    with time_machine.travel("2026-03-01 20:00:00Z", tick=False):
        decide(learner, "TS 6D v 9H", "H")
        set_time_zone(user=learner, time_zone="America/Los_Angeles")
        decide(learner, "TS 6D v 9H", "S")
        decide(learner, "8S 8D v 9H", "P")
    with time_machine.travel("2026-03-02 20:00:00Z", tick=False):
        decide(learner, "TS 6D v 9H", "H")
    days = [date(2026, 3, 1), date(2026, 3, 2)]
    answered = [
        {str(cell): record.answers for cell, record in cells.items()}
        for day in days
        for cells in cell_records(Selection(learner, day, day)).values()
    ]
    assert answered == [{"pair 88 v 9": 1}, {"hard 16 v 9": 3}]
    (whole,) = cell_records(Selection(learner, *days)).values()
    assert total(whole.values()).answers == 4
