"""Addresses of results of quizzes."""

from __future__ import annotations

from django.urls import path

from trainer.gradebook import quiz_views, views

app_name = "gradebook"
urlpatterns = [
    path("classes/<uuid:class_id>/results/", views.results, name="results"),
    path("classes/<uuid:class_id>/results.csv", views.as_csv, name="csv"),
    path("classes/<uuid:class_id>/results.xlsx", views.as_xlsx, name="xlsx"),
    path("classes/<uuid:class_id>/results/<uuid:member_id>/", views.student, name="student"),
    path("classes/<uuid:class_id>/my-results/", views.mine, name="mine"),
    path("classes/<uuid:class_id>/chart/", views.chart, name="chart"),
    path("quiz/<uuid:quiz_id>/results/", quiz_views.quiz, name="quiz"),
    path("quiz/<uuid:quiz_id>/results/<uuid:attempt_id>/", quiz_views.attempt, name="attempt"),
    path("quiz/<uuid:quiz_id>/regrade/", quiz_views.regrade, name="regrade"),
]
