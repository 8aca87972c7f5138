"""Decks in the admin: to look at only."""

from __future__ import annotations

from django.contrib import admin

from trainer.review.models import Deck
from trainer.rulebook.admin import ReadOnly


@admin.register(Deck)
class DeckAdmin(ReadOnly):
    list_display = ["learner", "rule_set", "chart", "plays_on", "used_at"]
    list_select_related = ["learner", "rule_set", "chart"]
    show_full_result_count = False
