"""Addresses of rule sets and charts."""

from __future__ import annotations

from django.urls import path

from trainer.rulebook import views

app_name = "rulebook"
urlpatterns = [
    path("", views.index, name="index"),
    path("<slug:slug>/", views.chart, name="chart"),
]
