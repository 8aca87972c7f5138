"""Coming to a class and leaving it: by the join code, by a place on the roster."""

from __future__ import annotations

from contextlib import suppress

from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.db.models import ManyToOneRel
from django.utils import timezone
from django.utils.translation import gettext as _

from trainer.accounts.models import User
from trainer.classroom.access import class_to_join, locked, place_to_take, students_of
from trainer.classroom.models import Classroom, Deed, Member, Role
from trainer.classroom.services import TooMany, check, note
from trainer.classroom.texts import same
from trainer.classroom.wording import REMOVED

MOST_STUDENTS = 1_000
"""In a class, of those who belong to it."""


class UnknownCode(Exception):
    """A code that leads nowhere: wrong, used, switched off, or of an archived class."""


class AlreadyIn(Exception):
    """The account is somebody else in the class already."""

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

    Who joined by the join code before is given what the roster knows of them. Raises UnknownCode,
    AlreadyIn where the account is somebody else in the class, PermissionDenied for who was removed.
    """
    found = place_to_take(code)
    classroom = _locked_class(found.classroom if found else None)
    place = place_to_take(code)
    if place is None:
        raise UnknownCode
    if row := row_of(classroom, user):
        return _merge(place, row, user)
    place.user, place.joined_at, place.first_code = user, timezone.now(), None
    place.save(update_fields=["user", "joined_at", "first_code"])
    note(classroom=classroom, who=user, kind="signed in", subject=place.public_id, name=place.name)
    return place


def may_be_merged(place: Member, row: Member) -> bool:
    """Whether a place on the roster can be that of somebody who is in the class or left it.

    It is not a teacher's, nor that of a student who has taken a place before, or whose number or
    e-mail address is another.
    """
    if row.is_teacher and row.left_at is None:
        return False
    taken = Deed.objects.filter(subject=row.public_id, kind__in=("signed in", "merged"))
    if taken.filter(classroom=row.classroom_id).exists():
        return False
    known = ((getattr(place, name), getattr(row, name)) for name in ("number", "email"))
    return not any(one and other and same(one) != same(other) for one, other in known)


def _merge(place: Member, row: Member, user: User) -> Member:
    """One row of two: the one in use, by the name of the roster and with what the roster knows."""
    if not may_be_merged(place, row):
        raise AlreadyIn(row)
    before, name = row.name, place.name
    _hand_on(place, row)
    place.delete()  # before, as no two in a class may have one number
    for field in ("name", "number", "email", "section"):
        setattr(row, field, getattr(place, field) or getattr(row, field))
    if row.left_at:
        row.left_at, row.role = None, Role.STUDENT
    row.save(update_fields=["name", "number", "email", "section", "left_at", "role"])
    note(
        classroom=row.classroom,
        who=user,
        kind="merged",
        subject=row.public_id,
        name=name,
        before=before,
    )
    return row


def _hand_on(place: Member, row: Member) -> None:
    """Give the row what teachers gave the place, such as a longer time for a quiz.

    Where the row has the same already, that stands.
    """
    relations = Member._meta.get_fields(include_hidden=True)
    for relation in (one for one in relations if isinstance(one, ManyToOneRel)):
        for one in relation.field.model._base_manager.filter(**{relation.field.name: place}):
            setattr(one, relation.field.name, row)
            with suppress(IntegrityError), transaction.atomic():
                one.save(update_fields=[relation.field.name])


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
