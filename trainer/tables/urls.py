"""Addresses of tables."""

from __future__ import annotations

from django.urls import path

from trainer.tables import views

app_name = "tables"
urlpatterns = [
    path("", views.lobby, name="lobby"),
    path("rules/", views.choose_rules, name="rules"),
    path("round/<uuid:round_id>/", views.played_round, name="round"),
    path("round/<uuid:round_id>/share/", views.share, name="share"),
    path("<uuid:table_id>/", views.play, name="play"),
    path("<uuid:table_id>/deal/", views.deal, name="deal"),
    path("<uuid:table_id>/act/", views.act, name="act"),
    path("<uuid:table_id>/advise/", views.advise, name="advise"),
    path("<uuid:table_id>/guess/", views.guess, name="guess"),
    path("<uuid:table_id>/refill/", views.refill, name="refill"),
    path("<uuid:table_id>/sound/", views.sound, name="sound"),
    path("<uuid:table_id>/settings/", views.settings, name="settings"),
    path("<uuid:table_id>/leave/", views.leave, name="leave"),
    path("<uuid:table_id>/history/", views.history, name="history"),
    path("<uuid:table_id>/fairness/", views.fairness, name="fairness"),
]
