"""Coming to a class and leaving it: by the join code, by a place on the roster."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from trainer.accounts.models import User
from trainer.classroom.access import class_to_join, locked, place_to_take, students_of
from trainer.classroom.models import Classroom, Member, Role
from trainer.classroom.services import TooMany, check, note
from trainer.classroom.wording import REMOVED
from trainer.core.throttle import Limit

MOST_STUDENTS = 1_000
"""In a class, of those who belong to it."""
WRONG_CODES = Limit("codes", most=10, seconds=600)
"""Of one account, or of one browser without one."""
WRONG_CODES_FROM_AN_ADDRESS = Limit("codes-address", most=50, seconds=600)
"""A whole school may be behind it."""


class UnknownCode(Exception):
    """A code that leads nowhere: wrong, used, switched off, or of an archived class."""


class AlreadyIn(Exception):
    """The account has a place in the class already."""

    def __init__(self, member: Member) -> None:
        super().__init__(member.name)
        self.member = member


@transaction.atomic
def join(*, user: User, code: str, name: str) -> Member:
    """Become a student of a class; who is in it already stays what they are.

    Who left comes back, as a student; PermissionDenied is raised for who was removed. Raises
    UnknownCode, TooMany.
    """
    found = class_to_join(code)
    classroom = _locked_class(found)
    if classroom.join_code != code:
        raise UnknownCode
    member = row_of(classroom, user)
    if member and member.left_at is None:
        return member
    if students_of(classroom.pk).count() >= MOST_STUDENTS:
        raise TooMany
    kind = "joined again" if member else "joined"
    if member:
        member.left_at, member.role = None, Role.STUDENT
    else:
        member = Member(classroom=classroom, user=user, joined_at=timezone.now())
    member.name = name
    check(member)
    member.save()
    note(classroom=classroom, who=user, kind=kind, subject=member.public_id, name=name)
    return member


def row_of(classroom: Classroom, user: User) -> Member | None:
    """The row of who is in the class or left it; raise PermissionDenied for who was removed."""
    member = classroom.members.filter(user=user).first()
    if member and member.removed:
        raise PermissionDenied(REMOVED)
    return member


def _locked_class(found: Classroom | None) -> Classroom:
    """The class, locked; raise UnknownCode where there is none or it was archived meanwhile."""
    if found is None:
        raise UnknownCode
    try:
        return locked(found.pk)
    except PermissionDenied:
        raise UnknownCode from None


@transaction.atomic
def take_place(*, user: User, code: str) -> Member:
    """Take the place on a roster that a first sign-in code is for; it works once.

    Raises UnknownCode; AlreadyIn where the account is or was in the class under another name.
    """
    found = place_to_take(code)
    classroom = _locked_class(found.classroom if found else None)
    member = place_to_take(code)
    if member is None:
        raise UnknownCode
    if other := classroom.members.filter(user=user).first():
        raise AlreadyIn(other)
    member.user, member.joined_at, member.first_code = user, timezone.now(), None
    member.save(update_fields=["user", "joined_at", "first_code"])
    note(
        classroom=classroom, who=user, kind="signed in", subject=member.public_id, name=member.name
    )
    return member


@transaction.atomic
def leave(*, member: Member) -> None:
    """Leave a class; what was done in it is kept with it. Its owner hands it over first."""
    classroom = locked(member.classroom_id)
    if member.user_id == classroom.owner_id:
        raise PermissionDenied(_("The class is yours: hand it over before you leave."))
    member.left_at = timezone.now()
    member.save(update_fields=["left_at"])
    note(
        classroom=classroom,
        who=member.user,
        kind="left",
        subject=member.public_id,
        name=member.name,
    )
