"""People: those with an account, and guests who have not made one yet."""

from __future__ import annotations

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """A learner. A guest is a row too, known only by the key in the session of one browser."""

    guest_key = models.CharField(max_length=64, null=True, unique=True, editable=False)  # noqa: DJ001
    time_zone = models.CharField(
        _("time zone"),
        max_length=64,
        blank=True,
        help_text=_("Your days in the reports begin at midnight here."),
    )

    @property
    def is_guest(self) -> bool:
        return self.guest_key is not None
