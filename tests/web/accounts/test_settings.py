"""GET and POST /account/settings/: the time zone of a learner."""

from __future__ import annotations

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from tests.factories import decide
from tests.web.pages import assert_page, assert_refused_method, page, statements, words
from trainer.accounts.services import is_time_zone, zone_of
from trainer.decisions.models import Decision

URL = "/account/settings/"


def test_it_shows_the_zone_and_the_ways_to_change_the_rest(owner, learner):
    learner.time_zone = "Asia/Kolkata"
    learner.save()
    response = owner.get(URL)
    assert_page(response)
    assert page(response).select_one("option[selected]")["value"] == "Asia/Kolkata"
    links = {link["href"] for link in page(response).select("main a")}
    for name in ("account_change_password", "account_email", "account_logout"):
        assert reverse(name) in links
    assert learner.username in words(response)


def test_without_a_zone_the_sites_is_shown(owner, settings):
    settings.TIME_ZONE = "Europe/Vienna"
    assert page(owner.get(URL)).select_one("option[selected]")["value"] == "Europe/Vienna"


def test_a_zone_is_saved_and_said_so(owner, learner):
    response = owner.post(URL, {"time_zone": "America/Los_Angeles"}, follow=True)
    assert_page(response)
    assert "Saved." in words(response)
    learner.refresh_from_db()
    assert learner.time_zone == "America/Los_Angeles"


def test_another_zone_counts_from_now_on(rulebook, owner, learner):
    with time_machine.travel("2026-03-01 22:00:00Z", tick=False):
        decide(learner)
        owner.post(URL, {"time_zone": "Asia/Kolkata"})
        learner.refresh_from_db()
        decide(learner)
    days = Decision.objects.order_by("pk").values_list("day", flat=True)
    assert [str(day) for day in days] == ["2026-03-01", "2026-03-02"]


@pytest.mark.parametrize("data", [{}, {"time_zone": ""}, {"time_zone": "Mars/Olympus"}])
def test_a_zone_that_does_not_exist_is_refused(owner, learner, data):
    response = owner.post(URL, data)
    assert_page(response, 422)
    assert page(response).select_one(".invalid-feedback")
    learner.refresh_from_db()
    assert learner.time_zone == ""


def test_it_is_for_those_signed_in(db):
    for response in (Client().get(URL), Client().post(URL, {"time_zone": "Asia/Kolkata"})):
        assert response.status_code == 302
        assert response["Location"] == f"{reverse('account_login')}?next={URL}"


def test_one_learner_changes_nothing_of_another(owner, learner, django_user_model):
    other = django_user_model.objects.create_user("other", time_zone="Europe/Vienna")
    owner.post(URL, {"time_zone": "Asia/Kolkata"})
    other.refresh_from_db()
    assert other.time_zone == "Europe/Vienna"


def test_other_methods_are_refused(owner):
    assert_refused_method(owner.delete(URL), "GET", "HEAD", "POST")


def test_a_forged_form_changes_nothing(learner):
    client = Client(enforce_csrf_checks=True)
    client.force_login(learner)
    assert_page(client.post(URL, {"time_zone": "Asia/Kolkata"}), 403)
    learner.refresh_from_db()
    assert learner.time_zone == ""


def test_the_number_of_statements_is_small(owner):
    with statements() as made:
        owner.get(URL)
    assert len(made) <= 3


@pytest.mark.parametrize("name", ["UTC", "Asia/Kolkata", "America/Argentina/Buenos_Aires"])
def test_a_name_of_the_time_zone_database_is_one(name):
    assert is_time_zone(name)


@pytest.mark.parametrize(
    "name",
    ["", "Mars/Olympus", "../../etc/passwd", "/etc/passwd", "Europe", "\x00", "ß", "a" * 999],
)
def test_any_other_name_is_none(name):
    assert not is_time_zone(name)


def test_a_zone_that_is_gone_falls_back_to_the_sites(learner, settings):
    settings.TIME_ZONE = "Europe/Vienna"
    learner.time_zone = "Europe/Atlantis"
    assert zone_of(learner).key == "Europe/Vienna"
    assert zone_of(None).key == "Europe/Vienna"
