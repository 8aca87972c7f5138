"""The builder's form as it is sent."""

from __future__ import annotations

from tests.factories import taught


def filled(**others: object) -> dict[str, object]:
    """A form that is complete, with what is named otherwise; None leaves a field out."""
    fields: dict[str, object] = {
        "title": "Stiff hands",
        "teaching": taught().pk,
        "origin": "categories",
        "categories": ["hard", "soft"],
        "count": 3,
        "order": "shuffled",
        "most_attempts": 1,
        "policy": "best",
        "reveal": "at_once",
        "grace_days": 0,
    }
    return {name: value for name, value in (fields | others).items() if value is not None}
