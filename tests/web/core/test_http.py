"""The one way in which a page is rendered."""

from __future__ import annotations

import pytest
from django.http import HttpResponse
from django.test import RequestFactory
from django_htmx.middleware import HtmxDetails

from tests.web.pages import HTMX, assert_page, assert_part
from trainer.core.http import Request, methods, never_stored, render_page

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
