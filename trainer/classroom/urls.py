"""Addresses of classes, members and rosters. The front page of a class is that of its quizzes."""

from __future__ import annotations

from django.urls import path

from trainer.classroom import class_views, member_views, roster_views, views

app_name = "classroom"
_CLASS = "classes/<uuid:class_id>"
_MEMBER = f"{_CLASS}/members/<uuid:member_id>"

urlpatterns = [
    path("classes/", views.index, name="index"),
    path("classes/new/", views.new, name="new"),
    path("classes/join/", views.join_by_code, name="join_by_code"),
    path("classes/join/<str:code>/", views.join, name="join"),
    path("classes/sign-in/", views.sign_in, name="sign_in"),
    path("classes/sign-in/<str:code>/", views.place, name="place"),
    path(f"{_CLASS}/members/", class_views.members, name="members"),
    path(f"{_MEMBER}/", member_views.member, name="member"),
    path(f"{_MEMBER}/code/", member_views.first_code, name="first_code"),
    path(f"{_MEMBER}/remove/", member_views.remove, name="remove"),
    path(f"{_MEMBER}/back/", member_views.bring_back, name="bring_back"),
    path(f"{_MEMBER}/role/", member_views.role, name="role"),
    path(f"{_CLASS}/roster/", roster_views.roster, name="roster"),
    path(f"{_CLASS}/roster/import/", roster_views.import_plan, name="import"),
    path(f"{_CLASS}/roster.csv", roster_views.as_csv, name="roster_csv"),
    path(f"{_CLASS}/roster.xlsx", roster_views.as_xlsx, name="roster_xlsx"),
    path(f"{_CLASS}/codes/", roster_views.codes, name="codes"),
    path(f"{_CLASS}/codes/send/", roster_views.send_codes, name="send_codes"),
    path(f"{_CLASS}/wall/", class_views.wall, name="wall"),
    path(f"{_CLASS}/settings/", class_views.settings, name="settings"),
    path(f"{_CLASS}/settings/join-code/", class_views.join_code, name="join_code"),
    path(f"{_CLASS}/settings/archive/", class_views.archive, name="archive"),
    path(f"{_CLASS}/settings/reopen/", class_views.reopen, name="reopen"),
    path(f"{_CLASS}/settings/hand-over/", class_views.hand_over, name="hand_over"),
    path(f"{_CLASS}/settings/trail/", class_views.trail, name="trail"),
    path(f"{_CLASS}/leave/", class_views.leave, name="leave"),
]
