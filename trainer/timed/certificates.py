"""What a certificate shows, to whoever has its link."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from strategy.dealing import Deal
from trainer.core.numbers import ENOUGH, wilson
from trainer.timed.models import Certificate
from trainer.timed.results import Row


@dataclass(frozen=True, slots=True)
class ShownCertificate:
    """A certificate with its test; nothing of the learner but the name that they chose."""

    certificate: Certificate
    row: Row
    deals: Sequence[Deal]
    """The hands that were answered or missed, as they were dealt."""
    interval: tuple[float, float] | None


def shown_certificate(certificate: Certificate) -> ShownCertificate:
    """The certificate with its hands; one query."""
    test = certificate.test
    items = test.items.filter(number__lte=test.done).order_by("number")
    return ShownCertificate(
        certificate=certificate,
        row=Row.of(test),
        deals=[Deal.parse(deal) for deal in items.values_list("deal", flat=True)],
        interval=wilson(test.correct, test.done) if test.done >= ENOUGH else None,
    )
