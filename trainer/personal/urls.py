"""Addresses of what is kept of somebody."""

from __future__ import annotations

from django.urls import path

from trainer.personal import views

app_name = "personal"
urlpatterns = [
    path("", views.data, name="data"),
    path("json/", views.export_json, name="json"),
    path("csv/", views.export_csv, name="csv"),
    path("delete/", views.delete, name="delete"),
]
