"""What is said of tests: what they ask, their limits, why an answer is refused, the result."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from trainer.core.numbers import hands
from trainer.timed.kinds import READY, Kind
from trainer.timed.models import TimedTest
from trainer.timed.services import Closed

ABOUT: Mapping[Kind, str | Promise] = {
    Kind.SPRINT: format_lazy(
        _("As many hands as you can in {seconds} seconds. A miss costs a point."),
        seconds=READY[Kind.SPRINT].seconds,
    ),
    Kind.HANDS: format_lazy(
        _("{count} hands of every kind, at your own pace."), count=READY[Kind.HANDS].count
    ),
    Kind.CHART: _("Every cell once, in an order of chance."),
    Kind.STREAK: _("How far do you come? It ends with the first error."),
    Kind.NEAR: format_lazy(
        _("{count} hands where the next cell of the chart asks for another play."),
        count=READY[Kind.NEAR].count,
    ),
    Kind.PLACEMENT: format_lazy(
        _("{count} hands that tell where you stand, and a plan made from them."),
        count=READY[Kind.PLACEMENT].count,
    ),
}

CLOSED: Mapping[Closed, Promise] = {
    Closed.ANSWERED: _("You had answered that hand already: your first answer counts."),
    Closed.PASSED: _("The time for that hand was up: it counts as a miss."),
    Closed.ENDED: _("This test is over. Your answers are kept."),
    Closed.TIME_UP: _("Your answer came after the time was up. It does not count."),
}
TOO_LATE = CLOSED[Closed.PASSED]


def seconds_in_words(count: int) -> str:
    return ngettext("%(count)d second", "%(count)d seconds", count) % {"count": count}


def limits(test: TimedTest) -> str:
    """The limits of a test in a line: ``20 hands · 60 seconds · 5 seconds a hand``."""
    parts = []
    if test.count:
        parts.append(hands(test.count))
    if test.seconds:
        parts.append(seconds_in_words(test.seconds))
    if test.hand_seconds:
        limit = {"time": seconds_in_words(test.hand_seconds)}
        parts.append(gettext("%(time)s a hand") % limit)
    return " · ".join(parts) or gettext("until the first error")


def score_in_words(test: TimedTest) -> str:
    """What counts in a test of this kind: a run, points against the clock, or hands right."""
    if test.kind == Kind.STREAK:
        return gettext("%(count)d in a row") % {"count": test.correct}
    if test.is_for_points:
        return ngettext("%(points)s point", "%(points)s points", abs(test.score)) % {
            "points": str(test.score).replace("-", "−")
        }
    whole = test.count or test.done
    return gettext("%(correct)d of %(count)d") % {"correct": test.correct, "count": whole}
