"""What to do next: of all that could be done, the one thing that helps most now."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.forms import Form
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from strategy.situations import Category
from trainer.accounts.access import Visitor
from trainer.accounts.models import User
from trainer.accounts.services import local_date
from trainer.core.numbers import hands
from trainer.decisions.levels import Level, Standing
from trainer.decisions.streaks import Today
from trainer.drills.forms import LENGTHS, StartForm
from trainer.drills.models import Dealing, Drill
from trainer.drills.queries import open_drill, remembered_drill
from trainer.review.queries import due_today
from trainer.timed.access import tests_of
from trainer.timed.forms import ReadyForm
from trainer.timed.kinds import Kind
from trainer.timed.queries import open_test, remembered_teaching
from trainer.trips.queries import next_trip

SOON = 7
"""Days before a trip from which on its check comes first."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do, as a button: a link, or what it sends where it ``posts``."""

    head: str | Promise
    why: str | Promise
    label: str | Promise
    address: str
    posts: bool = False
    form: Form | None = None
    """What is sent beside the press of the button."""


@dataclass(frozen=True, slots=True)
class Now:
    """Who asks, and how they stand."""

    visitor: Visitor
    learner: User | None
    day: Today | None
    standings: Mapping[Category, Standing]


def next_step(now: Now) -> Step:
    """The first of the things to do that there is; a sprint there always is."""
    return next(step for find in _IN_ORDER if (step := find(now)))


def _go_on(now: Now) -> Step | None:
    drill = open_drill(now.visitor)
    if drill is None or drill.is_review or not _began_today(drill, now.learner):
        return None
    return Step(
        _("Your next hand is dealt."),
        _("A drill of yours is open. Go on where you were."),
        _("Go on with your drill"),
        reverse("drills:play", args=[drill.public_id]),
    )


def _began_today(drill: Drill, learner: User | None) -> bool:
    """Whether a drill is of this day: an older one is no longer what somebody is at."""
    if learner is None:
        return timezone.now() - drill.started_at < timedelta(days=1)
    return local_date(learner, drill.started_at) == local_date(learner, timezone.now())


def _go_on_with_the_test(now: Now) -> Step | None:
    test = open_test(now.visitor)
    if test is None:
        return None
    return Step(
        _("Your test is running."),
        _("Its clock does not wait: go on where you were."),
        _("Go on with your test"),
        reverse("timed:play", args=[test.public_id]),
    )


def _begin(now: Now) -> Step | None:
    if any(standing.answers for standing in now.standings.values()):
        return None
    return _deal_me_in(now)


def _prepare(now: Now) -> Step | None:
    trip = next_trip(now.learner, within_days=SOON) if now.learner else None
    if trip is None:
        return None
    return Step(
        _("Get ready for your trip."),
        gettext("At %(table)s some cells are played differently. Check yourself before you go.")
        % {"table": trip.away_rules.name},
        _("To your trip"),
        reverse("trips:trip", args=[trip.public_id]),
    )


def _find_the_level(now: Now) -> Step | None:
    if all(standing.level is not Level.UNKNOWN for standing in now.standings.values()):
        return None
    if tests_of(now.visitor).filter(kind=Kind.PLACEMENT, answered__gt=0).exists():
        return None
    return placement_step(now.visitor)


def placement_step(visitor: Visitor) -> Step:
    """The placement, as a button."""
    taught = {"kind": Kind.PLACEMENT.value, "teaching": remembered_teaching(visitor)}
    return Step(
        _("Find your level."),
        _("Hands of every kind, without a clock and hints: then a level for each, and a plan."),
        _("Find my level"),
        reverse("timed:start"),
        posts=True,
        form=ReadyForm(user=visitor.user, initial=taught, auto_id=False),
    )


def _review(now: Now) -> Step | None:
    due = due_today(now.learner) if now.learner else None
    if due is None or not due[1]:
        return None
    deck, count = due
    return Step(
        ngettext("%(count)d hand is due for review.", "%(count)d hands are due for review.", count)
        % {"count": count},
        _("Each comes back when you are about to forget it: that keeps a chart with fewest hands."),
        _("Review them"),
        reverse("review:start", args=[deck.public_id]),
        posts=True,
    )


def _reach_the_goal(now: Now) -> Step | None:
    if now.day is None or now.day.practice.met:
        return None
    to_go = now.day.practice.to_go
    return _weak_spots(
        now,
        to_go,
        ngettext("%(count)d hand to today's goal.", "%(count)d hands to today's goal.", to_go)
        % {"count": to_go},
    )


def _weak_spots(now: Now, count: int, head: str | Promise) -> Step:
    length = next((length for length in LENGTHS if length >= count), LENGTHS[-1])
    weak = {
        "categories": [category.value for category in Category],
        "dealing": Dealing.WEAK,
        "length": str(length),
    }
    return Step(
        head,
        _("The cells that you miss, that cost most and that come up most often are dealt first."),
        gettext("Drill my weak spots: %(hands)s") % {"hands": hands(length)},
        reverse("drills:start"),
        posts=True,
        form=_start_form(now, weak),
    )


def _sprint(now: Now) -> Step:
    taught = {"kind": Kind.SPRINT.value, "teaching": remembered_teaching(now.visitor)}
    return Step(
        _("The goal of today is met."),
        _("Nothing is due. See how many hands you can play right in sixty seconds."),
        _("Start a sprint"),
        reverse("timed:start"),
        posts=True,
        form=ReadyForm(user=now.visitor.user, initial=taught, auto_id=False),
    )


def _deal_me_in(now: Now) -> Step:
    return Step(
        _("Know the right play before the dealer looks up."),
        _(
            "Deal a hand, choose, and see at once whether the chart agrees and why. Hard, soft and"
            " pair hands, for the rules of your table."
        ),
        _("Deal me in"),
        reverse("drills:start"),
        posts=True,
        form=_start_form(now),
    )


def _start_form(now: Now, changed: Mapping[str, Any] | None = None) -> StartForm:
    """The start form of a drill with the last settings, or those for a newcomer, but for some."""
    last = remembered_drill(now.visitor)
    return StartForm(last=last, user=now.visitor.user, initial=changed, auto_id=False)


_IN_ORDER: tuple[Callable[[Now], Step | None], ...] = (
    _go_on_with_the_test,
    _go_on,
    _begin,
    _prepare,
    _find_the_level,
    _review,
    _reach_the_goal,
    _sprint,
)
