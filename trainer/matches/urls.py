"""Addresses of matches."""

from __future__ import annotations

from django.urls import path

from trainer.matches import joining_views, seat_views, views

app_name = "matches"
urlpatterns = [
    path("", views.lobby, name="lobby"),
    path("quick/", views.quick, name="quick"),
    path("join/", joining_views.enter_code, name="code"),
    path("join/<str:code>/", joining_views.join, name="join"),
    path("join/<str:code>/ask/", joining_views.ask, name="ask"),
    path("<uuid:table_id>/", views.play, name="play"),
    path("<uuid:table_id>/begin/", views.begin, name="begin"),
    path("<uuid:table_id>/bet/", views.bet, name="bet"),
    path("<uuid:table_id>/act/", views.act, name="act"),
    path("<uuid:table_id>/hint/", views.hint, name="hint"),
    path("<uuid:table_id>/on/", views.play_on, name="on"),
    path("<uuid:table_id>/end/", views.end, name="end"),
    path("<uuid:table_id>/again/", views.play_again, name="again"),
    path("<uuid:table_id>/leave/", seat_views.leave, name="leave"),
    path("<uuid:table_id>/seat/<int:number>/", seat_views.change_seat, name="seat"),
    path("<uuid:table_id>/seat/<int:number>/stand-in/", seat_views.stand_in, name="stand_in"),
    path("<uuid:table_id>/seat/<int:number>/back/", seat_views.take_back, name="back"),
    path("<uuid:table_id>/seat/<int:number>/take-over/", seat_views.take_over, name="take_over"),
    path("<uuid:table_id>/asker/<uuid:asker_id>/", seat_views.decide, name="decide"),
]
