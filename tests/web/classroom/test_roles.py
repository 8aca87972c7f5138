"""Who may what: every address of classes, quizzes, results and live quizzes, for every role."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from strategy.actions import Action
from tests.factories import (
    AttemptFactory,
    ClassroomFactory,
    MemberFactory,
    QuizFactory,
    UserFactory,
)
from tests.web.conftest import client_of, client_of_guest
from trainer.classroom.models import Role
from trainer.live import services as live_services

APPS = ("classroom", "quizzes", "gradebook", "live")
ROLES = (
    *("anonymous", "guest", "outsider", "other teacher", "admin"),
    *("student", "classmate", "owner", "co-teacher"),
)
NAMES = ("Ann Aster", "Ben Birch", "Cleo Chan")
"""Of the student, the classmate and one who has never signed in."""

OWN = {"student": "Ann Aster", "classmate": "Ben Birch"}
TEACHERS = ("owner", "co-teacher")

LOGIN = "to the login page"
NO = (LOGIN, LOGIN, 404, 404, 404)
"""Anonymous, guest, and accounts that do not belong to the class, be they an admin's."""
ACCOUNT = (LOGIN, LOGIN)
"""Anonymous and guest, where any account will do."""

EXPECTED: Mapping[str, tuple[int | str, ...]] = {
    "classroom:archive POST": (*NO, 403, 403, 302, 403),
    "classroom:bring_back POST": (*NO, 403, 403, 302, 302),
    "classroom:codes GET": (*NO, 403, 403, 200, 200),
    "classroom:first_code POST": (*NO, 403, 403, 302, 302),
    "classroom:hand_over POST": (*NO, 403, 403, 422, 403),
    "classroom:import POST": (*NO, 403, 403, 422, 422),
    "classroom:index GET": (*ACCOUNT, 200, 200, 200, 200, 200, 200, 200),
    "classroom:join GET": (*ACCOUNT, 200, 200, 200, 302, 302, 302, 302),
    "classroom:join POST": (*ACCOUNT, 422, 422, 422, 302, 302, 302, 302),
    "classroom:join_by_code GET": (*ACCOUNT, 200, 200, 200, 200, 200, 200, 200),
    "classroom:join_by_code POST": (*ACCOUNT, 422, 422, 422, 422, 422, 422, 422),
    "classroom:join_code POST": (*NO, 403, 403, 302, 302),
    "classroom:leave GET": (*NO, 200, 200, 200, 200),
    "classroom:leave POST": (*NO, 302, 302, 403, 302),
    "classroom:member GET": (*NO, 403, 403, 200, 200),
    "classroom:member POST": (*NO, 403, 403, 422, 422),
    "classroom:members GET": (*NO, 403, 403, 200, 200),
    "classroom:new GET": (*ACCOUNT, 200, 200, 200, 200, 200, 200, 200),
    "classroom:new POST": (*ACCOUNT, 422, 422, 422, 422, 422, 422, 422),
    "classroom:place GET": (200, 200, 200, 200, 200, 200, 200, 200, 200),
    "classroom:place POST": (200, 200, 302, 302, 302, 302, 302, 409, 409),
    "classroom:remove POST": (*NO, 403, 403, 302, 302),
    "classroom:reopen POST": (*NO, 403, 403, 302, 403),
    "classroom:role POST": (*NO, 403, 403, 403, 403),
    "classroom:roster GET": (*NO, 403, 403, 200, 200),
    "classroom:roster POST": (*NO, 403, 403, 422, 422),
    "classroom:roster_csv GET": (*NO, 403, 403, 200, 200),
    "classroom:roster_xlsx GET": (*NO, 403, 403, 200, 200),
    "classroom:send_codes POST": (*NO, 403, 403, 403, 403),
    "classroom:settings GET": (*NO, 403, 403, 200, 200),
    "classroom:settings POST": (*NO, 403, 403, 422, 422),
    "classroom:sign_in GET": (200, 200, 200, 200, 200, 200, 200, 200, 200),
    "classroom:sign_in POST": (422, 422, 422, 422, 422, 422, 422, 422, 422),
    "classroom:trail GET": (*NO, 403, 403, 200, 200),
    "classroom:wall GET": (*NO, 403, 403, 200, 200),
    "gradebook:attempt GET": (*NO, 403, 403, 200, 200),
    "gradebook:chart GET": (*NO, 403, 403, 200, 200),
    "gradebook:csv GET": (*NO, 403, 403, 200, 200),
    "gradebook:mine GET": (*NO, 200, 200, 200, 200),
    "gradebook:quiz GET": (*NO, 403, 403, 200, 200),
    "gradebook:regrade GET": (*NO, 403, 403, 200, 200),
    "gradebook:regrade POST": (*NO, 403, 403, 422, 422),
    "gradebook:results GET": (*NO, 403, 403, 200, 200),
    "gradebook:student GET": (*NO, 403, 403, 200, 200),
    "gradebook:xlsx GET": (*NO, 403, 403, 200, 200),
    "live:answer POST": (*NO, 400, 400, 403, 403),
    "live:ask POST": (*NO, 403, 403, 400, 400),
    "live:class GET": (*NO, 302, 302, 200, 200),
    "live:class POST": (*NO, 403, 403, 422, 422),
    "live:close POST": (*NO, 403, 403, 400, 400),
    "live:end POST": (*NO, 403, 403, 302, 302),
    "live:join POST": (*NO, 302, 302, 403, 403),
    "live:phone GET": (*NO, 200, 200, 403, 403),
    "live:wall GET": (*NO, 403, 403, 200, 200),
    "quizzes:answer POST": (*NO, 400, 404, 404, 404),
    "quizzes:class GET": (*NO, 200, 200, 200, 200),
    "quizzes:close POST": (*NO, 403, 403, 302, 302),
    "quizzes:copy POST": (*NO, 403, 403, 302, 302),
    "quizzes:delete POST": (*NO, 403, 403, 409, 409),
    "quizzes:edit GET": (*NO, 403, 403, 200, 200),
    "quizzes:edit POST": (*NO, 403, 403, 422, 422),
    "quizzes:end POST": (*NO, 302, 404, 404, 404),
    "quizzes:extend POST": (*NO, 403, 403, 422, 422),
    "quizzes:new GET": (*NO, 403, 403, 200, 200),
    "quizzes:new POST": (*NO, 403, 403, 422, 422),
    "quizzes:passed POST": (*NO, 302, 404, 404, 404),
    "quizzes:play GET": (*NO, 200, 404, 404, 404),
    "quizzes:preview POST": (*NO, 403, 403, 422, 422),
    "quizzes:preview_new POST": (*NO, 403, 403, 422, 422),
    "quizzes:publish POST": (*NO, 403, 403, 409, 409),
    "quizzes:quiz GET": (*NO, 200, 200, 200, 200),
    "quizzes:reopen POST": (*NO, 403, 403, 409, 409),
    "quizzes:result GET": (*NO, 302, 404, 404, 404),
    "quizzes:start POST": (*NO, 302, 302, 403, 403),
}
"""By address and method, the status for each of ROLES; forms are sent empty. What is not here is
refused as a method, or leads to the login page."""


