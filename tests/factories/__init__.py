"""Test data. People are plain rows; everything else comes about through the site's services."""

from __future__ import annotations

from tests.factories.classroom import ClassroomFactory, MemberFactory
from tests.factories.drills import DrillFactory, answer, deal_hand, play
from tests.factories.log import decide
from tests.factories.people import PASSWORD, GuestFactory, UserFactory
from tests.factories.quizzes import (
    AttemptFactory,
    QuizFactory,
    begin,
    hand_in,
    open_question,
    plan_of,
    reply,
)
from tests.factories.review import DeckFactory, day, decide_on, on_day
from tests.factories.rulebook import taught, teach
from tests.factories.tables import TableFactory, finish, make_move, place_bet, play_round
from tests.factories.timed import TimedTestFactory, give, miss, open_item
from tests.factories.trips import do_check, planned

__all__ = [
    "PASSWORD",
    "AttemptFactory",
    "ClassroomFactory",
    "DeckFactory",
    "DrillFactory",
    "GuestFactory",
    "MemberFactory",
    "QuizFactory",
    "TableFactory",
    "TimedTestFactory",
    "UserFactory",
    "answer",
    "begin",
    "day",
    "deal_hand",
    "decide",
    "decide_on",
    "do_check",
    "finish",
    "give",
    "hand_in",
    "make_move",
    "miss",
    "on_day",
    "open_item",
    "open_question",
    "place_bet",
    "plan_of",
    "planned",
    "play",
    "play_round",
    "reply",
    "taught",
    "teach",
]
