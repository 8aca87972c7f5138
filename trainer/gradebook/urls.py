"""Addresses of results of quizzes."""

from __future__ import annotations

from django.urls import URLPattern

app_name = "gradebook"
urlpatterns: list[URLPattern] = []
