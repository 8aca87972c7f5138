"""Decks in the admin: to look at only."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest

from trainer.review.models import Deck


@admin.register(Deck)
class DeckAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ["learner", "rule_set", "chart", "plays_on", "used_at"]
    list_select_related = ["learner", "rule_set", "chart"]
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Deck | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Deck | None = None) -> bool:
        return False
