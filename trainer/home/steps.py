"""What to do next: of all that could be done, the one thing that helps most now."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from strategy.situations import Category
from trainer.accounts.access import Visitor
from trainer.accounts.models import User
from trainer.core.numbers import hands
from trainer.decisions.levels import Standing
from trainer.decisions.streaks import Today
from trainer.drills.forms import LENGTHS, StartForm
from trainer.drills.models import Dealing
from trainer.drills.queries import open_drill, remembered_drill
from trainer.trips.queries import next_trip

SOON = 7
"""Days before a trip from which on its check comes first."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do, as a button: a link, or where there is a form that form sent as it is."""

    head: str | Promise
    why: str | Promise
    label: str | Promise
    address: str
    form: StartForm | None = None


@dataclass(frozen=True, slots=True)
class Now:
    """Who asks, and how they stand."""

    visitor: Visitor
    learner: User | None
    day: Today | None
    standings: Mapping[Category, Standing]


def next_step(now: Now) -> Step:
    """The first of the things to do that there is; to deal a hand there always is."""
    return next(step for find in _IN_ORDER if (step := find(now)))


def _go_on(now: Now) -> Step | None:
    drill = open_drill(now.visitor)
    if drill is None:
        return None
    return Step(
        _("Your next hand is dealt."),
        _("A drill of yours is open. Go on where you were."),
        _("Go on with your drill"),
        reverse("drills:play", args=[drill.public_id]),
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
        _start_form(now, weak),
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
        _start_form(now),
    )


def _start_form(now: Now, changed: Mapping[str, Any] | None = None) -> StartForm:
    """The start form of a drill with the last settings, or those for a newcomer, but for some."""
    last = remembered_drill(now.visitor)
    return StartForm(last=last, user=now.visitor.user, initial=changed)


_IN_ORDER: tuple[Callable[[Now], Step | None], ...] = (
    _go_on,
    _begin,
    _prepare,
    _reach_the_goal,
    _deal_me_in,
)
