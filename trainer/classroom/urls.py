"""Addresses of classes, members and rosters."""

from __future__ import annotations

from django.urls import URLPattern

app_name = "classroom"
urlpatterns: list[URLPattern] = []
