"""GET and POST /account/data/delete/: all of it goes, and nothing of anybody else."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import (
    PASSWORD,
    DrillFactory,
    MemberFactory,
    UserFactory,
    answer,
    deal_hand,
    planned,
)
from tests.web.conftest import client_of, client_of_guest
from tests.web.pages import (
    HTMX,
    assert_page,
    assert_refused_method,
    page,
    recorded,
    statements,
    words,
)
from tests.web.personal.lives import (
    live,
    live_with_account,
    rows_leading_to,
    rows_with_key,
    shared,
)
from trainer.accounts.access import Visitor
from trainer.accounts.models import User
from trainer.classroom.models import Deed, Member, Role
from trainer.decisions.models import Decision, Tally
from trainer.drills.models import Drill
from trainer.personal import services
from trainer.rulebook.models import Chart
from trainer.tables.models import PlayedRound
from trainer.timed.models import Certificate
from trainer.trips.models import TripDrill
from trainer.trips.services import start_practice

URL = "/account/data/delete/"
STAYS = {"accounts.User", "account.EmailAddress", "account.EmailConfirmation", "admin.LogEntry"}
STAYS |= {"accounts.User_groups", "accounts.User_user_permissions"}
STAYS |= {"classroom.Classroom", "classroom.Member", "classroom.Deed"}
STAYS |= {f"quizzes.{name}" for name in ("Quiz", "Question", "Extension", "Regrade")}
STAYS |= {"quizzes.Attempt", "quizzes.Item"}
STAYS |= {f"live.{name}" for name in ("LiveQuiz", "LiveHand", "Player", "LiveAnswer")}


def confirmed(extent: str, /, **changes: str) -> dict[str, str]:
    """The form, filled in and meant."""
    return {"extent": extent, "password": PASSWORD, "sure": "on", **changes}


def test_all_of_an_account_goes_and_nothing_of_another(rulebook, owner, learner):
    other = UserFactory()
    for person in (learner, other):
        live_with_account(person)
    before, public = rows_leading_to(other), shared()
    assert all(rows_leading_to(learner).values())
    key = learner.pk
    response = owner.post(URL, confirmed("everything"), follow=True)
    assert "All that was kept of you is deleted." in words(response)
    assert response.redirect_chain == [(reverse("home"), 302)]
    assert not any(rows_leading_to(User(pk=key)).values())
    assert rows_leading_to(other) == before
    public.pop("sessions.Session")
    assert {name: rows for name, rows in shared().items() if name in public} == public


def test_what_was_done_in_the_class_of_another_stays_without_the_name(rulebook, owner, learner):
    member = MemberFactory(user=learner, role=Role.TEACHER)
    deed = Deed.objects.create(
        classroom=member.classroom, who=learner, at=timezone.now(), kind="archived"
    )
    owner.post(URL, confirmed("everything"))
    deed.refresh_from_db()
    assert deed.who is None
    assert not Member.objects.filter(pk=member.pk).exists()


def test_the_account_stays_where_only_practice_is_meant(rulebook, owner, learner):
    other = UserFactory()
    for person in (learner, other):
        live_with_account(person)
    mine, theirs = rows_leading_to(learner), rows_leading_to(other)
    response = owner.post(URL, confirmed("practice"), follow=True)
    assert "Your practice data are deleted" in words(response)
    assert response.redirect_chain == [(reverse("personal:data"), 302)]
    left = {name: rows for name, rows in rows_leading_to(learner).items() if rows}
    assert left == {name: mine[name] for name in STAYS}
    assert rows_leading_to(other) == theirs
    assert owner.get(reverse("accounts:settings")).status_code == 200


def test_it_is_told_how_much_there_was(rulebook, learner):
    live_with_account(learner)
    counts = {
        model: model.objects.count() for model in (Decision, Tally, Drill, PlayedRound, Certificate)
    }
    deleted = services.delete_everything(visitor=Visitor(learner, ""))
    assert {model: deleted[model] for model in counts} == counts
    assert (deleted[User], deleted[Chart]) == (1, 1)


def test_a_guest_is_forgotten_with_what_has_no_row_and_what_has(rulebook, guest):
    live(guest_key="the-guest")
    DrillFactory(guest_key="the-guest")
    kept = DrillFactory(guest_key="another-guest")
    answer(kept)
    response = guest.post(URL, {"sure": "on"}, follow=True)
    assert "All that was kept of you is deleted." in words(response)
    assert not any(rows_with_key("the-guest").values())
    assert list(Drill.objects.all()) == [kept]
    assert Decision.objects.count() == User.objects.count() == 1
    assert "guest" not in guest.session


def test_a_guest_without_a_row_is_forgotten(rulebook, guest, guest_drill):
    assert guest.post(URL, {"sure": "on"}).status_code == 302
    assert not Drill.objects.exists()
    assert "guest" not in guest.session


def test_what_the_session_began_before_signing_in_goes_too(rulebook, learner):
    client = client_of(learner)
    session = client.session
    session["guest"] = "the-guest"
    session.save()
    DrillFactory(guest_key="the-guest")
    client.post(URL, confirmed("practice"))
    assert not Drill.objects.exists()


def test_a_drill_of_the_session_goes_with_what_another_row_hangs_on_it(rulebook, learner):
    drill, traveller = DrillFactory(guest_key="the-guest"), UserFactory()
    trip = planned(traveller)
    start_practice(visitor=Visitor(traveller, ""), trip=trip)
    TripDrill.objects.create(trip=trip, drill=drill, is_check=True)
    services.delete_practice(visitor=Visitor(learner, "the-guest"))
    assert list(TripDrill.objects.values_list("drill__learner", flat=True)) == [traveller.pk]


def test_links_to_certificates_and_rounds_lead_nowhere_afterwards(rulebook, owner, learner):
    live(learner=learner)
    row = PlayedRound.objects.exclude(ended_at=None)[0]
    PlayedRound.objects.filter(pk=row.pk).update(shared_at=row.ended_at)
    links = [
        reverse("timed:certificate", args=[Certificate.objects.get().public_id]),
        reverse("tables:round", args=[row.public_id]),
    ]
    assert [Client().get(link).status_code for link in links] == [200, 200]
    owner.post(URL, confirmed("practice"))
    for link in links:
        assert_page(Client().get(link), 404)


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["full page", "htmx"])
def test_an_answer_that_comes_afterwards_finds_nothing(rulebook, owner, learner, drill, headers):
    question = deal_hand(drill)
    other_tab = client_of(learner)
    owner.post(URL, confirmed("everything"))
    address = reverse("drills:answer", args=[question.public_id])
    assert other_tab.post(address, {"action": "H"}, headers=headers).status_code == 404
    assert not User.objects.exists()


def test_posted_twice_it_is_done_once(rulebook, owner, learner):
    live_with_account(learner)
    assert owner.post(URL, confirmed("everything"))["Location"] == reverse("home")
    assert owner.post(URL, confirmed("everything"))["Location"] == reverse("personal:data")
    assert not services.delete_everything(visitor=Visitor(learner, "")).total()
    new = UserFactory()
    for _time in range(2):
        services.delete_practice(visitor=Visitor(new, ""))
    assert list(User.objects.filter(pk__in=[learner.pk, new.pk])) == [new]


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"password": "wrong"}, "That is not your password."),
        ({"password": ""}, "This field is required."),
        ({"sure": ""}, "Tick this box if you mean it."),
        ({"extent": "half"}, "half is not one of the available choices"),
        ({"extent": ""}, "This field is required."),
    ],
)
def test_what_is_not_confirmed_deletes_nothing(rulebook, owner, learner, changes, told):
    live_with_account(learner)
    before = rows_leading_to(learner)
    response = owner.post(URL, confirmed("everything", **changes))
    assert_page(response, 422)
    assert told in words(response)
    assert rows_leading_to(learner) == before


def test_passwords_can_be_tried_no_more_often_than_at_signing_in(owner):
    for _time in range(10):
        owner.post(URL, confirmed("everything", password="wrong"))
    response = owner.post(URL, confirmed("everything"))
    assert_page(response, 422)
    assert "Too many failed login attempts" in words(response)


def test_without_a_usable_password_none_is_asked_for(learner):
    learner.set_unusable_password()
    learner.save()
    client = client_of(learner)
    assert not page(client.get(URL)).select("[name=password]")
    assert client.post(URL, {"extent": "everything", "sure": "on"})["Location"] == reverse("home")
    assert not User.objects.exists()


def test_the_page_asks_for_the_lesser_by_default(owner):
    response = owner.get(URL)
    assert_page(response)
    document = page(response)
    assert document.select_one("[name=extent][checked]")["value"] == "practice"
    assert not document.select_one("[name=sure]").has_attr("checked")
    assert document.select_one("[name=password]")["autocomplete"] == "current-password"


def test_a_guest_is_asked_only_whether_it_is_meant(rulebook, guest, guest_drill):
    response = guest.get(URL)
    assert_page(response)
    assert {field["name"] for field in page(response).select("main input")} == {
        *("csrfmiddlewaretoken", "sure", "delete")
    }
    assert_page(guest.post(URL, {"extent": "practice"}), 422)
    assert Drill.objects.exists()


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["full page", "htmx"])
def test_a_stranger_deletes_nothing_of_the_learner(stranger, learner, headers):
    live(learner=learner)
    before = rows_leading_to(learner)
    stranger.post(URL, {**confirmed("everything"), "learner": learner.pk}, headers=headers)
    assert rows_leading_to(learner) == before


def test_of_whom_nothing_is_kept_nothing_is_asked(db):
    for client in (Client(), client_of_guest("nobody")):
        for response in (client.get(URL), client.post(URL, {"sure": "on"})):
            assert response["Location"] == reverse("personal:data")


def test_other_methods_are_refused(owner):
    assert_refused_method(owner.delete(URL), "GET", "HEAD", "POST")


def test_a_forged_form_deletes_nothing(learner):
    client = Client(enforce_csrf_checks=True)
    client.force_login(learner)
    before = recorded()
    assert_page(client.post(URL, confirmed("everything")), 403)
    assert recorded() == before


def test_it_is_kept_in_no_cache(owner):
    assert "no-store" in owner.get(URL)["Cache-Control"]


def test_the_number_of_statements_does_not_grow_with_the_rows(rulebook, learner):
    few = UserFactory()
    live_with_account(few)
    live_with_account(learner)
    row = Decision.objects.filter(learner=learner)[0]
    for _number in range(30):
        row.pk, row.key = None, uuid4()
        row.save(force_insert=True)
        DrillFactory(learner=learner)
    counts = []
    for person in (few, learner):
        with statements() as made:
            services.delete_everything(visitor=Visitor(person, ""))
        counts.append(len(made))
    assert counts[0] == counts[1]
