"""GET /healthz and /readyz, for whoever watches the servers."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.db import DatabaseError, OperationalError, connection

from tests.web.pages import statements


def test_a_process_that_answers_is_alive_and_asks_nothing(db, client):
    with statements() as made:
        response = client.get("/healthz")
    assert (response.status_code, response.content) == (200, b"alive\n")
    assert made == []


def test_it_is_ready_while_database_and_cache_answer(db, client):
    response = client.get("/readyz")
    assert (response.status_code, response.content) == (200, b"ready\n")


def test_it_is_not_ready_while_the_database_does_not_answer(db, client, monkeypatch):
    def fail(*args, **kwargs):
        raise OperationalError("could not connect to server: password=secret")

    with monkeypatch.context() as patch:
        patch.setattr(connection, "cursor", fail)
        response = client.get("/readyz")
        assert client.get("/healthz").status_code == 200
    assert response.status_code == 503
    assert response.content == b"not ready: OperationalError\n"


@pytest.mark.parametrize("error", [DatabaseError, ConnectionRefusedError, TimeoutError])
def test_it_is_not_ready_while_the_cache_does_not_answer(db, client, monkeypatch, error):
    def fail(*args, **kwargs):
        raise error

    monkeypatch.setattr(cache._connections["default"], "get", fail)
    response = client.get("/readyz")
    assert response.status_code == 503
    assert error.__name__.encode() in response.content


@pytest.mark.parametrize("address", ["/healthz", "/readyz"])
def test_it_makes_no_session_and_is_plain_text(db, client, address):
    response = client.get(address)
    assert response["Content-Type"].startswith("text/plain")
    assert response.cookies == {}
