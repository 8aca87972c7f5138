"""Addresses of tests."""

from __future__ import annotations

from django.urls import path

from trainer.timed import result_views, views

app_name = "timed"
urlpatterns = [
    path("", views.start, name="start"),
    path("own/", views.own, name="own"),
    path("history/", views.history, name="history"),
    path("hand/<uuid:item_id>/answer/", views.answer, name="answer"),
    path("hand/<uuid:item_id>/passed/", views.passed, name="passed"),
    path("certificate/<uuid:certificate_id>/", result_views.certificate, name="certificate"),
    path("<uuid:test_id>/", views.play, name="play"),
    path("<uuid:test_id>/end/", views.end, name="end"),
    path("<uuid:test_id>/result/", result_views.result, name="result"),
    path("<uuid:test_id>/again/", result_views.again, name="again"),
    path("<uuid:test_id>/practise/", result_views.practise, name="practise"),
    path("<uuid:test_id>/plan/", result_views.follow_plan, name="plan"),
    path("<uuid:test_id>/certify/", result_views.certify, name="certify"),
    path("<uuid:test_id>/withdraw/", result_views.withdraw, name="withdraw"),
]
