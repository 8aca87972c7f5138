"""For whoever watches the servers: is the process alive, can it do its work."""

from __future__ import annotations

from django.core.cache import cache
from django.db import connection
from django.http import HttpRequest, HttpResponse


def alive(request: HttpRequest) -> HttpResponse:
    """200 while the process answers at all."""
    return HttpResponse("alive\n", content_type="text/plain")


def ready(request: HttpRequest) -> HttpResponse:
    """200 while database and cache answer; 503 otherwise, so that no one is sent here."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        cache.get("ready")
    except Exception as error:  # any failure of a driver means the same: not ready
        kind = type(error).__name__
        return HttpResponse(f"not ready: {kind}\n", content_type="text/plain", status=503)
    return HttpResponse("ready\n", content_type="text/plain")
