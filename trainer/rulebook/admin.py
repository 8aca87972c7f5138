"""Rule sets and charts in the admin: to look at, since they come from data files."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from trainer.rulebook.models import Chart, ChartVersion, RuleSet, RuleSetVersion


@admin.register(RuleSet, RuleSetVersion, Chart, ChartVersion)
class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    """Nothing is added, changed or deleted by hand."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False
