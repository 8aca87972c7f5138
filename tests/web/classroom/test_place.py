"""/classes/sign-in/ and /classes/sign-in/<code>/: taking one's place on a roster."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.factories import PASSWORD, MemberFactory, UserFactory
from tests.factories.quizzes import AttemptFactory, QuizFactory
from tests.web.classroom.reading import UNKNOWN, front_page, kept, trail
from tests.web.conftest import client_of
from tests.web.pages import HTMX, assert_page, assert_refused_method, page, words
from trainer.accounts.models import User
from trainer.classroom.models import Member
from trainer.quizzes.models import Extension

URL = "/classes/sign-in/"
LINK = "/classes/sign-in/ABCDEFGH2345/"


@pytest.mark.parametrize("typed", ["abcd-efgh-2345", "ABCDEFGH2345"])
def test_the_code_is_typed_without_an_account(anonymous, waiting, typed):
    assert_page(anonymous.get(URL))
    assert anonymous.post(URL, {"code": typed})["Location"] == LINK


def test_each_form_understands_both_kinds_of_codes(owner, waiting, classroom):
    assert owner.post("/classes/join/", {"code": "abcd efgh 2345"})["Location"] == LINK
    assert owner.post(URL, {"code": "ABCD-2345"})["Location"] == "/classes/join/ABCD2345/"


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["browser", "htmx"])
def test_who_is_logged_in_takes_the_place(owner, learner, waiting, headers):
    response = owner.get(LINK)
    assert_page(response)
    assert "You are Zoë Ångström in this class?" in words(response)
    assert learner.username in words(response)
    response = owner.post(LINK, headers=headers)
    assert response["Location"] == front_page(waiting.classroom)
    waiting.refresh_from_db()
    assert (waiting.user, waiting.first_code) == (learner, None)
    assert waiting.joined_at is not None
    assert trail(waiting.classroom) == ["Zoë Ångström signed in first, from the roster."]


def test_looking_takes_nothing(owner, anonymous, waiting):
    before = kept(waiting.classroom)
    owner.get(LINK)
    anonymous.get(LINK)
    anonymous.post(LINK)
    assert kept(waiting.classroom) == before


def test_an_account_is_made_at_once_and_the_place_taken(anonymous, waiting):
    form = page(anonymous.get(LINK)).select_one("form[action='/account/signup/']")
    assert form.select_one("input[name=email]")["value"] == "zoe@school.org"
    sent = {field["name"]: field.get("value", "") for field in form.select("input")}
    sent |= {"username": "zoe", "password1": PASSWORD, "password2": PASSWORD}
    response = anonymous.post("/account/signup/", sent)
    assert response["Location"] == LINK
    anonymous.post(LINK)
    waiting.refresh_from_db()
    assert waiting.user == User.objects.get(username="zoe")
    assert not waiting.user.emailaddress_set.filter(verified=True).exists()


def test_a_weak_password_is_refused_and_the_way_is_not_lost(anonymous, waiting):
    sent = {"username": "zoe", "password1": "zoe", "password2": "zoe", "next": LINK}
    response = anonymous.post("/account/signup/", sent)
    assert response.status_code == 422
    assert page(response).select_one("main form input[name=next]")["value"] == LINK


def test_who_has_an_account_logs_in_and_comes_back(anonymous, waiting):
    UserFactory(username="zoe")
    login = next(
        link["href"]
        for link in page(anonymous.get(LINK)).select("main a")
        if link["href"].startswith("/account/login/")
    )
    form = page(anonymous.get(login)).select_one("main form")
    sent = {"login": "zoe", "password": PASSWORD, "next": form.select_one("[name=next]")["value"]}
    assert anonymous.post("/account/login/", sent)["Location"] == LINK


def test_a_code_works_once(owner, waiting):
    owner.post(LINK)
    other = client_of(UserFactory())
    typed = other.post(URL, {"code": "ABCDEFGH2345"})
    assert_page(typed, 422)
    assert UNKNOWN in words(typed)
    for response in (other.get(LINK), other.post(LINK)):
        assert_page(response, 404)
        assert UNKNOWN in words(response)
        assert waiting.name not in words(response)
    assert Member.objects.get(pk=waiting.pk).user != User.objects.latest("pk")


@pytest.mark.parametrize("how", ["archived", "removed"])
def test_a_place_that_is_no_more_is_like_a_wrong_code(owner, waiting, how):
    if how == "removed":
        waiting.left_at = waiting.classroom.made_at
        waiting.save()
    else:
        waiting.classroom.archived_at = waiting.classroom.made_at
        waiting.classroom.save()
    response = owner.post(LINK)
    assert_page(response, 404)
    assert UNKNOWN in words(response)


@pytest.mark.parametrize("left", [False, True], ids=["in it", "left"])
def test_who_joined_by_the_code_before_has_one_row_of_both(rulebook, classroom, waiting, left):
    left_at = classroom.made_at if left else None
    ada = MemberFactory(classroom=classroom, name="Ada", section="B", left_at=left_at)
    attempt = AttemptFactory(quiz__classroom=classroom, member=ada)
    Extension.objects.create(quiz=attempt.quiz, member=waiting, until=classroom.made_at)
    waiting.number = "17"
    waiting.save()
    browser = client_of(ada.user)
    response = browser.get(LINK)
    assert "All that you did in it stays yours" in words(response)
    assert browser.post(LINK)["Location"] == front_page(classroom)
    ada.refresh_from_db()
    known = (ada.name, ada.number, ada.email, ada.section, ada.left_at)
    assert known == ("Zoë Ångström", "17", "zoe@school.org", "B", None)
    assert not Member.objects.filter(pk=waiting.pk).exists()
    assert (ada.attempts.get(), ada.extensions.count()) == (attempt, 1)
    assert trail(classroom) == ["Zoë Ångström, until then Ada, took their place on the roster."]


def test_of_two_longer_times_for_a_quiz_that_of_the_row_in_use_stands(rulebook, classroom, waiting):
    ada = MemberFactory(classroom=classroom)
    quiz = QuizFactory(classroom=classroom)
    stands = Extension.objects.create(quiz=quiz, member=ada, until=classroom.made_at)
    Extension.objects.create(quiz=quiz, member=waiting, until=classroom.made_at)
    client_of(ada.user).post(LINK)
    assert list(Extension.objects.all()) == [stands]


@pytest.mark.parametrize(
    "known", [{"number": "18"}, {"email": "ada@school.org"}, {"role": "teacher"}]
)
def test_who_is_somebody_else_in_the_class_is_told_so(classroom, waiting, known):
    waiting.number = "17"
    waiting.save()
    ada = MemberFactory(classroom=classroom, name="Ada", **known)
    before = kept(classroom)
    response = client_of(ada.user).post(LINK)
    assert_page(response, 409)
    for shown in (response, client_of(ada.user).get(LINK)):
        assert "already, as Ada. Ask your teacher" in words(shown)
        assert page(shown).select_one("main form") is None
    assert kept(classroom) == before


def test_nobody_takes_two_places(classroom, waiting):
    ada = UserFactory()
    MemberFactory(classroom=classroom, user=None, name="Ada", first_code="ADAADAADA234")
    client_of(ada).post("/classes/sign-in/ADAADAADA234/")
    before = kept(classroom)
    assert_page(client_of(ada).post(LINK), 409)
    assert kept(classroom) == before


def test_who_was_removed_takes_no_place(classroom, waiting):
    gone = MemberFactory(classroom=classroom, left_at=classroom.made_at, removed=True)
    before = kept(classroom)
    for response in (client_of(gone.user).get(LINK), client_of(gone.user).post(LINK)):
        assert_page(response, 403)
        assert "Your teacher has removed you" in words(response)
    assert kept(classroom) == before


@pytest.mark.parametrize("name", ["no session", "guest"])
def test_guessing_is_stopped(waiting, name, guest):
    client = Client() if name == "no session" else guest
    for _time in range(10):
        assert client.post(URL, {"code": "WRONG"}).status_code == 422
    assert_page(client.get(LINK), 429)
    assert_page(client.post(URL, {"code": "ABCDEFGH2345"}), 429)


def test_other_methods_are_refused(owner, waiting):
    assert_refused_method(owner.put(URL), "GET, HEAD, POST")
    assert_refused_method(owner.delete(LINK), "GET, HEAD, POST")


def test_a_forged_form_takes_nothing(learner, waiting):
    client = Client(enforce_csrf_checks=True)
    client.force_login(learner)
    assert_page(client.post(LINK), 403)
    assert Member.objects.get(pk=waiting.pk).user is None
