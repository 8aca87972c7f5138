"""Requests with their types, and the one way in which a page is rendered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers, patch_vary_headers
from django.utils.http import content_disposition_header
from django_htmx.middleware import HtmxDetails

P = ParamSpec("P")


class Request(HttpRequest):
    """A request as views get it: django-htmx's details are on it."""

    htmx: HtmxDetails


View = Callable[Concatenate[Request, P], HttpResponseBase]


def wants_part(request: Request) -> bool:
    """Whether htmx asks for a part; going back to an address asks it for the whole page again."""
    return bool(request.htmx) and not request.htmx.history_restore_request


def render_page(
    request: Request,
    template: str,
    context: Mapping[str, Any] | None = None,
    *,
    partial: str | None = None,
    status: int = 200,
) -> HttpResponse:
    """Render the page, or for an htmx request its named partial alone."""
    if partial and wants_part(request):
        template = f"{template}#{partial}"
    response = render(request, template, dict(context or {}), status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response


def never_stored(view: View[P]) -> View[P]:
    """Keep the page out of every cache, so that going back asks the server what is so now."""

    @wraps(view)
    def wrapped(request: Request, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        add_never_cache_headers(response)
        return response

    return wrapped


def download(content: bytes | Iterable[Any], filename: str, content_type: str) -> HttpResponseBase:
    """A file under this name, whatever is in it, which nobody on the way keeps.

    What is not there as a whole is sent as it is made.
    """
    headers = {
        "Content-Disposition": content_disposition_header(True, filename) or "attachment",
        "Cache-Control": "no-store",
    }
    kind = HttpResponse if isinstance(content, bytes) else StreamingHttpResponse
    return kind(content, content_type=content_type, headers=headers)


def methods(*allowed: str) -> Callable[[View[P]], View[P]]:
    """Answer other methods with 405 and a page that says so."""

    def decorate(view: View[P]) -> View[P]:
        @wraps(view)
        def wrapped(request: Request, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            if request.method in allowed:
                return view(request, *args, **kwargs)
            response = render_page(request, "errors/405.html", partial="error", status=405)
            response["Allow"] = ", ".join(allowed)
            return response

        return wrapped

    return decorate


get_only = methods("GET", "HEAD")
post_only = methods("POST")
get_or_post = methods("GET", "HEAD", "POST")
