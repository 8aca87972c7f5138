"""Deleting what is kept of somebody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from time import sleep
from typing import Any, Final

from django.db import OperationalError, connection, transaction
from django.db.models import Model, QuerySet

from trainer.accounts.access import Visitor
from trainer.accounts.models import User
from trainer.personal.kinds import ACCOUNT, EMPTIED
from trainer.personal.ownership import Owner, dependents, is_keyed, mentions, owned, owner_of

Deleted = Counter[type[Model]]
"""How many rows of each model there were."""

PATIENCE_MS: Final = 200
"""So long a deletion waits for a row; it takes PostgreSQL a second to see a deadlock."""
TRIES: Final = 60


def delete_practice(*, visitor: Visitor) -> Deleted:
    """Delete all that the visitor has done and made; the account and its settings stay.

    Who answers meanwhile either has answered before, or finds nothing to answer afterwards.
    """
    return _giving_way(lambda: _delete_practice(_locked(visitor)))


def delete_everything(*, visitor: Visitor) -> Deleted:
    """The same, and then the account, or the guest's row where there is one.

    Nothing where nothing is kept: it can be asked for twice.
    """
    return _giving_way(lambda: _delete_everything(_locked(visitor)))


def _giving_way(delete: Callable[[], Deleted]) -> Deleted:
    """Delete in one transaction; where others hold its rows, let them finish and begin anew.

    It holds many rows, and an answer under way may hold one of them and wait for another: then it
    is not the answer that fails. SQLite lets one write at a time, and the others wait.
    """
    for _try in range(TRIES - 1):
        try:
            with transaction.atomic():
                if connection.vendor == "postgresql":
                    with connection.cursor() as cursor:
                        cursor.execute(f"SET LOCAL lock_timeout = {PATIENCE_MS}")
                return delete()
        except OperationalError as error:
            if getattr(error.__cause__, "sqlstate", "") != _LOCK_NOT_AVAILABLE:
                raise
            sleep(PATIENCE_MS / 1000)
    with transaction.atomic():
        return delete()


_LOCK_NOT_AVAILABLE: Final = "55P03"


def _locked(visitor: Visitor) -> Owner:
    """The visitor, with their row and all to which something can be added locked.

    What is answered in comes last but for the row: what is done with trips and decks locks those,
    then drills, then the learner.
    """
    for field in sorted(_practice(), key=lambda field: is_keyed(field.model)):
        if dependents(field.model):
            rows = owned(field.model, field.name, owner_of(visitor))
            list(rows.select_for_update().order_by("pk").values_list("pk", flat=True))
    people = User.objects.select_for_update()
    if visitor.user:
        learner = people.filter(pk=visitor.user.pk).first()
    else:
        learner = people.filter(guest_key=visitor.guest_key).first() if visitor.guest_key else None
    return Owner(learner, visitor.guest_key)


def _practice() -> list[Any]:
    """The columns by which practice data are somebody's, whatever apps there are."""
    return [field for field in dependents(User) if field.model not in ACCOUNT]


def _delete_practice(owner: Owner) -> Deleted:
    """What is answered in goes first: begun a moment ago, it may not have been locked."""
    deleted: Deleted = Counter()
    for field in sorted(_practice(), key=lambda field: not is_keyed(field.model)):
        deleted += _delete(owned(field.model, field.name, owner))
    return deleted


def _delete_everything(owner: Owner) -> Deleted:
    deleted = _delete_practice(owner)
    if owner.learner:
        deleted += _delete(User.objects.filter(pk=owner.learner.pk))
    return deleted


def _delete(rows: QuerySet[Any]) -> Deleted:
    """Delete rows and all that hangs on them, a statement for each model; none is loaded.

    What else refers to them, and is not allowed to stay, must go in the same transaction.
    """
    deleted: Deleted = Counter()
    for field in dependents(rows.model):
        hanging = field.model._base_manager.filter(**{f"{field.name}__in": rows.values("pk")})
        deleted += _delete(hanging)
    for field in mentions(rows.model):
        naming = field.model._base_manager.filter(**{f"{field.name}__in": rows.values("pk")})
        naming.update(**{field.name: None, **EMPTIED.get(field.model, {})})
    deleted[rows.model] += rows._raw_delete(rows.db) or 0
    return deleted
