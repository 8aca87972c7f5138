"""Learners with an account, and guests."""

from __future__ import annotations

import factory

from trainer.accounts.models import User

PASSWORD = "under-the-hole-card-7"


class UserFactory(factory.django.DjangoModelFactory):
    """Somebody with an account; the password is PASSWORD."""

    class Meta:
        model = User
        skip_postgeneration_save = True

    username = factory.Sequence(lambda number: f"learner-{number}")
    email = factory.LazyAttribute(lambda user: f"{user.username}@example.org")
    password = factory.django.Password(PASSWORD)


class GuestFactory(factory.django.DjangoModelFactory):
    """Somebody known by the key of a session alone."""

    class Meta:
        model = User

    username = factory.Sequence(lambda number: f"guest-{number:016x}")
    password = "!"
    guest_key = factory.Sequence(lambda number: f"key-{number}")
