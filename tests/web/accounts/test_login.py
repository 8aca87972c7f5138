"""POST /account/login/ and /account/logout/: in, out, and nothing of one seen by another."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import PASSWORD, DrillFactory, UserFactory, answer
from tests.web.pages import recorded, words
from trainer.accounts.models import User
from trainer.decisions.models import Decision
from trainer.drills.models import Drill

LOGIN, LOGOUT = "/account/login/", "/account/logout/"


def login(client: Client, name: str, password: str = PASSWORD, **others: str):
    return client.post(LOGIN, {"login": name, "password": password} | others)


def signed_in(client: Client) -> str:
    """Whose browser it is; empty for nobody's."""
    key = client.session.get("_auth_user_id")
    return User.objects.get(pk=key).username if key else ""


def assert_sees_nothing_of(client: Client, *drills: Drill) -> None:
    assert "No answers yet" in words(client.get("/progress/"))
    start = client.get("/").text + client.get("/drill/").text
    for drill in drills:
        assert str(drill.public_id) not in start
        for name in ("play", "summary"):
            address = reverse(f"drills:{name}", args=[drill.public_id])
            assert client.get(address).status_code == 404


@pytest.mark.parametrize("name", ["ada", "ada@example.org", "Ada@Example.org"])
def test_by_name_and_by_mail_address(db, client, name):
    UserFactory(username="ada", email="ada@example.org")
    response = login(client, name)
    assert response.status_code == 302
    assert response["Location"] == "/"
    assert signed_in(client) == "ada"


@pytest.mark.parametrize(
    ("name", "password"),
    [("ada", "wrong"), ("ada", ""), ("", PASSWORD), ("bob", PASSWORD), ("", ""), ("ada\x00", "x")],
)
def test_a_wrong_name_or_password_is_refused(db, client, name, password):
    UserFactory(username="ada")
    response = login(client, name, password)
    assert response.status_code == 422
    assert response.context["form"].errors
    assert signed_in(client) == ""


def test_wrong_name_and_wrong_password_are_told_apart_by_nothing(db, client):
    UserFactory(username="ada")
    told = [
        str(login(client, name, "wrong-password").context["form"].errors) for name in ("ada", "bob")
    ]
    assert told[0] == told[1]


@pytest.mark.parametrize(
    ("next_", "leads_to"),
    [
        ("/progress/", "/progress/"),
        ("/account/settings/", "/account/settings/"),
        ("https://example.org/", "/"),
        ("//example.org/", "/"),
        ("/\\example.org", "/"),
    ],
)
def test_it_leads_on_only_within_the_site(db, client, next_, leads_to):
    UserFactory(username="ada")
    assert login(client, "ada", next=next_)["Location"] == leads_to


def test_logging_in_to_another_account_shows_nothing_of_the_guest(guest, guest_drill):
    answer(guest_drill)
    UserFactory(username="ada")
    login(guest, "ada")
    assert_sees_nothing_of(guest, guest_drill)
    question = guest_drill.questions.latest("number")
    before = recorded()
    address = reverse("drills:answer", args=[question.public_id])
    assert guest.post(address, {"action": "H"}).status_code == 404
    assert recorded() == before
    assert Decision.objects.get().learner.is_guest


def test_a_login_leaves_the_guests_row_alone(guest, guest_drill):
    answer(guest_drill)
    UserFactory(username="ada")
    before = User.objects.get(guest_key="the-guest")
    login(guest, "ada")
    after = User.objects.get(guest_key="the-guest")
    assert (after.pk, after.username) == (before.pk, before.username)
    assert User.objects.count() == 2


def test_a_01_after_a_logout_the_next_learner_sees_nothing_of_the_one_before(guest, guest_drill):
    answer(guest_drill)
    first = UserFactory(username="first")
    UserFactory(username="second")
    login(guest, "first")
    drill = DrillFactory(learner=first)
    answer(drill)
    guest.post(LOGOUT)
    assert signed_in(guest) == ""
    assert "guest" not in guest.session
    assert_sees_nothing_of(guest, drill, guest_drill)
    login(guest, "second")
    assert signed_in(guest) == "second"
    assert_sees_nothing_of(guest, drill, guest_drill)


def test_a_01_whoever_signs_up_after_a_logout_takes_nothing_over(client, rulebook):
    first = UserFactory(username="first")
    login(client, "first")
    answer(DrillFactory(learner=first))
    client.post(LOGOUT)
    sent = {"username": "second", "password1": PASSWORD, "password2": PASSWORD}
    client.post("/account/signup/", sent)
    assert signed_in(client) == "second"
    assert_sees_nothing_of(client)
    assert Decision.objects.get().learner == first


def test_a_01_without_a_logout_the_next_login_still_shows_only_its_own(client, rulebook):
    first = UserFactory(username="first")
    UserFactory(username="second")
    login(client, "first")
    drill = DrillFactory(learner=first)
    answer(drill)
    client.force_login(User.objects.get(username="second"))
    assert_sees_nothing_of(client, drill)


def test_the_session_has_another_name_after_the_login(guest):
    UserFactory(username="ada")
    before = guest.cookies["sessionid"].value
    login(guest, "ada")
    assert guest.cookies["sessionid"].value != before


def test_logging_out_asks_first_and_leads_to_the_start(owner, learner):
    response = owner.get(LOGOUT)
    assert response.status_code == 200
    assert signed_in(owner) == learner.username
    assert owner.post(LOGOUT)["Location"] == "/"
    assert signed_in(owner) == ""


def test_after_a_logout_the_drill_is_out_of_reach_and_after_a_login_back(owner, learner, drill):
    answer(drill)
    address = reverse("drills:play", args=[drill.public_id])
    owner.post(LOGOUT)
    assert owner.get(address).status_code == 404
    login(owner, learner.username)
    assert owner.get(address).status_code == 200


@pytest.mark.parametrize("address", [LOGIN, LOGOUT])
def test_a_forged_form_is_refused(learner, address):
    client = Client(enforce_csrf_checks=True)
    client.force_login(learner)
    response = client.post(address, {"login": learner.username, "password": PASSWORD})
    assert response.status_code == 403
    assert signed_in(client) == learner.username


def test_guessing_is_slowed_down(db, client):
    UserFactory(username="ada")
    for _number in range(20):
        login(client, "ada", "wrong")
    assert login(client, "ada").status_code != 302
    assert signed_in(client) == ""
