"""Addresses of drills."""

from __future__ import annotations

from django.urls import path

from trainer.drills import views

app_name = "drills"
urlpatterns = [
    path("", views.start, name="start"),
    path("cells/", views.cells, name="cells"),
    path("hand/<uuid:question_id>/answer/", views.answer, name="answer"),
    path("hand/<uuid:question_id>/hint/", views.hint, name="hint"),
    path("<uuid:drill_id>/", views.play, name="play"),
    path("<uuid:drill_id>/pause/", views.pause, name="pause"),
    path("<uuid:drill_id>/resume/", views.resume, name="resume"),
    path("<uuid:drill_id>/end/", views.end, name="end"),
    path("<uuid:drill_id>/summary/", views.summary, name="summary"),
    path("<uuid:drill_id>/again/", views.again, name="again"),
]
