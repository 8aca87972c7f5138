"""Deleting while something is answered in another tab: one comes first, nothing is left half."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.factories import DrillFactory, UserFactory, deal_hand, open_item
from tests.web.conftest import client_of, client_of_guest
from tests.web.drills.test_answer_races import together
from tests.web.personal.lives import live, rows_leading_to, rows_with_key
from tests.web.personal.test_delete import URL, confirmed
from trainer.accounts.models import User
from trainer.decisions.models import Decision, Scope, Tally
from trainer.drills.models import Drill
from trainer.tables.models import Table
from trainer.timed.models import TimedTest

pytestmark = pytest.mark.django_db(transaction=True)


def answers(
    client: Callable[[], Client], begun: tuple[Drill, TimedTest, Table]
) -> list[Callable[[], HttpResponse]]:
    """An answer to each of what was begun, from a tab of its own."""
    drill, test, table = begun
    table.refresh_from_db()
    sent = {
        reverse("drills:answer", args=[deal_hand(drill).public_id]): {"action": "S"},
        reverse("timed:answer", args=[open_item(test).public_id]): {"action": "S"},
        reverse("tables:act", args=[table.public_id]): {"version": table.version, "action": "S"},
    }
    tabs = [client() for _address in sent]
    return [
        lambda tab=tab, address=address, data=data: tab.post(address, data)
        for tab, (address, data) in zip(tabs, sent.items(), strict=True)
    ]


@pytest.mark.parametrize("extent", ["practice", "everything"])
@pytest.mark.parametrize("attempt", range(3))
def test_answers_at_the_same_moment_count_before_or_find_nothing(rulebook, extent, attempt):
    learner = UserFactory()
    begun = live(learner=learner)
    deleting = client_of(learner)
    tabs = answers(lambda: client_of(learner), begun)
    responses = together([lambda: deleting.post(URL, confirmed(extent)), *tabs])
    assert responses[0].status_code == 302
    assert {response.status_code for response in responses[1:]} <= {302, 404, 409, 422}
    left = {name for name, rows in rows_leading_to(learner).items() if rows}
    assert left == ({"accounts.User"} if extent == "practice" else set())


@pytest.mark.parametrize("attempt", range(3))
def test_a_guests_first_answer_at_the_same_moment(rulebook, attempt):
    drill = DrillFactory(guest_key="the-guest")
    address = reverse("drills:answer", args=[deal_hand(drill).public_id])
    deleting, tab = client_of_guest("the-guest"), client_of_guest("the-guest")
    responses = together(
        [
            lambda: deleting.post(URL, {"sure": "on"}),
            lambda: tab.post(address, {"action": "S"}),
        ]
    )
    assert responses[0].status_code == 302
    assert responses[1].status_code in (302, 404)
    assert not any(rows_with_key("the-guest").values())
    assert not Decision.objects.exists()


def test_deleting_twice_at_once_is_deleting_once(rulebook):
    learner = UserFactory()
    live(learner=learner)
    tabs = [client_of(learner) for _tab in range(4)]
    responses = together([lambda tab=tab: tab.post(URL, confirmed("everything")) for tab in tabs])
    assert {response.status_code for response in responses} <= {302, 422}
    assert not User.objects.exists()
    assert not Decision.objects.exists()


def test_a_drill_begun_meanwhile_is_whole(rulebook):
    """What is answered in it is in the log and in the tallies, or in neither."""
    learner = UserFactory()
    live(learner=learner)

    def begin() -> HttpResponse:
        drill = DrillFactory(learner=learner)
        address = reverse("drills:answer", args=[drill.questions.get().public_id])
        return client_of(learner).post(address, {"action": "S"})

    together([lambda: client_of(learner).post(URL, confirmed("practice")), begin, begin])
    logged = Decision.objects.filter(learner=learner).count()
    tallies = Tally.objects.filter(learner=learner, scope=Scope.DAY)
    assert sum(tally.answers for tally in tallies) == logged
    assert sum(Drill.objects.filter(learner=learner).values_list("answered", flat=True)) == logged
