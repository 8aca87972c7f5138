"""Addresses of reports."""

from __future__ import annotations

from django.urls import path

from trainer.reports import views

app_name = "reports"
urlpatterns = [
    path("", views.progress, name="progress"),
    path("chart/", views.heat, name="heat"),
    path("cell/", views.cell, name="cell"),
    path("weak/", views.weak, name="weak"),
    path("habits/", views.habits, name="habits"),
    path("drill/", views.drill, name="drill"),
    path("history/", views.past, name="history"),
    path("history/<uuid:key>/", views.decision, name="decision"),
]
