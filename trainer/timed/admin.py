"""Tests in the admin: to look at only."""

from __future__ import annotations

from django.contrib import admin

from trainer.rulebook.admin import ReadOnly
from trainer.timed.models import Certificate, TimedTest


@admin.register(TimedTest)
class TimedTestAdmin(ReadOnly):
    list_display = ["started_at", "learner", "kind", "answered", "correct", "late", "ended_at"]
    list_select_related = ["learner"]
    show_full_result_count = False


@admin.register(Certificate)
class CertificateAdmin(ReadOnly):
    list_display = ["made_at", "name", "test"]
    list_select_related = ["test"]
