"""Addresses of a person's own settings; signing up and in are django-allauth's."""

from __future__ import annotations

from django.urls import path

from trainer.accounts import views

app_name = "accounts"
urlpatterns = [path("settings/", views.settings, name="settings")]
