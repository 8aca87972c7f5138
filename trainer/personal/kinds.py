"""All kinds of personal data, as data: what they are called, whose they are, what is left out.

A column is exported unless it is named here; a model that leads to a person and is neither in
KINDS nor in NOT_EXPORTED fails a test.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from allauth.account.models import EmailAddress, EmailConfirmation
from django.contrib.admin.models import LogEntry
from django.db.models import F, Model, Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from trainer.accounts.models import User
from trainer.classroom.models import Classroom, Deed, Member
from trainer.decisions.models import Decision, Mode, Scope, Tally
from trainer.drills.models import Drill, Question
from trainer.live.models import LiveAnswer, LiveHand, LiveQuiz, Player
from trainer.matches.models import MatchTable, Participant, Seat
from trainer.quizzes.grades import is_over_now
from trainer.quizzes.models import Attempt, Extension, Quiz, Regrade, Reveal
from trainer.quizzes.models import Item as QuizItem
from trainer.quizzes.models import Question as QuizQuestion
from trainer.quizzes.telling import are_withheld
from trainer.review.models import Deck, RetentionDay, ReviewCard
from trainer.rulebook.models import Chart, ChartVersion, RuleSet, RuleSetVersion, Teaching
from trainer.tables.models import DealtShoe, PlayedRound, Table
from trainer.timed.access import is_past_now
from trainer.timed.models import Certificate, Item, TimedTest
from trainer.trips.models import Trip, TripDrill


@dataclass(frozen=True, slots=True)
class Untold:
    """Columns that are empty as long as knowing them would give a hand away."""

    fields: tuple[str, ...]
    while_: Callable[[], Q]


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of personal data: the rows of one model.

    They are a person's by their column ``owner``, or hang on a row of another kind by the column
    ``within``; where both are empty, they are charts that other kinds refer to.
    """

    name: str
    """In the JSON document, and of the CSV file."""
    title: Promise
    model: type[Model]
    owner: str = ""
    within: str = ""
    secret: tuple[str, ...] = ()
    """Columns that are told nobody."""
    derived: tuple[str, ...] = ()
    """Columns that follow from others, or say only how far the log has been read."""
    untold: tuple[Untold, ...] = ()
    order: tuple[str, ...] = ("pk",)
    only: Q = field(default_factory=Q)
    """Which rows are told, where not all are."""


def _is_open() -> Q:
    return Q(ended_at=None)


KINDS: Final = (
    Kind("account", _("Account and settings"), User, "pk", secret=("password", "guest_key")),
    Kind("email_addresses", _("E-mail addresses"), EmailAddress, "user"),
    Kind("decisions", _("Answers"), Decision, "learner", order=("day", "pk")),
    Kind(
        "days",
        _("Days, with their goals and sums"),
        Tally,
        "learner",
        derived=("run", "first_run"),
        order=("start", "pk"),
        only=Q(scope=Scope.DAY),
    ),
    Kind(
        "drills",
        _("Drills and reviews"),
        Drill,
        "learner",
        secret=("guest_key",),
        untold=(
            Untold(("seed", "coming"), _is_open),
            Untold(("cells",), lambda: Q(ended_at=None, mode=Mode.REVIEW)),
        ),
    ),
    Kind(
        "questions",
        _("Hands dealt in drills"),
        Question,
        within="drill",
        untold=(
            Untold(
                ("deal",),
                lambda: Q(
                    drill__ended_at=None,
                    drill__paused_at__isnull=False,
                    number=F("drill__asked"),
                ),
            ),
        ),
    ),
    Kind(
        "tests",
        _("Tests"),
        TimedTest,
        "learner",
        secret=("guest_key",),
        untold=(Untold(("seed", "cells"), lambda: ~is_past_now()),),
    ),
    Kind("test_hands", _("Hands dealt in tests"), Item, within="test"),
    Kind("certificates", _("Certificates"), Certificate, within="test"),
    Kind("tables", _("Tables"), Table, "learner", secret=("guest_key",)),
    Kind(
        "shoes",
        _("Shoes"),
        DealtShoe,
        within="table",
        untold=(Untold(("seed",), _is_open),),
    ),
    Kind("rounds", _("Rounds at tables"), PlayedRound, within="table"),
    Kind("matches", _("Matches that you were at"), Participant, "user"),
    Kind("match_seats", _("Seats that you played in them"), Seat, within="participant"),
    Kind("decks", _("Review decks"), Deck, "learner", derived=("folded", "taken")),
    Kind("review_cards", _("Review cards"), ReviewCard, within="deck"),
    Kind("retention_days", _("Days of reviews"), RetentionDay, within="deck"),
    Kind("trips", _("Trips"), Trip, "learner"),
    Kind("trip_drills", _("Drills for trips"), TripDrill, within="trip"),
    Kind("classes", _("Classes of your own"), Classroom, "owner"),
    Kind("quizzes", _("Quizzes of your classes"), Quiz, within="classroom"),
    Kind("quiz_questions", _("Hands of those quizzes"), QuizQuestion, within="quiz"),
    Kind("memberships", _("Classes that you belong to"), Member, "user"),
    Kind("quiz_extensions", _("Longer times for quizzes"), Extension, within="member"),
    Kind(
        "quiz_attempts",
        _("Attempts at quizzes"),
        Attempt,
        "learner",
        derived=("logged",),
        untold=(
            Untold(("points",), lambda: ~Q(quiz__reveal=Reveal.AT_ONCE) & ~is_over_now()),
            Untold(("cost_millionths",), are_withheld),
        ),
    ),
    Kind(
        "quiz_answers",
        _("Hands asked in quizzes"),
        QuizItem,
        within="attempt",
        untold=(
            Untold(("question",), lambda: Q(asked_at=None)),
            Untold(
                ("right", "correct", "cost_millionths"), lambda: are_withheld("attempt__quiz__")
            ),
        ),
    ),
    Kind("live_quizzes", _("Live quizzes of your classes"), LiveQuiz, within="classroom"),
    Kind("live_hands", _("Hands of those"), LiveHand, within="live"),
    Kind(
        "live_players",
        _("Live quizzes that you took part in"),
        Player,
        within="member",
        untold=(Untold(("correct", "cost_millionths"), lambda: Q(live__ended_at=None)),),
    ),
    Kind(
        "live_answers",
        _("Answers in live quizzes"),
        LiveAnswer,
        "learner",
        untold=(Untold(("correct", "cost_millionths"), lambda: Q(hand__logged=False)),),
    ),
    Kind("own_charts", _("Charts of your own"), Chart, "owner"),
    Kind("own_chart_rules", _("Rules for charts of your own"), Teaching, within="chart"),
    Kind("charts", _("Charts that all these refer to"), ChartVersion),
)

