"""The one way in which a page is rendered."""

from __future__ import annotations

import pytest
from django.http import HttpResponse
from django.test import RequestFactory
from django_htmx.middleware import HtmxDetails

from tests.web.pages import HTMX, assert_page, assert_part
from trainer.core.http import Request, download, methods, never_stored, render_page

PAGE = "errors/404.html"


@pytest.fixture
def make(rf: RequestFactory, rulebook):
    """A request as the middleware leaves it."""

    def request(**headers: str) -> Request:
        made = rf.get("/", headers=headers)
        made.htmx = HtmxDetails(made)
        return made

    return request


def test_a_browser_gets_the_page_and_htmx_the_part(make):
    assert_page(render_page(make(), PAGE, partial="error"))
    assert_part(render_page(make(**HTMX), PAGE, partial="error"))


def test_a_page_without_a_part_is_whole_for_htmx_too(make):
    assert_page(render_page(make(**HTMX), PAGE))


def test_the_status_is_as_said(make):
    assert render_page(make(), PAGE, status=422).status_code == 422


def test_only_the_methods_named_reach_the_view(rf, make):
    view = methods("POST")(lambda request: HttpResponse("done"))
    request = make()
    assert view(request).status_code == 405
    request.method = "POST"
    assert view(request).content == b"done"


def test_what_is_never_stored_says_so_to_browser_and_proxies(make):
    response = never_stored(lambda request: HttpResponse("now"))(make())
    for word in ("no-store", "no-cache", "private", "max-age=0"):
        assert word in response["Cache-Control"]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("results.csv", 'attachment; filename="results.csv"'),
        ('a"b\\.csv', 'attachment; filename="a\\"b\\\\.csv"'),
        ("Été.csv", "attachment; filename*=utf-8''%C3%89t%C3%A9.csv"),
    ],
)
def test_a_download_has_its_name_whatever_is_in_it(name, said):
    response = download(b"1", name, "text/csv")
    assert (response["Content-Disposition"], response["Content-Type"]) == (said, "text/csv")
    assert response["Cache-Control"] == "no-store"
    assert response.content == b"1"


def test_a_download_that_is_made_as_it_is_sent_is_not_put_together():
    response = download(iter(["a", "b"]), "letters.txt", "text/plain")
    assert response.streaming
    assert b"".join(response.streaming_content) == b"ab"
