"""Addresses of live quizzes."""

from __future__ import annotations

from django.urls import URLPattern

app_name = "live"
urlpatterns: list[URLPattern] = []
