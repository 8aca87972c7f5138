"""What a certificate shows, to whoever has its link."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from strategy.dealing import Deal
from trainer.accounts.services import zone_of
from trainer.core.numbers import ENOUGH, wilson
from trainer.timed.dealer import deal_item
from trainer.timed.models import Certificate
from trainer.timed.results import Row


@dataclass(frozen=True, slots=True)
class ShownCertificate:
    """A certificate with its test; nothing of the learner but the name that they chose."""

    certificate: Certificate
    row: Row
    day: date
    """Of the end of the test, where the learner was."""
    deals: Sequence[Deal]
    """The hands that were answered or missed, as they were dealt."""
    matches: bool
    """Whether the seed deals these very hands."""
    interval: tuple[float, float] | None


def shown_certificate(certificate: Certificate) -> ShownCertificate:
    """The certificate with its hands dealt again from the seed; one query."""
    test = certificate.test
    items = test.items.filter(number__lte=test.done).order_by("number")
    deals = list(items.values_list("deal", flat=True))
    again = [str(deal_item(test, number)) for number in range(1, test.done + 1)]
    return ShownCertificate(
        certificate=certificate,
        row=Row.of(test),
        day=test.over_at.astimezone(zone_of(test.learner)).date(),
        deals=[Deal.parse(deal) for deal in deals],
        matches=deals == again,
        interval=wilson(test.correct, test.done) if test.done >= ENOUGH else None,
    )
