"""Signing up, through django-allauth."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.forms import Form

from trainer.accounts.access import learner_of, visitor_of
from trainer.accounts.models import User
from trainer.core.http import Request


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """A guest who signs up becomes the account, and so keeps everything."""

    def new_user(self, request: Request) -> User:
        return learner_of(visitor_of(request)) or User()

    def save_user(self, request: Request, user: User, form: Form, commit: bool = True) -> User:
        user.guest_key = None
        saved: Any = super().save_user(request, user, form, commit)
        assert isinstance(saved, User)
        return saved
