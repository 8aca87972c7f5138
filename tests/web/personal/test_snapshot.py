"""An export is of one state of the database, and holds nobody up."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, connections
from django.utils import timezone

from tests.factories import UserFactory, decide
from trainer.core.snapshot import snapshot
from trainer.decisions.models import Decision
from trainer.personal.exports import as_json
from trainer.personal.ownership import Owner

pytestmark = pytest.mark.django_db(transaction=True)


def elsewhere(work) -> None:
    """Do it in another thread, with a connection of its own."""

    def run() -> None:
        try:
            work()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as pool:
        pool.submit(run).result(timeout=30)


def test_what_is_written_meanwhile_is_not_seen_and_need_not_wait(rulebook):
    learner = UserFactory()
    decide(learner)
    with snapshot():
        assert Decision.objects.count() == 1
        elsewhere(lambda: decide(learner))
        assert Decision.objects.count() == 1
    assert Decision.objects.count() == 2
    assert not connection.in_atomic_block
    decide(learner)


def test_a_download_broken_off_leaves_no_transaction_open(rulebook):
    learner = UserFactory()
    decide(learner)
    pieces = as_json(Owner(learner, ""), timezone.now())
    assert next(pieces)
    pieces.close()
    assert not connection.in_atomic_block
    decide(learner)
    whole = b"".join(as_json(Owner(learner, ""), timezone.now()))
    assert len(json.loads(whole)["decisions"]) == 2
