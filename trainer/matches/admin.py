"""Match tables in the admin: to look at only."""

from __future__ import annotations

from django.contrib import admin

from trainer.matches.models import MatchTable
from trainer.rulebook.admin import ReadOnly


@admin.register(MatchTable)
class MatchTableAdmin(ReadOnly):
    list_display = ["made_at", "name", "begun_at", "ended_at"]
    exclude = ["seed"]
    show_full_result_count = False
