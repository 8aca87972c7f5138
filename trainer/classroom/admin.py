"""Classes in the admin: to look at only."""

from __future__ import annotations

from django.contrib import admin

from trainer.classroom.models import Classroom, Deed, Member
from trainer.rulebook.admin import ReadOnly


@admin.register(Classroom)
class ClassroomAdmin(ReadOnly):
    list_display = ["made_at", "name", "owner", "time_zone", "archived_at"]
    list_select_related = ["owner"]
    exclude = ["join_code"]
    show_full_result_count = False


@admin.register(Member)
class MemberAdmin(ReadOnly):
    list_display = ["name", "classroom", "user", "role", "joined_at", "left_at", "removed"]
    list_select_related = ["classroom", "user"]
    exclude = ["first_code"]
    show_full_result_count = False


@admin.register(Deed)
class DeedAdmin(ReadOnly):
    list_display = ["at", "classroom", "who", "kind"]
    list_select_related = ["classroom", "who"]
    show_full_result_count = False
