"""Live quizzes in the admin: to look at only."""

from __future__ import annotations

from django.contrib import admin

from trainer.live.models import LiveQuiz
from trainer.rulebook.admin import ReadOnly


@admin.register(LiveQuiz)
class LiveQuizAdmin(ReadOnly):
    list_display = ["opened_at", "title", "classroom", "ended_at"]
    list_select_related = ["classroom"]
    show_full_result_count = False
