"""First sign-in codes by e-mail: each goes out once, and a teacher sends so many in a day."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from smtplib import SMTPException, SMTPServerDisconnected
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.core.mail import EmailMessage, get_connection
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from trainer.accounts.models import User
from trainer.classroom.access import locked
from trainer.classroom.models import Classroom, Deed, Member
from trainer.classroom.queries import waiting_of
from trainer.classroom.services import note
from trainer.classroom.texts import tidy
from trainer.core import codes

MOST_IN_A_DAY: Final = 200
"""Letters that one teacher has sent, whatever their classes."""


@dataclass(slots=True)
class Outcome:
    """How many codes were sent, and how many were not, by the reason."""

    sent: int = 0
    without_address: int = 0
    sent_before: int = 0
    too_many: int = 0
    """Beyond what a teacher may send in a day."""
    refused: int = 0
    """By the mail server, each for itself."""
    broken_off: int = 0
    """Left over when the mail server could not be reached, or gave up."""

    @property
    def unsent(self) -> int:
        kept_back = self.without_address + self.sent_before + self.too_many
        return kept_back + self.refused + self.broken_off


def can_be_sent(member: Member) -> bool:
    """Whether somebody who has not signed in yet can be sent their code."""
    return bool(member.email) and member.code_sent_at is None


def send_codes(*, classroom: Classroom, who: User, address: Callable[[str], str]) -> Outcome:
    """Send their first sign-in codes to those who can be sent them.

    ``address`` makes the full address at which a code is used.
    """
    if not settings.EMAIL_URL:
        raise PermissionDenied(_("This site sends no e-mail."))
    outcome = Outcome()
    chosen, deed = _choose(classroom, who, outcome)
    if deed is None:
        return outcome
    unsent = _send([(one, _letter(classroom, one, address)) for one in chosen], outcome)
    _correct(deed, unsent, outcome)
    return outcome


@transaction.atomic
def _choose(
    classroom: Classroom, who: User, outcome: Outcome
) -> tuple[Sequence[Member], Deed | None]:
    """To whom codes go: marked and noted first, so that no other request sends them too."""
    locked(classroom.pk)
    User.objects.select_for_update().get(pk=who.pk)  # the day's letters are counted one at a time
    waiting = waiting_of(classroom)
    able = [one for one in waiting if can_be_sent(one)]
    chosen = able[: max(0, MOST_IN_A_DAY - _sent_today(who))]
    outcome.without_address = sum(not one.email for one in waiting)
    outcome.sent_before = len(waiting) - outcome.without_address - len(able)
    outcome.too_many = len(able) - len(chosen)
    if not chosen:
        return [], None
    for one in chosen:
        one.code_sent_at = timezone.now()
    Member.objects.bulk_update(chosen, ["code_sent_at"])
    return chosen, note(classroom=classroom, who=who, kind="codes sent", count=len(chosen))


def _sent_today(who: User) -> int:
    """The letters of the last 24 hours, of all classes."""
    since = timezone.now() - timedelta(days=1)
    deeds = Deed.objects.filter(who=who, kind="codes sent", at__gt=since)
    return sum(details["count"] for details in deeds.values_list("details", flat=True))


def _send(letters: Sequence[tuple[Member, EmailMessage]], outcome: Outcome) -> list[Member]:
    """Send the letters, and tell who was sent none."""
    unsent: list[Member] = []
    try:
        with get_connection() as connection:
            for member, letter in letters:
                if _is_taken(connection, letter):
                    outcome.sent += 1
                else:
                    outcome.refused += 1
                    unsent.append(member)
    except OSError:
        done = outcome.sent + outcome.refused
        outcome.broken_off = len(letters) - done
        unsent += [member for member, _letter in letters[done:]]
    return unsent


def _is_taken(connection: Any, letter: EmailMessage) -> bool:
    """Whether the mail server takes a letter; raise OSError where it takes no others either."""
    try:
        connection.send_messages([letter])
    except SMTPServerDisconnected:
        raise
    except (SMTPException, ValueError):  # the latter for an address that cannot be written
        return False
    return True


@transaction.atomic
def _correct(deed: Deed, unsent: Sequence[Member], outcome: Outcome) -> None:
    """Whoever was sent nothing can be sent it later; the trail tells what went out."""
    if not unsent:
        return
    Member.objects.filter(pk__in=[one.pk for one in unsent]).update(code_sent_at=None)
    deed.details["count"] = outcome.sent
    if outcome.sent:
        deed.save(update_fields=["details"])
    else:
        deed.delete()


def _letter(classroom: Classroom, member: Member, address: Callable[[str], str]) -> EmailMessage:
    """Nothing in it is anybody's own text but two names, each on one line."""
    assert member.first_code
    name, title = tidy(member.name), tidy(classroom.name)
    body = _(
        "Hello %(name)s,\n\n"
        "you have a place in the class “%(class)s” at Upcard. Take it here:\n\n"
        "%(address)s\n\n"
        "Your code is %(code)s. It works once."
    ) % {
        "name": name,
        "class": title,
        "address": address(member.first_code),
        "code": codes.shown(member.first_code),
    }
    subject = _("Your place in %(class)s") % {"class": title}
    return EmailMessage(subject, body, settings.DEFAULT_FROM_EMAIL, [member.email])
