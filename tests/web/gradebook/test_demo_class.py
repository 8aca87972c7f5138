"""manage.py demo_class: a class of simulated students, to look around in."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.utils import timezone

from tests.factories import MemberFactory, UserFactory
from tests.web.conftest import client_of
from tests.web.pages import words
from trainer.accounts.models import User
from trainer.classroom.models import Classroom, Role
from trainer.decisions.models import Decision
from trainer.quizzes.models import Attempt, Item, Quiz, State

pytestmark = pytest.mark.usefixtures("rulebook")


def demo(capsys, *options: str) -> list[str]:
    """What the command prints."""
    call_command("demo_class", *options)
    return capsys.readouterr().out.splitlines()


def test_thirty_students_two_finished_quizzes_and_an_open_one(capsys):
    address, teacher, password = demo(capsys)
    classroom = Classroom.objects.get()
    assert address == f"/classes/{classroom.public_id}/results/"
    assert teacher == "Teacher: demo-teacher"
    owner = User.objects.get(username="demo-teacher")
    assert owner.check_password(password.rpartition(" ")[2])
    students = classroom.members.filter(role=Role.STUDENT)
    assert students.count() == 30
    assert not any(member.user.has_usable_password() for member in students)
    assert students.filter(attempts=None).count() == 1
    states = [quiz.state(timezone.now()) for quiz in Quiz.objects.order_by("pk")]
    assert states == [State.CLOSED, State.CLOSED, State.OPEN]
    assert Quiz.objects.values("chart").distinct().count() == 2
    assert not Decision.objects.exists()
    page = words(client_of(owner).get(address))
    assert "29 of 30" in page
    assert "day late" in page


def test_what_is_kept_on_attempts_is_what_the_answers_come_to(capsys):
    demo(capsys)
    for attempt in Attempt.objects.all():
        items = list(attempt.items.all())
        assert attempt.points == sum(item.correct for item in items)
        assert attempt.answered == len(items) == attempt.quiz.count
        wrong = sum(item.cost_millionths for item in items if not item.correct)
        assert attempt.cost_millionths == wrong


def test_the_same_seed_gives_the_same_answers(capsys):
    answers = []
    for options in ((), ("--again",), ("--again", "--seed", "2")):
        demo(capsys, *options)
        rows = Item.objects.order_by("pk").values_list("question__deal", "action")
        answers.append(list(rows))
    assert answers[0] == answers[1] != answers[2]


def test_a_second_run_says_that_there_is_one(capsys):
    address, *_rest = demo(capsys)
    again = demo(capsys)
    assert again == ["There is one already; --again replaces it.", address, "Teacher: demo-teacher"]
    assert Classroom.objects.count() == 1


def test_again_replaces_it_and_touches_nothing_else(capsys):
    teacher = UserFactory(username="demo-abcdef-99", password="!unusable")
    User.objects.filter(pk=teacher.pk).update(last_login=teacher.date_joined)
    first, *_rest = demo(capsys, "--teacher", teacher.username)
    second, *_rest = demo(capsys, "--teacher", teacher.username, "--again")
    assert first != second
    assert Classroom.objects.get().owner == teacher
    assert User.objects.count() == 31


@pytest.mark.parametrize("left", [False, True], ids=["in it", "left"])
def test_one_that_people_have_joined_is_not_replaced(capsys, left):
    first, *_rest = demo(capsys)
    classroom = Classroom.objects.get()
    left_at = classroom.made_at if left else None
    MemberFactory(classroom=classroom, left_at=left_at)
    attempts = Attempt.objects.count()
    told, second, *_rest = demo(capsys, "--again")
    assert told == f"Not replaced, because people have joined it: {first}"
    assert second != first
    assert classroom.members.count() == 32
    assert Attempt.objects.filter(quiz__classroom=classroom).count() == attempts
    demo(capsys, "--again")
    assert Classroom.objects.count() == 2
