"""The one door to live quizzes: to whoever is no member of the class, they do not exist."""

from __future__ import annotations

from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404

from trainer.accounts.models import User
from trainer.classroom.access import memberships, require_teacher
from trainer.classroom.models import Member
from trainer.live.models import LiveQuiz, Player


def led(user: User, live_id: UUID, *, lock: bool = False) -> LiveQuiz:
    """A live quiz for a teacher of its class; raise Http404, or PermissionDenied for a student."""
    live, member = _found(user, live_id, lock=lock)
    require_teacher(member)
    return live


def attended(user: User, live_id: UUID, *, lock: bool = False) -> tuple[LiveQuiz, Member]:
    """A live quiz and the student who asks; raise Http404, or PermissionDenied for a teacher."""
    live, member = _found(user, live_id, lock=lock)
    if member.is_teacher:
        raise PermissionDenied
    return live, member


def present(live: LiveQuiz) -> QuerySet[Player]:
    """Those who take part and still belong to the class."""
    return live.players.filter(member__left_at=None)


def _found(user: User, live_id: UUID, *, lock: bool) -> tuple[LiveQuiz, Member]:
    rows = LiveQuiz.objects.select_related("classroom", "rules", "chart")
    if lock:
        rows = rows.select_for_update(of=("self",))
    live = rows.filter(public_id=live_id).first()
    member = memberships(user).filter(classroom=live.classroom).first() if live else None
    if live is None or member is None:
        raise Http404
    return live, member
