"""POST /account/password/change/: a new password for a signed-in user."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import PASSWORD, UserFactory

URL = reverse("account_change_password")
NEW = "correct-horse-9-battery"


@pytest.fixture
def user(db):
    return UserFactory()


@pytest.fixture
def client_of_user(user):
    client = Client()
    client.force_login(user)
    return client


def form(**changes: str) -> dict[str, str]:
    return {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW} | changes


def test_the_password_changes(user, client_of_user):
    assert client_of_user.post(URL, form()).status_code == 302
    user.refresh_from_db()
    assert user.check_password(NEW)


@pytest.mark.parametrize(
    "changes", [{"oldpassword": "wrong"}, {"password2": "x"}, {"password1": ""}]
)
def test_a_form_that_is_wrong_changes_nothing(user, client_of_user, changes):
    response = client_of_user.post(URL, form(**changes))
    assert response.status_code == 422
    assert response.context["form"].errors
    user.refresh_from_db()
    assert user.check_password(PASSWORD)


def test_a_stranger_is_asked_to_sign_in(db, client):
    response = client.get(URL)
    assert response.status_code == 302
    assert response["Location"].startswith(reverse("account_login"))
