"""record(): the one way in which a decision comes to be."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.db.models import F

from strategy.actions import Action
from strategy.situations import Cell
from tests.factories import UserFactory, decide, taught
from trainer.decisions.models import Decision, Mode, Scope, Tally
from trainer.decisions.services import AlreadyDecided

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def test_it_stores_everything_as_it_was_asked(rulebook):
    learner, key, sitting = UserFactory(), uuid4(), uuid4()
    teaching = taught("european")
    with time_machine.travel(NOON, tick=False):
        made = decide(
            learner,
            "AS 7D v 9H",
            "S",
            teaching=teaching,
            key=key,
            sitting=sitting,
            thought=timedelta(seconds=1.5),
            browser_ms=1400,
        )
    assert Decision.objects.filter(pk=made.pk).values().get() == {
        "id": made.pk,
        "key": key,
        "sitting": sitting,
        "learner_id": learner.pk,
        "decided_at": NOON,
        "day": NOON.date(),
        "mode": "drill",
        "rules_id": teaching.rule_set.current_id,
        "chart_id": teaching.chart.current_id,
        "deal": "AS 7D v 9H",
        "situation": "A7 v 9",
        "category": "soft",
        "cell": "soft A7 v 9",
        "later": False,
        "action": "S",
        "right": "H",
        "correct": False,
        "cost_millionths": 83739,
        "thinking_ms": 1500,
        "browser_ms": 1400,
        "assisted": False,
    }


def test_a_row_reads_back_as_the_fields_own_things(rulebook):
    decide(UserFactory(), "8S 8D v 9H", "S")
    decision = Decision.objects.get()
    assert decision.chosen_action is Action.STAND
    assert decision.right_action is Action.SPLIT
    assert decision.chart_cell == Cell.parse("pair 88 v 9")
    assert str(decision) == "88 v 9: S"


@pytest.mark.parametrize(
    ("thought", "milliseconds"),
    [
        (timedelta(0), 0),
        (timedelta(microseconds=999), 0),
        (timedelta(microseconds=1000), 1),
        (timedelta(seconds=-5), 0),
        (timedelta(days=100), 2**31 - 1),
    ],
)
def test_thinking_time_is_in_whole_milliseconds_and_fits(rulebook, thought, milliseconds):
    with time_machine.travel(NOON, tick=False):
        assert decide(UserFactory(), thought=thought).thinking_ms == milliseconds


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("action", ["H", "S"], ids=["the same", "another"])
def test_a_question_is_decided_once_and_a_second_time_leaves_nothing_behind(rulebook, action):
    learner, key = UserFactory(), uuid4()
    first = decide(learner, action="H", key=key)
    for who in (learner, UserFactory()):
        with pytest.raises(AlreadyDecided):
            decide(who, action=action, key=key)
    assert Decision.objects.get() == first
    for tally in (Tally.objects.get(scope=scope) for scope in Scope):
        assert (tally.learner, tally.answers, tally.correct) == (learner, 1, 1)


@pytest.mark.django_db(transaction=True)
def test_another_failure_of_the_database_is_no_answer_given_before(rulebook):
    with pytest.raises(IntegrityError):
        decide(UserFactory(), mode=None)
    assert not Decision.objects.exists()
    assert not Tally.objects.filter(scope=Scope.DAY).exists()


def test_the_database_refuses_a_second_decision_of_a_question(rulebook):
    decision = decide(UserFactory())
    decision.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        decision.save(force_insert=True)


@pytest.mark.parametrize(
    "change",
    [{"correct": False}, {"action": "S"}, {"right": "S"}],
    ids=lambda change: next(iter(change)),
)
def test_the_database_refuses_a_verdict_that_contradicts_itself(rulebook, change):
    decide(UserFactory(), action="H")
    assert Decision.objects.filter(correct=True, action=F("right")).exists()
    with pytest.raises(IntegrityError), transaction.atomic():
        Decision.objects.update(**change)


def test_the_database_refuses_a_wrong_answer_that_is_right(rulebook):
    decide(UserFactory(), action="S")
    with pytest.raises(IntegrityError), transaction.atomic():
        Decision.objects.update(action="H")


@pytest.mark.parametrize("scope", Scope)
def test_the_database_refuses_a_tally_twice(rulebook, scope):
    decide(UserFactory())
    tally = Tally.objects.get(scope=scope)
    tally.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        tally.save(force_insert=True)


def test_charts_and_rules_with_answers_cannot_be_deleted(rulebook):
    decision = decide(UserFactory())
    for version in (decision.chart, decision.rules):
        with pytest.raises(IntegrityError), transaction.atomic():
            version.delete()


def test_every_mode_is_written_the_same_way(rulebook):
    for mode in Mode:
        assert decide(UserFactory(), mode=mode).mode == mode
