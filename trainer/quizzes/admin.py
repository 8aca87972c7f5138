"""Quizzes and attempts in the admin: to look at only."""

from __future__ import annotations

from django.contrib import admin

from trainer.quizzes.models import Attempt, Quiz
from trainer.rulebook.admin import ReadOnly


@admin.register(Quiz)
class QuizAdmin(ReadOnly):
    list_display = ["made_at", "title", "classroom", "published_at", "ends_at"]
    list_select_related = ["classroom"]
    show_full_result_count = False


@admin.register(Attempt)
class AttemptAdmin(ReadOnly):
    list_display = ["started_at", "learner", "quiz", "number", "answered", "points", "ended_at"]
    list_select_related = ["learner", "quiz"]
    show_full_result_count = False
