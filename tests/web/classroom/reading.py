"""Addresses of a class, and what its trail tells."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from trainer.classroom.models import Classroom, Deed, Member
from trainer.classroom.queries import deeds_of
from trainer.classroom.wording import sentence

UNKNOWN = "This code leads nowhere."
ARCHIVED = "This class is archived"


def front_page(classroom: Classroom) -> str:
    return reverse("quizzes:class", args=[classroom.public_id])


def url(name: str, *of: Classroom | Member) -> str:
    return reverse(f"classroom:{name}", args=[row.public_id for row in of])


def about(name: str, member: Member) -> str:
    """An address that is about somebody in a class."""
    return url(name, member.classroom, member)


def trail(classroom: Classroom) -> list[str]:
    """What was done in a class, as its page says it, in order."""
    return [sentence(deed) for deed in reversed(deeds_of(classroom))]


def kept(classroom: Classroom) -> Any:
    """All that a request may change in a class. Equal before and after: nothing was."""
    return (
        list(Classroom.objects.values_list()),
        sorted(Member.objects.values_list()),
        Deed.objects.count(),
    )
