"""Addresses of quizzes, built and taken."""

from __future__ import annotations

from django.urls import URLPattern

app_name = "quizzes"
urlpatterns: list[URLPattern] = []
