"""Who is asking: a signed-in user, a guest, or somebody of whom nothing is known yet."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from trainer.accounts.models import User
from trainer.core.http import Request

_SESSION_KEY = "guest"


@dataclass(frozen=True, slots=True)
class Visitor:
    """The one who asks. ``user`` is a signed-in account; a guest has but the key of the session."""

    user: User | None
    guest_key: str

    def is_learner(self, learner: User) -> bool:
        if self.user:
            return learner.pk == self.user.pk
        return bool(self.guest_key) and learner.guest_key == self.guest_key

    def owns(self, learner: User | None, guest_key: str) -> bool:
        """Whether what belongs to a learner is the visitor's.

        What nobody has made a graded decision in yet has no learner: it is its session's.
        """
        if learner:
            return self.is_learner(learner)
        return bool(self.guest_key) and guest_key == self.guest_key


def visitor_of(request: Request) -> Visitor:
    """Who asks, without making anything."""
    user = request.user if isinstance(request.user, User) else None
    return Visitor(user, request.session.get(_SESSION_KEY, ""))


def known_visitor(request: Request) -> Visitor:
    """Who asks; a newcomer gets a key in the session by which to be known again."""
    visitor = visitor_of(request)
    if visitor.user or visitor.guest_key:
        return visitor
    request.session[_SESSION_KEY] = secrets.token_urlsafe(32)
    return visitor_of(request)


def learner_of(visitor: Visitor) -> User | None:
    """The visitor's row; None for a guest who has answered nothing yet."""
    if visitor.user or not visitor.guest_key:
        return visitor.user
    return User.objects.filter(guest_key=visitor.guest_key).first()


def account_of(request: Request) -> User:
    """The account that is signed in; for views that ask for one."""
    assert isinstance(request.user, User)
    return request.user
