"""Whose rows are whose."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db.models import CASCADE, SET_NULL, ForeignKey, ManyToOneRel, Model, Q, QuerySet

from trainer.accounts.access import Visitor, learner_of
from trainer.accounts.models import User
from trainer.personal.kinds import KINDS, Kind, kind_of
from trainer.rulebook.models import Chart, ChartVersion


@dataclass(frozen=True, slots=True)
class Owner:
    """Somebody of whom something is kept: a row, the key of a session, or both."""

    learner: User | None
    guest_key: str


def owner_of(visitor: Visitor) -> Owner:
    """The visitor, with the row that there is of them."""
    return Owner(learner_of(visitor), visitor.guest_key)


def owned(model: type[Model], field: str, owner: Owner) -> QuerySet[Any]:
    """The rows that are somebody's by a column; what has no learner yet is its session's."""
    mine = Q(pk__in=())
    if owner.learner:
        mine |= Q(**{field: owner.learner.pk})
    if owner.guest_key and is_keyed(model):
        mine |= Q(**{field: None, "guest_key": owner.guest_key})
    return model._base_manager.filter(mine)


def is_keyed(model: type[Model]) -> bool:
    """Whether rows of the model can be a guest's who has no row."""
    return model is not User and any(field.name == "guest_key" for field in model._meta.fields)


def rows_of(kind: Kind, owner: Owner) -> QuerySet[Any]:
    """All rows of a kind that are somebody's, without order."""
    if kind.owner:
        return owned(kind.model, kind.owner, owner).filter(kind.only)
    if kind.within:
        above = kind_of(_field(kind.model, kind.within).related_model)
        return kind.model._base_manager.filter(**{f"{kind.within}__in": rows_of(above, owner)})
    return _charts_of(owner)


def _charts_of(owner: Owner) -> QuerySet[ChartVersion]:
    """The chart versions that something of somebody's refers to, and all of their own charts."""
    own = rows_of(kind_of(Chart), owner)
    keys: set[int | None] = set()
    for kind in KINDS:
        if not kind.owner and not kind.within:
            continue
        for field in kind.model._meta.fields:
            paths = {ChartVersion: field.name, Chart: f"{field.name}__current"}
            if field.related_model in paths:
                path = paths[field.related_model]
                keys.update(rows_of(kind, owner).order_by().values_list(path, flat=True).distinct())
    return ChartVersion.objects.filter(Q(chart__in=own) | Q(pk__in=keys - {None}))


def dependents(model: type[Model]) -> list[ForeignKey[Any, Any]]:
    """The columns of all models by which rows hang on those of a model, and go with them."""
    return _leading_to(model, CASCADE)


def mentions(model: type[Model]) -> list[ForeignKey[Any, Any]]:
    """The columns of all models that name rows of a model, and are empty without them."""
    return _leading_to(model, SET_NULL)


def _leading_to(model: type[Model], on_delete: Callable[..., None]) -> list[ForeignKey[Any, Any]]:
    relations = model._meta.get_fields(include_hidden=True)
    return [
        relation.field
        for relation in relations
        if isinstance(relation, ManyToOneRel) and relation.on_delete is on_delete
    ]


def _field(model: type[Model], name: str) -> Any:
    return model._meta.get_field(name)