_RIGHTS = "what staff may do: a statement of the site, empty for a learner"
NOT_EXPORTED: Final[dict[type[Model], str]] = {
    EmailConfirmation: "keys on their way to an inbox, to be known by who can read it",
    Deed: "what was done in a class: a record for all its teachers",
    Regrade: "how the results of a class were changed: a record for all its teachers",
    LogEntry: "what staff did in the admin: a record about the rows of others",
    User.groups.through: _RIGHTS,
    User.user_permissions.through: _RIGHTS,
}
"""Models that lead to a person and are not handed out, with the reason."""

ACCOUNT: Final = frozenset(
    {
        *(EmailAddress, LogEntry, User.groups.through, User.user_permissions.through),
        *(Classroom, Member, Attempt, LiveAnswer),
    }
)
"""Models that lead straight to a person and stay when only practice data are deleted: what a class
has seen of somebody is its record as well."""

EMPTIED: Final[dict[type[Model], dict[str, Any]]] = {Seat: {"name": ""}}
"""What goes of rows that name somebody's and stay without them, as the seats of a match do."""

READABLE: Final[dict[type[Model], dict[str, str]]] = {
    RuleSetVersion: {"": "name", "_version": "number", "_code": "code"},
    ChartVersion: {"": "chart__slug", "_name": "name", "_version": "number"},
    RuleSet: {"": "slug", "_name": "current__name", "_code": "current__code"},
    Chart: {"": "slug", "_name": "current__name"},
    DealtShoe: {"": "number"},
    MatchTable: {
        "": "public_id",
        "_name": "name",
        "_chips": "chips",
        "_bets": "sizes",
        "_rounds": "rounds",
        "_moves": "moves",
    },
    Participant: {"": "table__public_id"},
    Classroom: {"": "public_id", "_name": "name"},
    Quiz: {"": "public_id", "_title": "title"},
    Member: {"": "public_id", "_name": "name"},
    QuizQuestion: {"": "number", "_deal": "deal"},
    LiveQuiz: {"": "public_id", "_title": "title"},
    LiveHand: {"": "number", "_deal": "deal"},
    Player: {"": "live__public_id", "_title": "live__title"},
    **{model: {"": "public_id"} for model in (Drill, TimedTest, Table, Deck, Trip, Attempt)},
}
"""How a row of another model is told: endings of the column's name, and what is told of it."""

NOTES: Final = (
    _(
        "Left out: the hash of your password, the key by which a guest's browser is known, and the"
        " numbers that rows have in our database."
    ),
    _(
        "Empty as long as they would give a hand away: the seeds and the cells to come of drills,"
        " tests and shoes that are still open, and the hand of a drill that is paused."
    ),
    _(
        "Left out because they follow from what is here: the sums of your answers by cell and by"
        " month, and how far a review deck has read the log."
    ),
    _("Sums of money are in tenths of a chip, but for the limits of a table, in whole chips."),
)
"""What whoever reads an export has to know."""


def kind_of(model: type[Any]) -> Kind:
    """The kind that has the rows of a model."""
    return next(kind for kind in KINDS if kind.model is model)
