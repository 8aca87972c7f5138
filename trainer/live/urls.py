"""Addresses of live quizzes."""

from __future__ import annotations

from django.urls import path

from trainer.live import views

app_name = "live"
urlpatterns = [
    path("class/<uuid:class_id>/", views.of_class, name="class"),
    path("<uuid:live_id>/wall/", views.wall, name="wall"),
    path("<uuid:live_id>/ask/", views.ask, name="ask"),
    path("<uuid:live_id>/close/", views.close, name="close"),
    path("<uuid:live_id>/end/", views.end, name="end"),
    path("<uuid:live_id>/", views.phone, name="phone"),
    path("<uuid:live_id>/join/", views.join, name="join"),
    path("<uuid:live_id>/<int:number>/", views.answer, name="answer"),
]
