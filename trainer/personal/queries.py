"""Reading how much is kept of somebody."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise

from trainer.accounts.access import Visitor, learner_of
from trainer.personal.kinds import KINDS
from trainer.personal.ownership import Owner, owned, owner_of, rows_of


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
    """Whether anything is kept of the visitor.

    What a guest began without an answer is looked for before the guest: an answer at this very
    moment makes the one the other's.
    """
    unclaimed = Owner(None, visitor.guest_key)
    return (
        visitor.user is not None
        or any(owned(kind.model, kind.owner, unclaimed).exists() for kind in KINDS if kind.owner)
        or learner_of(visitor) is not None
    )
