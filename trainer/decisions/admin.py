"""The log in the admin: to look at only."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest

from trainer.decisions.models import Decision


@admin.register(Decision)
class DecisionAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ["decided_at", "learner", "situation", "action", "right", "correct", "mode"]
    list_select_related = ["learner"]
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Decision | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Decision | None = None) -> bool:
        return False
