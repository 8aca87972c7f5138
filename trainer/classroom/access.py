"""The one door to classes: to whoever is no member, a class does not exist."""

from __future__ import annotations

from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404

from trainer.accounts.models import User
from trainer.classroom.models import Member, Role


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


def require_teacher(member: Member) -> None:
    """Raise PermissionDenied for a student."""
    if not member.is_teacher:
        raise PermissionDenied


def memberships(user: User) -> QuerySet[Member]:
    """What the user belongs to, with the classes."""
    return Member.objects.filter(user=user, left_at=None).select_related("classroom")


def students_of(classroom_pk: int) -> QuerySet[Member]:
    """The students who belong to a class, by name; those who never signed in too."""
    return Member.objects.filter(classroom=classroom_pk, role=Role.STUDENT, left_at=None)
