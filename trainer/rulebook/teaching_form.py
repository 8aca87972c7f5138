"""Choosing what is learnt: a chart of a rule set."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from django import forms

from trainer.rulebook.models import Teaching


class TeachingIterator(forms.models.ModelChoiceIterator):
    """Charts grouped under their rule sets."""

    def __iter__(self) -> Iterator[Any]:
        rows = self.queryset
        for name, group in groupby(rows, key=lambda row: row.rule_set.current.name):
            yield name, [self.choice(row) for row in group]


class TeachingField(forms.ModelChoiceField):  # type: ignore[type-arg]
    iterator = TeachingIterator

    def label_from_instance(self, obj: Teaching) -> str:
        assert obj.chart.current is not None
        return obj.chart.current.name
