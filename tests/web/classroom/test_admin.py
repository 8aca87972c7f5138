"""Classes in the admin: to look at, and nothing more; codes are not shown."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.factories import UserFactory
from tests.web.conftest import client_of
from trainer.classroom.models import Deed


@pytest.mark.parametrize("model", ["classroom", "member", "deed"])
def test_nothing_is_changed_by_hand_and_no_code_is_shown(classroom, waiting, model):
    deed = Deed.objects.create(classroom=classroom, at=classroom.made_at, kind="made")
    row = {"classroom": classroom, "member": waiting, "deed": deed}[model]
    staff = client_of(UserFactory(is_staff=True, is_superuser=True))
    assert staff.get(reverse(f"admin:classroom_{model}_changelist")).status_code == 200
    shown = staff.get(reverse(f"admin:classroom_{model}_change", args=[row.pk]))
    assert shown.status_code == 200
    assert "ABCD" not in shown.text
    assert staff.get(reverse(f"admin:classroom_{model}_add")).status_code == 403
    for name in ("change", "delete"):
        address = reverse(f"admin:classroom_{model}_{name}", args=[row.pk])
        assert staff.post(address, {"post": "yes"}).status_code == 403
