"""The one door to tests: what is not the visitor's does not exist for them."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Q, QuerySet
from django.http import Http404
from django.utils import timezone

from trainer.accounts.access import Visitor
from trainer.timed.models import Certificate, Item, TimedTest


def get_test(visitor: Visitor, test_id: UUID) -> TimedTest:
    """A test of the visitor with all that its pages need; raise Http404."""
    return _own(visitor, _tests(), test_id)


def locked_test(visitor: Visitor, test_id: UUID) -> TimedTest:
    """The same, locked until the transaction ends."""
    return _own(visitor, _tests().select_for_update(of=("self",)), test_id)


def locked_item(visitor: Visitor, item_id: UUID) -> Item:
    """A hand of a test of the visitor, both locked; raise Http404. One query."""
    item = (
        Item.objects.select_related("test__rules", "test__chart", "test__learner")
        .select_for_update(of=("self", "test"))
        .filter(public_id=item_id)
        .first()
    )
    if item is None or not is_own(visitor, item.test):
        raise Http404
    return item


def get_test_of(visitor: Visitor, item_id: UUID) -> TimedTest:
    """The test in which a hand of the visitor was dealt; raise Http404."""
    return _own(visitor, _tests(), item_id, field="items__public_id")


def get_certificate(certificate_id: UUID) -> Certificate:
    """A certificate with its test, for whoever has the link; raise Http404."""
    certificates = Certificate.objects.select_related("test__rules", "test__chart", "test__learner")
    certificate = certificates.filter(public_id=certificate_id).first()
    if certificate is None:
        raise Http404
    return certificate


def is_own(visitor: Visitor, test: TimedTest) -> bool:
    """Whether the test is the visitor's; one that nobody has answered is its session's."""
    return visitor.owns(test.learner, test.guest_key)


def tests_of(visitor: Visitor) -> QuerySet[TimedTest]:
    """The visitor's tests, latest first; none for a stranger."""
    tests = TimedTest.objects.select_related("rules", "chart").order_by("-started_at", "-pk")
    mine = Q(learner=visitor.user) if visitor.user else Q(learner__guest_key=visitor.guest_key)
    if visitor.guest_key:
        mine |= Q(learner=None, guest_key=visitor.guest_key)
    elif not visitor.user:
        return tests.none()
    return tests.filter(mine)


def is_past_now() -> Q:
    """Tests that are over, by an end or by the clock."""
    return Q(ended_at__isnull=False) | Q(deadline__lte=timezone.now())


def _tests() -> QuerySet[TimedTest]:
    return TimedTest.objects.select_related("rules", "chart", "learner")


def _own(
    visitor: Visitor, tests: QuerySet[TimedTest], public_id: UUID, field: str = "public_id"
) -> TimedTest:
    test = tests.filter(**{field: public_id}).first()
    if test is None or not is_own(visitor, test):
        raise Http404
    return test
