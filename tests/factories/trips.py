"""Trips, planned by the service."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date

from strategy.actions import Action
from strategy.dealing import Deal
from strategy.grading import right_play
from strategy.rules import Rules
from tests.factories.drills import answer
from tests.factories.rulebook import taught
from trainer.accounts.access import Visitor
from trainer.accounts.models import User
from trainer.drills.models import Drill
from trainer.drills.services import take_hint
from trainer.rulebook.models import Teaching
from trainer.rulebook.queries import chart_of, rules_of
from trainer.rulebook.services import keep_rules
from trainer.trips.models import Trip
from trainer.trips.services import plan_trip, start_check


def planned(
    learner: User,
    *,
    home: Teaching | None = None,
    away: str = "8D H17 SP2",
    plays_on: date | None = None,
) -> Trip:
    """A trip of the learner, by default from Atlantic City to where the dealer hits soft 17."""
    home = home or taught()
    assert home.rule_set.current is not None
    assert home.chart.current is not None
    return plan_trip(
        visitor=Visitor(learner, ""),
        home=(home.rule_set.current, home.chart.current),
        away=keep_rules(Rules.parse(away)),
        plays_on=plays_on,
    )


def do_check(trip: Trip, *, wrong: Collection[str] = (), hint: str = "") -> Drill:
    """Do a whole check of a trip, right but for the cells named; with a hint for one of them."""
    visitor = Visitor(trip.learner, "")
    drill = start_check(visitor=visitor, trip=trip)
    while not drill.ended_at:
        question = drill.questions.get(number=drill.asked)
        situation = Deal.parse(question.deal).situation(rules_of(drill.rules))
        cell = str(situation.cell)
        right = right_play(situation, chart_of(drill.chart)).right
        other = "H" if right is Action.STAND else "S"
        if cell == hint:
            take_hint(visitor=visitor, question_id=question.public_id)
        answer(drill, other if cell in wrong else right.value)
    return drill
