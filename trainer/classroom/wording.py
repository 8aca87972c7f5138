"""What is said of classes: what was done in them, and why something cannot be done."""

from __future__ import annotations

from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from trainer.classroom.models import Deed

DEEDS: Final[dict[str, Promise]] = {
    "made": _("%(who)s made the class."),
    "renamed": _("%(who)s renamed the class from “%(before)s” to “%(after)s”."),
    "zone": _("%(who)s changed the time zone from %(before)s to %(after)s."),
    "join code": _("%(who)s made a new join code."),
    "closed": _("%(who)s switched the join code off."),
    "joined": _("%(name)s joined by the join code."),
    "joined again": _("%(name)s came back by the join code."),
    "signed in": _("%(name)s signed in first, from the roster."),
    "merged": _("%(name)s, until then %(before)s, took their place on the roster."),
    "edited": _("%(who)s changed what the class knows of %(name)s."),
    "first code": _("%(who)s made a new first sign-in code for %(name)s."),
    "codes sent": _("%(who)s had first sign-in codes sent by e-mail: %(count)d."),
    "left": _("%(name)s left the class."),
    "removed": _("%(who)s removed %(name)s."),
    "brought back": _("%(who)s brought %(name)s back."),
    "teacher": _("%(who)s made %(name)s a teacher of the class."),
    "student": _("%(who)s made %(name)s a student again."),
    "roster": _(
        "%(who)s imported a roster: %(new)d new, %(back)d brought back, %(changed)d changed."
    ),
    "regraded": _("%(who)s regraded the quiz “%(name)s”: results changed: %(changed)d."),
    "handed over": _("%(who)s handed the class over to %(name)s."),
    "archived": _("%(who)s archived the class."),
    "reopened": _("%(who)s opened the class again."),
    "quiz made": _("%(who)s made the quiz “%(title)s”."),
    "quiz changed": _("%(who)s changed the quiz “%(title)s”."),
    "quiz copied": _("%(who)s copied the quiz “%(original)s” as “%(title)s”."),
    "quiz published": _("%(who)s published the quiz “%(title)s”."),
    "quiz closed": _("%(who)s closed the quiz “%(title)s”."),
    "quiz reopened": _("%(who)s opened the quiz “%(title)s” again."),
    "quiz extended": _("%(who)s gave %(name)s longer for the quiz “%(title)s”."),
    "live quiz": _("%(who)s opened a live quiz of “%(title)s”."),
    "quiz deleted": _("%(who)s deleted the draft of the quiz “%(title)s”."),
}
"""What a deed's sentence is made of: by its kind, with ``who`` and the deed's details."""

UNKNOWN_CODE: Final = _(
    "This code leads nowhere. Check it letter by letter, or ask your teacher for a new one."
)
REMOVED: Final = _(
    "Your teacher has removed you from this class. Ask them: they can bring you back."
)


def sentence(deed: Deed) -> str:
    """What was done, as a sentence; the name of who did it is in ``deed.actor``, if anybody's."""
    who: Any = getattr(deed, "actor", None)
    known = {"who": who or gettext("Somebody who is gone"), **deed.details}
    return str(DEEDS[deed.kind]) % known
