"""Reading how much is kept of somebody."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise

from trainer.accounts.access import Visitor
from trainer.personal.kinds import KINDS
from trainer.personal.ownership import owned, owner_of, rows_of


@dataclass(frozen=True, slots=True)
class Kept:
    """How many rows of a kind there are."""

    title: Promise
    count: int


def kept_of(visitor: Visitor) -> list[Kept]:
    """What is kept of the visitor, kinds with nothing left out; a query for each kind.

    Charts that everybody has are not told.
    """
    owner = owner_of(visitor)
    own = [kind for kind in KINDS if kind.owner or kind.within]
    counts = [Kept(kind.title, rows_of(kind, owner).count()) for kind in own]
    return [kept for kept in counts if kept.count]


def is_known(visitor: Visitor) -> bool:
    """Whether anything is kept of the visitor."""
    owner = owner_of(visitor)
    return owner.learner is not None or any(
        owned(kind.model, kind.owner, owner).exists() for kind in KINDS if kind.owner
    )
