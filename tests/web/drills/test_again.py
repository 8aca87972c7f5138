"""POST /drill/<id>/again/: a drill of just the hands that were missed."""

from __future__ import annotations

from collections import Counter
from uuid import uuid4

from django.test import Client
from django.urls import reverse

from strategy.dealing import Deal
from tests.factories import DrillFactory, answer, play, taught
from tests.web.pages import assert_page, assert_refused_method, recorded
from trainer.accounts.models import User
from trainer.drills.models import Drill
from trainer.rulebook.queries import rules_of


def url(drill: Drill, name: str = "again") -> str:
    return reverse(f"drills:{name}", args=[drill.public_id])


def dealt(drill: Drill) -> Counter[str]:
    """How often each cell was dealt in a drill played to its end."""
    drill.refresh_from_db()
    while not drill.ended_at:
        answer(drill)
    rules = rules_of(drill.rules)
    deals = drill.questions.values_list("deal", flat=True)
    return Counter(str(Deal.parse(deal).situation(rules).cell) for deal in deals)


def miss_three(drill: Drill) -> None:
    play(drill, "TS 6D v 9H", "S")
    play(drill, "9S 7D v 9H", "S")
    play(drill, "AS 7D v 9H", "S")
    play(drill, "8S 8D v 9H", "S")
    play(drill, "TS 6D v 8H", "H")


def test_it_deals_each_missed_cell_three_times_and_no_other(owner, drill):
    miss_three(drill)
    response = owner.post(url(drill))
    new = Drill.objects.latest("pk")
    assert new != drill
    assert response["Location"] == url(new, "play")
    assert dealt(new) == {"hard 16 v 9": 3, "soft A7 v 9": 3, "pair 88 v 9": 3}


def test_it_keeps_rules_chart_and_kind_of_hands(rulebook, owner, learner):
    teaching = taught("match-table", "match-table-advice")
    drill = DrillFactory(learner=learner, teaching=teaching, longer=True, dealing="table")
    play(drill, "TS 6D v 9H", "S")
    owner.post(url(drill))
    new = Drill.objects.latest("pk")
    assert (new.rules, new.chart, new.longer) == (drill.rules, drill.chart, True)
    assert set(dealt(new)) == {"hard 16 v 9"}


def test_what_is_missed_again_can_be_drilled_again(owner, drill):
    miss_three(drill)
    owner.post(url(drill))
    second = Drill.objects.latest("pk")
    play(second, "AS 7D v 9H", "S")
    owner.post(url(second))
    assert dealt(Drill.objects.latest("pk")) == {"soft A7 v 9": 3}


def test_its_settings_are_not_remembered_for_the_next_drill(owner, drill):
    miss_three(drill)
    owner.post(url(drill))
    form = owner.get(reverse("drills:start")).context["form"]
    assert form.initial["categories"] == drill.categories.split(",")
    assert form.initial["length"] == ("endless" if drill.length is None else str(drill.length))


def test_with_nothing_missed_it_leads_back_to_the_summary(owner, drill):
    play(drill, "TS 6D v 9H", "H")
    response = owner.post(url(drill))
    assert response.status_code == 302
    assert response["Location"] == url(drill, "summary")
    assert Drill.objects.count() == 1


def test_a_guest_drills_again_and_stays_the_same_guest(guest, guest_drill):
    play(guest_drill, "TS 6D v 9H", "S")
    guest.post(url(guest_drill))
    new = Drill.objects.latest("pk")
    assert dealt(new) == {"hard 16 v 9": 3}
    assert new.learner == User.objects.get()


def test_it_does_not_exist_for_a_stranger(stranger, drill, guest_drill):
    for one in (drill, guest_drill):
        play(one, "TS 6D v 9H", "S")
        before = recorded()
        assert_page(stranger.post(url(one)), 404)
        assert recorded() == before


def test_a_drill_that_does_not_exist(owner, rulebook):
    assert_page(owner.post(url(Drill(public_id=uuid4()))), 404)


def test_get_is_refused(owner, drill):
    play(drill, "TS 6D v 9H", "S")
    assert_refused_method(owner.get(url(drill)), "POST")
    assert Drill.objects.count() == 1


def test_a_forged_form_starts_nothing(learner, drill):
    play(drill, "TS 6D v 9H", "S")
    client = Client(enforce_csrf_checks=True)
    client.force_login(learner)
    assert_page(client.post(url(drill)), 403)
    assert Drill.objects.count() == 1
