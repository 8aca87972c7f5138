"""Error pages: what went wrong and what to do, whole and as a part for htmx."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import Http404, HttpResponse
from django.test import Client
from django.urls import path

from tests.web.pages import HTMX, assert_page, assert_part, page, words
from trainer import urls
from trainer.core import errors, http


def raising(error: type[Exception]):
    def view(request: http.Request) -> HttpResponse:
        raise error("a detail that is nobody's business")

    return view


@http.get_only
def read(request: http.Request) -> HttpResponse:
    return HttpResponse("read")


urlpatterns = [
    *urls.urlpatterns,
    path("raise/400", raising(SuspiciousOperation)),
    path("raise/403", raising(PermissionDenied)),
    path("raise/404", raising(Http404)),
    path("raise/500", raising(ZeroDivisionError)),
    path("read", read),
]
handler400, handler403 = urls.handler400, urls.handler403
handler404, handler500 = urls.handler404, urls.handler500

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]

TITLES = {
    400: "This request makes no sense to us",
    403: "This is not for you to do",
    404: "Nothing here",
}


@pytest.mark.parametrize("status", TITLES)
@pytest.mark.parametrize("method", ["get", "post"])
def test_a_page_says_what_went_wrong_and_where_to_go(client, status, method):
    response = getattr(client, method)(f"/raise/{status}")
    assert_page(response, status)
    assert page(response).h1.text == TITLES[status]
    assert page(response).find("a", string="Go to the start")["href"] == "/"
    assert "nobody's business" not in response.text


@pytest.mark.parametrize("status", TITLES)
def test_htmx_gets_the_part_that_fits_where_the_drill_was(client, status):
    response = client.post(f"/raise/{status}", headers=HTMX)
    assert_part(response, status)
    assert TITLES[status] in words(response)


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["full page", "htmx"])
@pytest.mark.parametrize("method", ["post", "put", "patch", "delete", "options", "trace"])
def test_another_method_is_refused_with_what_is_allowed(client, headers, method):
    response = getattr(client, method)("/read", headers=headers)
    (assert_part if headers else assert_page)(response, 405)
    assert response["Allow"] == "GET, HEAD"
    assert "This page works another way" in words(response)
    assert client.head("/read").status_code == 200


def test_an_address_that_leads_nowhere(client):
    assert_page(client.get("/nowhere/"), 404)
    assert_part(client.get("/nowhere/", headers=HTMX), 404)


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["full page", "htmx"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_a_host_that_is_not_ours_is_refused(client, headers, method):
    response = getattr(client, method)("/", headers={"Host": "example.org", **headers})
    (assert_part if headers else assert_page)(response, 400)
    assert "default-src 'none'" in response["Content-Security-Policy"]


def test_what_we_break_ourselves_is_said_and_told_nothing_of():
    client = Client(raise_request_exception=False)
    response = client.get("/raise/500")
    assert response.status_code == 500
    assert "It is our fault, not yours" in response.text
    assert "ZeroDivisionError" not in response.text
    assert "nobody's business" not in response.text


def test_the_page_of_a_failure_needs_no_database(rf, django_db_blocker):
    request = rf.get("/")
    with django_db_blocker.block():
        response = errors.failed(request)
    assert response.status_code == 500
    assert page(response).find("a")["href"] == "/"
    assert page(response).find(["script", "style", "link", "img"]) is None
