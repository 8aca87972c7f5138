"""The same thing from several tabs at once: joining, a code, an import, the last changes."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.factories import ClassroomFactory, MemberFactory, UserFactory
from tests.web.classroom.reading import about, trail, url
from tests.web.classroom.test_roster import upload
from tests.web.conftest import client_of
from tests.web.drills.test_answer_races import together
from tests.web.pages import page
from trainer.classroom.models import Member, Role

pytestmark = pytest.mark.django_db(transaction=True)

TABS = 5


@pytest.fixture
def classroom():
    return ClassroomFactory(join_code="ABCD2345")


def test_joining_from_several_tabs_is_joining_once(classroom):
    user = UserFactory()
    tabs = [client_of(user) for _tab in range(TABS)]
    responses = together(
        [lambda tab=tab: tab.post("/classes/join/ABCD2345/", {"name": "Ada"}) for tab in tabs]
    )
    assert {response.status_code for response in responses} == {302}
    assert Member.objects.filter(user=user).count() == 1
    assert trail(classroom) == ["Ada joined by the join code."]


def test_a_first_code_is_taken_by_one(classroom):
    MemberFactory(classroom=classroom, user=None, first_code="ABCDEFGH2345")
    people = [client_of(UserFactory()) for _person in range(TABS)]
    responses = together(
        [lambda one=one: one.post("/classes/sign-in/ABCDEFGH2345/") for one in people]
    )
    assert Counter(response.status_code for response in responses) == {302: 1, 404: TABS - 1}
    assert classroom.members.filter(role=Role.STUDENT).count() == 1


def test_an_import_from_several_tabs_is_one(classroom):
    tabs = [client_of(classroom.owner) for _tab in range(TABS)]
    preview = upload(tabs[0], classroom, "name\nAnna\nBob\n")
    plan = page(preview).select_one("input[name=plan]")["value"]
    responses = together(
        [lambda tab=tab: tab.post(url("import", classroom), {"plan": plan}) for tab in tabs]
    )
    assert {response.status_code for response in responses} == {302}
    assert classroom.members.filter(role=Role.STUDENT).count() == 2
    assert len(trail(classroom)) == 1


def test_owner_and_class_stay_together(classroom):
    """Handed over to somebody who is removed at the same moment: never to one who is gone."""
    co_teacher = MemberFactory(classroom=classroom, role=Role.TEACHER)
    tabs = [client_of(classroom.owner) for _tab in range(2)]
    sent = {"to": str(co_teacher.public_id)}
    responses = together(
        [
            lambda: tabs[0].post(url("hand_over", classroom), sent),
            lambda: tabs[1].post(about("remove", co_teacher)),
        ]
    )
    assert {response.status_code for response in responses} <= {302, 403, 422}
    classroom.refresh_from_db()
    owner = classroom.members.get(user=classroom.owner)
    assert (owner.is_teacher, owner.left_at) == (True, None)
