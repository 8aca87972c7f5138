"""What changes a person's row."""

from __future__ import annotations

import secrets
from datetime import date, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.db import transaction

from trainer.accounts.access import Visitor
from trainer.accounts.models import User


def is_time_zone(name: str) -> bool:
    """Whether the name is one of the time zone database's."""
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True


def zone_of(user: User | None) -> ZoneInfo:
    """The time zone of a person, or the site's where they have named none."""
    name = user.time_zone if user else ""
    return ZoneInfo(name if name and is_time_zone(name) else settings.TIME_ZONE)


def local_date(user: User, moment: datetime) -> date:
    """The calendar date of a moment where the person is."""
    return moment.astimezone(zone_of(user)).date()


@transaction.atomic(savepoint=False)
def learner_for(*, visitor: Visitor, time_zone: str) -> User:
    """The visitor's row; a guest gets one here, with the time zone of the browser.

    Raises LookupError for a visitor of whom nothing is known.
    """
    if visitor.user:
        return visitor.user
    if not visitor.guest_key:
        raise LookupError("a visitor without a session cannot be remembered")
    guest, _ = User.objects.get_or_create(
        guest_key=visitor.guest_key,
        defaults={
            "username": f"guest-{secrets.token_hex(8)}",
            "password": "!",
            "time_zone": time_zone,
        },
    )
    return guest


@transaction.atomic
def set_time_zone(*, user: User, time_zone: str) -> None:
    """Days from now on are counted there; days already stamped stay as they are."""
    user.time_zone = time_zone
    user.full_clean(exclude=["password"])
    user.save(update_fields=["time_zone"])


@transaction.atomic
def set_daily_goal(*, learner: User, hands: int) -> None:
    """The goal of the days to come; raise ValidationError for one out of range.

    Days that have begun keep theirs.
    """
    learner.daily_goal = hands
    learner.full_clean(exclude=["password"])
    learner.save(update_fields=["daily_goal"])
