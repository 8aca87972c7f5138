"""Tests in the admin: to look at, and nothing more."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.factories import UserFactory, give
from tests.web.conftest import client_of
from trainer.accounts.access import Visitor
from trainer.timed.services import certify, end_test


@pytest.mark.parametrize("model", ["timedtest", "certificate"])
def test_nothing_is_added_or_deleted_by_hand(rulebook, learner, timed_test, model):
    give(timed_test)
    visitor = Visitor(learner, "")
    end_test(visitor=visitor, test_id=timed_test.public_id)
    made = certify(visitor=visitor, test_id=timed_test.public_id, name="Ada")
    row = timed_test if model == "timedtest" else made
    staff = client_of(UserFactory(is_staff=True, is_superuser=True))
    assert staff.get(reverse(f"admin:timed_{model}_changelist")).status_code == 200
    assert staff.get(reverse(f"admin:timed_{model}_change", args=[row.pk])).status_code == 200
    assert staff.get(reverse(f"admin:timed_{model}_add")).status_code == 403
    for name in ("change", "delete"):
        address = reverse(f"admin:timed_{model}_{name}", args=[row.pk])
        assert staff.post(address, {"post": "yes"}).status_code == 403
