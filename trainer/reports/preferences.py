"""How somebody looked at a report last, kept in the session."""

from __future__ import annotations

from typing import Final, TypeVar

from django.db.models import TextChoices

from trainer.core.http import Request

_KEY: Final = "reports"
AnyChoice = TypeVar("AnyChoice", bound=TextChoices)


def preference(request: Request, name: str, default: AnyChoice) -> AnyChoice:
    """What the address asks for, or else what was asked for last, or else the default.

    What is no choice is passed over, be it in the address or in the session.
    """
    choices = type(default)
    kept = request.session.get(_KEY)
    known = kept if isinstance(kept, dict) else {}
    asked = request.GET.get(name)
    if asked in choices.values:
        if known.get(name) != asked:
            request.session[_KEY] = {**known, name: asked}
        return choices(asked)
    value = known.get(name)
    return choices(value) if value in choices.values else default
