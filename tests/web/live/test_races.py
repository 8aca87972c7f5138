"""Forty phones at the same moment: nothing is lost, nothing counts twice."""

from __future__ import annotations

import pytest

from tests.factories import MemberFactory
from tests.web.conftest import client_of
from tests.web.drills.test_answer_races import together
from tests.web.live.conftest import at
from trainer.decisions.models import Decision
from trainer.live.models import LiveAnswer, LiveQuiz, Player

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_class_answers_at_once(cast):
    live = cast.open()
    members = [cast.ann, cast.ben, *MemberFactory.create_batch(10, classroom=cast.classroom)]
    cast.join(live, *members)
    cast.ask(live)
    phones = [client_of(member.user) for member in members]
    posts = [
        lambda phone=phone, play=play: phone.post(at("answer", live, 1), {"action": play})
        for phone in phones
        for play in "HS"
    ]
    responses = together(posts)
    assert sorted(response.status_code for response in responses) == [302] * 12 + [409] * 12
    assert LiveAnswer.objects.count() == Decision.objects.count() == 12
    sums = Player.objects.values_list("answered", flat=True)
    assert list(sums) == [1] * 12
    live.refresh_from_db()
    assert live.closed_at, "all had answered"
    assert list(live.hands.values_list("logged", flat=True)) == [True, False]


def test_opened_twice_at_once_it_is_one(cast):
    data = {"quiz": str(cast.quiz.public_id), "seconds": "20"}
    tabs = [client_of(cast.classroom.owner) for _tab in range(4)]
    responses = together([lambda tab=tab: tab.post(cast.address(), data) for tab in tabs])
    assert {response.status_code for response in responses} == {302}
    assert LiveQuiz.objects.count() == 1
