"""Addresses of trips."""

from __future__ import annotations

from django.urls import path

from trainer.trips import views

app_name = "trips"
urlpatterns = [
    path("", views.plan, name="plan"),
    path("compared/", views.compared, name="compared"),
    path("<uuid:trip_id>/", views.trip, name="trip"),
    path("<uuid:trip_id>/day/", views.set_day, name="day"),
    path("<uuid:trip_id>/practise/", views.practise, name="practise"),
    path("<uuid:trip_id>/check/", views.check, name="check"),
    path("<uuid:trip_id>/forget/", views.forget, name="forget"),
]
