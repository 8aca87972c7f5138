"""/classes/join/ and /classes/join/<code>/: coming to a class by its code or link."""

from __future__ import annotations

from urllib.parse import quote

import pytest
import time_machine
from django.test import Client

from tests.factories import PASSWORD, MemberFactory, UserFactory
from tests.web.classroom.reading import UNKNOWN, about, front_page, kept, trail, url
from tests.web.conftest import client_of
from tests.web.pages import HTMX, assert_page, assert_refused_method, page, words
from trainer.classroom import joining
from trainer.classroom.models import Member, Role

URL = "/classes/join/"
LINK = "/classes/join/ABCD2345/"


@pytest.mark.parametrize("address", [URL, LINK])
def test_who_has_no_account_is_sent_to_log_in_and_comes_back(anonymous, address, classroom):
    response = anonymous.get(address)
    assert response["Location"] == f"/account/login/?next={address}"
    login = page(anonymous.get(response["Location"]))
    assert login.select_one("main form input[name=next]")["value"] == address
    sign_up = next(
        link["href"] for link in login.select("main a") if link["href"].startswith("/account/sign")
    )
    assert quote(address, safe="") in sign_up
    sent = {"username": "ada", "password1": PASSWORD, "password2": PASSWORD, "next": address}
    assert anonymous.post("/account/signup/", sent)["Location"] == address


@pytest.mark.parametrize("typed", ["ABCD2345", "abcd-2345", " AbCd 23 45 ", "abcd–2345"])
def test_a_code_is_read_however_it_is_typed(owner, classroom, typed):
    assert owner.post(URL, {"code": typed})["Location"] == LINK


def test_the_link_tells_the_class_and_its_teacher_and_nobody_else(
    owner, owner_member, student_member
):
    response = owner.get(LINK)
    assert_page(response)
    assert "Probability" in words(response)
    assert owner_member.name in words(response)
    assert student_member.name not in words(response)


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["browser", "htmx"])
def test_joining_asks_for_the_name_in_the_class(owner, learner, classroom, headers):
    shown = page(owner.get(LINK)).select_one("input[name=name]")
    assert shown["value"] == learner.username
    response = owner.post(LINK, {"name": " Ada  Lovelace "}, headers=headers)
    assert response.status_code == 302
    member = classroom.members.get(user=learner)
    assert (member.name, member.role) == ("Ada Lovelace", Role.STUDENT)
    assert member.joined_at is not None
    assert response["Location"] == front_page(classroom)
    assert trail(classroom) == ["Ada Lovelace joined by the join code."]


@pytest.mark.parametrize("name", ["", " ", "x" * 101, "\u200b\u2060"])
def test_a_name_is_needed(owner, classroom, name):
    before = kept(classroom)
    assert_page(owner.post(LINK, {"name": name}), 422)
    assert kept(classroom) == before


def test_who_is_in_it_is_led_into_it(student, teacher, classroom):
    before = kept(classroom)
    assert student.get(LINK)["Location"] == front_page(classroom)
    assert teacher.post(LINK, {"name": "Somebody"})["Location"] == front_page(classroom)
    assert kept(classroom) == before


def test_who_left_comes_back_with_the_same_row_as_a_student(classroom):
    left = MemberFactory(classroom=classroom, role=Role.TEACHER, left_at=classroom.made_at)
    client_of(left.user).post(LINK, {"name": "Back Again"})
    left.refresh_from_db()
    assert (left.left_at, left.role, left.name) == (None, Role.STUDENT, "Back Again")
    assert trail(classroom) == ["Back Again came back by the join code."]


def test_who_was_removed_does_not_come_back_alone(classroom, student, student_member, teacher):
    teacher.post(about("remove", student_member))
    before = kept(classroom)
    for response in (student.get(LINK), student.post(LINK, {"name": "Another Name"})):
        assert_page(response, 403)
        assert "Your teacher has removed you from this class. Ask them" in words(response)
    assert kept(classroom) == before
    assert "removed on" in words(teacher.get(about("member", student_member)))
    assert "removed on" in words(teacher.get(url("members", classroom)))


def test_who_was_brought_back_may_leave_and_come_back(classroom, student, student_member, teacher):
    teacher.post(about("remove", student_member))
    teacher.post(about("bring_back", student_member))
    student.post(url("leave", classroom))
    assert student.post(LINK, {"name": "Anna Smith"}).status_code == 302
    student_member.refresh_from_db()
    assert (student_member.left_at, student_member.removed) == (None, False)


