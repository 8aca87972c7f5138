"""Addresses of quizzes, built and taken."""

from __future__ import annotations

from django.urls import path

from trainer.quizzes import building_views, taking_views, views

app_name = "quizzes"
urlpatterns = [
    path("classes/<uuid:class_id>/", views.class_page, name="class"),
    path("classes/<uuid:class_id>/quizzes/new/", building_views.new, name="new"),
    path(
        "classes/<uuid:class_id>/quizzes/new/preview/",
        building_views.preview_new,
        name="preview_new",
    ),
    path("quiz/<uuid:quiz_id>/", views.quiz, name="quiz"),
    path("quiz/<uuid:quiz_id>/edit/", building_views.edit, name="edit"),
    path("quiz/<uuid:quiz_id>/edit/preview/", building_views.preview, name="preview"),
    path("quiz/<uuid:quiz_id>/publish/", views.publish, name="publish"),
    path("quiz/<uuid:quiz_id>/close/", views.close, name="close"),
    path("quiz/<uuid:quiz_id>/reopen/", views.reopen, name="reopen"),
    path("quiz/<uuid:quiz_id>/extend/", views.extend, name="extend"),
    path("quiz/<uuid:quiz_id>/copy/", views.copy, name="copy"),
    path("quiz/<uuid:quiz_id>/delete/", views.delete, name="delete"),
    path("quiz/<uuid:quiz_id>/start/", taking_views.start, name="start"),
    path("quiz/attempt/<uuid:attempt_id>/", taking_views.play, name="play"),
    path("quiz/attempt/<uuid:attempt_id>/end/", taking_views.end, name="end"),
    path("quiz/attempt/<uuid:attempt_id>/result/", taking_views.result, name="result"),
    path("quiz/item/<uuid:item_id>/", taking_views.answer, name="answer"),
    path("quiz/item/<uuid:item_id>/passed/", taking_views.passed, name="passed"),
]
