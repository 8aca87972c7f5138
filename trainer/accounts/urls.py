"""Addresses of a person's own settings; signing up and in are django-allauth's."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.urls import path

from trainer.accounts import views

app_name = "accounts"
urlpatterns = [path("settings/", views.settings, name="settings")]

in_place_of_allauth = [
    path("login/", views.Login.as_view(), name="account_login"),
    path("signup/", views.Signup.as_view(), name="account_signup"),
    path(
        "password/change/",
        login_required(views.ChangePassword.as_view()),
        name="account_change_password",
    ),
]
"""Addresses that come before django-allauth's own, under its names."""
