"""What teachers do about those in a class: name them, remove them, make them teachers."""

from __future__ import annotations

from typing import Final

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from trainer.accounts.models import User
from trainer.classroom.access import locked, member_of, students_of
from trainer.classroom.joining import MOST_STUDENTS
from trainer.classroom.models import Classroom, Member, Role
from trainer.classroom.services import TooMany, check, note
from trainer.classroom.texts import same
from trainer.core import codes

RETURNED: Final = ("left_at", "removed", "role", "first_code", "code_sent_at")
"""What ``return_to_class`` changes."""


class Taken(Exception):
    """A student number or an e-mail address that is somebody else's in the class."""

    def __init__(self, field: str, by: Member) -> None:
        super().__init__(field)
        self.field, self.by = field, by


@transaction.atomic
def edit(*, member: Member, who: User, name: str, email: str, section: str, number: str) -> None:
    """What the class knows of somebody; raise Taken."""
    classroom = locked(member.classroom_id)
    for other in classroom.members.exclude(pk=member.pk):
        for field, value in (("number", number), ("email", email)):
            if value and same(getattr(other, field)) == same(value):
                raise Taken(field, other)
    member.name, member.email, member.section, member.number = name, email, section, number
    check(member)
    member.save(update_fields=["name", "email", "section", "number"])
    _note(classroom, who, "edited", member)


@transaction.atomic
def renew_first_code(*, member: Member, who: User) -> None:
    """Another code to sign in with first, for somebody who has not yet."""
    classroom, member = _locked_member(member)
    if member.user_id or member.left_at:
        raise PermissionDenied(_("Whoever has signed in needs no code."))
    give_first_code(member)
    member.save(update_fields=["first_code", "code_sent_at"])
    _note(classroom, who, "first code", member)


@transaction.atomic
def remove(*, member: Member, who: User) -> None:
    """Take somebody out of the class; what they did in it is kept. Teachers, by the owner alone."""
    classroom, member = _locked_member(member)
    _require_right_over(member, classroom, who)
    if member.left_at:
        return
    member.left_at, member.removed, member.first_code = timezone.now(), True, None
    member.save(update_fields=["left_at", "removed", "first_code"])
    _note(classroom, who, "removed", member)


@transaction.atomic
def bring_back(*, member: Member, who: User) -> None:
    """Who left or was removed is a student of the class again; raise TooMany."""
    classroom, member = _locked_member(member)
    if member.left_at is None:
        return
    if students_of(classroom.pk).count() >= MOST_STUDENTS:
        raise TooMany
    return_to_class(member)
    member.save(update_fields=RETURNED)
    _note(classroom, who, "brought back", member)


def return_to_class(member: Member) -> None:
    """Make the row that of a student who is there; it is not saved."""
    member.left_at, member.removed, member.role = None, False, Role.STUDENT
    if member.user_id is None:
        give_first_code(member)


def give_first_code(member: Member) -> None:
    """Another code, which has not been sent to anybody; the row is not saved."""
    member.first_code, member.code_sent_at = codes.new_first_code(), None


@transaction.atomic
def set_role(*, member: Member, who: User, role: Role) -> None:
    """Make somebody with an account a co-teacher, or a student again, which the owner alone may."""
    classroom, member = _locked_member(member)
    if member.left_at or member.user_id is None:
        raise PermissionDenied(_("Only who is in the class with an account can be a teacher."))
    if member.role == role:
        return
    _require_right_over(member, classroom, who)
    member.role = role
    member.save(update_fields=["role"])
    _note(classroom, who, role.value, member)


def _locked_member(member: Member) -> tuple[Classroom, Member]:
    """The class, locked, and the member as it is now."""
    classroom = locked(member.classroom_id)
    return classroom, member_of(classroom, member.public_id)


def _require_right_over(member: Member, classroom: Classroom, who: User) -> None:
    """Raise PermissionDenied where co-teachers would be removed or made students by another."""
    if member.user_id == classroom.owner_id:
        raise PermissionDenied(_("The class is theirs: it has to be handed over first."))
    if member.is_teacher and not member.left_at and who.pk != classroom.owner_id:
        raise PermissionDenied(_("Only the owner of the class can do this."))


def _note(classroom: Classroom, who: User, kind: str, member: Member) -> None:
    note(classroom=classroom, who=who, kind=kind, subject=member.public_id, name=member.name)
