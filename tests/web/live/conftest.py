"""A class with a teacher and two students, and a live quiz of two hands."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import ClassroomFactory, MemberFactory, QuizFactory
from tests.web.conftest import client_of
from trainer.classroom.models import Classroom, Member
from trainer.live import services
from trainer.live.models import LiveQuiz
from trainer.quizzes.models import Quiz


@dataclass(frozen=True, slots=True)
class Cast:
    """The class, and the browsers of who is in it."""

    classroom: Classroom
    quiz: Quiz
    ann: Member
    ben: Member
    teacher: Client
    ann_phone: Client
    ben_phone: Client

    def address(self, name: str = "class") -> str:
        return reverse(f"live:{name}", args=[self.classroom.public_id])

    def open(self, *, standings: bool = False, seconds: int = 20) -> LiveQuiz:
        return services.open_live(
            who=self.classroom.owner, quiz=self.quiz, seconds=seconds, standings=standings
        )

    def join(self, live: LiveQuiz, *members: Member) -> None:
        for member in members or (self.ann, self.ben):
            assert member.user is not None
            services.join_live(user=member.user, live_id=live.public_id)

    def ask(self, live: LiveQuiz) -> LiveQuiz:
        live.refresh_from_db()
        return services.ask_next(
            user=self.classroom.owner, live_id=live.public_id, number=live.number
        )


@pytest.fixture
def cast(rulebook) -> Cast:
    classroom = ClassroomFactory()
    ann = MemberFactory(classroom=classroom, name="Ann Aster")
    ben = MemberFactory(classroom=classroom, name="Ben Birch")
    return Cast(
        classroom=classroom,
        quiz=QuizFactory(classroom=classroom, published_at=None, title="Sixteens"),
        ann=ann,
        ben=ben,
        teacher=client_of(classroom.owner),
        ann_phone=client_of(ann.user),
        ben_phone=client_of(ben.user),
    )


def at(name: str, live: LiveQuiz, *more: object) -> str:
    """The address of a page of a live quiz."""
    return reverse(f"live:{name}", args=[live.public_id, *more])
