"""What happens to a class: made, renamed, opened to a code and closed, handed over, archived."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from trainer.accounts.models import User
from trainer.classroom.access import locked
from trainer.classroom.models import Classroom, Deed, Member, Role
from trainer.classroom.wording import DEEDS
from trainer.core.codes import new_join_code

MOST_CLASSES = 100
"""Nobody owns more."""


class TooMany(Exception):
    """As many classes, or as many people in one, as there can be."""


def note(
    *,
    classroom: Classroom,
    who: User | None,
    kind: str,
    subject: UUID | None = None,
    **details: Any,
) -> Deed:
    """Write down what was done, for those who ask later.

    ``kind`` is a key of ``wording.DEEDS``, ``subject`` the member or quiz that it was done to;
    ``details`` is what the sentence needs: names and numbers as they are now.
    """
    assert kind in DEEDS
    return Deed.objects.create(
        classroom=classroom,
        who=who,
        at=timezone.now(),
        kind=kind,
        subject=subject,
        details=details,
    )


def check(row: Classroom | Member) -> None:
    """Raise ValidationError for what may not be kept so; what may be null may be left empty."""
    row.full_clean(exclude={field.name for field in row._meta.fields if field.null})


@transaction.atomic
def make_class(*, owner: User, name: str, time_zone: str, teacher: str) -> Member:
    """Make a class with a join code; its owner, under the name ``teacher``, is in it.

    Raises TooMany.
    """
    User.objects.select_for_update().get(pk=owner.pk)  # one at a time
    if owner.owned_classes.count() >= MOST_CLASSES:
        raise TooMany
    now = timezone.now()
    classroom = Classroom(
        owner=owner, name=name, time_zone=time_zone, join_code=new_join_code(), made_at=now
    )
    check(classroom)
    classroom.save()
    member = Member(classroom=classroom, user=owner, role=Role.TEACHER, name=teacher, joined_at=now)
    check(member)
    member.save()
    note(classroom=classroom, who=owner, kind="made")
    return member


@transaction.atomic
def change_class(*, classroom: Classroom, who: User, name: str, time_zone: str) -> None:
    """Another name, another time zone."""
    classroom = locked(classroom.pk)
    before = {"renamed": classroom.name, "zone": classroom.time_zone}
    classroom.name, classroom.time_zone = name, time_zone
    check(classroom)
    classroom.save(update_fields=["name", "time_zone"])
    for kind, after in (("renamed", name), ("zone", time_zone)):
        if before[kind] != after:
            note(classroom=classroom, who=who, kind=kind, before=before[kind], after=after)


@transaction.atomic
def renew_join_code(*, classroom: Classroom, who: User) -> None:
    """Another join code; the one before leads nowhere from now on."""
    _set_join_code(classroom, new_join_code())
    note(classroom=classroom, who=who, kind="join code")


@transaction.atomic
def close_joining(*, classroom: Classroom, who: User) -> None:
    """Nobody joins by a code any more."""
    _set_join_code(classroom, None)
    note(classroom=classroom, who=who, kind="closed")


def _set_join_code(classroom: Classroom, code: str | None) -> None:
    classroom = locked(classroom.pk)
    classroom.join_code = code
    classroom.save(update_fields=["join_code"])


@transaction.atomic
def hand_over(*, classroom: Classroom, who: User, to: Member) -> None:
    """The class is another teacher's from now on; who had it stays a teacher of it."""
    classroom = locked(classroom.pk)
    to = Member.objects.select_related("user").get(pk=to.pk)
    if classroom.owner_id != who.pk or not to.is_teacher or to.left_at or to.user is None:
        raise PermissionDenied(_("A class is handed over by its owner, to one of its teachers."))
    classroom.owner = to.user
    classroom.save(update_fields=["owner"])
    note(classroom=classroom, who=who, kind="handed over", subject=to.public_id, name=to.name)


@transaction.atomic
def archive(*, classroom: Classroom, who: User) -> None:
    """From now on the class is read, and not changed; its codes lead nowhere."""
    classroom = Classroom.objects.select_for_update().get(pk=classroom.pk)
    if classroom.archived_at:
        return
    classroom.archived_at = timezone.now()
    classroom.save(update_fields=["archived_at"])
    note(classroom=classroom, who=who, kind="archived")


@transaction.atomic
def reopen(*, classroom: Classroom, who: User) -> None:
    """Out of the archive again; an open class stays as it is."""
    classroom = Classroom.objects.select_for_update().get(pk=classroom.pk)
    if classroom.archived_at is None:
        return
    classroom.archived_at = None
    classroom.save(update_fields=["archived_at"])
    note(classroom=classroom, who=who, kind="reopened")
