"""A guest: nobody until the first answer, then a row known by the key in the session."""

from __future__ import annotations

import pytest
import time_machine
from django.contrib.auth import authenticate
from django.test import Client
from django.urls import reverse

from tests.factories import UserFactory, taught
from tests.web.pages import page, words
from trainer.accounts.access import Visitor
from trainer.accounts.models import User
from trainer.accounts.services import learner_for
from trainer.decisions.models import Decision
from trainer.drills.models import Drill

PAGES = ["/", "/drill/", "/charts/", "/charts/atlantic-city-printed/", "/progress/", "/healthz"]


def start(client: Client, zone: str = "") -> Drill:
    """Start a drill with the form as it stands, and the time zone that a browser adds."""
    sent = {
        "teaching": taught().pk,
        "categories": ["hard", "soft", "pair"],
        "dealing": "even",
        "longer": "no",
        "length": "20",
        "time_zone": zone,
    }
    assert client.post(reverse("drills:start"), sent).status_code == 302
    return Drill.objects.latest("pk")


def hit(client: Client, drill: Drill) -> None:
    question = drill.questions.latest("number")
    url = reverse("drills:answer", args=[question.public_id])
    assert client.post(url, {"action": "H"}).status_code == 302


def test_looking_and_starting_make_no_row(rulebook, client):
    for address in (*PAGES, reverse("account_signup"), reverse("account_login")):
        assert client.get(address).status_code == 200
    drill = start(client)
    for name in ("play", "summary"):
        assert client.get(reverse(f"drills:{name}", args=[drill.public_id])).status_code == 200
    for name in ("pause", "resume"):
        client.post(reverse(f"drills:{name}", args=[drill.public_id]))
    client.get("/progress/")
    assert not User.objects.exists()


def test_the_first_answer_makes_one_row_and_the_next_none(rulebook, client):
    drill = start(client)
    for _number in range(3):
        hit(client, drill)
    person = User.objects.get()
    assert person.is_guest
    assert person.guest_key == client.session["guest"]
    assert Decision.objects.filter(learner=person).count() == 3


def test_the_row_has_the_time_zone_of_the_browser(rulebook, client):
    with time_machine.travel("2026-03-01 20:00:00Z", tick=False):
        hit(client, start(client, "Asia/Kolkata"))
    assert User.objects.get().time_zone == "Asia/Kolkata"
    assert str(Decision.objects.get().day) == "2026-03-02"


def test_without_a_time_zone_the_days_are_the_sites(rulebook, client, settings):
    settings.TIME_ZONE = "Pacific/Auckland"
    with time_machine.travel("2026-03-01 12:00:00Z", tick=False):
        hit(client, start(client))
    assert User.objects.get().time_zone == ""
    assert str(Decision.objects.get().day) == "2026-03-02"


def test_nobody_can_sign_in_as_a_guest(rulebook, client, rf):
    hit(client, start(client))
    person = User.objects.get()
    assert not person.has_usable_password()
    for password in ("", "!", person.guest_key):
        assert authenticate(rf.get("/"), username=person.username, password=password) is None


def test_a_guest_is_told_that_it_is_one_and_can_sign_up(rulebook, client):
    hit(client, start(client))
    link = page(client.get("/progress/")).find("a", string="Sign up and take them along")
    assert link["href"] == reverse("account_signup")


def test_a_guest_has_no_account_settings(rulebook, client):
    hit(client, start(client))
    response = client.get(reverse("accounts:settings"))
    assert response.status_code == 302
    assert response["Location"].startswith(reverse("account_login"))


def test_two_browsers_are_two_guests(rulebook):
    for _number in range(2):
        browser = Client()
        hit(browser, start(browser))
    assert User.objects.count() == 2
    assert Decision.objects.values("learner").distinct().count() == 2


def test_a_guest_sees_its_progress_and_another_does_not(rulebook, client):
    hit(client, start(client))
    assert "No answers yet" not in words(client.get("/progress/"))
    assert "No answers yet" in words(Client().get("/progress/"))


def test_an_empty_key_is_nobodys(rulebook):
    with pytest.raises(LookupError, match="without a session"):
        learner_for(visitor=Visitor(None, ""), time_zone="")


def test_an_account_is_nobodys_guest(rulebook):
    person = UserFactory()
    assert not person.is_guest
    assert not Visitor(None, "").is_learner(person)
    assert not Visitor(None, "key").is_learner(person)
    assert Visitor(person, "").is_learner(person)