def nowhere(classroom, how: str) -> None:
    """Make the class's code one that leads nowhere."""
    if how == "archived":
        classroom.archived_at = classroom.made_at
    else:
        classroom.join_code = None if how == "switched off" else "ANOTHER9"
    classroom.save()


@pytest.mark.parametrize("how", ["wrong", "switched off", "archived"])
def test_codes_that_lead_nowhere_are_told_apart_by_nothing(owner, learner, classroom, how):
    nowhere(classroom, how)
    typed = owner.post(URL, {"code": "ABCD2345"})
    assert_page(typed, 422)
    for response in (owner.get(LINK), owner.post(LINK, {"name": "Ada"})):
        assert_page(response, 404)
        assert "Probability" not in words(response)
        assert UNKNOWN in words(response)
    assert UNKNOWN in words(typed)
    assert not Member.objects.filter(user=learner).exists()


@pytest.mark.parametrize("code", ["", "--", "x" * 41])
def test_what_is_no_code_is_refused(owner, code):
    assert_page(owner.post(URL, {"code": code}), 422)


def test_a_code_switched_off_between_looking_and_joining_joins_nothing(
    owner, learner, classroom, monkeypatch
):
    def found(code: str):
        nowhere(classroom, "renewed")
        return classroom

    monkeypatch.setattr(joining, "class_to_join", found)
    response = owner.post(LINK, {"name": "Ada"})
    assert_page(response, 404)
    assert not Member.objects.filter(user=learner).exists()


def test_a_class_can_be_full(owner, classroom, student_member, monkeypatch):
    monkeypatch.setattr(joining, "MOST_STUDENTS", 1)
    response = owner.post(LINK, {"name": "Ada"})
    assert_page(response, 422)
    assert "This class is full." in words(response)


def test_guessing_is_stopped_for_the_account(owner, classroom):
    with time_machine.travel("2026-03-01 12:00:00Z", tick=False) as clock:
        for _time in range(10):
            assert owner.post(URL, {"code": "WRONG"}).status_code == 422
        for response in (owner.post(URL, {"code": "ABCD2345"}), owner.get(LINK)):
            assert_page(response, 429)
            assert response["Retry-After"] == "600"
            assert "Probability" not in words(response)
        somebody = client_of(UserFactory())
        assert somebody.get(LINK).status_code == 200
        clock.shift(601)
        assert owner.get(LINK).status_code == 200


def test_guessing_by_links_counts_as_well(owner, classroom):
    for number in range(10):
        assert owner.get(f"{URL}WRONG{number}/").status_code == 404
    assert owner.get(LINK).status_code == 429


def test_right_codes_do_not_count(owner, classroom):
    for _time in range(30):
        assert owner.get(LINK).status_code == 200


def test_guessing_is_stopped_for_an_address_with_many_accounts(classroom):
    for _account in range(5):
        client = client_of(UserFactory())
        for _time in range(10):
            client.post(URL, {"code": "WRONG"})
    assert client_of(UserFactory()).get(LINK).status_code == 429
    elsewhere = Client(REMOTE_ADDR="192.0.2.7")
    elsewhere.force_login(UserFactory())
    assert elsewhere.get(LINK).status_code == 200


def test_a_forwarded_address_is_not_believed(classroom):
    for number in range(50):
        client = Client(headers={"X-Forwarded-For": f"192.0.2.{number}"})
        client.force_login(UserFactory())
        client.post(URL, {"code": "WRONG"})
    assert client.get(LINK).status_code == 429


def test_one_behind_a_trusted_proxy_is_counted_by_what_the_proxy_says(classroom, settings):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    for number in range(51):
        client = Client(headers={"X-Forwarded-For": f"10.0.0.1, 192.0.2.{number}"})
        client.force_login(UserFactory())
        assert client.post(URL, {"code": "WRONG"}).status_code == 422


def test_other_methods_are_refused(owner, classroom):
    assert_refused_method(owner.put(URL), "GET, HEAD, POST")
    assert_refused_method(owner.delete(LINK), "GET, HEAD, POST")


def test_a_forged_form_joins_nothing(learner, classroom):
    client = Client(enforce_csrf_checks=True)
    client.force_login(learner)
    assert_page(client.post(LINK, {"name": "Ada"}), 403)
    assert not Member.objects.filter(user=learner).exists()
