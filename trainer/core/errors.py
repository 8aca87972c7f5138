"""Error pages: what went wrong and what to do, in a sentence, with the right status."""

from __future__ import annotations

from django.http import HttpResponse

from trainer.core.http import Request, render_page


def bad_request(request: Request, exception: Exception) -> HttpResponse:
    return _page(request, 400)


def forbidden(request: Request, exception: Exception) -> HttpResponse:
    """The reason is what PermissionDenied was raised with, where that is something."""
    return _page(request, 403, reason=str(exception))


def forged(request: Request, reason: str = "") -> HttpResponse:
    """A form without the token that every form of ours carries."""
    return render_page(request, "errors/forged.html", partial="error", status=403)


def not_found(request: Request, exception: Exception) -> HttpResponse:
    return _page(request, 404)


def failed(request: Request) -> HttpResponse:
    """Our own fault. The page needs neither database nor session."""
    return HttpResponse(
        "<!doctype html><html lang=en><title>Upcard</title>"
        "<main><h1>Something went wrong</h1>"
        "<p>It is our fault, not yours, and what you have answered is kept. "
        "<a href=/>Go to the start</a></p></main></html>",
        status=500,
    )


def _page(request: Request, status: int, **context: str) -> HttpResponse:
    return render_page(request, f"errors/{status}.html", context, partial="error", status=status)
