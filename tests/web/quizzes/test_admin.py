"""Quizzes in the admin: to look at, and nothing more."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.factories import AttemptFactory, UserFactory
from tests.web.conftest import client_of


@pytest.mark.parametrize("model", ["quiz", "attempt"])
def test_nothing_is_added_or_deleted_by_hand(rulebook, model):
    attempt = AttemptFactory()
    row = attempt if model == "attempt" else attempt.quiz
    staff = client_of(UserFactory(is_staff=True, is_superuser=True))
    assert staff.get(reverse(f"admin:quizzes_{model}_changelist")).status_code == 200
    assert staff.get(reverse(f"admin:quizzes_{model}_change", args=[row.pk])).status_code == 200
    assert staff.get(reverse(f"admin:quizzes_{model}_add")).status_code == 403
    for name in ("change", "delete"):
        address = reverse(f"admin:quizzes_{model}_{name}", args=[row.pk])
        assert staff.post(address, {"post": "yes"}).status_code == 403
