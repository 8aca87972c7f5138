"""POST /account/signup/: a guest becomes the account and keeps everything."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import PASSWORD, DrillFactory, UserFactory, answer, deal_hand, play
from tests.web.pages import page, recorded, words
from trainer.accounts.models import User
from trainer.decisions.models import Decision, Scope, Tally

URL = "/account/signup/"


def form(**changes: str) -> dict[str, str]:
    return {
        "username": "ada",
        "email": "",
        "password1": PASSWORD,
        "password2": PASSWORD,
    } | changes


def test_the_page_asks_for_a_name_and_a_password_and_the_mail_is_optional(db, client):
    response = client.get(URL)
    assert response.status_code == 200
    fields = {field["name"]: field for field in page(response).select("main form input[name]")}
    assert {"username", "email", "password1", "password2"} <= set(fields)
    assert fields["username"].has_attr("required")
    assert not fields["email"].has_attr("required")


def test_without_a_mail_address_it_makes_the_account_and_signs_in(db, client):
    response = client.post(URL, form())
    assert response.status_code == 302
    assert response["Location"] == "/"
    person = User.objects.get()
    assert (person.username, person.email, person.guest_key) == ("ada", "", None)
    assert person.check_password(PASSWORD)
    assert "ada" in words(client.get("/"))


def test_with_a_mail_address_it_is_kept(db, client):
    client.post(URL, form(email="ada@example.org"))
    assert User.objects.get().email == "ada@example.org"
    assert User.objects.get().emailaddress_set.get().email == "ada@example.org"


def test_a_guest_keeps_row_answers_tallies_and_drill(guest, guest_drill):
    play(guest_drill, "TS 6D v 9H", "H")
    play(guest_drill, "TS 6D v 9H", "S")
    person = User.objects.get()
    person.time_zone = "Asia/Kolkata"
    person.save()
    before = recorded()
    assert guest.post(URL, form()).status_code == 302
    after = recorded()
    assert {name: rows for name, rows in after.items() if name != "accounts.User"} == {
        name: rows for name, rows in before.items() if name != "accounts.User"
    }
    same = User.objects.get()
    assert (same.pk, same.username, same.guest_key) == (person.pk, "ada", None)
    assert same.time_zone == "Asia/Kolkata"
    assert same.check_password(PASSWORD)
    assert Decision.objects.filter(learner=same).count() == 2
    assert "1 of 2" in words(guest.get("/progress/"))
    for name in ("play", "summary"):
        address = reverse(f"drills:{name}", args=[guest_drill.public_id])
        assert guest.get(address).status_code == 200


def test_the_open_drill_goes_on_in_the_account(guest, guest_drill):
    answer(guest_drill)
    question = deal_hand(guest_drill)
    guest.post(URL, form())
    assert reverse("drills:play", args=[guest_drill.public_id]) in guest.get("/").text
    address = reverse("drills:answer", args=[question.public_id])
    assert guest.post(address, {"action": "H"}).status_code == 302
    assert Decision.objects.filter(learner__username="ada").count() == 2
    assert Tally.objects.filter(scope=Scope.CELL).values("learner").distinct().count() == 1
    assert Tally.objects.filter(scope=Scope.DAY).values("learner").distinct().count() == 1


def test_a_drill_begun_before_and_not_answered_can_be_answered_after(guest, guest_drill):
    question = deal_hand(guest_drill)
    guest.post(URL, form())
    play_page = reverse("drills:play", args=[guest_drill.public_id])
    assert guest.get(play_page).status_code == 200
    address = reverse("drills:answer", args=[question.public_id])
    assert guest.post(address, {"action": "H"}).status_code == 302
    person = User.objects.get()
    assert person.username == "ada"
    assert Decision.objects.get().learner == person
    guest_drill.refresh_from_db()
    assert guest_drill.learner == person
    assert guest.get(play_page).status_code == 200


def test_the_answers_are_there_on_another_computer(guest, guest_drill):
    answer(guest_drill)
    guest.post(URL, form())
    elsewhere = Client()
    elsewhere.post("/account/login/", {"login": "ada", "password": PASSWORD})
    assert "No answers yet" not in words(elsewhere.get("/progress/"))
    address = reverse("drills:play", args=[guest_drill.public_id])
    assert elsewhere.get(address).status_code == 200


def test_the_old_key_opens_nothing_any_more(guest, guest_drill):
    answer(guest_drill)
    key = guest.session["guest"]
    guest.post(URL, form())
    other = Client()
    session = other.session
    session["guest"] = key
    session.save()
    address = reverse("drills:play", args=[guest_drill.public_id])
    assert other.get(address).status_code == 404
    assert "No answers yet" in words(other.get("/progress/"))


def test_somebody_elses_sign_up_takes_nothing_of_a_guest(guest_drill):
    answer(guest_drill)
    Client().post(URL, form())
    assert User.objects.count() == 2
    assert Decision.objects.get().learner.is_guest


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"username": ""}, "username"),
        ({"username": "a"}, "username"),
        ({"username": "taken"}, "username"),
        ({"username": "TAKEN"}, "username"),
        ({"username": "a b"}, "username"),
        ({"username": "a" * 151}, "username"),
        ({"email": "ada"}, "email"),
        ({"email": "taken@example.org"}, "email"),
        ({"password2": "something-else-9"}, "password2"),
        ({"password1": "12345678", "password2": "12345678"}, "password1"),
        ({"password1": "short", "password2": "short"}, "password1"),
        ({"password1": "", "password2": ""}, "password1"),
    ],
)
def test_a_form_that_is_wrong_says_so_and_changes_nothing(guest, guest_drill, changes, field):
    UserFactory(username="taken", email="taken@example.org")
    answer(guest_drill)
    before = recorded()
    response = guest.post(URL, form(**changes))
    assert response.status_code == 422
    assert field in response.context["form"].errors
    assert page(response).select(".invalid-feedback, .alert, .errorlist")
    assert recorded() == before
    address = reverse("drills:play", args=[guest_drill.public_id])
    assert guest.get(address).status_code == 200


@pytest.mark.parametrize(
    ("next_", "leads_to"),
    [
        ("/progress/", "/progress/"),
        ("https://example.org/", "/"),
        ("//example.org/", "/"),
        ("/\\example.org", "/"),
        ("javascript:alert(1)", "/"),
    ],
)
def test_it_leads_on_only_within_the_site(db, client, next_, leads_to):
    response = client.post(URL, form(next=next_))
    assert response.status_code == 302
    assert response["Location"] == leads_to


def test_somebody_signed_in_has_nothing_to_sign_up_for(rulebook, owner):
    DrillFactory()
    assert owner.get(URL).status_code == 302
    before = User.objects.count()
    assert owner.post(URL, form()).status_code == 302
    assert User.objects.count() == before


def test_a_forged_form_makes_no_account(db):
    client = Client(enforce_csrf_checks=True)
    response = client.post(URL, form())
    assert response.status_code == 403
    assert "This form is out of date" in words(response)
    assert not User.objects.exists()