def urls_of(app: str) -> list[URLPattern]:
    """The addresses of an app."""
    resolvers = [each for each in get_resolver().url_patterns if isinstance(each, URLResolver)]
    (own,) = (each for each in resolvers if each.app_name == app)
    return own.url_patterns


def addresses(app: str) -> list[str]:
    return [f"{app}:{each.name}" for each in urls_of(app)]


@pytest.fixture
def world(rulebook) -> dict[str, Any]:
    """A class with all that addresses lead to, and the browser of every role."""
    classroom = ClassroomFactory(name="Evening class")
    student, classmate = (MemberFactory(classroom=classroom, name=name) for name in NAMES[:2])
    unclaimed = MemberFactory(
        classroom=classroom, user=None, name=NAMES[2], first_code="ABCDEFGHJKMN", joined_at=None
    )
    co_teacher = MemberFactory(classroom=classroom, role=Role.TEACHER, name="Tess Teal")
    quiz = QuizFactory(classroom=classroom, title="Sixteens")
    attempt = AttemptFactory(quiz=quiz, member=student)
    live = live_services.open_live(
        who=classroom.owner,
        quiz=QuizFactory(classroom=classroom, published_at=None),
        seconds=20,
        standings=False,
    )
    live_services.ask_next(user=classroom.owner, live_id=live.public_id, number=0)
    live_services.answer_hand(
        user=student.user, live_id=live.public_id, number=1, action=Action.HIT
    )
    return {
        "ids": {
            "class_id": classroom.public_id,
            "member_id": unclaimed.public_id,
            "quiz_id": quiz.public_id,
            "attempt_id": attempt.public_id,
            "item_id": attempt.items.first().public_id,
            "live_id": live.public_id,
            "number": 1,
        },
        "codes": {"classroom:join": classroom.join_code, "classroom:place": "ABCDEFGHJKMN"},
        "browsers": {
            "anonymous": Client(),
            "guest": client_of_guest("the-guest"),
            "outsider": client_of(MemberFactory().user),
            "other teacher": client_of(ClassroomFactory().owner),
            "admin": client_of(UserFactory(is_staff=True, is_superuser=True)),
            "student": client_of(student.user),
            "classmate": client_of(classmate.user),
            "owner": client_of(classroom.owner),
            "co-teacher": client_of(co_teacher.user),
        },
    }


def asked(world: dict[str, Any], role: str, name: str, method: str) -> HttpResponse:
    """The response for a role; what it changes is undone."""
    app, _colon, own = name.partition(":")
    (pattern,) = (each for each in urls_of(app) if each.name == own)
    known = {**world["ids"], "code": world["codes"].get(name)}
    parameters = {key: known[key] for key in pattern.pattern.converters}
    with transaction.atomic():
        response = world["browsers"][role].generic(method, reverse(name, kwargs=parameters))
        transaction.set_rollback(True)
    return response


def status_of(response: HttpResponse) -> int | str:
    """The status, or that it leads to the login page."""
    if response.get("Location", "").startswith("/account/login/?next="):
        return LOGIN
    return response.status_code


@pytest.mark.parametrize("app", APPS)
def test_every_address_answers_every_role_as_it_should_and_tells_nobody_a_name(world, app):
    found, told = {}, []
    for name in addresses(app):
        for method in ("GET", "POST"):
            responses = {role: asked(world, role, name, method) for role in ROLES}
            statuses = tuple(status_of(response) for response in responses.values())
            if set(statuses) - {405, LOGIN}:
                found[f"{name} {method}"] = statuses
            for role, response in responses.items():
                text = b"" if response.streaming else response.content
                names = [each for each in NAMES if each.encode() in text]
                if role not in TEACHERS and set(names) - {OWN.get(role)}:
                    told.append(f"{name} {method} tells a {role} of {names}")
    wanted = {key: value for key, value in EXPECTED.items() if key.startswith(f"{app}:")}
    assert found == wanted
    # Whoever has a first sign-in code is told whose it is.
    assert not [each for each in told if not each.startswith("classroom:place ")]


def test_teachers_read_the_names(world):
    text = asked(world, "co-teacher", "classroom:members", "GET").content.decode()
    assert all(name in text for name in NAMES)
