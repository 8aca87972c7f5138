"""Addresses of reviews."""

from __future__ import annotations

from django.urls import path

from trainer.review import views

app_name = "review"
urlpatterns = [
    path("", views.index, name="index"),
    path("decks/", views.decks, name="decks"),
    path("<uuid:deck_id>/", views.deck, name="deck"),
    path("<uuid:deck_id>/start/", views.start, name="start"),
    path("<uuid:deck_id>/date/", views.set_date, name="date"),
]
