"""One browser, two students: the second sees nothing of the first."""

from __future__ import annotations

from tests.factories import PASSWORD, MemberFactory, UserFactory
from tests.web.classroom.reading import url
from tests.web.pages import words


def log_in(client, username: str) -> None:
    client.post("/account/login/", {"login": username, "password": PASSWORD})


def test_a_01_the_next_student_sees_nothing_of_the_one_before(client, classroom):
    first, second = UserFactory(username="first"), UserFactory(username="second")
    MemberFactory(classroom=classroom, user=first, name="Anna Smith")
    log_in(client, "first")
    assert "as Anna Smith" in words(client.get("/classes/"))
    client.post("/account/logout/")
    log_in(client, "second")
    assert "Probability" not in words(client.get("/classes/"))
    assert client.get(url("leave", classroom)).status_code == 404
    MemberFactory(classroom=classroom, user=second, name="Bob Stone")
    for address in ("/classes/", url("leave", classroom)):
        text = words(client.get(address))
        assert "Bob Stone" in text
        assert "Anna Smith" not in text


def test_a_01_a_code_used_by_one_student_is_worth_nothing_to_the_next(client, waiting):
    UserFactory(username="first")
    UserFactory(username="second")
    log_in(client, "first")
    client.post("/classes/sign-in/ABCDEFGH2345/")
    client.post("/account/logout/")
    log_in(client, "second")
    response = client.get("/classes/sign-in/ABCDEFGH2345/")
    assert response.status_code == 404
    assert waiting.name not in words(response)
