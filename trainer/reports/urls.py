"""Addresses of reports."""

from __future__ import annotations

from django.urls import path

from trainer.reports import views

app_name = "reports"
urlpatterns = [path("", views.progress, name="progress")]
