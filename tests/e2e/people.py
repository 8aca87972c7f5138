"""Who sits before the browser: sessions made without going through the pages."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest
from playwright.sync_api import BrowserContext

from trainer.accounts.models import User


def guest_key(context: BrowserContext) -> str:
    """The key of the guest whose browser it is; a newcomer gets a session and a key."""
    session = _session(context)
    if "guest" not in session:
        session["guest"] = f"guest-{id(context):x}"
        session.save()
        _keep(context, session)
    return str(session["guest"])


def sign_in(context: BrowserContext, user: User) -> None:
    """Sign the user in, as logging in does."""
    request = HttpRequest()
    request.session = _session(context)
    login(request, user, settings.AUTHENTICATION_BACKENDS[0])
    request.session.save()
    _keep(context, request.session)


def _session(context: BrowserContext) -> Any:
    name = settings.SESSION_COOKIE_NAME
    key = next((kept["value"] for kept in context.cookies() if kept["name"] == name), None)
    return import_module(settings.SESSION_ENGINE).SessionStore(key)


def _keep(context: BrowserContext, session: Any) -> None:
    cookie = {"name": settings.SESSION_COOKIE_NAME, "value": session.session_key}
    context.add_cookies([{**cookie, "domain": "localhost", "path": "/", "httpOnly": True}])
