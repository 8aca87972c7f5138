"""What is said of quizzes: moments, states, settings, why something ended or is refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from trainer.accounts.models import User
from trainer.accounts.services import zone_of
from trainer.classroom.models import Classroom
from trainer.core.numbers import hands
from trainer.quizzes.models import Policy, Quiz, Reveal, State
from trainer.quizzes.services import Why
from trainer.quizzes.taking import Closed
from trainer.timed.wording import seconds_in_words

STATES: Mapping[State, Promise] = {
    State.DRAFT: _("Draft"),
    State.SCHEDULED: _("Not open yet"),
    State.OPEN: _("Open"),
    State.LATE: _("Open, late"),
    State.CLOSED: _("Closed"),
}

POLICIES: Mapping[Policy, Promise] = {
    Policy.BEST: _("The best attempt counts."),
    Policy.FIRST: _("The first attempt counts."),
    Policy.LAST: _("The last attempt counts."),
    Policy.MEAN: _("The mean of the attempts counts."),
}

REVEALS: Mapping[Reveal, Promise] = {
    Reveal.AT_ONCE: _("The right answer is told after each hand."),
    Reveal.CLOSED: _("The right answers are told after the quiz has closed."),
    Reveal.NEVER: _("The right answers are not told."),
}

CLOSED: Mapping[Closed, Promise] = {
    Closed.NOT_YET: _("The quiz is not open yet."),
    Closed.ARCHIVED: _("The class is archived: its quizzes are closed."),
    Closed.QUIZ_CLOSED: _("The quiz is closed."),
    Closed.NO_MORE: _("You have made all the attempts that this quiz allows."),
    Closed.ANSWERED: _("You had answered that hand already: your first answer counts."),
    Closed.PASSED: _("The time for that hand was up: it counts as not answered."),
    Closed.ENDED: _("This attempt is over. Your answers are kept."),
    Closed.TIME_UP: _("Your answer came after the time was up. It does not count."),
}
TOO_LATE = CLOSED[Closed.PASSED]

REFUSED: Mapping[Why, Promise] = {
    Why.BEGUN: _("Students have started: only the title and the dates can change now."),
    Why.NO_DRAFT: _("Students can see this quiz already: it is no draft any more."),
    Why.IS_DRAFT: _("This quiz is a draft. Publish it first."),
    Why.IS_CLOSED: _("This quiz is closed already."),
    Why.IS_OPEN: _("This quiz is not closed."),
    Why.PAST: _("That time is past. Choose a later one."),
    Why.ENDLESS: _("This quiz does not close, so nobody needs longer."),
    Why.NO_STUDENT: _("Choose a student of the class."),
}


@dataclass(frozen=True, slots=True)
class Reader:
    """Whoever reads moments: in their own time zone, or where the class is."""

    zone: ZoneInfo
    at: datetime

    @classmethod
    def of(cls, user: User, classroom: Classroom) -> Reader:
        zone = zone_of(user) if user.time_zone else classroom.zone
        return cls(zone, timezone.now())

    def moment(self, moment: datetime) -> str:
        """``Feb. 24, 2025, 23:59 EST``: the clock as it was or will be there at that moment."""
        local = moment.astimezone(self.zone)
        return gettext("%(date)s, %(time)s") % {
            "date": date_format(local, "DATE_FORMAT"),
            "time": _clock(local),
        }

    def clock(self, moment: datetime) -> str:
        """``10:05 CET`` today, and with its date another day."""
        local = moment.astimezone(self.zone)
        today = local.date() == self.at.astimezone(self.zone).date()
        return _clock(local) if today else self.moment(moment)


def _clock(local: datetime) -> str:
    return f"{local:%H:%M} {local.tzname()}"


def zone_in_words(zone: ZoneInfo) -> str:
    """``Europe/Berlin``, as it is chosen in the settings."""
    return zone.key.replace("_", " ")


def time_in_words(seconds: int) -> str:
    if seconds % 60:
        return seconds_in_words(seconds)
    return ngettext("%(count)d minute", "%(count)d minutes", seconds // 60) % {
        "count": seconds // 60
    }


def limits(quiz: Quiz) -> str:
    """The limits of a quiz in a line: ``20 hands · 10 minutes · 15 seconds a hand``."""
    parts = [hands(quiz.count)]
    if quiz.seconds:
        parts.append(time_in_words(quiz.seconds))
    if quiz.hand_seconds:
        parts.append(gettext("%(time)s a hand") % {"time": seconds_in_words(quiz.hand_seconds)})
    return " · ".join(parts)


def attempts_in_words(quiz: Quiz) -> str:
    if quiz.most_attempts is None:
        return gettext("as many attempts as you like")
    return ngettext("%(count)d attempt", "%(count)d attempts", quiz.most_attempts) % {
        "count": quiz.most_attempts
    }


def finished_in_words(finished: int, students: int) -> str:
    """``1 of 2 finished``."""
    if not students:
        return gettext("no students yet")
    return gettext("%(finished)d of %(students)d finished") % {
        "finished": finished,
        "students": students,
    }


def late_in_words(days: int) -> str:
    """``one day late``; nothing where it is in time."""
    return ngettext("one day late", "%(days)d days late", days) % {"days": days} if days else ""


def late_by(days: int, quiz: Quiz) -> str:
    """``one day late, within grace``; nothing where it is in time."""
    late = late_in_words(days)
    if not late or days > quiz.grace_days:
        return late
    return gettext("%(late)s, within grace") % {"late": late}


EASY, MEDIUM, HARD = _("easy"), _("medium"), _("hard")


def difficulty(gap: float) -> Promise:
    """How hard a hand is, by what the second-best play loses: the less, the easier it is missed."""
    if gap < 0.03:
        return HARD
    return MEDIUM if gap < 0.1 else EASY
