"""Quizzes of a class: built by its teachers, taken by its students against the server's clock."""
