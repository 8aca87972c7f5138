"""The tabs of a class: what there is in it for its teachers, and what for its students."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from trainer.classroom.models import Member


@dataclass(frozen=True, slots=True)
class Tab:
    """A page of a class. ``name`` is that of its address, which takes the id of the class."""

    name: str
    title: Promise


TEACHERS: Sequence[Tab] = [
    Tab("quizzes:class", _("Quizzes")),
    Tab("classroom:members", _("Members")),
    Tab("live:class", _("Live")),
    Tab("gradebook:results", _("Results")),
    Tab("classroom:settings", _("Settings")),
]
STUDENTS: Sequence[Tab] = [
    Tab("quizzes:class", _("Quizzes")),
    Tab("gradebook:mine", _("My results")),
    Tab("classroom:leave", _("Membership")),
    Tab("live:class", _("Live")),
]
"""The first of each is the front page of a class."""


def tabs_of(member: Member) -> Sequence[Tab]:
    return TEACHERS if member.is_teacher else STUDENTS


def front_page(member: Member) -> str:
    """The address at which somebody enters a class."""
    return reverse(tabs_of(member)[0].name, args=[member.classroom.public_id])
