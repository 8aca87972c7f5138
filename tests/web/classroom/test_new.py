"""GET and POST /classes/new/: a class of one's own."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.web.classroom.reading import trail, url
from tests.web.pages import HTMX, assert_page, assert_refused_method, page, words
from trainer.classroom import services
from trainer.classroom.models import Classroom, Role
from trainer.core import codes

URL = "/classes/new/"


def form(**others: str) -> dict[str, str]:
    return {"name": "Probability", "teacher": "Ms. Keller", "time_zone": "Europe/Berlin"} | others


def test_who_has_no_account_is_sent_to_log_in(anonymous):
    assert anonymous.post(URL, form())["Location"].startswith("/account/login/?next=")
    assert not Classroom.objects.exists()


def test_the_form_knows_the_name_of_the_account(owner, learner):
    response = owner.get(URL)
    assert_page(response)
    assert page(response).select_one("input[name=teacher]")["value"] == learner.username


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["browser", "htmx"])
def test_who_makes_a_class_is_its_teacher(owner, learner, headers):
    response = owner.post(URL, form(), headers=headers)
    classroom = Classroom.objects.get()
    assert (response.status_code, response["Location"]) == (302, url("members", classroom))
    member = classroom.members.get()
    assert (classroom.owner, member.user) == (learner, learner)
    assert (member.role, member.name) == (Role.TEACHER, "Ms. Keller")
    assert (classroom.name, classroom.time_zone) == ("Probability", "Europe/Berlin")
    assert len(classroom.join_code) == codes.JOIN_LENGTH
    assert trail(classroom) == ["Ms. Keller made the class."]


@pytest.mark.parametrize(
    ("own", "browsers", "kept"),
    [
        ("Asia/Tokyo", "Europe/Berlin", "Asia/Tokyo"),
        ("", "Europe/Berlin", "Europe/Berlin"),
        ("", "Mars/Olympus", "UTC"),
    ],
)
def test_its_clock_is_that_of_the_teacher(owner, learner, own, browsers, kept):
    learner.time_zone = own
    learner.save()
    owner.post(URL, form(time_zone=browsers))
    assert Classroom.objects.get().time_zone == kept


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"name": ""}, "This field is required"),
        ({"name": " \t\n"}, "This field is required"),
        ({"name": "x" * 101}, "at most 100 characters"),
        ({"teacher": ""}, "This field is required"),
        ({"teacher": "x" * 101}, "at most 100 characters"),
    ],
)
def test_what_cannot_be_is_refused(owner, change, said):
    response = owner.post(URL, form(**change))
    assert_page(response, 422)
    assert said in words(response)
    assert not Classroom.objects.exists()


def test_names_are_kept_on_one_line(owner):
    owner.post(URL, form(name="  Zoe\u0308's\n class\x00 "))
    assert Classroom.objects.get().name == "Zoë's class"


def test_there_is_an_end_to_classes(owner, monkeypatch):
    monkeypatch.setattr(services, "MOST_CLASSES", 1)
    owner.post(URL, form())
    response = owner.post(URL, form())
    assert_page(response, 422)
    assert "too many classes" in words(response)
    assert Classroom.objects.count() == 1


def test_other_methods_are_refused(owner):
    assert_refused_method(owner.put(URL), "GET, HEAD, POST")


def test_a_forged_form_makes_nothing(learner):
    client = Client(enforce_csrf_checks=True)
    client.force_login(learner)
    assert_page(client.post(URL, form()), 403)
    assert not Classroom.objects.exists()
