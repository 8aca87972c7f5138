"""Addresses of the home page and of the daily goal."""

from __future__ import annotations

from django.urls import path

from trainer.home import views

urlpatterns = [
    path("", views.home, name="home"),
    path("goal/", views.goal, name="goal"),
]
