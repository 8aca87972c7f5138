"""The one door to classes: to whoever is no member, a class does not exist."""

from __future__ import annotations

from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import Case, F, QuerySet, When
from django.http import Http404
from django.utils.translation import gettext as _

from trainer.accounts.models import User
from trainer.classroom.models import Classroom, Member, Role


def membership(user: User, class_id: UUID) -> Member:
    """The user's membership of a class, with the class; raise Http404."""
    member = memberships(user).filter(classroom__public_id=class_id).first()
    if member is None:
        raise Http404
    return member


def teaching(user: User, class_id: UUID) -> Member:
    """The same for a teacher; raise Http404 for a stranger, PermissionDenied for a student."""
    member = membership(user, class_id)
    require_teacher(member)
    return member


def owning(user: User, class_id: UUID) -> Member:
    """The same for the owner; raise PermissionDenied for co-teachers, too."""
    member = teaching(user, class_id)
    require_owner(member)
    return member


def require_teacher(member: Member) -> None:
    """Raise PermissionDenied for a student."""
    if not member.is_teacher:
        raise PermissionDenied


def require_owner(member: Member) -> None:
    """Raise PermissionDenied for all but the owner of the class."""
    if member.user_id != member.classroom.owner_id:
        raise PermissionDenied(_("Only the owner of the class can do this."))


def require_open(classroom: Classroom) -> None:
    """Raise PermissionDenied where a class is archived."""
    if classroom.archived_at:
        raise PermissionDenied(_("This class is archived: it can be read, but not changed."))


def locked(classroom_pk: int) -> Classroom:
    """A class locked until the transaction ends; raise PermissionDenied where it is archived.

    Whatever changes a class or who belongs to it begins here.
    """
    classroom = Classroom.objects.select_for_update().get(pk=classroom_pk)
    require_open(classroom)
    return classroom


def memberships(user: User) -> QuerySet[Member]:
    """What the user belongs to, with the classes."""
    return Member.objects.filter(user=user, left_at=None).select_related("classroom")


def students_of(classroom_pk: int) -> QuerySet[Member]:
    """The students who belong to a class, by name; those who never signed in too."""
    return Member.objects.filter(classroom=classroom_pk, role=Role.STUDENT, left_at=None)


def teachers_of(classroom_pk: int) -> QuerySet[Member]:
    """The teachers of a class, the owner first."""
    teachers = Member.objects.filter(classroom=classroom_pk, role=Role.TEACHER, left_at=None)
    return teachers.order_by(Case(When(user=F("classroom__owner"), then=0), default=1), "name")


def member_of(classroom: Classroom, member_id: UUID) -> Member:
    """Somebody in a class, or who was in it, with their account; raise Http404."""
    members = classroom.members.select_related("user", "classroom")
    member = members.filter(public_id=member_id).first()
    if member is None:
        raise Http404
    return member


def class_to_join(code: str) -> Classroom | None:
    """The class that a join code leads into now."""
    return (
        Classroom.objects.filter(join_code=code, archived_at=None).select_related("owner").first()
    )


def place_to_take(code: str) -> Member | None:
    """The place on a roster that a first sign-in code is for, with its class."""
    places = Member.objects.select_related("classroom")
    return places.filter(
        first_code=code, user=None, left_at=None, classroom__archived_at=None
    ).first()
