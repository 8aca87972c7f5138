"""Reading classes: whose they are, who is in them, what was done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery

from trainer.accounts.models import User
from trainer.classroom.access import memberships, students_of, teachers_of
from trainer.classroom.models import Classroom, Deed, Member, Role


@dataclass(frozen=True, slots=True)
class Listed:
    """A class in somebody's list."""

    member: Member
    students: int
    owner_name: str
    """The name by which the class knows its owner."""


@dataclass(frozen=True, slots=True)
class MyClasses:
    """Somebody's classes: those they teach, those they attend, and what is archived of both."""

    teaching: Sequence[Listed]
    attending: Sequence[Listed]
    archived: Sequence[Listed]


def my_classes(user: User) -> MyClasses:
    """All that the user belongs to, by name; one query."""
    present = Q(classroom__members__role=Role.STUDENT, classroom__members__left_at=None)
    rows = (
        memberships(user)
        .annotate(
            students=Count("classroom__members", filter=present),
            owner_name=Subquery(_owner_names(OuterRef("classroom"))),
        )
        .order_by("classroom__name", "classroom__pk")
    )
    listed = [Listed(row, row.students, row.owner_name) for row in rows]
    here = [one for one in listed if one.member.classroom.archived_at is None]
    return MyClasses(
        teaching=[one for one in here if one.member.is_teacher],
        attending=[one for one in here if not one.member.is_teacher],
        archived=[one for one in listed if one.member.classroom.archived_at],
    )


def owner_name(classroom: Classroom) -> str:
    """The name by which a class knows its owner."""
    return _owner_names(classroom.pk).get()


def _owner_names(classroom: Any) -> QuerySet[Member, str]:
    owners = Member.objects.filter(classroom=classroom, user=F("classroom__owner"))
    return owners.order_by().values_list("name", flat=True)


@dataclass(frozen=True, slots=True)
class People:
    """Everybody in a class, and who was in it."""

    teachers: Sequence[Member]
    students: Sequence[Member]
    left: Sequence[Member]

    @property
    def waiting(self) -> int:
        """How many have not signed in yet."""
        return sum(student.user_id is None for student in self.students)


def people_of(classroom: Classroom) -> People:
    """The people of a class; three queries."""
    return People(
        teachers=list(teachers_of(classroom.pk)),
        students=list(students_of(classroom.pk).select_related("user")),
        left=list(classroom.members.exclude(left_at=None)),
    )


def waiting_of(classroom: Classroom) -> list[Member]:
    """The students who have not signed in yet, with their codes, by section and name."""
    waiting = students_of(classroom.pk).filter(user=None).exclude(first_code=None)
    return list(waiting.order_by("section", "name", "pk"))


def deeds_of(classroom: Classroom) -> QuerySet[Deed]:
    """What was done in a class, latest first, each with the name of who did it as ``actor``."""
    actor = Member.objects.filter(classroom=OuterRef("classroom"), user=OuterRef("who"))
    return classroom.deeds.annotate(actor=Subquery(actor.order_by().values("name")[:1]))


def roster_rows(classroom: Classroom) -> list[list[str]]:
    """The students who belong to a class, as a roster file has them."""
    return [
        [student.name, student.email, student.section, student.number, str(student.public_id)]
        for student in students_of(classroom.pk)
    ]
