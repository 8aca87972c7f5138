"""People: those with an account, and guests who have not made one yet."""

from __future__ import annotations

from django.contrib.auth.models import AbstractUser
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

MOST_HANDS_A_DAY = 1_000


class User(AbstractUser):
    """A learner. A guest is a row too, known only by the key in the session of one browser."""

    guest_key = models.CharField(max_length=64, null=True, unique=True, editable=False)  # noqa: DJ001
    time_zone = models.CharField(
        _("time zone"),
        max_length=64,
        blank=True,
        help_text=_("Your days in the reports begin at midnight here."),
    )
    daily_goal = models.PositiveSmallIntegerField(
        _("daily goal"),
        default=20,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_HANDS_A_DAY)],
        help_text=_("Hands a day. A new goal counts from the next day on which you practise."),
    )

    @property
    def is_guest(self) -> bool:
        return self.guest_key is not None
