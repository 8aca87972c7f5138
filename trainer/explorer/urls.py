"""Addresses of the explorer."""

from __future__ import annotations

from django.urls import path

from trainer.explorer import views

app_name = "explorer"
urlpatterns = [
    path("", views.explore, name="explore"),
    path("cell/", views.cell, name="cell"),
    path("cell/moved/", views.moved, name="moved"),
    path("audit/", views.audit, name="audit"),
    path("audit/keep/", views.keep, name="keep"),
    path("wallet/", views.wallet, name="wallet"),
    path("compare/", views.compare, name="compare"),
]
